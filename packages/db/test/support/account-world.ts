/**
 * A {@link LedgerModel} that an indexer follows: what it has traced, what it knows of the balance, and so what it can
 * say.
 */
import { effectOf, LedgerModel, listedAmounts, type ModelTransaction } from './account-ledger-model.js';

const STAGES = ['load', 'sort', 'index', 'done'] as const;
type Stage = (typeof STAGES)[number];

export interface Tracing {
  readonly mode: 'off' | 'live' | 'full';
  readonly liveFrom: number;
  readonly liveTo: number;
  readonly gaps: readonly (readonly [from: number, to: number])[];
  /** Null where older blocks are not to be traced. */
  readonly stage: Stage | null;
}

/** What a history says of a transaction. */
export interface AccountWorldRow {
  readonly txid: string;
  readonly height: number | null;
  readonly delta: string;
  readonly balance: string | null;
  readonly internalTransfers: string;
  readonly transferCount: number;
  readonly amounts: readonly string[];
}

export class AccountWorld {
  readonly model: LedgerModel;
  tracing: Tracing | null = null;
  held: { readonly balance: number; readonly height: number } | null = null;

  constructor(premine?: number) {
    this.model = new LedgerModel(premine);
  }

  startTracing(mode: Tracing['mode']): void {
    const liveTo = this.model.height;
    if (this.tracing) this.tracing = { ...this.tracing, mode };
    else
      this.tracing = {
        mode,
        liveFrom: liveTo + 1,
        liveTo,
        gaps: [],
        stage: mode === 'full' && liveTo >= 0 ? 'load' : null,
      };
  }

  /** Traces the next blocks, or leaves them out for good. */
  trace(blocks: number, asGap: boolean): void {
    if (!this.tracing) return;
    const { liveTo, gaps } = this.tracing;
    const next = Math.min(liveTo + blocks, this.model.height);
    if (next === liveTo) return;
    this.tracing = { ...this.tracing, liveTo: next, gaps: asGap ? [...gaps, [liveTo + 1, next]] : gaps };
  }

  /** Tracing of older blocks gets on. */
  advance(): void {
    if (!this.tracing?.stage) return;
    const stage = STAGES[STAGES.indexOf(this.tracing.stage) + 1] ?? 'done';
    this.tracing = { ...this.tracing, stage };
  }

  /** The node is asked for the balance. */
  refresh(): void {
    this.held = { balance: this.model.balanceAt(this.model.height), height: this.model.height };
  }

  undo(): void {
    // No rollback reaches the blocks that were there when tracing began.
    if (this.tracing && this.model.height < this.tracing.liveFrom) return;
    this.model.undo();
    const { height } = this.model;
    if (this.held && this.held.height > height) this.held = null;
    if (!this.tracing) return;
    const gaps = this.tracing.gaps
      .filter(([from]) => from <= height)
      .map(([from, to]) => [from, Math.min(to, height)] as const);
    this.tracing = { ...this.tracing, liveTo: Math.min(this.tracing.liveTo, height), gaps };
  }

  /** Whether the traces of a block are there; those of older blocks may be and not count yet. */
  isTraced(height: number, counts: boolean): boolean {
    if (!this.tracing) return false;
    const { liveFrom, liveTo, gaps, stage } = this.tracing;
    if (height < liveFrom) return counts ? stage === 'done' : stage !== null && stage !== 'load';
    return height <= liveTo && !gaps.some(([from, to]) => from <= height && height <= to);
  }

  internalTransfers(height: number): 'complete' | 'pending' | 'off' {
    if (this.isTraced(height, true)) return 'complete';
    if (!this.tracing || this.tracing.mode === 'off') return 'off';
    const { mode, liveFrom, liveTo, stage } = this.tracing;
    if (height > liveTo) return 'pending';
    return height < liveFrom && stage !== null && mode === 'full' ? 'pending' : 'off';
  }

  /** Newest first. @param known heights of blocks whose balance the reader knows beside what is stored */
  history(known: readonly number[] = []): AccountWorldRow[] {
    const { blocks, height: tip, pending } = this.model;
    let balance = this.model.balanceAt(-1);
    const confirmed = blocks.flatMap((block, height) =>
      block.flatMap((transaction) => {
        balance += effectOf(transaction);
        return this.#isShown(transaction, height) ? [this.#row(transaction, height, balance, known)] : [];
      }),
    );
    const waiting = pending.map(({ transaction }) => ({
      ...{ txid: transaction.txid, height: null, delta: String(transaction.told), balance: null },
      ...{ internalTransfers: this.internalTransfers(tip + 1), transferCount: 0, amounts: [] },
    }));
    return [...confirmed, ...waiting].reverse();
  }

