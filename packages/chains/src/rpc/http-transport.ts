/** HTTP to one node: keep-alive pools, time limits and a size limit on every answer. Knows nothing of RPC or REST. */
import { promisify } from 'node:util';
import { gunzip as gunzipWithCallback } from 'node:zlib';
import { Pool } from 'undici';
import { NodeError } from '../errors.js';
import { readAnswer } from './read-response.js';
import { type Asked, networkFailure, quoteForeign, TooLargeError } from './rpc-errors.js';
import { UrlSecrets } from './url-secrets.js';

/**
 * - `shared`: keep-alive connections of the pool, for everything ordinary.
 * - `fresh`: a new connection for this request alone. Nodes without TCP_NODELAY hold back the end of a large body until
 *   the client's delayed acknowledgement, 44 ms; a new connection acknowledges at once (bitcoin pull request 30675).
 * - `waiting`: one connection of its own for long polls, so that they never keep an ordinary call waiting.
 */
export type Lane = 'shared' | 'fresh' | 'waiting';

export interface HttpRequest {
  /** For errors. */
  readonly asked: Asked;
  /** Path below the endpoint's, with its leading slash; '' for the endpoint itself. */
  readonly path: string;
  /** A POST of JSON when present, else a GET. */
  readonly body?: string;
  readonly authorization?: string | undefined;
  /** Further headers, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly lane: Lane;
  /** Added to the time limits: how long the node was asked to wait before it answers. */
  readonly patienceMs?: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

export interface TransportOptions {
  readonly url: URL;
  /** Limit for connecting, for the answer to begin, and for each silence within it; a whole exchange may take four times this. */
  readonly timeoutMs: number;
  readonly connections: number;
  /** A kept-alive connection was closed by the node: it may have restarted. */
  readonly onDisconnect: () => void;
  readonly onRequest?: ((request: EndedRequest) => void) | undefined;
}

/** What operators want to know of a request. */
export interface EndedRequest {
  readonly ms: number;
  /** No answer came in time, or one that says that the node has too much to do. */
  readonly hasFailed: boolean;
}

/**
 * Idle connections are closed after this. Older nodes do not exit before their clients have gone: with 10 s here,
 * stopping litecoind 0.21 took 9.8 s. It is also well below the 30 s after which nodes close idle connections
 * themselves (-rpcservertimeout), so that we seldom meet a closing one. A new connection costs 0.5 ms.
 */
const KEEP_ALIVE_MS = 2000;
const WHOLE_EXCHANGE_FACTOR = 4;
/** Of a proxy without a node behind it, and of a node whose queue is full. Nodes answer errors of methods with 500. */
const OVERLOADED: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const gunzip = promisify(gunzipWithCallback);

export class HttpTransport {
  readonly #lanes: Readonly<Record<Lane, Pool>>;
  readonly #basePath: string;
  /** Of the endpoint itself, where providers may want a key. */
  readonly #query: string;
  readonly #secrets: UrlSecrets;
  readonly #timeoutMs: number;
  readonly #onRequest: TransportOptions['onRequest'];

  constructor(options: TransportOptions) {
    const { url, timeoutMs, connections } = options;
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
    this.#lanes = { shared: open(connections), fresh: open(connections), waiting: open(1) };
    this.#lanes.shared.on('disconnect', (_origin, _targets, error) => {
      if ('code' in error && error.code === 'UND_ERR_SOCKET') options.onDisconnect();
    });
    this.#basePath = url.pathname.replace(/\/+$/, '');
    this.#query = url.search;
    this.#secrets = new UrlSecrets(url);
    this.#timeoutMs = timeoutMs;
    this.#onRequest = options.onRequest;
  }

  /**
   * Sends one request and reads the whole answer, whatever its status.
   * @throws NodeError when no complete answer came within the limits of time and size.
   */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const startedMs = performance.now();
    let answer: HttpAnswer | undefined;
    const limitMs = this.#timeoutMs * WHOLE_EXCHANGE_FACTOR + (request.patienceMs ?? 0);
    const deadline = new AbortController();
    const abort = () => deadline.abort();
    const timer = setTimeout(abort, limitMs);
    request.signal?.addEventListener('abort', abort, { once: true });
    if (request.signal?.aborted) abort();
    try {
      answer = await this.#exchange(request, deadline.signal);
      return answer;
    } catch (error) {
      if (error instanceof NodeError) throw error;
      if (!deadline.signal.aborted) throw networkFailure(request.asked, error);
      if (request.signal?.aborted) throw new NodeError('the request was cancelled', false, request.asked);
      throw new NodeError(`the answer took longer than ${limitMs} ms`, true, { ...request.asked, cause: error });
    } finally {
      clearTimeout(timer);
      // What nobody wanted any more says nothing about the node, nor does how long it was asked to wait.
      if (!request.signal?.aborted && request.lane !== 'waiting') {
        const hasFailed = answer === undefined || OVERLOADED.has(answer.status);
        this.#onRequest?.({ ms: performance.now() - startedMs, hasFailed });
      }
      request.signal?.removeEventListener('abort', abort);
    }
  }

  async #exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const headers: Record<string, string> = { ...request.headers };
    if (request.authorization !== undefined) headers['authorization'] = request.authorization;
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    const { asked, maxBytes } = request;
    const { status, encoding, body } = await readAnswer(
      this.#lanes[request.lane],
      {
        method: request.body === undefined ? 'GET' : 'POST',
        path: `${this.#basePath}${request.path}${request.path === '' ? this.#query : ''}` || '/',
        headers,
        body: request.body ?? null,
        reset: request.lane === 'fresh',
        headersTimeout: this.#timeoutMs + (request.patienceMs ?? 0),
      },
      maxBytes,
      signal,
      () => new TooLargeError(`the answer is larger than ${maxBytes} bytes`, false, asked),
    );
    const answered = await decompressed(request, body, encoding);
    // What refuses a request may repeat its path, which goes into messages: "Cannot POST /v3/KEY".
    return { status, body: status === 200 ? answered : this.#secrets.removedFrom(answered) };
  }

  /** Drops every connection; requests under way fail as NodeError. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#lanes).map((pool) => pool.destroy()));
  }
}

/** Nothing compressed is asked for, but some proxies send it all the same. */
async function decompressed({ asked, maxBytes }: HttpRequest, body: Buffer, encoding: string): Promise<Buffer> {
  if (encoding === 'identity' || body.length === 0) return body;
  if (encoding !== 'gzip')
    throw new NodeError(`the answer is encoded as "${quoteForeign(encoding, 20)}"`, false, asked);
  try {
    return await gunzip(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw new TooLargeError(`the answer is larger than ${maxBytes} bytes`, false, asked);
    }
    throw new NodeError('the answer is not what its encoding says', true, { ...asked, cause: error });
  }
}
