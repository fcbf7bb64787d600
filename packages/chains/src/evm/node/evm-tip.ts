/** The node's tip, its finalized block, and whether it is the network's tip. */
import { z } from 'zod';
import type { BlockRef, EvmChain, EvmNetwork } from '../../chain.js';
import { BlockNotFoundError } from '../../errors.js';
import type { RpcCall, RpcOutcome } from '../../rpc/json-rpc.js';
import type { NodeTip } from '../../rpc/node-info.js';
import { checked } from '../../rpc/rpc-errors.js';
import type { EvmConnection } from './evm-connection.js';
import { evmError } from './evm-errors.js';
import { byNumber, type HeaderAnswer, readHeader, readHeaderAt } from './evm-headers.js';
import { wrongChain } from './known-chains.js';
import { numberAnswer } from './quantity.js';

/** eth_syncing: false, or how far the node is. Nitro says it in words of its own, without heights. */
const syncingAnswer = z.union([
  z.boolean(),
  z.object({
    currentBlock: numberAnswer.optional().catch(undefined),
    highestBlock: numberAnswer.optional().catch(undefined),
  }),
]);

/** A node that says it is syncing and does not say how far: its tip is old when it is older than this. */
const MAX_TIP_AGE_SECONDS = 600;

const WHAT = 'tip';

export class TipReader {
  readonly #chain: EvmChain;
  readonly #network: EvmNetwork;
  readonly #node: EvmConnection;
  /** The node knows the tag `finalized`. */
  #finalizes = true;

  constructor(chain: EvmChain, network: EvmNetwork, node: EvmConnection) {
    this.#chain = chain;
    this.#network = network;
    this.#node = node;
  }

  /** Asks for everything again: the node may be another one. */
  reset(): void {
    this.#finalizes = true;
  }

  /** @throws PreflightError where the endpoint leads to another chain by now. */
  async read(): Promise<NodeTip> {
    const calls: RpcCall[] = [
      { method: 'eth_chainId', params: [] },
      byNumber('latest'),
      { method: 'eth_syncing', params: [] },
    ];
    if (this.#finalizes) calls.push(byNumber('finalized'));
    const outcomes = await this.#node.batch(WHAT, calls, (outcome) => this.#notPassing(outcome));
    const [chainId, latest, syncing, finalized] = outcomes as [RpcOutcome, RpcOutcome, RpcOutcome, RpcOutcome?];
    const id = this.#node.readOutcome('eth_chainId', chainId, numberAnswer);
    const foreign = wrongChain(this.#chain, this.#network, id);
    if (foreign) throw foreign;
    const header = this.#latest(latest);
    const answer = this.#node.readOutcome('eth_syncing', syncing, syncingAnswer);
    const { catchingUp, networkHeight } = this.#progress(header, answer);
    const final = finalized === undefined ? null : this.#final(finalized);
    return {
      height: header.number,
      hash: header.hash,
      networkHeight,
      catchingUp,
      finalized: final && { height: final.number, hash: final.hash },
    };
  }

  /** eth_blockNumber: the cheapest way to see that something is new. */
  async height(): Promise<number> {
    return this.#node.read('eth_blockNumber', [], numberAnswer);
  }

  /**
   * Whether the node, whose tip is an ancestor of `block`, says that it is syncing and has not come so far, or the block
   * is there after all: another node of a load balancer answered.
   */
  async isBehind(block: BlockRef, tip: NodeTip): Promise<boolean> {
    if (tip.catchingUp || tip.networkHeight >= block.height) return true;
    const syncing = await this.#node.read('eth_syncing', [], syncingAnswer);
    // Nitro says that it is syncing in words of its own, without heights.
    if (typeof syncing === 'object' && (syncing.highestBlock ?? block.height) >= block.height) return true;
    return (await readHeaderAt(this.#node, block.height))?.hash === block.hash;
  }

  /** @throws NodeError for what asking again may cure, so that all is asked again */
  #notPassing(outcome: RpcOutcome): RpcOutcome {
    const failure = 'error' in outcome ? evmError(this.#node.asked(WHAT), outcome.error) : null;
    if (failure?.retryable) throw failure;
    return outcome;
  }

  #latest(outcome: RpcOutcome): HeaderAnswer {
    const method = 'eth_getBlockByNumber';
    const header = this.#node.readOutcome(method, outcome, (value) => readHeader(value));
    if (header === null) throw new BlockNotFoundError('the node has no latest block', this.#node.asked(method));
    return header;
  }

  #progress(
    header: HeaderAnswer,
    syncing: z.infer<typeof syncingAnswer>,
  ): { catchingUp: boolean; networkHeight: number } {
    if (typeof syncing === 'boolean') return { catchingUp: false, networkHeight: header.number };
    const networkHeight = Math.max(header.number, syncing.highestBlock ?? 0);
    // Geth goes on to call itself syncing at the tip while it indexes transactions (eth/api_backend.go SyncProgress).
    const behind = networkHeight - header.number > this.#chain.reorgMargin;
    const isOld = syncing.highestBlock === undefined && Date.now() / 1000 - header.timestamp > MAX_TIP_AGE_SECONDS;
    return { catchingUp: behind || isOld || header.number === 0, networkHeight };
  }

  /** Null before there is a final block (-39001, or null), and where nodes do not know the tag. */
  #final(outcome: RpcOutcome): HeaderAnswer | null {
    const asked = this.#node.asked('eth_getBlockByNumber');
    if ('error' in outcome) {
      const failure = evmError(asked, outcome.error);
      // "invalid argument 0: hex string without 0x prefix": the tag is taken for a number.
      if (!(failure instanceof BlockNotFoundError)) this.#finalizes = false;
      return null;
    }
    return checked(asked, outcome.result, (value) => readHeader(value));
  }
}
