/**
 * JSON-RPC as zebrad speaks it (zebra zebra-rpc/src/server/http_request_compatibility.rs in front of jsonrpsee): strict
 * 2.0; a single request without a version is taken if it has both parameters and an id. Every answer is HTTP 200.
 */
import { timingSafeEqual } from 'node:crypto';
import type { RpcProtocol } from '../../node/dialect.js';
import { isRecord } from '../../node/rpc-dispatch.js';
import { RPC_INVALID_REQUEST, RpcError } from '../../node/rpc-error.js';
import { invalidParams } from './zebrad-params.js';

export const zebradProtocol: RpcProtocol = {
  // The password alone is compared.
  isAuthorized: (authorization, credentials) => {
    const password = (text: string): Buffer => Buffer.from(text.split(':')[1] ?? '');
    const given = password(Buffer.from(authorization.split(/\s+/)[1] ?? '', 'base64').toString('utf8'));
    const expected = password(credentials);
    return given.length === expected.length && timingSafeEqual(given, expected);
  },
  // Twice a block in hex and a wrapper; what is larger loses its connection (zebra zebra-rpc/src/server.rs).
  maxRequestBytes: 2 * 2_000_000 + 1024,
  parseRequest: (value, inBatch) => {
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
  },
  takesEmptyBatch: false,
  positional: (params, names) => {
    if (Array.isArray(params)) return params;
    const named = params as Readonly<Record<string, unknown>>;
    if (Object.keys(named).some((name) => !names.includes(name))) throw invalidParams();
    return names.map((name) => named[name]);
  },
  envelope: (result, error, id, strict) => {
    const failure = error && { code: error.code, message: error.message };
    if (!strict) return { id, result, error: failure };
    return failure ? { jsonrpc: '2.0', id, error: failure } : { jsonrpc: '2.0', id, result };
  },
  strictRefusal: true,
  status: () => 200,
  contentType: 'application/json; charset=utf-8',
  ending: '',
};
