/** JSON-RPC over HTTP POST, single calls and batches: sends 2.0, accepts answers of 1.0, 1.1 and 2.0. Trusts nothing. */
import type { ChainCode } from '../../chain.js';
import { NodeLieError } from '../../errors.js';
import type { AuthorizedHttp } from './authorized-http.js';
import { parseExactJson } from './exact-json.js';
import { type Asked, quoteForeign, type RpcError, rpcFailure, statusFailure } from './failures.js';
import type { HttpAnswer, Lane } from './transport.js';

export interface RpcCallOptions {
  readonly lane?: Lane;
  /** How long the method itself may wait before it answers. */
  readonly patienceMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Numbers keep every digit, see {@link parseExactJson}; for answers that hold amounts. */
  readonly exact?: boolean;
  /** A lower limit of the answer than the client's own. */
  readonly maxBytes?: number;
}

/** One answer of a batch. */
export type RpcOutcome = { readonly result: unknown } | { readonly error: RpcError };

export class JsonRpc {
  readonly #chain: ChainCode;
  readonly #http: AuthorizedHttp;
  readonly #maxBytes: number;
  #lastId = 0;

  constructor(chain: ChainCode, http: AuthorizedHttp, maxBytes: number) {
    this.#chain = chain;
    this.#http = http;
    this.#maxBytes = maxBytes;
  }

  /**
   * @returns the unchecked `result`.
   * @throws NodeError when the node cannot or will not answer; NodeLieError when the answer is not one to this call.
   */
  async call(method: string, params: readonly unknown[], options: RpcCallOptions = {}): Promise<unknown> {
    const asked = { chain: this.#chain, method };
    const id = this.#nextId();
    const answer = await this.#post(asked, { jsonrpc: '2.0', id, method, params }, options);
    const outcome = readEnvelope(asked, parseAnswer(asked, answer, options), id);
    if ('error' in outcome) throw rpcFailure(asked, outcome.error);
    return outcome.result;
  }

  /**
   * The same method with several parameter lists, in one HTTP request, which the node serves one after the other.
   * @returns one outcome per parameter list, in their order.
   */
  async batch(
    method: string,
    paramLists: readonly (readonly unknown[])[],
    options: RpcCallOptions = {},
  ): Promise<RpcOutcome[]> {
    const asked = { chain: this.#chain, method };
    const calls = paramLists.map((params) => ({ jsonrpc: '2.0', id: this.#nextId(), method, params }));
    const answers = parseAnswer(asked, await this.#post(asked, calls, options), options);
    if (!Array.isArray(answers)) {
      // A node that cannot serve the batch as a whole answers with one error (JSON-RPC 2.0 §6).
      const outcome = readEnvelope(asked, answers, null);
      if ('error' in outcome) throw rpcFailure(asked, outcome.error);
      throw new NodeLieError('one answer to a batch', asked);
    }
    if (answers.length !== calls.length) {
      throw new NodeLieError(`${answers.length} answers to a batch of ${calls.length}`, asked);
    }
    const byId = new Map<unknown, unknown>(answers.map((one) => [isRecord(one) ? one['id'] : undefined, one]));
    return calls.map(({ id }) => readEnvelope(asked, byId.get(id), id));
  }

  #post(asked: Asked, message: unknown, options: RpcCallOptions): Promise<HttpAnswer> {
    return this.#http.send({
      asked,
      path: '',
      body: JSON.stringify(message),
      lane: options.lane ?? 'shared',
      patienceMs: options.patienceMs ?? 0,
      maxBytes: Math.min(this.#maxBytes, options.maxBytes ?? this.#maxBytes),
      signal: options.signal,
    });
  }

  #nextId(): number {
    this.#lastId = this.#lastId >= 2 ** 31 ? 1 : this.#lastId + 1;
    return this.#lastId;
  }
}

/** JSON-RPC 1.x answers errors with HTTP 400, 404 or 500 and a JSON body; anything else of that status is not from the RPC server. */
function parseAnswer(asked: Asked, { status, body }: HttpAnswer, { exact }: RpcCallOptions): unknown {
  let value: unknown;
  try {
    const text = body.toString('utf8');
    value = exact ? parseExactJson(text) : JSON.parse(text);
  } catch (error) {
    if (status !== 200) throw statusFailure(asked, status, body);
    const start = quoteForeign(body.toString('utf8', 0, 200), 60);
    throw new NodeLieError(`the answer is not JSON: "${start}"`, { ...asked, cause: error });
  }
  if (status !== 200 && !(isRecord(value) && isRecord(value['error']))) throw statusFailure(asked, status, body);
  return value;
}

/** @param id of the call; null when an answer to no call in particular is looked at, which can only be an error. */
function readEnvelope(asked: Asked, value: unknown, id: number | null): RpcOutcome {
  if (!isRecord(value)) throw new NodeLieError('the answer is no JSON-RPC answer', asked);
  const error = value['error'] ?? null;
  const answersThis = value['id'] === id || (error !== null && (value['id'] ?? null) === null);
  if (!answersThis) throw new NodeLieError('the answer belongs to another call', asked);
  if (error === null) {
    if (!('result' in value)) throw new NodeLieError('the answer has neither result nor error', asked);
    return { result: value['result'] };
  }
  if (!isRecord(error) || !Number.isSafeInteger(error['code'])) {
    throw new NodeLieError('the error has no code', asked);
  }
  const message = typeof error['message'] === 'string' ? error['message'] : '';
  return { error: { code: error['code'] as number, message } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
