/** Traces of the blocks that come: fetched a bounded number ahead, in the background, and handed out in order. */
import type { BlockToTrace, PlacedInternalBlock } from '@chaintrail/db';
import { BackgroundTask } from '../follow/background-work.js';
import type { TraceBlock, TracedBlock } from './trace-block.js';
import type { TracingLimits } from './tracing-limits.js';

/** Blocks of one transaction: each is written within a fraction of a second, and so is a run of small ones. */
const TAKEN_TRANSACTIONS = 2_000;
/** What a large answer counts for after each smaller one: among small blocks there is always the next large one. */
const FORGOTTEN = 0.8;

interface Underway {
  readonly block: BlockToTrace;
  readonly tracing: BackgroundTask<TracedBlock>;
}

export class LiveTraces {
  private underway: Underway[] = [];
  /** Bytes to reckon with for an answer: of the largest of the last ones. */
  private likelyBytes: number;
  private readonly trace: TraceBlock;
  private readonly limits: Pick<TracingLimits, 'liveAhead' | 'liveAheadBytes'>;

  constructor(trace: TraceBlock, limits: Pick<TracingLimits, 'liveAhead' | 'liveAheadBytes'>) {
    this.trace = trace;
    this.limits = limits;
    this.likelyBytes = limits.liveAheadBytes / 2; // until one has told how large they are here
  }

  /** Whether the next block is here. */
  get isReady(): boolean {
    return this.underway[0]?.tracing.outcome != null;
  }

  get isWaiting(): boolean {
    return this.underway.length > 0;
  }

  /** The next block could not be traced. */
  get failure(): { readonly block: BlockToTrace; readonly error: unknown } | null {
    const head = this.underway[0];
    if (head === undefined || head.tracing.outcome === null || 'value' in head.tracing.outcome) return null;
    return { block: head.block, error: head.tracing.outcome.error };
  }

  /** Starts fetching what there is room for. @param next height of the next block to write. @param to the last one */
  async fill(next: number, to: number, read: (from: number, to: number) => Promise<BlockToTrace[]>): Promise<void> {
    const from = next + this.underway.length;
    const room = this.room() - this.underway.length;
    if (room <= 0 || from > to) return;
    for (const block of await read(from, Math.min(to, from + room - 1))) {
      this.underway.push({ block, tracing: new BackgroundTask(this.trace(block)) });
    }
  }

  /** Takes the next blocks, as many as are here and fit into one transaction. */
  take(): PlacedInternalBlock[] {
    const taken: PlacedInternalBlock[] = [];
    for (let transactions = 0; transactions < TAKEN_TRANSACTIONS; ) {
      const head = this.underway[0];
      if (head?.tracing.outcome == null || 'error' in head.tracing.outcome) break;
      const { placed, bytes } = head.tracing.outcome.value;
      taken.push(placed);
      this.likelyBytes = Math.max(bytes, this.likelyBytes * FORGOTTEN);
      transactions += head.block.transactions;
      this.underway.shift();
    }
    return taken;
  }

  /** Forgets what is on its way. */
  clear(): void {
    this.underway = [];
  }

  /** As many as may be on their way, by the size of the last ones. */
  private room(): number {
    const { liveAhead, liveAheadBytes } = this.limits;
    return Math.max(1, Math.min(liveAhead, Math.floor(liveAheadBytes / Math.max(1, this.likelyBytes))));
  }
}
