/** What a node client is made from, checked and with its defaults filled in. */
import type { UtxoChain, UtxoNetwork } from '../../chain.js';
import { PreflightError } from '../../errors.js';
import { DEFAULT_RETRY, type RetryInfo, type RetryPolicy } from './retrying.js';
import { isZmqEndpoint } from './zmq-sources.js';

export interface NodeEndpoint {
  /** `http(s)://host:port[/path]`, without credentials. REST is looked for below the same path. */
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** The node's `.cookie`; read when no user is given. */
  readonly cookieFile?: string | undefined;
  /**
   * Where the node publishes notifications by ZMQ, `tcp://host:port`; several are separated by commas. Without it the
   * node is asked (getzmqnotifications). `hashblock`, `hashtx` and `sequence` are of use there.
   */
  readonly zmqUrl?: string | undefined;
}

export interface NodeClientOptions {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly endpoint: NodeEndpoint;
  /** Limit for connecting, for an answer to begin, and for each silence within it. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Largest binary answer; JSON answers, which carry blocks as hex, may have twice this. Default 64 MiB, twice the
   * largest block of any chain of this family (32 MiB). `connections` times this bounds the memory of answers under way.
   */
  readonly maxBodyBytes?: number | undefined;
  /** Connections for ordinary calls, and as many again for large answers of nodes that need a new one each. Default 4. */
  readonly connections?: number | undefined;
  /** Told before a failed call is repeated. */
  readonly onRetry?: ((info: RetryInfo) => void) | undefined;
  readonly retry?: RetryPolicy | undefined;
}

export interface NodeSettings {
  readonly url: URL;
  readonly zmqUrls: readonly string[];
  readonly timeoutMs: number;
  readonly connections: number;
  readonly maxBinaryBytes: number;
  readonly maxJsonBytes: number;
  readonly retry: RetryPolicy;
}

/** Room for the envelope around a block in hex. */
const ENVELOPE_BYTES = 65_536;

/** @throws PreflightError for a URL that no request can be sent to, RangeError for numbers out of range. */
export function nodeSettings(options: NodeClientOptions): NodeSettings {
  const maxBinaryBytes = positive('maxBodyBytes', options.maxBodyBytes ?? 64 * 2 ** 20);
  return {
    url: endpointUrl(options),
    zmqUrls: zmqUrls(options),
    timeoutMs: positive('timeoutMs', options.timeoutMs ?? 30_000),
    connections: positive('connections', options.connections ?? 4),
    maxBinaryBytes,
    maxJsonBytes: 2 * maxBinaryBytes + ENVELOPE_BYTES,
    retry: options.retry ?? DEFAULT_RETRY,
  };
}

function endpointUrl({ chain, endpoint }: NodeClientOptions): URL {
  const setting = `${chain.code.toUpperCase()}_RPC_URL`;
  // The URL itself stays out of the sentences: a mistyped one may hold a password.
  const url = URL.canParse(endpoint.url) ? new URL(endpoint.url) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new PreflightError(chain.code, `${setting} is not an http or https URL: write it like http://127.0.0.1:8332`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new PreflightError(chain.code, `${setting} was passed on with its user and password still inside`);
  }
  return url;
}

function zmqUrls({ chain, endpoint }: NodeClientOptions): string[] {
  const urls = (endpoint.zmqUrl ?? '').split(',').map((url) => url.trim());
  if (urls.length === 1 && urls[0] === '') return [];
  if (urls.every(isZmqEndpoint)) return urls;
  const setting = `${chain.code.toUpperCase()}_ZMQ_URL`;
  throw new PreflightError(chain.code, `${setting} is not a ZMQ endpoint: write it like tcp://127.0.0.1:28332`);
}

function positive(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value <= 0)
    throw new RangeError(`${name} must be a positive integer, not ${value}`);
  return value;
}
