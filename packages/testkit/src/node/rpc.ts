import { parseExactJson } from './exact-json.js';
import { post } from './post.js';

/** The node answered with an error. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure';
  readonly code: number;
  constructor(method: string, { code, message, data }: RpcErrorAnswer) {
    super(`${method}: ${message} (${code})`, { cause: data });
    this.code = code;
  }
}

interface RpcErrorAnswer {
  readonly code: number;
  readonly message: string;
  /** Reason, which some nodes give. */
  readonly data?: unknown;
}

type RpcParams = readonly unknown[] | Readonly<Record<string, unknown>>;

interface RpcCall {
  /** With credentials, where the node wants some. */
  readonly url: string;
  readonly method: string;
  readonly params: RpcParams;
  readonly headers?: Readonly<Record<string, string>>;
  /** Version of the protocol. */
  readonly version: '1.0' | '2.0';
  parse(text: string): unknown;
  /** Whether the call has a connection of its own. */
  readonly reset?: boolean;
}

/** One JSON-RPC call. `T` is the caller's word for what the node answers. @throws RpcFailure */
async function callRpc<T>({ url, method, params, headers, version, parse, reset = false }: RpcCall): Promise<T> {
  const text = await postJson(url, { jsonrpc: version, id: 1, method, params }, reset, headers);
  const { result, error } = parse(text) as { result: T; error?: RpcErrorAnswer | null };
  if (error) throw new RpcFailure(method, error);
  return result;
}

/** @returns the answer's text, an array for an array */
async function postJson(
  url: string,
  content: object,
  reset: boolean,
  headers: RpcCall['headers'] = {},
): Promise<string> {
  const { status, text } = await post({ url, content, headers, reset });
  if (!text.startsWith(Array.isArray(content) ? '[' : '{')) throw new Error(`HTTP ${status} ${text.slice(0, 200)}`);
  return text;
}

/** Their large answers come 44 ms late on a connection that is kept alive. */
const LARGE = new Set(['getblock', 'listunspent', 'listtransactions', 'scantxoutset']);

/** A node of the bitcoind family: decimal numbers are answered as strings. */
export class RpcClient {
  readonly #url: string;
  constructor(url: string) {
    this.#url = url;
  }

  call<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const reset = LARGE.has(method);
    return callRpc<T>({ url: this.#url, method, params, version: '1.0', parse: parseExactJson, reset });
  }
}

/** A node of the EVM or the Cosmos family. */
export function callNode<T>(
  url: string,
  method: string,
  params: RpcParams,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  return callRpc<T>({ url, method, params, headers, version: '2.0', parse: JSON.parse });
}

/** Half of what geth takes. */
const BATCH = 500;

/**
 * Calls of one method of a node of the EVM, in few requests.
 * @returns an answer or a failure for each, in the order of the calls
 */
export async function callNodeForEach<T>(
  url: string,
  method: string,
  calls: readonly RpcParams[],
): Promise<(T | RpcFailure)[]> {
  const answers: (T | RpcFailure)[] = [];
  for (let at = 0; at < calls.length; at += BATCH) {
    const batch = calls.slice(at, at + BATCH).map((params, id) => ({ jsonrpc: '2.0', id, method, params }));
    const found = JSON.parse(await postJson(url, batch, false)) as { id: number; result: T; error?: RpcErrorAnswer }[];
    const byId = new Map(found.map((each) => [each.id, each]));
    for (const { id } of batch) {
      const answer = byId.get(id);
      if (answer === undefined) throw new Error(`no answer to call ${id} of ${method} in ${batch.length}`);
      answers.push(answer.error ? new RpcFailure(method, answer.error) : answer.result);
    }
  }
  return answers;
}
