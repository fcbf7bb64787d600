/** One simulated chain of a run, and what is known of it without asking the product. */
import type { BlockRef, UtxoChain } from '@chaintrail/chains';
import { type Faults, type LedgerModel, type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';

/** Payments begin when the first coinbases are mature, which takes at most 100 blocks here. */
const FIRST_BLOCKS = 130;
const TX_PER_BLOCK = 12;

/** The truth at a block; of what waits, as it was when the block had just come. */
export interface Truth {
  readonly tip: BlockRef;
  readonly model: LedgerModel;
}

export class FollowedChain {
  readonly chain: UtxoChain;
  readonly node: SimulatedNode;
  /** How often the active chain has been replaced or made shorter. */
  reorgs = 0;
  #truth: Truth;
  /** Tips since the last reorg: all of them are blocks of the active chain. */
  #tips = new Set<string>();

  private constructor(chain: UtxoChain, node: SimulatedNode) {
    this.chain = chain;
    this.node = node;
    this.#truth = { tip: node.tip(), model: node.model() };
  }

  static async start(chain: UtxoChain, seed: number): Promise<FollowedChain> {
    const node = await startSimulatedNode({
      chain,
      seed,
      blocks: FIRST_BLOCKS,
      txPerBlock: TX_PER_BLOCK,
      spentTxOuts: chain.code === 'btc',
      // Notifications where a chain has them, but for one: there what arrives is found by asking.
      zmq: chain.code !== 'ltc',
    });
    return new FollowedChain(chain, node);
  }

  get code(): string {
    return this.chain.code;
  }

  /** Settings of an indexer that follows this node. */
  get settings(): Record<string, string> {
    const code = this.code.toUpperCase();
    return { [`${code}_RPC_URL`]: this.node.url, [`${code}_NETWORK`]: 'regtest', [`${code}_POLL_MS`]: '100' };
  }

  tip(): BlockRef {
    const tip = this.node.tip();
    this.#tips.add(tip.hash);
    return tip;
  }

  /** Balances and histories at the node's tip. The same object while the tip stays. */
  truth(): Truth {
    const tip = this.tip();
    if (this.#truth.tip.hash !== tip.hash) this.#truth = { tip, model: this.node.model() };
    return this.#truth;
  }

  /** Whether an index that stands at this block has nothing to take back, whatever blocks follow it. */
  isSettled(hash: string): boolean {
    this.tip();
    return this.#tips.has(hash);
  }

  /** Does something that takes blocks back. */
  reorganise(change: (node: SimulatedNode) => BlockRef): void {
    this.reorgs++;
    this.#tips = new Set([change(this.node).hash]);
  }

  setFaults(faults: Faults): void {
    this.node.setFaults(faults);
  }

  /** How often anything has gone wrong on purpose. */
  faultCount(): number {
    return Object.values(this.node.faultCounts()).reduce((sum, count) => sum + count, 0);
  }
}
