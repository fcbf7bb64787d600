/** The newest block with its results, and whether it is the network's tip. */
import { z } from 'zod';
import type { BlockRef, CosmosChain, CosmosNetwork } from '../../chain.js';
import { NodeLieError, PreflightError, TooLargeError } from '../../errors.js';
import { settingOf } from '../../rpc/http-options.js';
import type { NodeTip } from '../../rpc/node-info.js';
import type { CosmosConnection } from './cosmos-connection.js';
import { BlockAboveTipError, ResultsNotFoundError } from './cosmos-errors.js';
import { hashAnswer, heightAnswer, readHeaderAt } from './cosmos-headers.js';

const statusAnswer = z
  .object({
    node_info: z.object({ network: z.string(), version: z.string().catch('') }),
    sync_info: z.object({
      latest_block_hash: z.union([hashAnswer, z.literal('')]),
      latest_block_height: heightAnswer,
      latest_block_time: z.string(),
      earliest_block_height: heightAnswer.optional(),
      catching_up: z.boolean(),
    }),
  })
  .transform(({ node_info: info, sync_info: sync }) => ({
    chainId: info.network,
    /** Version of CometBFT: 0.38.21. */
    version: info.version,
    /** Newest block that the node has, which it may be executing; 0 and '' before there is one. */
    height: sync.latest_block_height,
    hash: sync.latest_block_hash,
    /** Unix seconds of its header. */
    time: Math.floor(Date.parse(sync.latest_block_time) / 1000),
    /** Oldest block that it has. */
    earliest: sync.earliest_block_height ?? 1,
    catchingUp: sync.catching_up,
  }));

export type NodeStatus = z.output<typeof statusAnswer>;

/** @throws PreflightError where the endpoint leads to another chain */
async function readStatus(chain: CosmosChain, network: CosmosNetwork, node: CosmosConnection): Promise<NodeStatus> {
  const status = await node.read('status', [], statusAnswer);
  const { chainId } = status;
  if (network.chainId !== null && chainId !== network.chainId) throw wrongChain(chain, network, chainId);
  return status;
}

function wrongChain(chain: CosmosChain, network: CosmosNetwork, found: string): PreflightError {
  const sibling = chain.networks.find(({ chainId }) => chainId === found);
  const remedies = [`point ${settingOf(chain.code, 'RPC_URL')} at a node of ${chain.name} ${network.name}`];
  if (sibling) remedies.unshift(`set ${settingOf(chain.code, 'NETWORK')}=${sibling.name}`);
  return new PreflightError(
    chain.code,
    `the node follows the chain "${found.slice(0, 50)}", but ${chain.name} ${network.name} is ` +
      `"${network.chainId}": ${remedies.join(' or ')}`,
  );
}

export class TipReader {
  readonly #chain: CosmosChain;
  readonly #network: CosmosNetwork;
  readonly #node: CosmosConnection;
  /** Newest block that was seen with its results. */
  #ready: BlockRef | null = null;

  constructor(chain: CosmosChain, network: CosmosNetwork, node: CosmosConnection) {
    this.#chain = chain;
    this.#network = network;
    this.#node = node;
  }

  /** Asks for everything again: the node may be another one. */
  reset(): void {
    this.#ready = null;
  }

  async status(): Promise<NodeStatus> {
    return readStatus(this.#chain, this.#network, this.#node);
  }

  /**
   * @throws PreflightError, retryable, before there is a block; another where the endpoint leads to another chain by
   *   now
   */
  async read(): Promise<NodeTip> {
    const { height, hash, catchingUp } = await this.status();
    if (height === 0 || hash === '') {
      const sentence = `the node at ${this.#node.authority} has no block yet: it is starting, or waits for its peers`;
      throw new PreflightError(this.#chain.code, sentence, true);
    }
    this.#ready = await this.#executed({ height, hash });
    return { ...this.#ready, networkHeight: height, catchingUp, finalized: this.#ready };
  }

  /** The cheapest way to see that something is new. */
  async height(): Promise<number> {
    return (await this.status()).height;
  }

  /**
   * A node shows a block before it has executed it. Then the one before is the newest; or the last that was seen, where
   * the answer is that of a server that is further behind.
   */
  async #executed(newest: BlockRef): Promise<BlockRef> {
    if (newest.hash === this.#ready?.hash) return newest;
    const method = 'block_results';
    try {
      await this.#node.rpc.callRaw(method, [String(newest.height)], { maxBytes: this.#node.maxBlockBytes });
      return newest;
    } catch (error) {
      // There are some: whoever reads the block says what to do.
      if (error instanceof TooLargeError) return newest;
      if (!(error instanceof ResultsNotFoundError || error instanceof BlockAboveTipError)) throw error;
      const before = await readHeaderAt(this.#node, newest.height - 1);
      if (before === null && this.#ready !== null) return this.#ready;
      if (before === null) throw error;
      if (this.#ready?.height === before.height && this.#ready.hash !== before.hash) {
        throw new NodeLieError(`block ${before.height} became another one`, this.#node.asked(method));
      }
      return { height: before.height, hash: before.hash };
    }
  }
}
