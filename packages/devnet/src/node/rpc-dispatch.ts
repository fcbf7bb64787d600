/** JSON-RPC over HTTP as bitcoind answers it: requests in, HTTP status and body out. */
import { type Json, writeJson } from './decimal-json.js';
import type { HttpAnswer, Params, ParsedBody, RpcContext, RpcRequest } from './dialect.js';
import {
  RPC_INVALID_REQUEST,
  RPC_METHOD_NOT_FOUND,
  RPC_MISC_ERROR,
  RPC_PARSE_ERROR,
  RPC_TYPE_ERROR,
  RpcError,
} from './rpc-error.js';

const JSON_TYPE = 'application/json';

/** @throws RpcError -32700 when the body is not JSON */
export function parseBody(body: string): ParsedBody {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new RpcError(RPC_PARSE_ERROR, 'Parse error');
  }
  if (Array.isArray(parsed)) return { batch: true, requests: parsed.map(parseRequest) };
  return { batch: false, requests: [parseRequest(parsed)] };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseRequest(value: unknown): RpcRequest | RpcError {
  if (!isRecord(value)) return new RpcError(RPC_INVALID_REQUEST, 'Invalid Request object');
  const { id, method, params, jsonrpc } = value;
  if (typeof method !== 'string') return new RpcError(RPC_INVALID_REQUEST, 'Missing method');
  const given = params ?? [];
  if (!Array.isArray(given) && !isRecord(given))
    return new RpcError(RPC_INVALID_REQUEST, 'Params must be an array or object');
  return {
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    method,
    params: given,
    strict: jsonrpc === '2.0',
    notification: jsonrpc === '2.0' && !('id' in value),
  };
}

/** Named parameters in the order of the method's own. */
function positional(params: RpcRequest['params'], names: readonly string[]): Params {
  if (Array.isArray(params)) {
    // bitcoind answers a parameter too many with the method's help.
    if (params.length > names.length) throw new RpcError(RPC_MISC_ERROR, `takes: ${names.join(' ') || 'nothing'}`);
    return params;
  }
  const named = params as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(named).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new RpcError(-8, `Unknown named parameter ${unknown}`);
  return names.map((name) => named[name]);
}

/** @throws RpcError as the method does, or -32601 for one that does not exist */
async function run(request: RpcRequest, context: RpcContext): Promise<Json> {
  const method = context.profile.dialect.methods.get(request.method);
  if (!method) throw new RpcError(RPC_METHOD_NOT_FOUND, 'Method not found');
  try {
    return await method.run(context, positional(request.params, method.names));
  } catch (cause) {
    const isTypeError = cause instanceof RpcError && cause.code === RPC_TYPE_ERROR;
    throw isTypeError ? new RpcError(context.profile.dialect.typeError, cause.message) : cause;
  }
}

interface Outcome {
  readonly json: Json;
  readonly error: RpcError | null;
}

async function answerOne(
  request: RpcRequest | RpcError,
  contextFor: (method: string) => RpcContext,
  modern: boolean,
): Promise<Outcome> {
  if (request instanceof RpcError) return { json: envelope(null, request, null, false), error: request };
  const strict = modern && request.strict;
  try {
    const context = contextFor(request.method);
    const result = context.adjust(request.method, await run(request, context));
    return { json: envelope(result, null, request.id, strict), error: null };
  } catch (cause) {
    const error = cause instanceof RpcError ? cause : new RpcError(RPC_MISC_ERROR, String(cause));
    return { json: envelope(null, error, request.id, strict), error };
  }
}

function envelope(result: Json, error: RpcError | null, id: Json, strict: boolean): Json {
  const failure = error && { code: error.code, message: error.message };
  if (!strict) return { result, error: failure, id };
  return failure ? { jsonrpc: '2.0', error: failure, id } : { jsonrpc: '2.0', result, id };
}

/** HTTP status of a legacy error answer (bitcoin src/httprpc.cpp JSONErrorReply). */
function legacyStatus(error: RpcError | null): number {
  if (!error) return 200;
  if (error.code === RPC_INVALID_REQUEST) return 400;
  return error.code === RPC_METHOD_NOT_FOUND ? 404 : 500;
}

export function rpcErrorAnswer(error: RpcError): HttpAnswer {
  return { status: legacyStatus(error), type: JSON_TYPE, body: `${writeJson(envelope(null, error, null, false))}\n` };
}

/**
 * @param isDropped whether a fault leaves this answer out of its batch
 * @param modern Core 28 and later: strict 2.0 requests are answered with HTTP 200, notifications with 204
 */
export async function answerRpc(
  body: ParsedBody,
  contextFor: (method: string) => RpcContext,
  modern: boolean,
  isDropped: (method: string) => boolean,
): Promise<HttpAnswer> {
  const outcomes: Outcome[] = [];
  const silent = (request: RpcRequest | RpcError): boolean =>
    modern && !(request instanceof RpcError) && request.notification;
  for (const request of body.requests) {
    const outcome = await answerOne(request, contextFor, modern);
    const lost = body.batch && !(request instanceof RpcError) && isDropped(request.method);
    if (!silent(request) && !lost) outcomes.push(outcome);
  }
  if (body.batch) return { status: 200, type: JSON_TYPE, body: `${writeJson(outcomes.map(({ json }) => json))}\n` };
  const [outcome] = outcomes;
  const [request] = body.requests;
  if (!outcome || !request) return { status: 204, type: JSON_TYPE, body: '' };
  const strict = modern && !(request instanceof RpcError) && request.strict;
  return { status: strict ? 200 : legacyStatus(outcome.error), type: JSON_TYPE, body: `${writeJson(outcome.json)}\n` };
}
