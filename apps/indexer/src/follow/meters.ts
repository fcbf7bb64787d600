/** Figures for operators. */
import type { EndedRequest } from '@chaintrail/chains';
import type { NodeFigures } from '@chaintrail/db';

const WINDOW_MS = 120_000;
/** PostgreSQL's largest integer: what is beyond says only that hardly anything moves. */
const LONGEST_ETA_SECONDS = 2 ** 31 - 1;

interface Sample {
  readonly atMs: number;
  readonly blocks: number;
  readonly transactions: number;
}

export interface Rates {
  readonly blocksPerSecond: number | null;
  readonly transactionsPerSecond: number | null;
}

/** Blocks and transactions per second over the last two minutes. Pure: the caller brings the time. */
export class RateMeter {
  private samples: Sample[] = [];

  count(blocks: number, transactions: number, nowMs: number): void {
    this.samples.push({ atMs: nowMs, blocks, transactions });
    this.samples = this.samples.filter((sample) => sample.atMs > nowMs - WINDOW_MS);
  }

  reset(): void {
    this.samples = [];
  }

  /** @returns nulls until two samples are there to measure between */
  rates(nowMs: number): Rates {
    const recent = this.samples.filter((sample) => sample.atMs > nowMs - WINDOW_MS);
    const first = recent[0];
    if (first === undefined || nowMs <= first.atMs || recent.length < 2)
      return { blocksPerSecond: null, transactionsPerSecond: null };
    const seconds = (nowMs - first.atMs) / 1000;
    // The first sample's work was done before its time stamp.
    const later = recent.slice(1);
    return {
      blocksPerSecond: later.reduce((sum, sample) => sum + sample.blocks, 0) / seconds,
      transactionsPerSecond: later.reduce((sum, sample) => sum + sample.transactions, 0) / seconds,
    };
  }

  /** @returns how long so many blocks take at this rate; null while there is none */
  etaSeconds(blocks: number, nowMs: number): number | null {
    const { blocksPerSecond } = this.rates(nowMs);
    if (blocksPerSecond === null || blocksPerSecond === 0) return null;
    return Math.min(LONGEST_ETA_SECONDS, Math.ceil(blocks / blocksPerSecond));
  }
}

/** Counts what the node of one chain was asked, since the process started. */
export class NodeMeter {
  private requests = 0;
  private failures = 0;
  private ms = 0;

  readonly count = ({ ms, hasFailed }: EndedRequest): void => {
    this.requests++;
    if (hasFailed) this.failures++;
    this.ms += ms;
  };

  get figures(): NodeFigures {
    return { nodeRequests: this.requests, nodeFailures: this.failures, nodeSeconds: this.ms / 1_000 };
  }
}
