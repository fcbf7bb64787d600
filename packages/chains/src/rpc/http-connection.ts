/** One client's connection to one node over HTTP: keep-alive pools, credentials, retries, limits of time and size. */
import { setMaxListeners } from 'node:events';
import pRetry from 'p-retry';
import { type Dispatcher, Pool } from 'undici';
import type { ChainCode } from '../chain.js';
import { NodeError } from '../errors.js';
import { type CredentialSource, Credentials } from './credentials.js';
import type { HttpClientOptions, HttpSettings } from './http-options.js';
import { readResponse } from './read-response.js';
import { clientClosedError, type NodeCall, networkError } from './rpc-errors.js';

export interface HttpConnectionOptions {
  readonly chain: ChainCode;
  readonly endpoint: CredentialSource;
  readonly settings: HttpSettings;
  readonly onRetry: HttpClientOptions['onRetry'];
  readonly onRequest: HttpClientOptions['onRequest'];
}

/**
 * - `shared`: keep-alive connections of the pool, for everything ordinary.
 * - `fresh`: a new connection for this request alone. Nodes without TCP_NODELAY hold back the end of a large body until
 *   the client's delayed acknowledgement, 44 ms; a new connection acknowledges at once (bitcoin pull request 30675).
 * - `waiting`: one connection of its own for long polls, so that they never keep an ordinary call waiting.
 */
export type PoolName = 'shared' | 'fresh' | 'waiting';

export interface HttpRequest {
  /** For errors. */
  readonly asked: NodeCall;
  /** Path below the endpoint's, with its leading slash; '' for the endpoint itself. */
  readonly path: string;
  /** A POST of JSON when present, else a GET. */
  readonly body?: string;
  /** Further headers, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly pool: PoolName;
  /** Added to the time limits: how long the method itself may take before it answers. */
  readonly extraTimeoutMs?: number;
  readonly maxBytes: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Idle connections are closed after this. Older nodes do not exit before their clients have gone: with 10 s here,
 * stopping litecoind 0.21 took 9.8 s. It is also well below the 30 s after which nodes close idle connections
 * themselves (-rpcservertimeout), so that we seldom meet a closing one. A new connection costs 0.5 ms.
 */
const KEEP_ALIVE_MS = 2000;
const WHOLE_EXCHANGE_FACTOR = 4;
/** From a proxy without a node behind it, or a node whose queue is full. Nodes answer errors of methods with 500. */
const OVERLOADED: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export class HttpConnection {
  readonly chain: ChainCode;
  /** Host and port, for messages. */
  readonly authority: string;
  protected readonly credentials: Credentials;
  /** Called when the node may be another one: it closed a kept-alive connection, failed, has other credentials. */
  onRestart: () => void = () => undefined;
  readonly #settings: HttpSettings;
  readonly #onRetry: HttpClientOptions['onRetry'];
  readonly #onRequest: HttpClientOptions['onRequest'];
  readonly #pools: Readonly<Record<PoolName, Pool>>;
  readonly #basePath: string;
  readonly #secrets: UrlSecrets;
  readonly #closing = new AbortController();

  constructor({ chain, endpoint, settings, onRetry, onRequest }: HttpConnectionOptions) {
    const { url, timeoutMs, connections } = settings;
    this.chain = chain;
    this.authority = url.host;
    this.credentials = new Credentials(chain, endpoint);
    this.#settings = settings;
    this.#onRetry = onRetry;
    this.#onRequest = onRequest;
    this.#basePath = url.pathname.replace(/\/+$/, '');
    this.#secrets = new UrlSecrets(url);
    const open = (size: number) =>
      new Pool(url.origin, {
        connections: size,
        pipelining: 1,
        connectTimeout: timeoutMs,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MS,
      });
    this.#pools = { shared: open(connections), fresh: open(connections), waiting: open(1) };
    this.#pools.shared.on('disconnect', (_origin, _targets, error) => {
      if ('code' in error && error.code === 'UND_ERR_SOCKET') this.onRestart();
    });
    setMaxListeners(0, this.#closing.signal);
  }

  /** Fires when the client is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  asked(method: string): NodeCall {
    return { chain: this.chain, method };
  }

  /**
   * Repeats `attempt` while it fails with a retryable NodeError, within the limits of the options.
   * @throws what the last attempt threw; what is not a retryable NodeError at once
   */
  retrying<T>(method: string, attempt: () => Promise<T>): Promise<T> {
    const { attempts, firstDelayMs, maxDelayMs, maxTotalMs } = this.#settings.retry;
    return pRetry(attempt, {
      retries: attempts - 1,
      factor: 2,
      minTimeout: firstDelayMs,
      maxTimeout: maxDelayMs,
      maxRetryTime: maxTotalMs,
      randomize: true,
      signal: this.#closing.signal,
      shouldRetry: ({ error, attemptNumber }) => {
        if (!(error instanceof NodeError && error.retryable)) return false;
        this.#onRetry?.({ method, attempt: attemptNumber, error });
        return true;
      },
    });
  }

