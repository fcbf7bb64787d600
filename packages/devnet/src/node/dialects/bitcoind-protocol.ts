/** JSON-RPC of bitcoind and its descendants (bitcoin src/httprpc.cpp, src/rpc/request.cpp). */
import { timingSafeEqual } from 'node:crypto';
import type { RpcProtocol } from '../dialect.js';
import { isRecord } from '../rpc-dispatch.js';
import { RPC_INVALID_REQUEST, RPC_METHOD_NOT_FOUND, RPC_MISC_ERROR, RpcError } from '../rpc-error.js';

/** HTTP status of a legacy error answer (bitcoin src/httprpc.cpp JSONErrorReply). */
const STATUSES = new Map([
  [RPC_INVALID_REQUEST, 400],
  [RPC_METHOD_NOT_FOUND, 404],
]);

export const bitcoindProtocol: RpcProtocol = {
  isAuthorized: (authorization, credentials) => {
    const expected = Buffer.from(`Basic ${Buffer.from(credentials).toString('base64')}`);
    const given = Buffer.from(authorization);
    return given.length === expected.length && timingSafeEqual(given, expected);
  },
  // bitcoin src/httpserver.cpp: MAX_SIZE of a body.
  maxRequestBytes: 0x02000000,
  parseRequest: (value) => {
    if (!isRecord(value)) return new RpcError(RPC_INVALID_REQUEST, 'Invalid Request object');
    const { id, method, params, jsonrpc } = value;
    if (typeof method !== 'string') return new RpcError(RPC_INVALID_REQUEST, 'Missing method');
    const given = params ?? [];
    if (!Array.isArray(given) && !isRecord(given))
      return new RpcError(RPC_INVALID_REQUEST, 'Params must be an array or object');
    const strict = jsonrpc === '2.0';
    const named = typeof id === 'string' || typeof id === 'number' ? id : null;
    return { id: named, method, params: given, strict, notification: strict && !('id' in value) };
  },
  takesEmptyBatch: true,
  positional: (params, names) => {
    if (Array.isArray(params)) {
      // bitcoind answers a parameter too many with the method's help.
      if (params.length > names.length) throw new RpcError(RPC_MISC_ERROR, `takes: ${names.join(' ') || 'nothing'}`);
      return params;
    }
    const named = params as Readonly<Record<string, unknown>>;
    const unknown = Object.keys(named).find((name) => !names.includes(name));
    if (unknown !== undefined) throw new RpcError(-8, `Unknown named parameter ${unknown}`);
    return names.map((name) => named[name]);
  },
  envelope: (result, error, id, strict) => {
    const failure = error && { code: error.code, message: error.message };
    if (!strict) return { result, error: failure, id };
    return failure ? { jsonrpc: '2.0', error: failure, id } : { jsonrpc: '2.0', result, id };
  },
  strictRefusal: false,
  status: (error) => (error ? (STATUSES.get(error.code) ?? 500) : 200),
  contentType: 'application/json',
  ending: '\n',
};
