/** One place that sends requests: headers, time limits, attempts, and what is made of an answer. */
import { ChaintrailError } from './error.js';
import { parseRetryAfter, retryDelay } from './retry.js';
import type { Problem } from './schema.js';
import { after, linkedController, orAborted, sleep } from './wait.js';

/** How to reach a server. */
export interface ClientOptions {
  /**
   * Where the server answers, without `/v0`: `https://chains.example.org`. In browsers a path of the page's own server
   * will do.
   */
  readonly url: string | URL;
  /** A token (JWT) where the operator gives some out; a function is asked before every request. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Sends the requests in the place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds for one attempt, from its beginning to the last byte of the answer; 30,000 unless told. */
  readonly timeoutMs?: number | undefined;
  /** How often a request that failed is sent again, where that may help; 3 unless told. */
  readonly retries?: number | undefined;
  /** Bytes of an answer, uncompressed; 128 MiB unless told. */
  readonly maxAnswerBytes?: number | undefined;
}

/** Options of one request. */
export interface RequestOptions extends Pick<ClientOptions, 'timeoutMs' | 'retries'> {
  /** Ends the request, which fails with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 30_000;
const RETRIES = 3;
/** Pages of 1,000 transactions with long lists take some 20 MB. What one string can hold is not far above. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

export class Transport {
  readonly timeoutMs: number;
  /** Ends with `/v0`. */
  readonly #base: string;
  readonly #token: ClientOptions['token'];
  readonly #fetch: typeof fetch;
  readonly #retries: number;
  readonly #maxAnswerBytes: number;

  /** @throws TypeError for what is no URL of HTTP */
  constructor(options: ClientOptions) {
    const page = (globalThis as { location?: { href: string } }).location?.href;
    this.#base = baseOf(new URL(options.url, page));
    this.#token = options.token;
    // Browsers want their own fetch to be called as a function of the global object.
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#retries = options.retries ?? RETRIES;
    this.#maxAnswerBytes = options.maxAnswerBytes ?? MAX_ANSWER_BYTES;
  }

  /**
   * The JSON of an answer, after as many attempts as it takes and may take.
   * @param body what is sent, by POST; sending it again must do no harm
   */
  async json(pathAndQuery: string, options: RequestOptions, body?: string): Promise<unknown> {
    const { signal, timeoutMs = this.timeoutMs, retries = this.#retries } = options;
    for (let failures = 1; ; failures++) {
      try {
        return await this.#attempt(pathAndQuery, timeoutMs, signal, body);
      } catch (error) {
        // Text that is no number ends here, too.
        const delay = failures <= retries ? retryDelay(error, failures) : null;
        if (delay === null) throw error;
        await sleep(delay, signal);
      }
    }
  }

  async #attempt(
    pathAndQuery: string,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    body: string | undefined,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    const { controller, release } = linkedController(signal);
    const timer = after(timeoutMs, () => controller.abort(timedOut(timeoutMs)));
    try {
      const response = await this.open(pathAndQuery, { Accept: 'application/json' }, controller.signal, body);
      requireMediaType(response, 'application/json');
      const answer = parseJson(await this.#text(response), response);
      if (typeof answer !== 'object' || answer === null) throw unexpected(response, 'the answer is no JSON object');
      return answer;
    } catch (error) {
      // By the signal, not by what fails: platforms tell the reason of an abort in different ways.
      const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
      // Whatever is still on its way. An answer that was read needs none, and an abort takes as long as reading it.
      controller.abort();
      throw reason;
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  /**
   * An answer of a status from 200 to 299 whose body has not been read.
   * @throws ChaintrailError for every other status
   */
  async open(
    pathAndQuery: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    body?: string,
  ): Promise<Response> {
    // A function of the caller may take for ever.
    const authorization = await orAborted(this.#authorization(), signal);
    let response: Response;
    try {
      response = await this.#fetch(this.#base + pathAndQuery, {
        headers: { ...headers, ...authorization },
        signal,
        ...(body === undefined ? {} : { method: 'POST', body }),
      });
    } catch (cause) {
      throw new ChaintrailError('network', 'the server could not be reached', { cause });
    }
    if (response.ok) return response;
    throw await this.#errorOf(response);
  }

  async #authorization(): Promise<Record<string, string>> {
    const token = typeof this.#token === 'function' ? await this.#token() : this.#token;
    if (token === undefined) return {};
    // Checked here: the error of fetch would show it.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new TypeError('token: expected a JWT, without spaces or line ends');
    return { Authorization: `Bearer ${token}` };
  }

  async #errorOf(response: Response): Promise<ChaintrailError> {
    const { status, headers } = response;
    const facts = {
      status,
      retryAfter: parseRetryAfter(headers.get('Retry-After')),
      requestId: headers.get('X-Request-Id'),
    };
    if (mediaTypeOf(response) === 'application/problem+json') {
      const body = parseJson(await this.#text(response), response);
      if (isProblem(body)) return new ChaintrailError(body.code, body.detail, { ...facts, problem: body });
    }
    return new ChaintrailError('unexpected-answer', `status ${status} without a problem of this API`, facts);
  }

  async #text(response: Response): Promise<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const decode = (bytes?: Uint8Array): string => {
      try {
        return decoder.decode(bytes, { stream: bytes !== undefined });
      } catch {
        throw unexpected(response, 'the answer is not UTF-8');
      }
    };
    let text = '';
    let length = 0;
    for await (const bytes of bytesOf(response)) {
      length += bytes.byteLength;
      if (!(length <= this.#maxAnswerBytes))
        throw unexpected(response, `the answer has more than ${this.#maxAnswerBytes} bytes`);
      text += decode(bytes);
    }
    return text + decode();
  }
}

/** The body as it comes. By its reader: not every browser walks through a body by itself. */
export async function* bytesOf({ body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  for (;;) {
    const { value } = await reader.read().catch((cause: unknown) => {
      throw new ChaintrailError('network', 'the answer broke off', { cause });
    });
    if (value === undefined) return;
    yield value;
  }
}

/** The API's OpenAPI document names its servers with the version, so that may be there or not. */
function baseOf({ protocol, host, pathname, username, password, search, hash }: URL): string {
  if (!/^https?:$/.test(protocol) || username || password || search || hash)
    throw new TypeError(
      'url: expected https:// or http://, a host and perhaps a path; a token has an option of its own',
    );
  return `${protocol}//${host}${pathname.replace(/\/+$/, '').replace(/\/v0$/, '')}/v0`;
}

export function timedOut(ms: number): ChaintrailError {
  return new ChaintrailError('timeout', `the server did not answer within ${ms} ms`);
}

/** @throws ChaintrailError when an answer says to be something else */
export function requireMediaType(response: Response, expected: string): void {
  if (mediaTypeOf(response) !== expected)
    throw unexpected(response, `expected ${expected}; something else answers at this URL, or between`);
}

function mediaTypeOf({ headers }: Response): string {
  return (headers.get('Content-Type') ?? '').replace(/;.*/s, '').trim().toLowerCase();
}

function unexpected({ status, headers }: Response, detail: string): ChaintrailError {
  return new ChaintrailError('unexpected-answer', detail, { status, requestId: headers.get('X-Request-Id') });
}

function parseJson(text: string, response: Response): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected(response, 'the answer is not JSON');
  }
}

function isProblem(body: unknown): body is Problem {
  const { code, detail } = (body ?? {}) as Partial<Record<string, unknown>>;
  return typeof code === 'string' && typeof detail === 'string';
}
