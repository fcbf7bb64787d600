/**
 * A local server that answers like a node of the Cosmos family, by RPC, REST and WebSocket, except where a test makes
 * it misbehave.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type BlockRef, COSMOS_CHAINS, type CosmosNetwork, type CosmosNodeOptions } from '../src/index.js';
import { CosmosNode } from '../src/node.js';
import { FakeEvmNode, RefusalWithData } from './evm-node-fake.js';
import { answersOf } from './support/cosmos-answers.js';

export const RUNE = COSMOS_CHAINS.find(({ code }) => code === 'rune')!;
export const CACAO = COSMOS_CHAINS.find(({ code }) => code === 'cacao')!;
export const MOCKNET = networkOf('mocknet');

export function networkOf(name: string, chain = RUNE): CosmosNetwork {
  return chain.networks.find((network) => network.name === name)!;
}

interface FakeBlock extends BlockRef {
  readonly block: unknown;
  readonly results: unknown;
}

/** CometBFT has the reason of its internal errors in `data`. */
export function refuse(data: string, code = -32603): never {
  throw new RefusalWithData(code, code === -32603 ? 'Internal error' : 'Invalid Request', data);
}

export class FakeCosmosNode {
  /** Its RPC server: `methods`, `misbehave` and the log are there. */
  readonly rpc = new FakeEvmNode(0);
  readonly blocks: FakeBlock[] = [];
  /** Paths of REST, without queries where the query is not there, and what they answer. */
  readonly rest: Record<string, (request: IncomingMessage) => unknown> = {};
  /** Path with query, and the height of each REST request. */
  readonly restLog: string[] = [];
  chainId = 'localthor';
  catchingUp = false;
  /** Blocks whose results are not there yet, from above. */
  executing = 0;
  /** The oldest block that it has. */
  earliest: number;
  /** Header time of its newest block. */
  time = new Date().toISOString();
  readonly #restServer: Server;
  readonly #clients: CosmosNode[] = [];

  /** @param first height, @param count of blocks */
  constructor(count = 3, first = 1) {
    this.earliest = first;
    for (let n = 0; n < count; n++) this.mine(first);
    for (const method of Object.keys(this.rpc.methods)) delete this.rpc.methods[method];
    Object.assign(this.rpc.methods, {
      status: () => this.status(),
      block: ([height]: readonly unknown[]) => this.at(height).block,
      block_results: ([height]: readonly unknown[]) => this.results(height),
      blockchain: ([min, max]: readonly unknown[]) => this.headers(Number(min), Number(max)),
    });
    this.rpc.misbehave = ({ response, calls }) => {
      if (calls.length <= 10) return false;
      const message = 'Invalid Request';
      const data = 'batch request exceeds maximum (10) allowed number of requests';
      response.end(JSON.stringify({ jsonrpc: '2.0', id: -1, error: { code: -32600, message, data } }));
      return true;
    };
    this.#restServer = createServer((request, response) => {
      const url = request.url ?? '';
      this.restLog.push(`${url}@${request.headers['x-cosmos-block-height'] ?? ''}`);
      const answer = (this.rest[url] ?? this.rest[url.replace(/\?.*/, '')])?.(request);
      const { status = 200, ...body } = (answer ?? { status: 501, code: 12, message: 'Not Implemented' }) as {
        status?: number;
      };
      response.statusCode = status;
      response.end(JSON.stringify(body));
    });
  }

  get url(): string {
    return this.rpc.url;
  }

  get restUrl(): string {
    return `http://127.0.0.1:${(this.#restServer.address() as AddressInfo).port}`;
  }

  get tip(): FakeBlock {
    return this.blocks.at(-1)!;
  }

  /** Until the test ends. */
  async start(): Promise<this> {
    onTestFinished(() => this.#end());
    await this.rpc.start();
    await new Promise<void>((resolve) => this.#restServer.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.#restServer.closeAllConnections();
    await new Promise((resolve) => this.#restServer.close(resolve));
    await this.rpc.stop();
  }

  /** A client with short limits and quick retries. */
  client(options: Partial<CosmosNodeOptions> = {}): CosmosNode {
    const retry = { attempts: 3, firstDelayMs: 1, maxDelayMs: 5, maxTotalMs: 5000 };
    const endpoint = { url: this.url };
    const client = new CosmosNode({ chain: RUNE, network: MOCKNET, endpoint, timeoutMs: 2000, retry, ...options });
    this.#clients.push(client);
    return client;
  }

  async #end(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.close()));
    await this.stop();
  }

  mine(first = this.earliest, results: object = { txs_results: null, finalize_block_events: null }): FakeBlock {
    const parent = this.blocks.at(-1);
    const height = parent === undefined ? first : parent.height + 1;
    const hash = parent?.hash.toUpperCase() ?? '';
    const { ref, answers } = answersOf({
      height,
      results,
      header: { last_block_id: { hash, parts: { total: parent ? 1 : 0, hash } } },
    });
    const read = (body: Buffer) => (JSON.parse(body.toString()) as { result: unknown }).result;
    const mined = { ...ref, block: read(answers.block), results: read(answers.results) };
    this.blocks.push(mined);
    return mined;
  }

  private status(): unknown {
    return {
      node_info: { network: this.chainId, version: '0.38.17' },
      sync_info: {
        latest_block_hash: this.blocks.at(-1)?.hash.toUpperCase() ?? '',
        latest_block_height: String(this.blocks.at(-1)?.height ?? 0),
        latest_block_time: this.time,
        earliest_block_height: String(this.earliest),
        catching_up: this.catchingUp,
      },
    };
  }

  private at(text: unknown): FakeBlock {
    const height = Number(text);
    if (height > this.tip.height) {
      refuse(`height ${height} must be less than or equal to the current blockchain height ${this.tip.height}`);
    }
    if (height < this.earliest) refuse(`height ${height} is not available, lowest height is ${this.earliest}`);
    return this.blocks.find((block) => block.height === height)!;
  }

  private results(height: unknown): unknown {
    const block = this.at(height);
    if (block.height > this.tip.height - this.executing) refuse(`could not find results for height #${block.height}`);
    return block.results;
  }

  /** The newest first, twenty at most. Source: cometbft rpc/core/blocks.go filterMinMax */
  private headers(min: number, max: number): unknown {
    const to = Math.min(max, this.tip.height);
    const from = Math.max(min, this.earliest, to - 19);
    if (from > to) refuse(`min height ${from} can't be greater than max height ${to}`);
    const found = this.blocks.filter(({ height }) => height >= from && height <= to).reverse();
    const metas = found.map(({ block }) => {
      const { block_id, block: inner } = block as { block_id: unknown; block: { header: unknown } };
      return { block_id, header: inner.header };
    });
    return { last_height: String(this.tip.height), block_metas: metas };
  }
}
