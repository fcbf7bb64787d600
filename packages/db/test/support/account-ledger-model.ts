/** What is true of a small account chain and one address in it, whoever knows of it: blocks, and what waits for one. */
import { createHash } from 'node:crypto';

export const WALKED = Buffer.alloc(20, 0xaa);
export const OTHER = Buffer.alloc(20, 0xbb);
/** Lists carry so many transfers at most. */
const LISTED = 20;
export const PREMINE = 1_000_000;

/** Who tells that the address is touched: the block, traces, both or (not touched) none. */
export const TELLERS = ['block', 'traces', 'both', 'none'] as const;
type Teller = (typeof TELLERS)[number];

interface ModelTransfer {
  readonly internal: boolean;
  readonly isOwn: boolean;
  readonly amount: number;
}

export interface ModelTransaction {
  readonly txid: string;
  /** What the block alone tells of its effect on the address; null where it is not touched. */
  readonly told: number | null;
  /** What traces add to that. */
  readonly traced: number | null;
  readonly transfers: readonly ModelTransfer[];
}

/** A row of mempool_transactions. */
interface Entry {
  readonly id: number;
  readonly transaction: ModelTransaction;
  mined: boolean;
}

export class LedgerModel {
  readonly blocks: ModelTransaction[][] = [];
  entries: Entry[] = [];
  /** What the genesis block gave the address. */
  readonly #premine: number;
  #made = 0;
  #nextId = 1;

  constructor(premine = PREMINE) {
    this.#premine = premine;
  }

  get height(): number {
    return this.blocks.length - 1;
  }

  /** The unconfirmed ones, in the order of their arrival. */
  get pending(): Entry[] {
    return this.entries.filter(({ mined }) => !mined);
  }

  /** A transaction comes that pays the address or is its own. */
  arrive(): void {
    this.entries.push({
      id: this.#nextId++,
      transaction: this.#make(this.#made % 3 === 0 ? 'both' : 'block'),
      mined: false,
    });
  }

  /** A block takes every pending transaction that `takes` says, and others that nobody has seen before. */
  mine(takes: (index: number) => boolean, unseen: readonly Teller[]): void {
    const block = unseen.map((teller) => this.#make(teller));
    for (const entry of this.pending.filter((_, index) => takes(index))) {
      entry.mined = true;
      block.splice(this.#made % (block.length + 1), 0, entry.transaction);
    }
    this.blocks.push(block);
  }

  /** A pending transaction goes, another one comes in its place. */
  replace(index: number): void {
    const entry = this.pending[index % Math.max(1, this.pending.length)];
    if (!entry) return;
    this.entries = this.entries.filter((other) => other !== entry);
    this.arrive();
  }

  /** The last block goes. What was pending before is pending again. */
  undo(): void {
    for (const { txid } of this.blocks.pop() ?? []) {
      const entry = this.entries.find(({ transaction }) => transaction.txid === txid);
      if (entry) entry.mined = false;
    }
  }

  balanceAt(height: number): number {
    return this.blocks
      .slice(0, height + 1)
      .flat()
      .reduce((sum, transaction) => sum + effectOf(transaction), this.#premine);
  }

  #make(teller: Teller): ModelTransaction {
    const n = ++this.#made;
    const hasTraces = teller === 'traces' || teller === 'both';
    const logs = Array.from({ length: (n * 7) % 26 }, (_, at) => ({
      ...{
        internal: false,
        isOwn: teller !== 'traces' && teller !== 'none' && (at + n) % 4 === 0,
        amount: n * 100 + at,
      },
    }));
    const traces = Array.from({ length: hasTraces ? 1 + (n % 3) : n % 2 }, (_, at) => ({
      ...{ internal: true, isOwn: hasTraces && at === 0, amount: n * 1000 + at },
    }));
    return {
      txid: createHash('sha256').update(`account world ${n}`).digest('hex'),
      told: teller === 'block' || teller === 'both' ? ((n % 5) - 2) * n : null,
      traced: hasTraces ? ((n % 4) - 1) * n * 10 : null,
      transfers: [...logs, ...traces],
    };
  }
}

export const effectOf = ({ told, traced }: ModelTransaction): number => (told ?? 0) + (traced ?? 0);

/** The amounts of the transfers that a list carries of a transaction: the address's own first. */
export function listedAmounts(transaction: ModelTransaction, withInternal: boolean): string[] {
  const shown = transaction.transfers.filter(({ internal }) => withInternal || !internal);
  const own = shown.filter(({ isOwn }) => isOwn);
  const others = shown.filter(({ isOwn }) => !isOwn);
  return [...own, ...others].slice(0, LISTED).map(({ amount }) => String(amount));
}
