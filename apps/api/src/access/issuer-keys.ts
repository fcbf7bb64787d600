/** The public keys that an issuer of tokens publishes (JWKS, RFC 7517). */
import { createRemoteJWKSet, customFetch, type FetchImplementation, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';

const MAX_AGE_MS = 600_000;
/** Tokens with unknown keys make nobody ask the issuer more often. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 3_000;
/** After a failure; requests with tokens do not wait for the issuer meanwhile. */
const RETRY_MS = 5_000;
const MOST_BYTES = 262_144;
const MOST_KEYS = 100;

/** There are no keys yet: no token can be told from a forged one. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}

export interface IssuerKeysOptions {
  readonly log: Logger;
  /** For tests. */
  readonly maxAgeMs?: number;
  readonly cooldownMs?: number;
  readonly retryMs?: number;
}

/** Finds the key of a token. Those that were read last hold while the issuer is away. */
export function issuerKeys(url: string, options: IssuerKeysOptions): JWTVerifyGetKey {
  const { log, maxAgeMs = MAX_AGE_MS, cooldownMs = COOLDOWN_MS, retryMs = RETRY_MS } = options;
  let kept: string | null = null;
  let failedMs = Number.NEGATIVE_INFINITY;
  let isAway = false;

  const keysFrom: FetchImplementation = async (address, init) => {
    try {
      if (performance.now() - failedMs < retryMs) throw new KeysUnavailableError('the issuer did not answer just now');
      kept = await readKeys(address, init);
      if (isAway) log.info('The keys of JWT_JWKS_URL can be read again');
      isAway = false;
    } catch (error) {
      if (!(error instanceof KeysUnavailableError)) failedMs = performance.now();
      if (!isAway)
        log.warn({ reason: String(error) }, 'The keys of JWT_JWKS_URL cannot be read; those from before hold');
      isAway = true;
      if (kept === null) throw new KeysUnavailableError('the issuer does not answer', { cause: error });
    }
    return new Response(kept);
  };
  return createRemoteJWKSet(new URL(url), {
    ...{ cacheMaxAge: maxAgeMs, cooldownDuration: cooldownMs, timeoutDuration: TIMEOUT_MS },
    [customFetch]: keysFrom,
  });
}

async function readKeys(...[url, init]: Parameters<FetchImplementation>): Promise<string> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  if (response.status !== 200 || !response.body) throw new Error(`expected status 200, found ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new RangeError(`expected at most ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const { keys } = JSON.parse(text) as { keys?: unknown };
  const isSet = Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null);
  if (!isSet || keys.length > MOST_KEYS) throw new TypeError(`expected a set of at most ${MOST_KEYS} keys`);
  return text;
}
