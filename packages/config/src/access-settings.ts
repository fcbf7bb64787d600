/** The settings of who may ask the API, and how much. */
import {
  claimName,
  claimText,
  DEFAULT_RATE_LIMITS,
  jwksUrl,
  proxies,
  publicKey,
  type RateLimits,
  rateLimits,
  type TokenKey,
  tokenSecret,
} from './access-values.js';
import { setting } from './setting.js';
import { httpUrl, integer, path, portOrOff } from './values.js';

const plain = { readers: ['standalone', 'api'] } as const;
/** `npx chaintrail token` signs and checks by the same settings. */
const shared = { readers: ['standalone', 'api', 'token'] } as const;

export const ACCESS_SETTINGS = {
  adminPort: setting<number | null>({
    ...plain,
    name: 'ADMIN_PORT',
    schema: portOrOff,
    default: '3900',
    summary:
      'TCP port for operators, on `HOST`: [`/ready`, `/metrics` and `/health`](access.md#probes). With `off` they are on `PORT`. Where it is not set and another program has 3900, the API goes on without, and logs it.',
    example: '3900',
  }),
  trustedProxies: setting<readonly string[]>({
    ...plain,
    name: 'TRUSTED_PROXIES',
    schema: proxies,
    summary:
      'Proxies in front of the API: addresses, networks, `loopback`, `linklocal`, `uniquelocal`. The last address in `X-Forwarded-For` that is none of them is the client. Without it the header is not read.',
    example: 'loopback,10.0.0.0/8',
  }),
  rateLimits: setting<RateLimits | null>({
    ...plain,
    name: 'RATE_LIMITS',
    schema: rateLimits,
    default: DEFAULT_RATE_LIMITS,
    summary:
      '[Limits](access.md#limits) of each tier: units in a time (`s`, `m`, `h` or `d`), or `off`; `off` alone for none at all. No tier may be below `free`. Without the setting, clients on this machine have none. After a semicolon, what requests cost (`request`, `rows`, `node`).',
    example: 'free=600/1m,pro=6000/1m,partner=off;request=1,rows=100,node=5',
  }),
  registrationUrl: setting<string>({
    ...plain,
    name: 'REGISTRATION_URL',
    schema: httpUrl,
    summary:
      'Page where clients get a token, told in the index document (`authentication`) and with refusals by limits.',
    example: 'https://chaintrail.example/register',
  }),
  jwtSecret: setting<TokenKey>({
    ...shared,
    name: 'JWT_SECRET',
    secret: true,
    schema: tokenSecret,
    summary:
      'Secret of [tokens](access.md#tokens) (HS256), at least 32 bytes. `npx chaintrail token issue` signs with it. `npm start` makes one in `DATA_DIR` where no key is set.',
    // Too short: who leaves it as it is, is told.
    example: 'AT-LEAST-32-BYTES-AT-RANDOM',
  }),
  jwtPublicKey: setting<TokenKey>({
    ...shared,
    name: 'JWT_PUBLIC_KEY',
    // It may hold the private one by mistake.
    secret: true,
    schema: publicKey,
    summary:
      "Public key of tokens that somebody else signs: PEM, with `\\n` for line ends, or a file's path. RSA of at least 2048 bits (RS256), EC on P-256 (ES256) or Ed25519 (EdDSA).",
    example: '/etc/chaintrail/jwt.pem',
  }),
  jwtJwksUrl: setting<string>({
    ...shared,
    name: 'JWT_JWKS_URL',
    schema: jwksUrl,
    summary:
      'Where an issuer publishes its keys (JWKS), instead of `JWT_PUBLIC_KEY`. They are read every 10 minutes, and when a token names a new one; until then earlier ones hold.',
    example: 'https://issuer.example/.well-known/jwks.json',
  }),
  jwtIssuer: setting<string>({
    ...shared,
    name: 'JWT_ISSUER',
    schema: claimText,
    summary: 'What `iss` of a token has to be, for an issuer of several services.',
    example: 'https://issuer.example/',
  }),
  jwtAudience: setting<string>({
    ...shared,
    name: 'JWT_AUDIENCE',
    schema: claimText,
    summary: 'What `aud` of a token has to be or have, likewise.',
    example: 'chaintrail',
  }),
  jwtClockToleranceSeconds: setting<number>({
    ...shared,
    name: 'JWT_CLOCK_TOLERANCE_SECONDS',
    schema: integer(0, 300),
    default: '5',
    summary: "How far the issuer's clock may be off (`exp`, `nbf`).",
    example: '5',
  }),
  jwtTierClaim: setting<string>({
    ...shared,
    name: 'JWT_TIER_CLAIM',
    schema: claimName,
    default: 'tier',
    summary: "The claim that [names a token's tier](access.md#tokens).",
    example: 'tier',
  }),
  jwtMaxDays: setting<number>({
    ...shared,
    name: 'JWT_MAX_DAYS',
    schema: integer(1, 3_660),
    default: '366',
    summary: 'Days that a token may be valid: from `iat`, else now, to `exp`.',
    example: '90',
  }),
  jwtDenylistFile: setting<string>({
    ...shared,
    name: 'JWT_DENYLIST_FILE',
    schema: path,
    summary:
      'File of [revoked](access.md#tokens) tokens: a `jti` a line, `#` before remarks. Changes count within a second.',
    example: '/etc/chaintrail/revoked-tokens',
  }),
} as const;
