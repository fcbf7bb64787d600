/** What every client over HTTP is made from, checked and with its defaults filled in. */
import type { ChainCode } from '../chain.js';
import { PreflightError } from '../errors.js';
import type { CredentialSource } from './credentials.js';
import type { EndedRequest } from './http-transport.js';
import { DEFAULT_RETRY, type RetryInfo, type RetryPolicy } from './retrying.js';

export interface HttpEndpoint extends CredentialSource {
  /** `http(s)://host:port[/path]`, without user and password. The path may hold a key of its own: it is never shown. */
  readonly url: string;
}

export interface HttpClientOptions {
  /** Limit for connecting, for an answer to begin, and for each silence within it. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Connections for ordinary calls, and as many again for large answers of nodes that need a new one each. Default 4. */
  readonly connections?: number | undefined;
  /** Told before a failed call is repeated. */
  readonly onRetry?: ((info: RetryInfo) => void) | undefined;
  readonly retry?: RetryPolicy | undefined;
  /** Told when a request has ended, long polls excepted. */
  readonly onRequest?: ((request: EndedRequest) => void) | undefined;
}

export interface HttpSettings {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly connections: number;
  readonly retry: RetryPolicy;
}

/**
 * @param example of a URL, for the sentence that refuses one
 * @param name of the setting, without the chain's code
 * @throws PreflightError for a URL that no request can be sent to, RangeError for numbers out of range.
 */
export function httpSettings(
  chain: ChainCode,
  { url }: HttpEndpoint,
  options: HttpClientOptions,
  example: string,
  name = 'RPC_URL',
): HttpSettings {
  return {
    url: endpointUrl(`${chain.toUpperCase()}_${name}`, chain, url, example),
    timeoutMs: positive('timeoutMs', options.timeoutMs ?? 30_000),
    connections: positive('connections', options.connections ?? 4),
    retry: options.retry ?? DEFAULT_RETRY,
  };
}

function endpointUrl(setting: string, chain: ChainCode, text: string, example: string): URL {
  // The URL itself stays out of the sentences: a mistyped one may hold a password.
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new PreflightError(chain, `${setting} is not an http or https URL: write it like ${example}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new PreflightError(chain, `${setting} was passed on with its user and password still inside`);
  }
  return url;
}

export function positive(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value <= 0)
    throw new RangeError(`${name} must be a positive integer, not ${value}`);
  return value;
}
