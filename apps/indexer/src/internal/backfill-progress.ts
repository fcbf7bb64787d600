import type { BlockToTrace, InternalBackfillState } from '@chaintrail/db';
import type { Logger } from 'pino';
import { RateMeter } from '../follow/meters.js';

/** What an operator is told of tracing after the fact. */
export class BackfillProgress {
  /** Why it does not go on; null where it does. */
  reason: string | null = null;
  private left = 0;
  private total = 0;
  private stage: InternalBackfillState['stage'] | null = null;
  private loggedMs = Number.NEGATIVE_INFINITY;
  private readonly meter = new RateMeter();
  private readonly log: Logger;
  private readonly logEveryMs: number;

  constructor(log: Logger, logEveryMs: number) {
    this.log = log;
    this.logEveryMs = logEveryMs;
  }

  /** Whether there is something to save now and then. */
  get isLoading(): boolean {
    return this.stage === 'load';
  }

  /** Seconds until the blocks are traced, at the rate of the last two minutes. */
  get etaSeconds(): number | null {
    return this.stage === 'load' && this.reason === null ? this.meter.etaSeconds(this.left, performance.now()) : null;
  }

  start({ from, to, blocksDone }: InternalBackfillState): void {
    this.stage = 'load';
    this.reason = null;
    this.total = to - from + 1;
    this.left = Math.max(0, this.total - blocksDone);
    this.meter.reset();
    this.loggedMs = performance.now();
    this.log.info({ from, to, left: this.left }, 'tracing earlier blocks');
  }

  traced(blocks: readonly BlockToTrace[]): void {
    const now = performance.now();
    this.left = Math.max(0, this.left - blocks.length);
    this.meter.count(
      blocks.length,
      blocks.reduce((sum, { transactions }) => sum + transactions, 0),
      now,
    );
    if (now - this.loggedMs < this.logEveryMs) return;
    this.loggedMs = now;
    const { blocksPerSecond, transactionsPerSecond } = this.meter.rates(now);
    this.log.info(
      { left: this.left, total: this.total, blocksPerSecond, transactionsPerSecond, etaSeconds: this.etaSeconds },
      'earlier blocks traced',
    );
  }

  sorting({ sortedTo }: InternalBackfillState): void {
    this.stage = 'sort';
    this.reason = null;
    const now = performance.now();
    if (now - this.loggedMs < this.logEveryMs) return;
    this.loggedMs = now;
    this.log.info({ buckets: sortedTo }, 'histories of earlier internal transfers numbered');
  }
}
