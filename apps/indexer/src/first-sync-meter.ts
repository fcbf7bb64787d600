/** How much of a first sync is done, over all its stages, and how long the rest will take. Pure: the caller brings the time. */
import type { Chain } from '@chaintrail/chains';
import { STAGES, type Stage } from '@chaintrail/db';

/**
 * Part of the whole that each stage takes, as measured (docs/performance.md): what a stage is expected to take until it has
 * shown how long it does.
 */
const WEIGHTS: Readonly<Record<Chain['family'], Readonly<Record<Stage, number>>>> = {
  utxo: { load: 0.4, unspent: 0.04, sort: 0.3, tokens: 0, index: 0.26 },
  evm: { load: 0.6, unspent: 0, sort: 0.1, tokens: 0.15, index: 0.15 },
};
const WINDOW_MS = 120_000;
/** Ten years: what is beyond says only that hardly anything moves. */
const LONGEST_ETA_SECONDS = 315_360_000;

/** Heights: the first to load, the last that is loaded, the last there is. */
export interface LoadSpan {
  readonly from: number;
  readonly height: number | null;
  readonly to: number | null;
}

export class FirstSyncMeter {
  stage: Stage | null = null;
  /** Of the whole, 0 to 1; null while that is not known. */
  share: number | null = null;
  /** Of the node's chain; null where the node does not know. */
  transactionsToLoad: number | null = null;
  private readonly weights: Readonly<Record<Stage, number>>;
  private samples: { readonly atMs: number; readonly share: number }[] = [];

  constructor(family: Chain['family']) {
    this.weights = WEIGHTS[family];
  }

  /** @param transactions loaded so far */
  loaded(transactions: number, span: LoadSpan, nowMs: number): void {
    this.inStage('load', this.loadedPart(transactions, span), nowMs);
  }

  /** Where an earlier run stood, until this one reports. */
  goOn(stage: Stage, share: number | null): void {
    this.stage = stage;
    this.share = share;
  }

  /** @param part of the stage, 0 to 1 */
  inStage(stage: Stage, part: number, nowMs: number): void {
    if (stage !== this.stage) this.samples = [];
    this.stage = stage;
    const before = STAGES.slice(0, STAGES.indexOf(stage)).reduce((sum, earlier) => sum + this.weights[earlier], 0);
    this.share = before + this.weights[stage] * Math.min(1, Math.max(0, part));
    this.samples.push({ atMs: nowMs, share: this.share });
    this.samples = this.samples.filter((sample) => sample.atMs > nowMs - WINDOW_MS);
  }

  end(): void {
    this.stage = null;
    this.share = null;
    this.samples = [];
  }

  /** At the speed of the last two minutes of this stage; null until there is one. */
  etaSeconds(nowMs: number): number | null {
    const first = this.samples[0];
    if (first === undefined || this.share === null || this.share <= first.share || nowMs <= first.atMs) return null;
    const perSecond = ((this.share - first.share) * 1000) / (nowMs - first.atMs);
    return Math.min(LONGEST_ETA_SECONDS, Math.ceil((1 - this.share) / perSecond));
  }

  /** Blocks tell less than transactions: the first years of a chain are nearly empty. */
  private loadedPart(transactions: number, { from, height, to }: LoadSpan): number {
    if (this.transactionsToLoad !== null && this.transactionsToLoad > 0) return transactions / this.transactionsToLoad;
    return height === null || to === null || to < from ? 0 : (height - from + 1) / (to - from + 1);
  }
}
