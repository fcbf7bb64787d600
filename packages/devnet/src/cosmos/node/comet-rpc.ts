/** JSON-RPC of CometBFT: requests, batches, and errors in its words (cometbft rpc/core, rpc/jsonrpc/server). */
import type { Json } from '../../node/decimal-json.js';
import { RPC_INVALID_REQUEST, RpcError } from '../../node/simulated-server.js';
import { type CosmosDialect, type JsonRecord, writeAnswer } from './answers.js';

export interface CometRequest {
  readonly id: Json;
  readonly method: string;
  /** In order, or by name; numbers of 64 bits are text. */
  readonly params: readonly unknown[] | Readonly<Record<string, unknown>>;
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

/** cometbft config/config.go MaxRequestBatchSize; 0.34 has no limit. */
const MOST_IN_BATCH: Readonly<Record<CosmosDialect, number>> = { plain: 10, base64: Number.POSITIVE_INFINITY };

/** @param run answers one call, or throws CometError; null leaves it out of its batch */
export function answerBody(dialect: CosmosDialect, text: string, run: (request: CometRequest) => Json): string {
  const parsed = JSON.parse(text) as CometRequest | readonly CometRequest[];
  const requests = Array.isArray(parsed) ? (parsed as readonly CometRequest[]) : [parsed as CometRequest];
  const most = MOST_IN_BATCH[dialect];
  if (requests.length > most) {
    const reason = `batch request exceeds maximum (${most}) allowed number of requests`;
    return writeAnswer(dialect, failure(new CometError(RPC_INVALID_REQUEST, 'Invalid Request', reason)));
  }
  const answers = requests.flatMap((request) => answerOne(request, run));
  const [first] = answers;
  if (first === undefined) return '';
  return writeAnswer(dialect, answers.length > 1 ? answers : first);
}

function answerOne(request: CometRequest, run: (request: CometRequest) => Json): JsonRecord[] {
  const { id } = request;
  try {
    const result = run(request);
    return result === null ? [] : [{ jsonrpc: '2.0', id, result }];
  } catch (cause) {
    if (!(cause instanceof CometError)) throw cause;
    return [failure(cause, id)];
  }
}

function failure({ code, message, data }: CometError, id?: Json): JsonRecord {
  const error = { code, message, ...(data === null ? {} : { data }) };
  return { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error };
}
