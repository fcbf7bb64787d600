/** A {@link LedgerModel} that an indexer follows: what it has traced, what it knows of the balance, and so what it can say. */
import type { Session } from '../../src/index.js';
import { effectOf, LedgerModel, listedAmounts, type ModelTransaction } from './account-ledger-model.js';
import { storeAccountWorld } from './account-world-rows.js';

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
  readonly model = new LedgerModel();
  tracing: Tracing | null = null;
  held: { readonly balance: number; readonly height: number } | null = null;

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

  /** Newest first. */
  history(): AccountWorldRow[] {
    const { blocks, height: tip, pending } = this.model;
    let balance = this.model.balanceAt(-1);
    const confirmed = blocks.flatMap((block, height) =>
      block.flatMap((transaction) => {
        balance += effectOf(transaction);
        return this.#isShown(transaction, height) ? [this.#row(transaction, height, balance)] : [];
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

  /** Whether one can count back from what is known of the balance: everything up to its block is known, and nothing is of later ones. */
  get #isBase(): boolean {
    const { held, tracing } = this;
    if (!held || !tracing || held.height > tracing.liveTo) return false;
    return !this.heightsUpTo(this.model.height).some((height) => height > held.height);
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

  /** Gross of what the address was paid up to a height; null where not all of it is known. Block 0 has no transactions. */
  receivedUpTo(height: number): number | null {
    if (!this.tracing) return null;
    const { liveFrom, stage } = this.tracing;
    if (liveFrom > 1 && stage !== 'done') return null;
    for (let h = 1; h <= height; h++) if (!this.isTraced(h, true)) return null;
    return this.model.blocks
      .slice(0, height + 1)
      .flat()
      .reduce((sum, { told, traced }) => sum + Math.max(told ?? 0, 0) + Math.max(traced ?? 0, 0), 0);
  }

  #isShown({ told, traced }: ModelTransaction, height: number): boolean {
    return told !== null || (traced !== null && this.isTraced(height, true));
  }

  #row(transaction: ModelTransaction, height: number, balance: number): AccountWorldRow {
    const isTraced = this.isTraced(height, true);
    const isExact = this.#isBase && this.#isCompleteFrom(height, this.tracing?.liveTo);
    return {
      ...{ txid: transaction.txid, height, delta: String(isTraced ? effectOf(transaction) : transaction.told) },
      balance: isExact ? String(balance) : null,
      internalTransfers: this.internalTransfers(height),
      transferCount: transaction.transfers.filter(({ internal }) => isTraced || !internal).length,
      amounts: listedAmounts(transaction, isTraced),
    };
  }

  /** Makes the tables say all this, in one transaction. */
  async store(session: Session): Promise<void> {
    await storeAccountWorld(session, this);
  }
}
