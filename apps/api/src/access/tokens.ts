/** Who a request is from: what its token says, if it has a valid one. */
import { createHash } from 'node:crypto';
import type { TokenSettings } from '@chaintrail/config';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Logger } from 'pino';
import { Denylist } from './denylist.js';
import { issuerKeys, KeysUnavailableError } from './issuer-keys.js';

/** Algorithms of public keys; a set of keys has no others that count. */
const PUBLIC_ALGORITHMS = ['RS256', 'ES256', 'EdDSA', 'Ed25519'];
const LONGEST_SUBJECT = 256;

export interface TokenOwner {
  /** The same for all tokens of one subject, and fit for a key in a store. */
  readonly id: string;
  /** Tier of the token; null when it names none. */
  readonly tier: string | null;
  /** Unix milliseconds, the tolerance for clocks included. */
  readonly expiresAt: number;
  /** `jti`; null for a token that cannot be revoked by itself. */
  readonly tokenId: string | null;
}

/** Fault of a token, in words that its owner may read and that tell nobody else anything. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
}

export class Tokens {
  readonly #settings: TokenSettings;
  readonly #denylist: Denylist | null;
  readonly #findKey: JWTVerifyGetKey;
  readonly #algorithms: string[];

  private constructor(settings: TokenSettings, denylist: Denylist | null, log: Logger) {
    this.#settings = settings;
    this.#denylist = denylist;
    const published = settings.jwksUrl === undefined ? null : issuerKeys(settings.jwksUrl, { log });
    this.#algorithms = [
      ...settings.keys.flatMap(({ algorithms }) => algorithms),
      ...(published ? PUBLIC_ALGORITHMS : []),
    ];
    // An algorithm has one kind of key: a public key is never a secret, whatever a token claims (RFC 8725 §2.1).
    this.#findKey = async (header, token) => {
      const own = settings.keys.find(({ algorithms }) => algorithms.includes(header.alg));
      if (own) return own.key;
      if (published) return published(header, token);
      throw new errors.JWKSNoMatchingKey();
    };
  }

  /** @throws the error of the file system where the denylist cannot be read */
  static async open(settings: TokenSettings, log: Logger): Promise<Tokens> {
    const { denylistFile } = settings;
    return new Tokens(settings, denylistFile === undefined ? null : await Denylist.open(denylistFile, log), log);
  }

  /** Whether there is any key to check tokens with. */
  get isChecked(): boolean {
    return this.#algorithms.length > 0;
  }

  /** @throws InvalidTokenError */
  async read(token: string): Promise<TokenOwner> {
    if (!this.isChecked) throw new InvalidTokenError('this server does not check tokens');
    const claims = await this.#verify(token);
    const { sub, iss, iat, jti, exp = 0 } = claims;
    if (typeof sub !== 'string' || sub === '' || sub.length > LONGEST_SUBJECT)
      throw new InvalidTokenError('the token has no subject that could be used');
    const now = Math.floor(Date.now() / 1_000);
    const { maxAgeSeconds, clockToleranceSeconds } = this.#settings;
    if (exp - Math.min(iat ?? now, now) > maxAgeSeconds + clockToleranceSeconds)
      throw new InvalidTokenError('the token is valid for too long');
    const tokenId = jti ?? null;
    if (await this.isRevoked(tokenId)) throw new InvalidTokenError('the token was revoked');
    const tier = Object.hasOwn(claims, this.#settings.tierClaim) ? claims[this.#settings.tierClaim] : null;
    const id = createHash('sha256')
      .update(JSON.stringify([iss ?? null, sub]))
      .digest('base64url');
    const expiresAt = (exp + clockToleranceSeconds) * 1_000;
    return { id: id.slice(0, 22), tier: typeof tier === 'string' ? tier : null, expiresAt, tokenId };
  }

  /** @param tokenId null for none */
  async isRevoked(tokenId: string | null): Promise<boolean> {
    return tokenId !== null && (await this.#denylist?.has(tokenId)) === true;
  }

  async #verify(token: string): Promise<JWTPayload> {
    const { issuer, audience, clockToleranceSeconds } = this.#settings;
    try {
      const { payload } = await jwtVerify(token, this.#findKey, {
        algorithms: this.#algorithms,
        ...(issuer === undefined ? {} : { issuer }),
        ...(audience === undefined ? {} : { audience }),
        clockTolerance: clockToleranceSeconds,
        // A token for ever could only be revoked, and one of nobody not be counted.
        requiredClaims: ['exp', 'sub'],
      });
      return payload;
    } catch (error) {
      throw new InvalidTokenError(reasonOf(error), { cause: error });
    }
  }
}

/** Claims are looked at after the signature: whoever reads of them has signed them, or was given them. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf') return 'the token is not valid yet';
  if (error instanceof KeysUnavailableError || error instanceof errors.JWKSTimeout)
    return 'tokens cannot be checked at the moment';
  return 'the token is not valid here';
}
