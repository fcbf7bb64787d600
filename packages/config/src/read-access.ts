/** Who may ask, and how much: the settings of tokens and limits put together. */
import { ACCESS_SETTINGS } from './access-settings.js';
import { publicKeyFile, type RateLimits, type TokenKey } from './access-values.js';
import type { EnvironmentReader } from './environment-reader.js';

export interface TokenSettings {
  /** Keys of `JWT_SECRET` and `JWT_PUBLIC_KEY`; without any, and without `jwksUrl`, no token is valid. */
  readonly keys: readonly TokenKey[];
  /** Absolute; undefined where `JWT_PUBLIC_KEY` is not set, or is the key itself. */
  readonly publicKeyFile: string | undefined;
  readonly jwksUrl: string | undefined;
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  readonly clockToleranceSeconds: number;
  readonly tierClaim: string;
  /** How long a token may be valid. */
  readonly maxAgeSeconds: number;
  /** Absolute. */
  readonly denylistFile: string | undefined;
}

export interface AccessSettings {
  readonly tokens: TokenSettings;
  /** Null: no limits. */
  readonly rateLimits: RateLimits | null;
  /** Whether clients on this machine have no limit. */
  readonly exemptsLoopback: boolean;
  /** Empty: nobody may say who the client is. */
  readonly trustedProxies: readonly string[];
  readonly registrationUrl: string | undefined;
}

export function readTokens(read: EnvironmentReader): TokenSettings {
  const secret = read.optional(ACCESS_SETTINGS.jwtSecret);
  const publicKey = read.optional(ACCESS_SETTINGS.jwtPublicKey);
  const jwksUrl = read.optional(ACCESS_SETTINGS.jwtJwksUrl);
  if (publicKey && jwksUrl !== undefined)
    read.problems.push('JWT_PUBLIC_KEY and JWT_JWKS_URL are both set; set the one that the issuer of tokens has.');
  return {
    keys: [secret, publicKey].filter((key) => key !== undefined),
    publicKeyFile: publicKey && publicKeyFile(read.text(ACCESS_SETTINGS.jwtPublicKey.name)),
    jwksUrl,
    issuer: read.optional(ACCESS_SETTINGS.jwtIssuer),
    audience: read.optional(ACCESS_SETTINGS.jwtAudience),
    clockToleranceSeconds: read.value(ACCESS_SETTINGS.jwtClockToleranceSeconds),
    tierClaim: read.value(ACCESS_SETTINGS.jwtTierClaim),
    maxAgeSeconds: read.value(ACCESS_SETTINGS.jwtMaxDays) * 86_400,
    denylistFile: read.optional(ACCESS_SETTINGS.jwtDenylistFile),
  };
}

export function readAccess(read: EnvironmentReader): AccessSettings {
  const tokens = readTokens(read);
  const rateLimits = read.value(ACCESS_SETTINGS.rateLimits);
  const hasTokens = tokens.keys.length > 0 || tokens.jwksUrl !== undefined;
  if (hasTokens && rateLimits?.tokenTier === 'free' && rateLimits.tiers.get('free')?.quota !== null)
    read.note(
      'No tier of RATE_LIMITS is above free, so a token gives no higher limit; add one, such as token=6000/1m.',
    );
  return {
    tokens,
    rateLimits,
    // The explorer, probes and scripts of the operator. Whoever sets limits decides about all clients.
    exemptsLoopback: read.text(ACCESS_SETTINGS.rateLimits.name) === undefined,
    trustedProxies: read.optional(ACCESS_SETTINGS.trustedProxies) ?? [],
    registrationUrl: read.optional(ACCESS_SETTINGS.registrationUrl),
  };
}
