/** Turns what can go wrong between us and a node into {@link NodeError}: a sentence, and whether waiting may help. */
import { z } from 'zod';
import type { ChainCode } from '../chain.js';
import { BroadcastRefusedError, isAboveOurBound, NodeError, NodeLieError, TooLargeError } from '../errors.js';

/** Which chain's node was asked for what; goes into every error. */
export interface NodeCall {
  readonly chain: ChainCode;
  /** RPC method or REST path. */
  readonly method: string;
}

/** A node that is down, restarting, or behind a network that is; codes of libuv and undici, and what is said of some. */
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not found',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stalled',
  UND_ERR_SOCKET: 'connection closed before the answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is shorter or longer than announced',
};
const PASSING_CODES: ReadonlySet<string> = new Set([
  ...Object.keys(SENTENCES),
  ...['ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
  ...['EADDRNOTAVAIL', 'EMFILE'],
]);

// JSON-RPC 2.0 §5.1
export const RPC_METHOD_NOT_FOUND = -32601;
export const RPC_INVALID_PARAMS = -32602;
export const RPC_INTERNAL_ERROR = -32603;

/** Text that a node (or something else on its port) sent, safe to print: one bounded line, no control characters. */
export function quoteForeign(text: string, maxLength = 200): string {
  const oneLine = text
    .slice(0, maxLength * 4)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return oneLine.length > maxLength ? `${oneLine.slice(0, maxLength)}…` : oneLine;
}

/** @param error what the HTTP client threw before a whole answer was there. A NodeError stays as it is. */
export function networkError(asked: NodeCall, error: unknown): NodeError {
  if (error instanceof NodeError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Error && error.name === 'HTTPParserError')
    return new NodeError('the answer is not HTTP', false, { ...asked, cause: error });
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return clientClosedError(asked);
  const sentence =
    droppedByZebrad(asked, code) ??
    SENTENCES[code] ??
    (error instanceof Error ? quoteForeign(error.message) : 'request failed');
  return new NodeError(sentence, PASSING_CODES.has(code), { ...asked, cause: error });
}

/** zebrad drops connections without its cookie (zebra-rpc/src/server/http_request_compatibility.rs). */
function droppedByZebrad({ chain }: NodeCall, code: string): string | undefined {
  if (chain !== 'zec' || (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET')) return undefined;
  return (
    'connection closed before the answer was complete, as zebrad does when it stops, and when the credentials are not ' +
    'those of its cookie file (ZEC_RPC_COOKIE_FILE)'
  );
}

/** The answer to a call on a client that was closed. */
export function clientClosedError(asked: NodeCall): NodeError {
  return new NodeError('the client was closed', false, asked);
}

/** @param status an HTTP status other than 200 whose body is not a JSON-RPC answer. */
export function httpStatusError(asked: NodeCall, status: number, body: Buffer, { forbidden }: ErrorDialect): NodeError {
  const said = quoteForeign(body.toString('utf8', 0, 1000));
  const detail = said === '' ? '' : ` (${said})`;
  const facts = { ...asked, code: status };
  if (status === 401) return new NodeError('bad credentials (HTTP 401)', false, facts);
  if (status === 403) {
    return new NodeError(`forbidden (HTTP 403): see ${forbidden}${detail}`, false, facts);
  }
  if (status === 413) return new TooLargeError(`the request is too large (HTTP 413)${detail}`, false, facts);
  // A full work queue is 503 since Bitcoin Core 22 and 500 before (src/httpserver.cpp); 408, 429, 502 and 504 come from
  // proxies.
  const passing = status >= 500 || status === 408 || status === 429;
  return new NodeError(`HTTP ${status}${detail}`, passing, facts);
}

/**
 * Says what to do about an answer above a bound of ours; every other error stays as it is.
 * @param setting that names the node
 */
export function tooLargeNamed(error: unknown, maxBytes: number, setting: string): unknown {
  if (!isAboveOurBound(error)) return error;
  const sentence =
    `the answer is larger than ${maxBytes} bytes, the most that is read of this call: see what the node, or a proxy ` +
    `before it, answers, or let ${setting} lead to another one`;
  return new TooLargeError(sentence, false, { ...error.facts, cause: error });
}

/** An `error` object of a JSON-RPC answer. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  /** Extra data of the node: the output of a call that reverted, a stack trace. */
  readonly data?: unknown;
}

/** How the nodes of one family report errors. */
export interface ErrorDialect {
  /** Meaning of the node's JSON-RPC `error`. */
  readonly rpcError: (asked: NodeCall, error: RpcError) => NodeError;
  /** Where an operator looks when the node answers HTTP 403: "rpcallowip and rpcwhitelist of the node". */
  readonly forbidden: string;
}

/** @param code of JSON-RPC or HTTP */
export function hasCode(error: unknown, code: number): boolean {
  return error instanceof NodeError && error.facts.code === code;
}

/** Codes of JSON-RPC itself, which say nothing of a transaction. */
const PROTOCOL_CODES: ReadonlySet<number> = new Set([RPC_METHOD_NOT_FOUND, RPC_INTERNAL_ERROR]);
const MOST_QUOTED = 500;

/** @returns how the node refuses a transaction, in its own words; the failure itself where that is none of these */
export function refusalOf(asked: NodeCall, error: RpcError, { rpcError }: ErrorDialect): NodeError {
  const failure = rpcError(asked, error);
  if (failure.retryable || PROTOCOL_CODES.has(error.code)) return failure;
  return new BroadcastRefusedError(quoteForeign(error.message, MOST_QUOTED), { ...asked, code: error.code });
}

/** The node does not know the method (too old, another software), or its `rpcwhitelist` leaves it out. */
export function isNotOffered(error: unknown): boolean {
  return hasCode(error, RPC_METHOD_NOT_FOUND) || hasCode(error, 403);
}

/** The node takes neither this method nor these parameters. */
export function isNotUnderstood(error: unknown): boolean {
  return isNotOffered(error) || hasCode(error, RPC_INVALID_PARAMS);
}

/** Requirement of an answer: its schema, or a function that throws for anything else. */
export type Check<T> = z.ZodType<T> | ((value: unknown) => T);

/** Runs the check of an answer. @throws NodeLieError naming chain, method and what is wrong with the answer */
export function checked<T>(asked: NodeCall, value: unknown, check: Check<T>): T {
  try {
    return typeof check === 'function' ? check(value) : check.parse(value);
  } catch (error) {
    if (error instanceof NodeLieError) throw error;
    const why = error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : '';
    throw new NodeLieError(`the answer has the wrong shape: ${quoteForeign(why, 300)}`, { ...asked, cause: error });
  }
}
