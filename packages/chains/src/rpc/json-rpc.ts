/** JSON-RPC over HTTP POST, single calls and batches: sends 2.0, takes answers of 1.0, 1.1 and 2.0. Trusts nothing. */
import type { ChainCode } from '../chain.js';
import { NodeLieError } from '../errors.js';
import { parseExactJson } from './exact-json.js';
import type { HttpConnection, HttpResponse, PoolName } from './http-connection.js';
import { type ErrorDialect, httpStatusError, type NodeCall, quoteForeign, type RpcError } from './rpc-errors.js';

export interface RpcCallOptions {
  readonly pool?: PoolName;
  /** How long the method itself may take before it answers, added to the time limits. */
  readonly extraTimeoutMs?: number;
  /** Numbers keep every digit, see {@link parseExactJson}; for answers that hold amounts. */
  readonly exact?: boolean;
  /** A lower limit of the answer than the client's own. */
  readonly maxBytes?: number;
}

/** One call of a batch. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** One answer of a batch. */
export type RpcOutcome = { readonly result: unknown } | { readonly error: RpcError };

/** The whole body of an answer whose `result` is left unparsed. */
export interface RawRpcAnswer {
  readonly body: Buffer;
  readonly kind: ResultKind;
}

export interface JsonRpcOptions {
  readonly chain: ChainCode;
  readonly http: Pick<HttpConnection, 'send'>;
  readonly maxBytes: number;
  readonly errors: ErrorDialect;
}

/** Larger answers are not made values: those take several times the memory, and a string ends at 512 MiB. */
const PARSED_MAX_BYTES = 64 * 2 ** 20;

export class JsonRpc {
  readonly #options: JsonRpcOptions;
  #lastId = 0;

  constructor(options: JsonRpcOptions) {
    this.#options = options;
  }

