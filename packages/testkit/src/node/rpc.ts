import { request } from 'undici';
import { parseExactJson } from './exact-json.js';

/** Some calls are slow: scantxoutset, generating hundreds of blocks, traces of full blocks. */
const TIMEOUT_MS = 120_000;

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
  const { origin, pathname, username, password } = new URL(url);
  const login = `${username}:${decodeURIComponent(password)}`;
  const { statusCode, body } = await request(`${origin}${pathname}`, {
    ...{ method: 'POST', reset, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS },
    headers: {
      'content-type': 'application/json',
      ...(username !== '' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: version, id: 1, method, params }),
  });
  const text = await body.text();
  if (!text.startsWith('{')) throw new Error(`HTTP ${statusCode} ${text.slice(0, 200)}`);
  const { result, error } = parse(text) as { result: T; error?: RpcErrorAnswer | null };
  if (error) throw new RpcFailure(method, error);
  return result;
}

/**
 * A node of the bitcoind family: decimal numbers are answered as strings. Each call has a connection of its own, as
 * litecoind answers large bodies 44 ms late on a kept-alive one.
 */
export class RpcClient {
  readonly #url: string;
  constructor(url: string) {
    this.#url = url;
  }

  call<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    return callRpc<T>({ url: this.#url, method, params, version: '1.0', parse: parseExactJson, reset: true });
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
