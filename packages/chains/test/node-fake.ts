/** A local HTTP server that answers like a node, except where a test makes it misbehave. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { type NodeClientOptions, requireUtxoChain, type UtxoNetwork } from '../src/index.js';
import { UtxoNode } from '../src/node.js';
import { FakeServer } from './support/fake-server.js';

export const BTC = requireUtxoChain('btc');
export const REGTEST = BTC.networks.find((network) => network.name === 'regtest') as UtxoNetwork;

/** The genesis block of Bitcoin's regtest. */
export const GENESIS = Buffer.from(
  `0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a513
23a9fb8aa4b1e5e4adae5494dffff7f20020000000101000000010000000000000000000000000000000000000000000000000000000000000000fff
fffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636
f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a
67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000`.replaceAll('\n', ''),
  'hex',
);

export interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Thrown by a method of the fake to answer a JSON-RPC error. */
export class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returned by a method of the fake to answer JSON as it stands, with every digit of its numbers. */
export class Verbatim {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Body of a POST. */
  readonly body: string;
  /** From 1, over all requests of the fake. */
  readonly number: number;
}

/** Takes the exchange over by returning true. */
export type Misbehaviour = (exchange: Exchange) => boolean | Promise<boolean>;

export class FakeNode extends FakeServer<UtxoNode> {
  /** Called before anything is answered. */
  misbehave: Misbehaviour = () => false;
  /** RPC methods by name. */
  readonly methods: Record<string, (params: readonly unknown[]) => unknown>;
  /** REST bodies by path; absent ones are 404. */
  readonly files = new Map<string, string | Buffer>();
  /** `METHOD path` or the RPC method, with the client's port, of every request. */
  readonly log: { readonly what: string; readonly port: number | undefined }[] = [];
  /** Hashes by height. */
  readonly hashes: string[] = [REGTEST.genesisHash];
  readonly chainInfo: Record<string, unknown> = {};
  readonly networkInfo: Record<string, unknown> = {};
  /** Answers as JSON-RPC 1.0 does: no version, both fields, and errors with a status of their own. */
  isOld = false;
  #requests = 0;

  constructor() {
    super();
    this.methods = {
      getblockchaininfo: () => this.#getBlockchainInfo(),
      getnetworkinfo: () => ({ version: 290000, subversion: '/Satoshi:29.0.0/', ...this.networkInfo }),
      getblockhash: ([height]) => {
        const hash = this.hashes[height as number];
        if (hash === undefined) throw new Refusal(-8, 'Block height out of range');
        return hash;
      },
      getblock: () => GENESIS.toString('hex'),
    };
  }

  /** A client with short limits and quick retries. */
  client(options: Partial<NodeClientOptions> = {}): UtxoNode {
    const retry = { attempts: 3, firstDelayMs: 1, maxDelayMs: 5, maxTotalMs: 5000 };
    const endpoint = { url: this.url };
    return this.closed(new UtxoNode({ chain: BTC, network: REGTEST, endpoint, timeoutMs: 5000, retry, ...options }));
  }

  /** Serves the REST files of a node with this tip. */
  offerRest({ spentTxOuts }: { readonly spentTxOuts: boolean }): void {
    this.files.set('/rest/chaininfo.json', JSON.stringify(this.#getBlockchainInfo()));
    this.files.set(`/rest/block/${REGTEST.genesisHash}.bin`, GENESIS);
    if (spentTxOuts) this.files.set(`/rest/spenttxouts/${REGTEST.genesisHash}.bin`, Buffer.from('0100', 'hex'));
  }

  #getBlockchainInfo(): Record<string, unknown> {
    const blocks = this.hashes.length - 1;
    const bestblockhash = this.hashes[blocks];
    return { chain: 'regtest', blocks, headers: blocks, bestblockhash, ...this.chainInfo };
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const parsed: unknown = body === '' ? undefined : JSON.parse(body);
    const first = (Array.isArray(parsed) ? parsed[0] : parsed) as RpcCall | undefined;
    this.log.push({ what: first?.method ?? `${request.method} ${request.url}`, port: request.socket.remotePort });
    this.#requests += 1;
    if (await this.misbehave({ request, response, body, number: this.#requests })) return;
    if (parsed === undefined) {
      const file = this.files.get(request.url ?? '');
      response.writeHead(file === undefined ? 404 : 200).end(file);
    } else if (Array.isArray(parsed)) {
      const answers = await Promise.all((parsed as RpcCall[]).map((call) => this.#answer(call)));
      response.end(`[${answers.map(({ json }) => json).join(',')}]`);
    } else {
      const { code, json } = await this.#answer(parsed as RpcCall);
      // bitcoin src/httprpc.cpp JSONErrorReply
      const status = code === null || !this.isOld ? 200 : code === -32601 ? 404 : 500;
      response.writeHead(status).end(json);
    }
  }

  async #answer({ id, method, params }: RpcCall): Promise<{ code: number | null; json: string }> {
    try {
      const run = this.methods[method];
      if (!run) throw new Refusal(-32601, 'Method not found');
      const result = await run(params);
      const json = result instanceof Verbatim ? result.json : JSON.stringify(result);
      return { code: null, json: this.#envelope(id, json, null) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message } = error;
      return { code, json: this.#envelope(id, null, JSON.stringify({ code, message })) };
    }
  }

  #envelope(id: number, result: string | null, error: string | null): string {
    if (this.isOld) return `{"result":${result},"error":${error},"id":${id}}`;
    return `{"jsonrpc":"2.0","id":${id},${error === null ? `"result":${result}` : `"error":${error}`}}`;
  }
}

/** @returns what the promise was rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}

/** Waits until the matcher holds, however slow the machine is. */
export function eventually<T>(look: () => T | Promise<T>) {
  return expect.poll(look, { timeout: 50_000 });
}

/** Listens to a node's notifications until the signal. @returns statuses, to which those that come later are added */
export function statusesOf(node: Pick<UtxoNode, 'notifications'>, signal: AbortSignal): unknown[] {
  const statuses: unknown[] = [];
  node.notifications(
    signal,
    () => undefined,
    (status) => statuses.push(status),
  );
  return statuses;
}
