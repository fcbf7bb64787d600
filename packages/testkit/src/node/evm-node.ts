/** What tests ask of a real node of an account chain, whichever program it is. */
import { postJson, RpcFailure } from './rpc.js';

export interface EvmNode {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** Calls a method. `T` is the caller's word for what the node answers. @throws RpcFailure */
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T>;
  height(): Promise<number>;
  /** The last lines of the node's own output, for messages. */
  output(): string;
  /** Stops the node and removes its data. */
  stop(): Promise<void>;
  /** Ends the node as a power cut would. */
  kill9(): Promise<void>;
  /** Starts a killed node again on the same port. */
  start(): Promise<void>;
}

/** An {@link EvmNode} whose blocks are made when a test says so. */
export interface MiningEvmNode extends EvmNode {
  /** Makes `blocks` blocks; pending transactions go into the first. */
  mine(blocks?: number): Promise<void>;
}

/** One JSON-RPC call over HTTP. @throws RpcFailure */
export async function callEvm<T>(
  url: string,
  method: string,
  params: readonly unknown[],
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const { hostname, port, pathname: path } = new URL(url);
  const text = await postJson({ hostname, port, path, headers }, { jsonrpc: '2.0', id: 1, method, params });
  const reply = JSON.parse(text) as { result: T; error?: { code: number; message: string } };
  if (reply.error) throw new RpcFailure(method, reply.error.code, reply.error.message);
  return reply.result;
}
