/** JSON-RPC over HTTP as bitcoind and zebrad answer it: requests in, HTTP status and body out. */
import { type Json, writeJson } from './decimal-json.js';
import type { HttpAnswer, ParsedBody, RpcContext, RpcProtocol, RpcRequest } from './dialect.js';
import {
  RPC_INVALID_REQUEST,
  RPC_METHOD_NOT_FOUND,
  RPC_MISC_ERROR,
  RPC_PARSE_ERROR,
  RPC_TYPE_ERROR,
  RpcError,
} from './rpc-error.js';

/** @throws RpcError -32700 when the body is not JSON, -32600 when it is a batch that is not taken */
export function parseBody(protocol: RpcProtocol, body: string): ParsedBody {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new RpcError(RPC_PARSE_ERROR, 'Parse error');
  }
  if (!Array.isArray(parsed)) return { batch: false, requests: [protocol.parseRequest(parsed, false)] };
  if (parsed.length === 0 && !protocol.takesEmptyBatch) throw new RpcError(RPC_INVALID_REQUEST, 'Invalid request');
  return { batch: true, requests: parsed.map((request) => protocol.parseRequest(request, true)) };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws RpcError as the method does, or -32601 for one that does not exist */
async function run(protocol: RpcProtocol, request: RpcRequest, context: RpcContext): Promise<Json> {
  const { methods, typeError } = context.profile.dialect;
  const method = methods.get(request.method);
  if (!method) throw new RpcError(RPC_METHOD_NOT_FOUND, 'Method not found');
  try {
    return await method.run(context, protocol.positional(request.params, method.names));
  } catch (cause) {
    const isTypeError = cause instanceof RpcError && cause.code === RPC_TYPE_ERROR;
    throw isTypeError ? new RpcError(typeError, cause.message) : cause;
  }
}

interface Outcome {
  readonly json: Json;
  readonly status: number;
}

async function answerOne(
  protocol: RpcProtocol,
  request: RpcRequest | RpcError,
  contextFor: (method: string) => RpcContext,
  modern: boolean,
): Promise<Outcome> {
  if (request instanceof RpcError) return refusal(protocol, request);
  const { id } = request;
  const strict = modern && request.strict;
  const status = (error: RpcError | null): number => (strict ? 200 : protocol.status(error));
  try {
    const context = contextFor(request.method);
    const result = context.adjust(request.method, await run(protocol, request, context));
    return { json: protocol.envelope(result, null, id, strict), status: status(null) };
  } catch (cause) {
    const error = cause instanceof RpcError ? cause : new RpcError(RPC_MISC_ERROR, String(cause));
    return { json: protocol.envelope(null, error, id, strict), status: status(error) };
  }
}

function refusal(protocol: RpcProtocol, error: RpcError): Outcome {
  const { strictRefusal } = protocol;
  return { json: protocol.envelope(null, error, null, strictRefusal), status: protocol.status(error) };
}

function answerWith({ contentType, ending }: RpcProtocol, json: Json, status: number): HttpAnswer {
  return { status, type: contentType, body: `${writeJson(json)}${ending}` };
}

/** The answer to a body that {@link parseBody} refused. */
export function refuseBody(protocol: RpcProtocol, error: RpcError): HttpAnswer {
  const { json, status } = refusal(protocol, error);
  return answerWith(protocol, json, status);
}

/**
 * @param isDropped whether a fault leaves this answer out of its batch
 * @param modern strict 2.0 requests are answered with HTTP 200, notifications with 204
 */
export async function answerRpc(
  protocol: RpcProtocol,
  body: ParsedBody,
  contextFor: (method: string) => RpcContext,
  modern: boolean,
  isDropped: (method: string) => boolean,
): Promise<HttpAnswer> {
  const outcomes: Outcome[] = [];
  for (const request of body.requests) {
    const outcome = await answerOne(protocol, request, contextFor, modern);
    const isCall = !(request instanceof RpcError);
    const isLost = isCall && body.batch && isDropped(request.method);
    if (!isLost && !(isCall && modern && request.notification)) outcomes.push(outcome);
  }
  const answers = outcomes.map(({ json }) => json);
  if (body.batch) return answerWith(protocol, answers, 200);
  const [outcome] = outcomes;
  if (!outcome) return { status: 204, type: protocol.contentType, body: '' };
  return answerWith(protocol, outcome.json, outcome.status);
}