  /**
   * Sends one request and reads the whole response. A node that restarted with a new cookie gets the request again.
   * @returns a response of any status but 401
   * @throws NodeError when no complete response came within the limits of time and size. It is not retryable when the
   * node refuses the credentials that are on disk now.
   */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const { credentials } = this;
    const authorization = await credentials.header();
    const response = await this.#exchange(request, authorization);
    if (response.status !== 401) return response;
    credentials.forget();
    const renewed = await credentials.header();
    if (renewed !== authorization) {
      this.onRestart();
      const second = await this.#exchange(request, renewed);
      if (second.status !== 401) return second;
    }
    const sentence = `bad credentials (HTTP 401): correct ${credentials.setting}`;
    throw new NodeError(sentence, false, { ...request.asked, code: 401 });
  }

  async #exchange(request: HttpRequest, authorization: string | undefined): Promise<HttpResponse> {
    const { asked, pool, maxBytes, extraTimeoutMs = 0 } = request;
    const limitMs = this.#settings.timeoutMs * WHOLE_EXCHANGE_FACTOR + extraTimeoutMs;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), limitMs);
    const startedMs = performance.now();
    let status: number | undefined;
    try {
      const options = this.#dispatchOptions(request, authorization);
      const response = await readResponse(this.#pools[pool], options, maxBytes, deadline.signal, asked);
      status = response.status;
      // A refusal may repeat the request's path, which goes into messages: "Cannot POST /v3/KEY".
      return status === 200 ? response : { status, body: this.#secrets.removedFrom(response.body) };
    } catch (error) {
      const failure =
        deadline.signal.aborted && !(error instanceof NodeError)
          ? new NodeError(`the answer took longer than ${limitMs} ms`, true, { ...asked, cause: error })
          : networkError(asked, error);
      // zebrad drops the connection instead of answering 401, so a lost connection may be an old cookie, too.
      if (failure.retryable) {
        this.credentials.forget();
        this.onRestart();
      }
      throw failure;
    } finally {
      clearTimeout(timer);
      // The time of a long poll says nothing about the node.
      if (pool !== 'waiting') {
        const hasFailed = status === undefined || OVERLOADED.has(status);
        this.#onRequest?.({ ms: performance.now() - startedMs, hasFailed });
      }
    }
  }

  #dispatchOptions(
    { path, body, headers, pool, extraTimeoutMs = 0 }: HttpRequest,
    authorization: string | undefined,
  ): Dispatcher.DispatchOptions {
    const { url, timeoutMs } = this.#settings;
    // The query belongs to the endpoint itself, where providers may want a key.
    const query = path === '' ? url.search : '';
    return {
      method: body === undefined ? 'GET' : 'POST',
      path: `${this.#basePath}${path}${query}` || '/',
      headers: {
        ...headers,
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body ?? null,
      reset: pool === 'fresh',
      headersTimeout: timeoutMs + extraTimeoutMs,
    };
  }

  /** Drops all connections. Calls under way fail with a NodeError that is not retryable. */
  async close(): Promise<void> {
    this.#closing.abort(clientClosedError(this.asked('close')));
    await Promise.all(Object.values(this.#pools).map((pool) => pool.destroy()));
  }
}

const MASK = '…';
/** Shorter parts are words such as `mainnet` and `archive`, which a refusal may well contain. */
const LEAST_CHARACTERS = 12;
/** Refusals are short. Of a longer one the beginning is enough. */
const MAX_BYTES = 2 ** 20;

/** Masks the keys in a URL's path and query, which providers of nodes repeat when they refuse a request. */
class UrlSecrets {
  /** The longest first: one may be a part of another. */
  readonly #parts: readonly string[];

  constructor(url: URL) {
    const query = url.search.slice(1).split('&');
    const values = query.map((pair) => pair.slice(pair.indexOf('=') + 1));
    const forms = [...url.pathname.split('/'), ...values].flatMap((part) => [part, decoded(part)]);
    const secret = forms.filter(({ length }) => length >= LEAST_CHARACTERS);
    this.#parts = [...new Set(secret)].sort((one, other) => other.length - one.length);
  }

  removedFrom(body: Buffer): Buffer {
    if (this.#parts.length === 0) return body;
    const text = body.toString('utf8', 0, MAX_BYTES);
    return Buffer.from(this.#parts.reduce((masked, part) => masked.replaceAll(part, MASK), text));
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // No escapes of UTF-8: then it is repeated as it is.
    return part;
  }
}
