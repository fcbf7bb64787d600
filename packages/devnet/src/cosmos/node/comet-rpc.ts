/** JSON-RPC of CometBFT: methods, and errors in its words (cometbft rpc/core, rpc/jsonrpc/server). */
import type { Json } from '../../node/decimal-json.js';
import { RpcError } from '../../node/rpc-error.js';
import { type CosmosDialect, writeAnswer } from './answers.js';

export interface CometRequest {
  readonly id: Json;
  readonly method: string;
  /** By name, as text: numbers of 64 bits are strings. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** `data` has the reason. */
export class CometError extends RpcError {
  readonly data: string | null;
  constructor(code: number, message: string, data: string | null) {
    super(code, message);
    this.data = data;
  }
}

export function internalError(reason: string): CometError {
  return new CometError(-32_603, 'Internal error', reason);
}

/** Names of parameters, for callers that give a list. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  status: [],
  block: ['height'],
  block_results: ['height'],
  blockchain: ['minHeight', 'maxHeight'],
  genesis_chunked: ['chunk'],
  subscribe: ['query'],
};

/** cometbft config/config.go MaxRequestBatchSize; 0.34 has no limit. */
const MOST_IN_BATCH: Readonly<Record<CosmosDialect, number>> = { plain: 10, base64: Number.POSITIVE_INFINITY };

export interface CometAnswer {
  readonly status: number;
  readonly body: string;
}

/** @param run answers one call, or throws CometError; null leaves it out of its batch */
export function answerBody(dialect: CosmosDialect, text: string, run: (request: CometRequest) => Json): CometAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    const error = new CometError(-32_700, 'Parse error. Invalid JSON', 'error unmarshaling request: invalid character');
    return { status: 500, body: writeAnswer(dialect, failure(error, undefined)) };
  }
  const requests = Array.isArray(parsed) ? parsed : [parsed];
  if (requests.length > MOST_IN_BATCH[dialect]) {
    const reason = `batch request exceeds maximum (${MOST_IN_BATCH[dialect]}) allowed number of requests`;
    const error = new CometError(-32_600, 'Invalid Request', reason);
    return { status: 200, body: writeAnswer(dialect, failure(error, undefined)) };
  }
  // Requests without an id are notifications: nobody is answered.
  const answers = requests.flatMap((each) => {
    const request = readRequest(each);
    const answer = request && answerOne(request, run);
    return answer ? [answer] : [];
  });
  const [first] = answers;
  if (first === undefined) return { status: 200, body: '' };
  return { status: 200, body: writeAnswer(dialect, Array.isArray(parsed) && answers.length > 1 ? answers : first) };
}

function readRequest(value: unknown): CometRequest | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, method, params } = value as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  const name = String(method);
  const named = Array.isArray(params)
    ? Object.fromEntries((PARAMETERS[name] ?? []).map((each, at) => [each, params[at]]))
    : ((params ?? {}) as Readonly<Record<string, unknown>>);
  return { id, method: name, params: named };
}

type Answer = { readonly [name: string]: Json };

/** @returns null for an answer that is left out */
function answerOne(request: CometRequest, run: (request: CometRequest) => Json): Answer | null {
  try {
    const result = run(request);
    return result === null ? null : { jsonrpc: '2.0', id: request.id, result };
  } catch (cause) {
    if (!(cause instanceof CometError)) throw cause;
    return failure(cause, request.id);
  }
}

function failure({ code, message, data }: CometError, id: Json | undefined): Answer {
  const error = { code, message, ...(data === null ? {} : { data }) };
  return { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error };
}

/** A number of 64 bits: text in JSON. @returns null where it is absent */
export function intParameter({ params }: CometRequest, name: string): number | null {
  const value = params[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && /^-?\d{1,18}$/.test(value)) return Number(value);
  const reason =
    typeof value === 'string'
      ? `invalid character '${value[0]}' looking for beginning of value`
      : `invalid 64-bit integer encoding ${JSON.stringify(String(value))}, expected string`;
  throw new CometError(-32_602, 'Invalid params', `error converting json params to arguments: ${reason}`);
}
