/** The type of an answer's `result`, read from the ends of its body. Large results are left to decoders. */
import type { RpcError } from './rpc-errors.js';

export type ResultKind = 'object' | 'list' | 'null';

/** Fields before `result`: nodes write `jsonrpc` and `id`, or `jsonrpc` alone and `id` at the end (Nethermind). */
const HEAD_BYTES = 256;
const RESULT =
  /^\s*\{\s*(?:"(?:jsonrpc|id|error)"\s*:\s*(?:"[^"\\]{0,80}"|\d{1,16}|null)\s*,\s*)*"result"\s*:\s*([[{]|null(?=\s*[,}]))/;
const ID = /"id"\s*:\s*"?(\d{1,16})"?/;
const TAIL_BYTES = 256;
/** Text that may follow the result: nothing, or the fields that did not come before it. */
const TAIL = /(?:[}\]]|null)\s*(?:,\s*"(?:jsonrpc|id|error)"\s*:\s*(?:"[^"\\]{0,80}"|\d{1,16}|null)\s*)*\}\s*$/;

/**
 * @param id of the call
 * @returns null unless this is a whole answer to this call without an error
 */
export function readResultKind(body: Buffer, id: number): ResultKind | null {
  const head = RESULT.exec(body.toString('latin1', 0, HEAD_BYTES));
  if (head === null) return null;
  const tail = TAIL.exec(body.toString('latin1', Math.max(0, body.length - TAIL_BYTES)));
  if (tail === null) return null;
  const found = ID.exec(head[0]) ?? ID.exec(tail[0]);
  if (found?.[1] !== String(id)) return null;
  return head[1] === '{' ? 'object' : head[1] === '[' ? 'list' : 'null';
}

const ERROR_TAIL_BYTES = 8192;
/**
 * `error` as the last field, an object, which no field inside a result of ours is. Its own fields may be nested once.
 */
const APPENDED_ERROR = /,\s*"error"\s*:\s*(\{\s*"code"(?:[^{}"]|"(?:[^"\\]|\\.)*"|\{[^{}]*\})*\})\s*\}\s*$/;

/**
 * Erigon streams the results of traces, and appends an error that occurs meanwhile. What comes before is not even JSON,
 * as in `"result":nullnull,"error":{"code":-32000,…}` (erigon rpc/handler.go runMethod, HandleError).
 */
export function readAppendedError(body: Buffer): RpcError | null {
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
