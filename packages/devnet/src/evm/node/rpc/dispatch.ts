/** JSON-RPC 2.0 as geth answers it, errors in its words and codes (go-ethereum rpc/handler.go, rpc/errors.go, internal/ethapi/errors.go). */
import type { Json } from '../../../node/decimal-json.js';
import { RpcError } from '../../../node/simulated-server.js';

export interface EvmRpcRequest {
  readonly id: Json;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface ParsedEvmBody {
  readonly batch: boolean;
  /** An element that is no request is an error. */
  readonly requests: readonly (EvmRpcRequest | RpcError)[];
}

/** go-ethereum node/defaults.go BatchRequestLimit, BatchResponseMaxSize. */
const MOST_IN_BATCH = 1_000;
const MOST_BATCH_BYTES = 25_000_000;
const RESPONSE_TOO_LARGE = -32_003;
/** go-ethereum rpc/http.go defaultBodyLimit. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;

export function parseEvmBody(text: string): ParsedEvmBody {
  const refused = (code: number, message: string) => ({ batch: false, requests: [new RpcError(code, message)] });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refused(-32_700, 'parse error');
  }
  if (!Array.isArray(parsed)) return { batch: false, requests: [parseRequest(parsed)] };
  return parsed.length === 0 ? refused(-32_600, 'empty batch') : { batch: true, requests: parsed.map(parseRequest) };
}

function parseRequest(value: unknown): EvmRpcRequest | RpcError {
  const { id, method, params } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof method !== 'string') return new RpcError(-32_600, 'invalid request');
  const named = typeof id === 'string' || typeof id === 'number' ? id : null;
  return { id: named, method, params: Array.isArray(params) ? params : [] };
}

/** Answers one call with the JSON text of its result, or throws RpcError. */
type RunCall = (request: EvmRpcRequest) => Promise<string>;

const refuseLarge: RunCall = async () => {
  throw new RpcError(RESPONSE_TOO_LARGE, 'response too large');
};

/** @param isDropped whether a fault leaves this answer out of its batch */
export async function answerEvmBody(
  { batch, requests }: ParsedEvmBody,
  run: RunCall,
  isDropped: (method: string) => boolean,
): Promise<string> {
  if (requests.length > MOST_IN_BATCH) {
    const named = requests.find((request) => !(request instanceof RpcError)) as EvmRpcRequest | undefined;
    return `[${failure(new RpcError(-32_600, 'batch too large'), named?.id ?? null)}]\n`;
  }
  const answers: string[] = [];
  let bytes = 0;
  for (const request of requests) {
    const answer = await answerOne(request, bytes > MOST_BATCH_BYTES ? refuseLarge : run);
    bytes += answer.length;
    if (!batch) return `${answer}\n`;
    if (request instanceof RpcError || !isDropped(request.method)) answers.push(answer);
  }
  return `[${answers.join(',')}]\n`;
}

async function answerOne(request: EvmRpcRequest | RpcError, run: RunCall): Promise<string> {
  if (request instanceof RpcError) return failure(request, null);
  try {
    return `{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},"result":${await run(request)}}`;
  } catch (cause) {
    if (!(cause instanceof RpcError)) throw cause;
    return failure(cause, request.id);
  }
}

function failure(error: RpcError, id: Json): string {
  const { code, message } = error;
  const data = error instanceof RevertError ? { data: error.data } : {};
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...data } });
}

export function unknownMethod(method: string): RpcError {
  return new RpcError(-32_601, `the method ${method.slice(0, 100)} does not exist/is not available`);
}

/** Error that has no code of its own. */
export function serverError(message: string): RpcError {
  return new RpcError(-32_000, message);
}

export function invalidParams(message: string): RpcError {
  return new RpcError(-32_602, message);
}

/** A call that reverted; `data` says with what. */
export class RevertError extends RpcError {
  readonly data: string;
  constructor(reason: string | null, data: string) {
    super(3, reason ? `execution reverted: ${reason}` : 'execution reverted');
    this.data = data;
  }
}