  /** Whether what is known of the balance still holds, for all that the indexer can know. */
  get isCurrent(): boolean {
    if (!this.held) return false;
    const since = this.model.blocks.slice(this.held.height + 1);
    const isUntouched = since.flat().every(({ told, traced }) => told === null && traced === null);
    return isUntouched && this.#isCompleteFrom(this.held.height + 1);
  }

  /** What was said of the balance: what is stored, and what a reader knows beside it. */
  #heights(known: readonly number[]): number[] {
    return this.held ? [this.held.height, ...known] : [...known];
  }

  /** Whether everything between the end of one of these blocks and a transaction of the other is known. */
  #tells(from: readonly number[], height: number): boolean {
    return from.some((base) => this.#isCompleteFrom(Math.min(height, base + 1), Math.max(height, base)));
  }

  /** The last block up to which traces are there from this one on. */
  #completeTo(height: number): number {
    return this.#isCompleteFrom(height, height + 1) && height < this.model.height
      ? this.#completeTo(height + 1)
      : height;
  }

  /** The block whose balance would tell more of these transactions, by their heights. */
  wantedFor(heights: readonly number[], known: readonly number[]): number | null {
    const untold = heights.filter(
      (height) => this.isTraced(height, true) && !this.#tells(this.#heights(known), height),
    );
    return untold.length === 0 ? null : this.#completeTo(Math.max(...untold));
  }

  #isCompleteFrom(height: number, to = this.model.height): boolean {
    for (let h = height; h <= to; h++) if (!this.isTraced(h, true)) return false;
    return true;
  }

  /** Heights of the confirmed transactions of the history up to a height, oldest first. */
  heightsUpTo(height: number): number[] {
    return this.model.blocks
      .slice(0, height + 1)
      .flatMap((block, h) => block.flatMap((transaction) => (this.#isShown(transaction, h) ? [h] : [])));
  }

  /**
   * The last block up to which all is known from the beginning, where it tells of a height. Block 0 has no
   * transactions.
   */
  wholeTo(height: number): number | null {
    const { tracing, model } = this;
    if (!tracing) return null;
    const { liveFrom, liveTo, mode, stage } = tracing;
    if (liveFrom > 1 && stage !== 'done') return null;
    const first = Math.min(1, model.height);
    const until = this.#isCompleteFrom(first, first) ? this.#completeTo(first) : 0;
    if (until > liveTo) return null;
    return until >= Math.min(height, model.height) || (until === liveTo && mode !== 'off') ? until : null;
  }

  #tellsWhole(known: readonly number[]): boolean {
    const heights = this.#heights(known);
    return this.model.height === 0 ? heights.length > 0 : this.#tells(heights, 1);
  }

  /** The block whose balance would tell whether all that the address had is known. */
  wantedForReceived(height: number, known: readonly number[]): number | null {
    return this.#tellsWhole(known) ? null : this.wholeTo(height);
  }

  /** Gross of what the address was paid up to a height, and up to which; null where that is not known. */
  receivedUpTo(height: number, known: readonly number[] = []): { amount: string; height: number } | null {
    const until = this.wholeTo(height);
    if (until === null || !this.#tellsWhole(known) || this.model.balanceAt(-1) !== 0) return null;
    const last = Math.min(height, until);
    const amount = this.model.blocks
      .slice(0, last + 1)
      .flat()
      .reduce((sum, { told, traced }) => sum + Math.max(told ?? 0, 0) + Math.max(traced ?? 0, 0), 0);
    return { amount: String(amount), height: last };
  }

  #isShown({ told, traced }: ModelTransaction, height: number): boolean {
    return told !== null || (traced !== null && this.isTraced(height, true));
  }

  #row(transaction: ModelTransaction, height: number, balance: number, known: readonly number[]): AccountWorldRow {
    const isTraced = this.isTraced(height, true);
    const isExact = this.#tells(this.#heights(known), height);
    return {
      ...{ txid: transaction.txid, height, delta: String(isTraced ? effectOf(transaction) : transaction.told) },
      balance: isExact ? String(balance) : null,
      internalTransfers: this.internalTransfers(height),
      transferCount: transaction.transfers.filter(({ internal }) => isTraced || !internal).length,
      amounts: listedAmounts(transaction, isTraced),
    };
  }
}
