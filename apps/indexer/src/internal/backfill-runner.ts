/**
 * Backfills traces of blocks before the first live one. Loading and numbering run asynchronously on sessions of their
 * own; the owner's session takes short steps between blocks. Resumes after an interruption.
 */
import type { BlockRef, EvmChainNetwork } from '@chaintrail/chains';
import {
  type InternalBackfill,
  type InternalBackfillState,
  type InternalLedger,
  type InternalState,
  openInternalBackfill,
  type SortedPiece,
} from '@chaintrail/db';
import type { Logger } from 'pino';
import { BackgroundTask } from '../follow/background-work.js';
import { Backoff } from '../follow/backoff.js';
import { BackfillProgress } from './backfill-progress.js';
import { loadBackfill } from './load-backfill.js';
import { type TraceBlock, tracingFailure } from './trace-block.js';
import type { TracingLimits } from './tracing-limits.js';

export interface BackfillRunnerOptions {
  readonly ledger: InternalLedger;
  readonly databaseUrl: string;
  readonly place: EvmChainNetwork;
  readonly trace: TraceBlock;
  readonly limits: TracingLimits;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** What goes on in the background, by the stage it belongs to. */
type Job =
  | { readonly stage: 'load'; readonly work: BackgroundTask<void> }
  | { readonly stage: 'sort'; readonly work: BackgroundTask<SortedPiece | null> }
  | { readonly stage: 'index'; readonly work: BackgroundTask<void> };

export class BackfillRunner {
  readonly progress: BackfillProgress;
  private readonly options: BackfillRunnerOptions;
  private readonly backoff: Backoff;
  private job: Job | null = null;
  private session: InternalBackfill | null = null;
  private lastStepMs = performance.now();
  private planLookedAt = -1;

  constructor(options: BackfillRunnerOptions) {
    this.options = options;
    this.backoff = new Backoff(options.limits);
    this.progress = new BackfillProgress(options.log, options.limits.logEveryMs);
  }

  /** Whether the next step has something to do. */
  get isReady(): boolean {
    return this.job?.work.outcome != null && this.backoff.leftMs === 0;
  }

  /** Whether a step has something to do soon. */
  get isNumbering(): boolean {
    return this.job?.stage === 'sort';
  }

  /** @returns whether the state is to be read anew */
  async step(cursor: BlockRef, { backfill }: InternalState): Promise<boolean> {
    this.lastStepMs = performance.now();
    if (backfill === null) return this.plan(cursor);
    if (backfill.stage === 'done' || this.backoff.leftMs > 0) return false;
    this.job ??= await this.start(backfill);
    const { job } = this;
    if (job === null || job.work.outcome === null) return false;
    this.job = null;
    if ('error' in job.work.outcome) return this.failed(job.work.outcome.error);
    this.backoff.succeeded();
    // Blocks were taken back meanwhile, and with them all that is traced after the fact.
    if (job.stage !== backfill.stage) return true;
    return this.finished(job);
  }

  /**
   * Resolves when nothing goes on in the background any more; `signal` has fired. Statements under way are cut, and run
   * again another time.
   */
  async close(): Promise<void> {
    await this.closeSession();
    await this.job?.work.ended;
    await this.closeSession(); // where it was being opened
  }

  private async closeSession(): Promise<void> {
    const { session } = this;
    this.session = null;
    await session?.close();
  }

  private async plan(cursor: BlockRef): Promise<boolean> {
    if (cursor.height === this.planLookedAt) return false;
    this.planLookedAt = cursor.height;
    const { ledger, log } = this.options;
    if (!(await ledger.plan(cursor))) return false;
    log.info('internal transfers of earlier blocks are traced from now on, beside those of blocks that come');
    return true;
  }

  private async start(backfill: InternalBackfillState): Promise<Job | null> {
    const { limits, signal } = this.options;
    if (signal.aborted) return null;
    if (backfill.stage === 'load') {
      this.progress.start(backfill);
      return { stage: 'load', work: new BackgroundTask(this.load()) };
    }
    if (backfill.stage === 'sort') {
      this.progress.sorting(backfill);
      const numbered = this.open().then((session) => session.nextPiece(backfill, limits.pieceBytes));
      return { stage: 'sort', work: new BackgroundTask(numbered) };
    }
    return { stage: 'index', work: new BackgroundTask(this.open().then((session) => session.tidyUp())) };
  }

  private load(): Promise<void> {
    const { databaseUrl, place, trace, limits, log, signal } = this.options;
    return loadBackfill({
      trace,
      open: () => openInternalBackfill(databaseUrl, place),
      isLive: () => performance.now() - this.lastStepMs < limits.restAfterMs,
      onBlocks: (blocks) => this.progress.traced(blocks),
      onTrouble: (height, error) => {
        const text = error === null ? null : tracingFailure(place.chain, 'full', height, error);
        if (text !== null && this.progress.reason === null) log.warn({ err: error }, `earlier blocks: ${text}`);
        this.progress.reason = text;
      },
      onSkipped: (height, error) => {
        log.warn({ height, err: error }, 'earlier blocks: a block that the node cannot trace is left out');
        this.progress.reason = null;
      },
      limits,
      signal,
    });
  }

  /** What the owner's session has to do about a job that is over. @returns whether the state is to be read anew */
  private async finished(job: Job): Promise<boolean> {
    const { ledger, log } = this.options;
    if (job.stage === 'load') {
      if (await ledger.endLoad()) log.info('earlier blocks are traced; their histories are being numbered');
      return true;
    }
    if (job.stage === 'index') {
      await ledger.endBackfill();
      await this.closeSession();
      log.info('internal transfers of earlier blocks are complete');
      return true;
    }
    const piece = outcomeOf(job.work);
    if (piece === null) await ledger.endSort();
    else await ledger.writePiece(piece); // or it is not the next one any more, and is numbered anew
    return true;
  }

  /** The session of the stages after the load. */
  private async open(): Promise<InternalBackfill> {
    const { databaseUrl, place } = this.options;
    this.session ??= await openInternalBackfill(databaseUrl, place);
    return this.session;
  }

  private async failed(error: unknown): Promise<boolean> {
    this.backoff.failed();
    const { log } = this.options;
    log.warn({ err: error }, 'tracing earlier blocks was interrupted and goes on in a while');
    await this.closeSession();
    return true;
  }
}

function outcomeOf<T>({ outcome }: BackgroundTask<T>): T {
  if (outcome === null || 'error' in outcome) throw new Error('the work is not done');
  return outcome.value;
}
