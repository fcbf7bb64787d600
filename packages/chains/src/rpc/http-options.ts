/** Options of every client over HTTP, checked and with its defaults filled in. */
import type { ChainCode } from '../chain.js';
import { type NodeError, PreflightError } from '../errors.js';
import { positive } from './argument-checks.js';
import type { CredentialSource } from './credentials.js';

/** A few quick repetitions of one call, for connections that break and queues that are full for a moment. */
export interface RetryPolicy {
  /** Attempts in all. */
  readonly attempts: number;
  /** Wait before the second attempt; doubles each time, times a random factor between 1 and 2. */
  readonly firstDelayMs: number;
  /** Upper bound of one wait. */
  readonly maxDelayMs: number;
  /** No further attempt once this long has passed since the first began, however slowly the attempts failed. */
  readonly maxTotalMs: number;
}

/** At most 2.4 s of waiting. Longer outages are for the caller, who knows what else there is to do meanwhile. */
const DEFAULT_RETRY: RetryPolicy = { attempts: 5, firstDelayMs: 100, maxDelayMs: 1000, maxTotalMs: 10_000 };

/** Facts that a caller may log about a call that will be repeated. */
export interface RetryInfo {
  readonly method: string;
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly error: NodeError;
}

export interface HttpEndpoint extends CredentialSource {
  /** `http(s)://host:port[/path]`, without user and password. The path may hold a key of its own: it is never shown. */
  readonly url: string;
}

/** A finished request, for metrics. */
export interface EndedRequest {
  readonly ms: number;
  /** No response came in time, or one that says that the node is overloaded. */
  readonly hasFailed: boolean;
}

export interface HttpClientOptions {
  /** Limit for connecting, for an answer to begin, and for each silence within it. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Connections for ordinary calls, and as many for large answers of nodes that need new ones. Default 4. */
  readonly connections?: number | undefined;
  /** Called before a failed call is repeated. */
  readonly onRetry?: ((info: RetryInfo) => void) | undefined;
  readonly retry?: RetryPolicy | undefined;
  /** Called when a request has ended, long polls excepted. */
  readonly onRequest?: ((request: EndedRequest) => void) | undefined;
}

/** The names of settings that messages tell operators to change. */
export type SettingName = 'RPC_URL' | 'WS_URL' | 'REST_URL' | 'ZMQ_URL' | 'NETWORK' | 'START_HEIGHT' | 'MEMPOOL_LIMIT';

/** @returns the name of a setting of this chain, such as `BTC_RPC_URL` */
export function settingOf(chain: ChainCode, name: SettingName): string {
  return `${chain.toUpperCase()}_${name}`;
}

/** The remedy for a node that lacks blocks to be indexed next, where there are blocks below them: no setting skips any. */
export function untilIndexed(chain: ChainCode): string {
  return `let ${settingOf(chain, 'RPC_URL')} lead to a node that has them until they are indexed`;
}

export interface HttpSettings {
  readonly url: URL;
  /** As in {@link HttpClientOptions}. A whole exchange may take four times this. */
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
  name: SettingName = 'RPC_URL',
): HttpSettings {
  return {
    url: endpointUrl(settingOf(chain, name), chain, url, example),
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

/** @throws PreflightError for a URL that no WebSocket can be opened to */
export function webSocketUrl(chain: ChainCode, text: string, example: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && ['ws:', 'wss:'].includes(url.protocol)) return url;
  // The URL itself stays out of the sentence: it may hold a key.
  throw new PreflightError(chain, `${settingOf(chain, 'WS_URL')} is not a ws or wss URL: write it like ${example}`);
}
