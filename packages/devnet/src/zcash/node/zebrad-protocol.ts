/**
 * JSON-RPC as zebrad speaks it (zebra zebra-rpc/src/server/http_request_compatibility.rs in front of jsonrpsee): strict
 * 2.0; a single request without a version is taken if it has both parameters and an id. Every answer is HTTP 200.
 */

import { timingSafeEqual } from 'node:crypto';
import { type Json, writeJson } from '../../node/decimal-json.js';
import type { HttpAnswer, Params, ParsedBody, RpcContext, RpcRequest } from '../../node/dialect.js';
import {
  RPC_INVALID_REQUEST,
  RPC_METHOD_NOT_FOUND,
  RPC_MISC_ERROR,
  RPC_PARSE_ERROR,
  RpcError,
} from '../../node/rpc-error.js';
import { invalidParams } from './zebrad-params.js';

/** Twice a block in hex and a wrapper; what is larger loses its connection (zebra zebra-rpc/src/server.rs). */
export const MAX_REQUEST_BYTES = 2 * 2_000_000 + 1024;
/** `rpc.max_response_body_size` by default, for a whole batch too. */
const MAX_RESPONSE_BYTES = 52_428_800;
const RESPONSE_TOO_LARGE = -32008;
const BATCH_TOO_LARGE = -32011;

/** The password alone is compared. */
export function isAuthorized(authorization: string, credentials: string): boolean {
  const password = (text: string): Buffer => Buffer.from(text.split(':')[1] ?? '');
  const given = password(Buffer.from(authorization.split(/\s+/)[1] ?? '', 'base64').toString('utf8'));
  const expected = password(credentials);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseRequest(value: unknown, inBatch: boolean): RpcRequest | RpcError {
  const invalid = new RpcError(RPC_INVALID_REQUEST, 'Invalid request');
  if (!isRecord(value)) return invalid;
  const { id, method, params, jsonrpc } = value;
  const strict = jsonrpc === '2.0';
  const legacy = !inBatch && (jsonrpc === undefined || jsonrpc === '1.0') && params !== undefined && id !== undefined;
  const plainId = id === undefined || id === null || typeof id === 'string' || typeof id === 'number';
  if (typeof method !== 'string' || !plainId || !(strict || legacy)) return invalid;
  const given = params ?? [];
  if (!Array.isArray(given) && !isRecord(given)) return invalid;
  return { id: id ?? null, method, params: given, strict, notification: id === undefined };
}

/** @throws RpcError -32700 when the body is not JSON, -32600 when it is an empty batch */
export function parseZebraBody(body: string): ParsedBody {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new RpcError(RPC_PARSE_ERROR, 'Parse error');
  }
  if (!Array.isArray(parsed)) return { batch: false, requests: [parseRequest(parsed, false)] };
  if (parsed.length === 0) throw new RpcError(RPC_INVALID_REQUEST, 'Invalid request');
  return { batch: true, requests: parsed.map((request) => parseRequest(request, true)) };
}

function positional(params: RpcRequest['params'], names: readonly string[]): Params {
  if (Array.isArray(params)) return params;
  const named = params as Readonly<Record<string, unknown>>;
  if (Object.keys(named).some((name) => !names.includes(name))) throw invalidParams();
  return names.map((name) => named[name]);
}

async function run(request: RpcRequest, context: RpcContext): Promise<Json> {
  const method = context.profile.dialect.methods.get(request.method);
  if (!method) throw new RpcError(RPC_METHOD_NOT_FOUND, 'Method not found');
  return context.adjust(request.method, await method.run(context, positional(request.params, method.names)));
}

function failure(error: RpcError, id: Json, strict: boolean): Json {
  const { code, message } = error;
  return strict ? { jsonrpc: '2.0', id, error: { code, message } } : { id, result: null, error: { code, message } };
}

function success(result: Json, id: Json, strict: boolean): Json {
  return strict ? { jsonrpc: '2.0', id, result } : { id, result, error: null };
}

async function answerOne(request: RpcRequest | RpcError, contextFor: (method: string) => RpcContext): Promise<string> {
  if (request instanceof RpcError) return writeJson(failure(request, null, true));
  const { id, strict } = request;
  try {
    const answer = writeJson(success(await run(request, contextFor(request.method)), id, strict));
    if (answer.length <= MAX_RESPONSE_BYTES) return answer;
    return writeJson(failure(new RpcError(RESPONSE_TOO_LARGE, 'Response is too big'), id, strict));
  } catch (cause) {
    const error = cause instanceof RpcError ? cause : new RpcError(RPC_MISC_ERROR, String(cause));
    return writeJson(failure(error, id, strict));
  }
}

function answerWith(body: string): HttpAnswer {
  return { status: 200, type: 'application/json; charset=utf-8', body };
}

/** The answer to a body that could not be read as requests. */
export function zebraErrorAnswer(error: RpcError): HttpAnswer {
  return answerWith(writeJson(failure(error, null, true)));
}

export async function answerZebra(
  { batch, requests }: ParsedBody,
  contextFor: (method: string) => RpcContext,
  isDropped: (method: string) => boolean,
): Promise<HttpAnswer> {
  const answers: string[] = [];
  for (const request of requests) {
    const answer = await answerOne(request, contextFor);
    const isLeftOut = !(request instanceof RpcError) && (request.notification || (batch && isDropped(request.method)));
    if (!isLeftOut) answers.push(answer);
  }
  if (!batch) return answerWith(answers[0] ?? '');
  const body = `[${answers.join(',')}]`;
  if (body.length <= MAX_RESPONSE_BYTES) return answerWith(answers.length === 0 ? '' : body);
  return zebraErrorAnswer(new RpcError(BATCH_TOO_LARGE, 'The batch response was too large'));
}
