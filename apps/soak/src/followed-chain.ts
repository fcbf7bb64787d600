/** One simulated chain of a run, and what is known of it without asking the product; of any family. */
import type { BlockRef, Chain, ChainFamily } from '@chaintrail/chains';
import type { Fault, Faults, NodeControls, QueuedNodeControls } from '@chaintrail/devnet';

/** Which chains have a table of unconfirmed transactions. */
const STORES_MEMPOOL: Readonly<Record<ChainFamily, boolean>> = { utxo: true, evm: true, cosmos: false };

export type FollowedNode = NodeControls | QueuedNodeControls;

export abstract class FollowedChain {
  abstract readonly chain: Chain;
  abstract readonly node: FollowedNode;
  /** Settings of an indexer that follows this node. */
  abstract readonly settings: Readonly<Record<string, string>>;
  /** Settings of an API that asks this node. */
  abstract readonly apiSettings: Readonly<Record<string, string>>;
  /** What may go wrong with the node. Each of them is survived without an operator. */
  abstract readonly possibleFaults: readonly Fault[];
  /** Whether unconfirmed transactions are followed. */
  abstract readonly followsMempool: boolean;
  /** How often the active chain has been replaced or made shorter. */
  reorgs = 0;
  /** Tips since the last reorg: all of them are blocks of the active chain. */
  #tips = new Set<string>();

  /** Those that have a history at the node's tip. */
  abstract addresses(): readonly string[];

  /** Whether blocks that are there stay: nothing ever replaces one. */
  get isFinal(): boolean {
    return this.chain.reorgLimit === 0;
  }

  get storesMempool(): boolean {
    return STORES_MEMPOOL[this.chain.family];
  }

  get code(): string {
    return this.chain.code;
  }

  tip(): BlockRef {
    const tip = this.node.tip();
    this.#tips.add(tip.hash);
    return tip;
  }

  /**
   * Whether an index that stands at this block has nothing to take back, whatever blocks follow it.
   * @param hash as the API writes it
   */
  isSettled(hash: string): boolean {
    this.tip();
    return this.#tips.has(bareHash(hash));
  }

  /** Does something that takes blocks back. */
  async reorganise(change: () => BlockRef | Promise<BlockRef>): Promise<void> {
    this.reorgs++;
    this.#tips = new Set([(await change()).hash]);
  }

  setFaults(faults: Faults): void {
    this.node.setFaults(faults);
  }

  /** How often anything has gone wrong on purpose. */
  faultCount(): number {
    return Object.values(this.node.faultCounts()).reduce((sum, count) => sum + count, 0);
  }
}

/** A chain whose node has books of its own. */
export abstract class ModelledChain<
  Model extends { readonly addresses: ReadonlyMap<string, unknown> },
> extends FollowedChain {
  abstract override readonly node: FollowedNode & { model(): Model };
  #truth: { readonly tip: BlockRef; readonly model: Model } | undefined;

  /** The books at the node's tip; of what waits, as it was when the block had just come. The same object while the tip stays. */
  truth(): { readonly tip: BlockRef; readonly model: Model } {
    const tip = this.tip();
    if (this.#truth?.tip.hash !== tip.hash) this.#truth = { tip, model: this.node.model() };
    return this.#truth;
  }

  addresses(): string[] {
    return [...this.truth().model.addresses.keys()];
  }
}

/** Answers of some chains have hashes with `0x`, or in upper case; simulators have neither. */
export function bareHash(shown: string): string {
  return (shown.startsWith('0x') ? shown.slice(2) : shown).toLowerCase();
}
