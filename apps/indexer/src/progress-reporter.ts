/** Keeps the chain's sync_state row and the log up to date: phase, rate and ETA, at a bounded pace. */
import type { ChainCode } from '@chaintrail/chains';
import { type Phase, type Pool, saveProgress } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { LinkedBlock } from './block-source.js';
import { RateMeter } from './rate-meter.js';

/** Between two rows written while the phase stays the same; also the heartbeat. */
const SAVE_EVERY_MS = 2_000;
const LOG_EVERY_MS = 10_000;

export class ProgressReporter {
  private phase: Phase = 'starting';
  private reason: string | null = null;
  private nodeHeight: number | null = null;
  private height: number | null = null;
  private readonly meter = new RateMeter();
  private savedAt = 0;
  private loggedAt = 0;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly pool: Pool;
  private readonly chain: ChainCode;
  private readonly log: Logger;

  constructor(pool: Pool, chain: ChainCode, log: Logger) {
    this.pool = pool;
    this.chain = chain;
    this.log = log;
    this.heartbeat = setInterval(() => void this.save(), SAVE_EVERY_MS);
  }

  close(): void {
    clearInterval(this.heartbeat);
  }

  nodeTip(height: number): void {
    this.nodeHeight = height;
  }

  /** Blocks were committed. */
  async advanced(blocks: readonly LinkedBlock[]): Promise<void> {
    const last = blocks.at(-1);
    if (!last) return;
    this.height = last.height;
    this.meter.count(
      blocks.length,
      blocks.reduce((sum, block) => sum + block.txCount, 0),
      Date.now(),
    );
    const behind = (this.nodeHeight ?? last.height) - last.height;
    if (this.phase === 'live' && behind <= 0) {
      this.log.info({ height: last.height, blocks: blocks.length }, 'blocks indexed');
      return;
    }
    await this.enter(behind > 1 || this.phase !== 'live' ? 'syncing' : 'live', null);
    if (Date.now() - this.loggedAt >= LOG_EVERY_MS) {
      this.loggedAt = Date.now();
      const { blocksPerSecond, transactionsPerSecond } = this.meter.rates(Date.now());
      this.log.info(
        {
          height: last.height,
          nodeHeight: this.nodeHeight,
          blocksPerSecond,
          transactionsPerSecond,
          etaSeconds: this.eta(),
        },
        'sync progressed',
      );
    }
  }

  /** Everything the node has is indexed. */
  async live(height: number): Promise<void> {
    this.height = height;
    await this.enter('live', null);
  }

  /** The chain cannot be followed now; `reason` says why and what helps. */
  async stopped(phase: 'stalled' | 'halted', reason: string): Promise<void> {
    await this.enter(phase, reason);
  }

  private async enter(phase: Phase, reason: string | null): Promise<void> {
    const changed = phase !== this.phase || reason !== this.reason;
    this.phase = phase;
    this.reason = reason;
    if (changed && phase === 'live') this.log.info({ height: this.height }, 'chain is live');
    if (changed) await this.save();
  }

  private async save(): Promise<void> {
    if (Date.now() - this.savedAt < SAVE_EVERY_MS / 2 && this.phase === 'syncing') return;
    this.savedAt = Date.now();
    const syncing = this.phase === 'syncing';
    const rates = this.meter.rates(Date.now());
    await saveProgress(this.pool, this.chain, {
      phase: this.phase,
      reason: this.reason,
      nodeHeight: this.nodeHeight,
      blocksPerSecond: syncing ? rates.blocksPerSecond : null,
      transactionsPerSecond: syncing ? rates.transactionsPerSecond : null,
      etaSeconds: syncing ? this.eta() : null,
    }).catch((error: unknown) => this.log.warn({ err: error }, 'progress not saved'));
  }

  private eta(): number | null {
    const { blocksPerSecond } = this.meter.rates(Date.now());
    if (this.nodeHeight === null || this.height === null || blocksPerSecond === null || blocksPerSecond === 0)
      return null;
    return Math.ceil(Math.max(0, this.nodeHeight - this.height) / blocksPerSecond);
  }
}
