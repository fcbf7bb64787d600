/** Figures for operators. */
import type { Chain, EndedRequest } from '@chaintrail/chains';
import { type NodeFigures, STAGES_OF, type Stage } from '@chaintrail/db';

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

/** Ten years: what is beyond says only that hardly anything moves. */
const LONGEST_FIRST_SYNC_SECONDS = 315_360_000;

/** Heights: the first to index, the last that is indexed, the last of the node's chain. */
export interface BlockSpan {
  readonly from: number;
  readonly height: number | null;
  readonly to: number | null;
}

/**
 * How much of a first sync is done, and how long the rest will take. It counts all stages, and the last blocks that are
 * added one by one. What was done stays done: the share never falls, whatever the node says of its chain. Pure: the
 * caller brings the time.
 */
export class FirstSyncMeter {
  stage: Stage | null = null;
  /** Share of the whole, 0 to 1; null while that is not known, and when the chain is live. */
  share: number | null = null;
  /** Transactions of the node's chain; null where the node does not know. */
  transactionsToLoad: number | null = null;
  private readonly stages: (typeof STAGES_OF)[Chain['family']];
  private readonly reorgMargin: number;
  /** Done part of the stages. */
  private samples: { readonly atMs: number; readonly part: number }[] = [];

  constructor({ family, reorgMargin }: Pick<Chain, 'family' | 'reorgMargin'>) {
    this.stages = STAGES_OF[family];
    this.reorgMargin = reorgMargin;
  }

  /** @param transactions loaded so far */
  loaded(transactions: number, span: BlockSpan, nowMs: number): void {
    const to = span.to === null ? null : span.to - this.reorgMargin;
    this.inStage('load', this.loadedPart(transactions, { ...span, to }), { ...span, height: to }, nowMs);
  }

  /** Where an earlier run stood, until this one reports. */
  goOn(stage: Stage | null, share: number | null): void {
    this.stage = stage;
    this.share = share;
  }

  /**
   * @param part of the stage, 0 to 1
   * @param span `height`: the last block that the stages bring
   */
  inStage(stage: Stage, part: number, span: BlockSpan, nowMs: number): void {
    if (stage !== this.stage) this.samples = [];
    this.stage = stage;
    const place = this.stages.findIndex((each) => each.stage === stage);
    const before = this.stages.slice(0, place).reduce((sum, { weight }) => sum + weight, 0);
    const done = before + this.stages[place]!.weight * bounded(part);
    this.raiseTo(done * (blockPart(span) ?? 1));
    this.samples.push({ atMs: nowMs, part: done });
    this.samples = this.samples.filter((sample) => sample.atMs > nowMs - WINDOW_MS);
  }

  /** Blocks are added one by one. */
  followed(span: BlockSpan): void {
    this.raiseTo(blockPart(span) ?? 0);
  }

  /** The stages are over. */
  endStages(): void {
    this.stage = null;
    this.samples = [];
  }

  /** The chain is live. */
  end(): void {
    this.endStages();
    this.share = null;
  }

  /** Until the stages are over, at the speed of the last two minutes of this one; null until there is one. */
  etaSeconds(nowMs: number): number | null {
    const [first, last] = [this.samples[0], this.samples.at(-1)];
    if (first === undefined || last === undefined || last.part <= first.part || nowMs <= first.atMs) return null;
    const perSecond = ((last.part - first.part) * 1000) / (nowMs - first.atMs);
    return Math.min(LONGEST_FIRST_SYNC_SECONDS, Math.ceil((1 - last.part) / perSecond));
  }

  private raiseTo(share: number): void {
    this.share = Math.max(this.share ?? 0, share);
  }

  /** Blocks tell less than transactions: the first years of a chain are nearly empty. */
  private loadedPart(transactions: number, span: BlockSpan): number {
    if (this.transactionsToLoad !== null && this.transactionsToLoad > 0) return transactions / this.transactionsToLoad;
    return blockPart(span) ?? 0;
  }
}

/** Indexed part of the node's blocks; null while it is not known how many those are. */
function blockPart({ from, height, to }: BlockSpan): number | null {
  if (to === null || to < from) return null;
  return height === null ? 0 : bounded((height - from + 1) / (to - from + 1));
}

function bounded(part: number): number {
  return Math.min(1, Math.max(0, part));
}