  /**
   * @returns the unchecked `result`.
   * @throws NodeError when the node cannot or will not answer; NodeLieError when the answer is not one to this call.
   */
  async call(method: string, params: readonly unknown[], options: RpcCallOptions = {}): Promise<unknown> {
    const asked = this.#asked(method);
    const id = this.#nextId();
    const answer = await this.#post(asked, { jsonrpc: '2.0', id, method, params }, options);
    const outcome = readEnvelope(asked, this.#parse(asked, answer, options), id);
    if ('error' in outcome) throw this.#options.errors.rpcError(asked, outcome.error);
    return outcome.result;
  }

  /** The same, of which only the ends are read: for large answers that a decoder walks. @throws as {@link call} */
  async callRaw(method: string, params: readonly unknown[], options: RpcCallOptions = {}): Promise<RawRpcAnswer> {
    const asked = this.#asked(method);
    const id = this.#nextId();
    const answer = await this.#post(asked, { jsonrpc: '2.0', id, method, params }, options);
    const appended = readAppendedError(answer.body);
    if (appended !== null) throw this.#options.errors.rpcError(asked, appended);
    const kind = answer.status === 200 ? readResultKind(answer.body, id) : null;
    if (kind !== null) return { body: answer.body, kind };
    if (answer.body.length > PARSED_MAX_BYTES) {
      throw new NodeLieError(`an answer of ${answer.body.length} bytes in an envelope that cannot be read`, asked);
    }
    // An error, or an envelope with members of its own: rare enough to be parsed whole.
    const outcome = readEnvelope(asked, this.#parse(asked, answer, options), id);
    if ('error' in outcome) throw this.#options.errors.rpcError(asked, outcome.error);
    return { body: answer.body, kind: kindOf(asked, outcome.result) };
  }

  /**
   * Several calls in one HTTP request, which the node serves one after the other.
   * @param what they are for, in the place of a method in errors
   * @returns one outcome per call, in their order.
   */
  async batch(what: string, calls: readonly RpcCall[], options: RpcCallOptions = {}): Promise<RpcOutcome[]> {
    const asked = this.#asked(what);
    const sent = calls.map(({ method, params }) => ({ jsonrpc: '2.0', id: this.#nextId(), method, params }));
    // Some nodes take no batches, not even of one.
    const single = sent.length === 1 ? sent[0] : undefined;
    const answers = this.#parse(asked, await this.#post(asked, single ?? sent, options), options);
    if (single && isRecord(answers)) return [readEnvelope(asked, answers, single.id)];
    const refusal = refusalOfBatch(asked, answers, sent.length);
    if (refusal !== null) throw this.#options.errors.rpcError(asked, refusal);
    if (!Array.isArray(answers)) throw new NodeLieError('one answer to a batch', asked);
    if (answers.length !== sent.length) {
      throw new NodeLieError(`${answers.length} answers to a batch of ${sent.length}`, asked);
    }
    // As many answers as calls: where one comes twice, another is missing.
    const byId = new Map<unknown, unknown>(answers.map((one) => [isRecord(one) ? one['id'] : undefined, one]));
    return sent.map(({ id }) => readEnvelope(asked, byId.get(id), id));
  }

  #asked(method: string): NodeCall {
    return { chain: this.#options.chain, method };
  }

  #post(asked: NodeCall, message: unknown, options: RpcCallOptions): Promise<HttpResponse> {
    const { http, maxBytes } = this.#options;
    return http.send({
      asked,
      path: '',
      body: JSON.stringify(message),
      pool: options.pool ?? 'shared',
      extraTimeoutMs: options.extraTimeoutMs ?? 0,
      maxBytes: Math.min(maxBytes, options.maxBytes ?? maxBytes),
    });
  }

  /** JSON-RPC 1.x answers errors with HTTP 400, 404 or 500 and JSON; any other body is not from the RPC server. */
  #parse(asked: NodeCall, { status, body }: HttpResponse, { exact }: RpcCallOptions): unknown {
    const { errors } = this.#options;
    let value: unknown;
    try {
      const text = body.toString('utf8');
      value = exact ? parseExactJson(text) : JSON.parse(text);
    } catch (error) {
      if (status !== 200) throw httpStatusError(asked, status, body, errors);
      const start = quoteForeign(body.toString('utf8', 0, 200), 60);
      throw new NodeLieError(`the answer is not JSON: "${start}"`, { ...asked, cause: error });
    }
    if (status !== 200 && !isError(value)) throw httpStatusError(asked, status, body, errors);
    return value;
  }

  #nextId(): number {
    this.#lastId = this.#lastId >= 2 ** 31 ? 1 : this.#lastId + 1;
    return this.#lastId;
  }
}

/**
 * A node that cannot serve the batch as a whole answers with one error (JSON-RPC 2.0 §6), or with a list that has
 * nothing but it (go-ethereum rpc/handler.go respondWithBatchTooLarge).
 * @returns null for what is an answer to each call
 */
function refusalOfBatch(asked: NodeCall, answers: unknown, calls: number): RpcError | null {
  const alone = Array.isArray(answers) && answers.length === 1 && calls > 1 ? answers[0] : answers;
  if (!isRecord(alone) || !isRecord(alone['error'])) return null;
  const outcome = readEnvelope(asked, alone, alone['id'] as number);
  return 'error' in outcome ? outcome.error : null;
}

/** @param id of the call */
function readEnvelope(asked: NodeCall, value: unknown, id: number): RpcOutcome {
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
  return { error: { code: error['code'] as number, message, data: error['data'] } };
}

/** An error, or a list of nothing else: an overloaded Erigon answers every call of a batch with the same one. */
function isError(value: unknown): boolean {
  const list = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every((one) => isRecord(one) && isRecord(one['error']));
}

function kindOf(asked: NodeCall, result: unknown): ResultKind {
  if (result === null) return 'null';
  if (typeof result !== 'object') throw new NodeLieError('the answer is neither an object nor a list', asked);
  return Array.isArray(result) ? 'list' : 'object';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The type of an answer's `result`, read from the ends of its body. Large results are left to decoders. */
type ResultKind = 'object' | 'list' | 'null';

/** Fields before `result`: nodes write `jsonrpc` and `id`, or `jsonrpc` alone and `id` at the end (Nethermind). */
const HEAD_BYTES = 256;
const RESULT =
  /^\s*\{\s*(?:"(?:jsonrpc|id|error)"\s*:\s*(?:"[^"\\]{0,80}"|\d{1,16}|null)\s*,\s*)*"result"\s*:\s*([[{]|null(?=\s*[,}]))/;
const ID = /"id"\s*:\s*"?(\d{1,16})"?/;
const TAIL_BYTES = 256;
/** Text that may follow the result: nothing, or the fields that did not come before it. */
const TAIL = /(?:[}\]]|null)\s*(?:,\s*"(?:jsonrpc|id|error)"\s*:\s*(?:"[^"\\]{0,80}"|\d{1,16}|null)\s*)*\}\s*$/;

/** @param id of the call @returns null unless this is a whole answer to this call without an error */
function readResultKind(body: Buffer, id: number): ResultKind | null {
  const head = RESULT.exec(body.toString('latin1', 0, HEAD_BYTES));
  if (head === null) return null;
  const tail = TAIL.exec(body.toString('latin1', Math.max(0, body.length - TAIL_BYTES)));
  if (tail === null) return null;
  const found = ID.exec(head[0]) ?? ID.exec(tail[0]);
  if (found?.[1] !== String(id)) return null;
  return head[1] === '{' ? 'object' : head[1] === '[' ? 'list' : 'null';
}

const ERROR_TAIL_BYTES = 8192;
/** `error` as the last field, an object, as no field of a result of ours is. Its fields may be nested once. */
const APPENDED_ERROR = /,\s*"error"\s*:\s*(\{\s*"code"(?:[^{}"]|"(?:[^"\\]|\\.)*"|\{[^{}]*\})*\})\s*\}\s*$/;

/**
 * Erigon streams the results of traces, and appends an error that occurs meanwhile. What comes before is not even JSON,
 * as in `"result":nullnull,"error":{"code":-32000,…}` (erigon rpc/handler.go runMethod, HandleError).
 */
function readAppendedError(body: Buffer): RpcError | null {
  const text = body.toString('utf8', Math.max(0, body.length - ERROR_TAIL_BYTES));
  // Cheap for the many answers without one, and no search from every comma of them.
  const at = text.lastIndexOf(',"error":{');
  const match = at < 0 ? null : APPENDED_ERROR.exec(text.slice(at));
  if (match?.[1] === undefined) return null;
  try {
    const { code, message, data } = JSON.parse(match[1]) as { code?: unknown; message?: unknown; data?: unknown };
    if (!Number.isSafeInteger(code)) return null;
    return { code: code as number, message: typeof message === 'string' ? message : '', data };
  } catch {
    // Then it was no error of the node's: the parser of the whole answer will say what is wrong with it.
    return null;
  }
}
