/** Keeps the chain's sync_state row and the log up to date: phase, rate and ETA, at a bounded pace. */
import { type BlockRef, type ChainCode, type NodeTip, requireChain } from '@chaintrail/chains';
import {
  type BlockLoad,
  type Phase,
  type Pool,
  type Reason,
  type ShownProgress,
  type Stage,
  saveProgress,
} from '@chaintrail/db';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { LinkedBlock } from './block-source.js';
import type { NodeBehind } from './find-fork.js';
import { type BlockSpan, FirstSyncMeter, type NodeMeter, RateMeter } from './meters.js';

/** Between two rows written while the phase stays the same; also the heartbeat. */
const SAVE_EVERY_MS = 2_000;
const LOG_EVERY_MS = 10_000;
/** No sign of life from the loop for this long: the heartbeat says so, instead of vouching for it. */
const SILENT_MS = 120_000;
/** A rollback that lasts longer is told of: one transaction, of which nothing shows before it ends. */
const LONG_ROLLBACK_MS = 10_000;
/** A live chain stays live while it is no more blocks behind than come in this time, and one in any case. */
const LIVE_LAG_SECONDS = 5;
/**
 * A node that is behind is told of after so long, where it lacks more than a few blocks, and otherwise: servers behind a
 * load balancer differ by a block or two all the time.
 */
const FAR_BEHIND_MS = 5_000;
const BEHIND_MS = 45_000;
const FEW_BLOCKS = 2;
/** Blocks one by one: told of where more of them are left than come in a day, and thousands. */
const LONG_WAY_SECONDS = 86_400;
const LONG_WAY_BLOCKS = 1_000;
const LONG_AGO = Number.NEGATIVE_INFINITY;
const NODE_SYNCING: Reason = { code: 'node-syncing', text: 'the node itself is still downloading its chain' };

type LoadPlace = Pick<BlockLoad<LinkedBlock>, 'written' | 'transactions'>;

export class ProgressReporter {
  private phase: Phase = 'starting';
  private reason: Reason | null = null;
  private nodeHeight: number | null = null;
  private finalizedHeight: number | null = null;
  private height: number | null = null;
  private historyFrom = 0;
  private readonly meter = new RateMeter();
  private readonly firstSync: FirstSyncMeter;
  // By a clock that nobody sets: a heartbeat must not wait until the time of day has caught up with itself.
  private savedAt = LONG_AGO;
  private loggedAt = LONG_AGO;
  private aliveAt = performance.now();
  private hasMoved = false;
  /** Rollback that was reported last; it is under way while nothing else was heard since. */
  private rollback = { blocks: 0, atMs: LONG_AGO };
  /** Since when the node lacks indexed blocks. */
  private behindSince: number | null = null;
  private isLongWayTold = false;
  private heartbeat: NodeJS.Timeout | null = null;
  /** Statements on two connections may arrive in another order than they were sent: an older stage would win. */
  private readonly inTurn = pLimit(1);
  private waiting: Promise<void> | null = null;
  private readonly pool: Pool;
  private readonly chain: ChainCode;
  private readonly log: Logger;
  private readonly nodeMeter: NodeMeter;
  /** Blocks that a live chain may be behind. */
  private readonly liveLag: number;

  constructor(pool: Pool, chain: ChainCode, log: Logger, nodeMeter: NodeMeter) {
    this.pool = pool;
    this.chain = chain;
    this.firstSync = new FirstSyncMeter(requireChain(chain));
    this.log = log;
    this.nodeMeter = nodeMeter;
    this.liveLag = Math.max(1, Math.floor(LIVE_LAG_SECONDS / requireChain(chain).blockSeconds));
  }

  /** From here on the row is this run's: called once the ledger is open. Repeating it changes nothing. */
  start(historyFrom: number, { stage, share, nodeHeight }: ShownProgress & { readonly stage: Stage | null }): void {
    this.aliveAt = performance.now();
    this.historyFrom = historyFrom;
    this.nodeHeight ??= nodeHeight;
    if (this.firstSync.stage === null) this.firstSync.goOn(stage, share);
    this.heartbeat ??= setInterval(() => void this.save(), SAVE_EVERY_MS);
  }

  /** Whether the chain came forward since this was last asked. */
  takeMoved(): boolean {
    const moved = this.hasMoved;
    this.hasMoved = false;
    return moved;
  }

  close(): void {
    if (this.heartbeat !== null) clearInterval(this.heartbeat);
  }

  nodeTip(tip: NodeTip): void {
    this.aliveAt = performance.now();
    this.nodeHeight = tip.networkHeight;
    // Not its headers: those of a branch that it does not follow stay above its tip.
    const isBehind = this.height !== null && tip.height - this.height > this.liveLag;
    if (this.phase === 'live' && isBehind) this.phase = 'syncing';
  }

  /** A transaction begins that takes back so many blocks; it lasts until anything else is reported of the loop. */
  rollsBack(blocks: number): void {
    this.aliveAt = performance.now();
    this.rollback = { blocks, atMs: this.aliveAt };
  }

  /** Blocks were committed. */
  async advanced(blocks: readonly LinkedBlock[]): Promise<void> {
    const last = blocks.at(-1);
    if (!last) return;
    const now = performance.now();
    this.aliveAt = now;
    this.hasMoved = true;
    this.height = last.height;
    this.behindSince = null;
    const transactions = sumOfTransactions(blocks);
    this.meter.count(blocks.length, transactions, now);
    if (this.phase === 'live') {
      this.log.info({ height: last.height, blocks: blocks.length, transactions }, 'blocks indexed');
      return;
    }
    this.firstSync.followed(this.span);
    await this.enter('syncing', this.longWay());
    if (now - this.loggedAt >= LOG_EVERY_MS) {
      this.loggedAt = now;
      const etaSeconds = this.eta();
      this.log.info(
        { height: last.height, nodeHeight: this.nodeHeight, ...this.meter.rates(now), etaSeconds },
        'sync progressed',
      );
    }
  }

  /** Why blocks that come one by one will take long; told in the log, too, once the rate is known. */
  private longWay(): Reason | null {
    const left = (this.nodeHeight ?? 0) - (this.height ?? 0);
    const { code, blockSeconds } = requireChain(this.chain);
    if (left < LONG_WAY_BLOCKS || left * blockSeconds < LONG_WAY_SECONDS) return null;
    const eta = this.eta();
    const time = eta === null ? '' : `, some ${(eta / 3_600).toFixed(1)} hours at the present rate`;
    const text =
      `${left} blocks are left, and are indexed one by one${time}; where that is longer than a first sync, start the ` +
      `chain over: stop the indexer, then npx chaintrail drop-chain ${code} (docs/first-sync.md, "Blocks that are left")`;
    if (eta !== null && !this.isLongWayTold) {
      this.isLongWayTold = true;
      this.log.warn(text);
    }
    return { code: 'far-behind', text };
  }

  /** Everything up to this block is final. */
  finalized(height: number): void {
    this.finalizedHeight = height;
  }

  /** How many transactions a first sync has to load, as far as the node knows. */
  transactionsToLoad(count: number | null): void {
    this.firstSync.transactionsToLoad = count;
  }

  /** Something that reports only at its end is known to go on. */
  alive(): void {
    this.aliveAt = performance.now();
  }

  /** A first sync that goes on reads what it had in memory: `share` of it, 0 to 1. */
  async readingBack(share: number): Promise<void> {
    const now = performance.now();
    this.aliveAt = now;
    await this.enter('syncing', null);
    if (now - this.loggedAt < LOG_EVERY_MS) return;
    this.loggedAt = now;
    this.log.info(
      { part: Number(share.toFixed(4)) },
      'first sync goes on: reading back the unspent outputs that were in memory',
    );
  }

  /** A first sync took blocks over; `load` says up to where everything is committed. */
  async loaded(blocks: readonly LinkedBlock[], load: LoadPlace): Promise<void> {
    const now = performance.now();
    this.aliveAt = now;
    const height = load.written?.height ?? null;
    if (this.height !== null && height !== this.height) this.hasMoved = true;
    this.height = height;
    this.behindSince = null;
    if (blocks.length > 0) this.meter.count(blocks.length, sumOfTransactions(blocks), now);
    this.firstSync.loaded(load.transactions, this.span, now);
    await this.enter('syncing', null);
    this.logFirstSync(now);
  }

  /** A first sync has everything the node has, and the node has not everything. */
  async waitingForNode(): Promise<void> {
    this.aliveAt = performance.now();
    await this.enter('syncing', NODE_SYNCING);
  }

  /** A stage of the first sync after the loading: `share` of it is done, 0 to 1. */
  async inStage(stage: Stage, share: number, cursor: BlockRef | null): Promise<void> {
    const now = performance.now();
    this.aliveAt = now;
    this.height = cursor?.height ?? null;
    const isNew = this.firstSync.stage !== stage;
    this.firstSync.inStage(stage, share, this.span, now);
    if (isNew) {
      this.loggedAt = LONG_AGO;
      this.savedAt = LONG_AGO;
    }
    await this.enter('syncing', null);
    if (isNew) await this.save();
    this.logFirstSync(now);
  }

  /** The first sync is over, or none was needed: from here on blocks come one by one. */
  async endFirstSync(): Promise<void> {
    if (this.firstSync.stage === null) return;
    this.log.info({ height: this.height }, 'first sync is complete');
    this.firstSync.endStages();
    this.meter.reset();
    this.savedAt = LONG_AGO;
    await this.save();
  }

  /** Everything the node has is indexed. That is live only where the node has everything itself. */
  async atTip(tip: NodeTip): Promise<void> {
    this.aliveAt = performance.now();
    this.height = tip.height;
    this.behindSince = null;
    this.isLongWayTold = false;
    if (tip.catchingUp) await this.enter('syncing', NODE_SYNCING);
    else await this.enter('live', null);
  }

  /** The node lacks indexed blocks, which stay. */
  async behind({ lag, text }: Pick<NodeBehind, 'lag' | 'text'>): Promise<void> {
    const now = performance.now();
    this.aliveAt = now;
    this.behindSince ??= now;
    const isFar = lag > Math.max(FEW_BLOCKS, this.liveLag);
    if (now - this.behindSince < (isFar ? FAR_BEHIND_MS : BEHIND_MS)) return;
    const reason = { code: 'node-behind', text } as const;
    // While it catches up the text is another one at each poll; the heartbeat writes it often enough.
    if (this.phase === 'stalled' && this.reason?.code === 'node-behind') this.reason = reason;
    else {
      this.log.warn(text);
      await this.enter('stalled', reason);
    }
  }

  /** The chain cannot be followed now. */
  async stopped(phase: 'stalled' | 'halted', reason: Reason): Promise<void> {
    this.aliveAt = performance.now();
    await this.enter(phase, reason);
  }

  private async enter(phase: Phase, reason: Reason | null): Promise<void> {
    const changed = phase !== this.phase || reason?.text !== this.reason?.text;
    this.phase = phase;
    this.reason = reason;
    if (changed && phase === 'live') this.log.info({ height: this.height }, 'chain is live');
    if (phase === 'live') this.firstSync.end();
    if (changed) await this.save();
  }

  /** A save that waits for another one says what holds when its turn comes, and is enough for all that come meanwhile. */
  private save(): Promise<void> {
    this.waiting ??= this.inTurn(() => {
      this.waiting = null;
      return this.write();
    });
    return this.waiting;
  }

  private async write(): Promise<void> {
    const now = performance.now();
    if (now - this.savedAt < SAVE_EVERY_MS / 2 && this.phase === 'syncing') return;
    this.savedAt = now;
    const { phase, reason } = this.shown(now);
    const syncing = phase === 'syncing' && !this.rollsBackNow;
    // Stages after the loading move no blocks.
    const moves = syncing && (this.firstSync.stage === null || this.firstSync.stage === 'load');
    const rates = this.meter.rates(now);
    await saveProgress(this.pool, this.chain, {
      phase,
      reason,
      nodeHeight: this.nodeHeight,
      finalizedHeight: this.finalizedHeight,
      blocksPerSecond: moves ? rates.blocksPerSecond : null,
      transactionsPerSecond: moves ? rates.transactionsPerSecond : null,
      etaSeconds: syncing ? this.eta() : null,
      stage: this.firstSync.stage,
      share: this.firstSync.share,
      ...this.nodeMeter.figures,
    }).catch((error: unknown) => this.log.warn({ err: error }, 'progress not saved'));
  }

  /** The phase and its reason, as far as the loop can be believed that has not been heard of for a while. */
  private shown(now: number): { readonly phase: Phase; readonly reason: Reason | null } {
    const { phase, reason } = this;
    const silentMs = now - this.aliveAt;
    const since = new Date(Date.now() - silentMs).toISOString();
    if (this.rollsBackNow && silentMs > LONG_ROLLBACK_MS) {
      const text = `${this.rollback.blocks} blocks are being taken back since ${since}: let it end, a restart begins it anew`;
      return { phase: 'syncing', reason: { code: 'rolling-back', text } };
    }
    if (silentMs <= SILENT_MS || phase === 'stalled' || phase === 'halted') return { phase, reason };
    const text = `nothing has moved since ${since}: the node or the database does not answer`;
    return { phase: 'stalled', reason: { code: 'silent', text } };
  }

  private logFirstSync(now: number): void {
    if (now - this.loggedAt < LOG_EVERY_MS) return;
    this.loggedAt = now;
    const { stage, share } = this.firstSync;
    const { transactionsPerSecond } = this.meter.rates(now);
    this.log.info(
      {
        stage,
        share: share === null ? null : Number(share.toFixed(4)),
        height: this.height,
        nodeHeight: this.nodeHeight,
        transactionsPerSecond:
          stage === 'load' && transactionsPerSecond !== null ? Math.round(transactionsPerSecond) : null,
        etaSeconds: this.eta(),
      },
      'first sync progressed',
    );
  }

  private get rollsBackNow(): boolean {
    return this.rollback.atMs === this.aliveAt;
  }

  private get span(): BlockSpan {
    return { from: this.historyFrom, height: this.height, to: this.nodeHeight };
  }

  private eta(): number | null {
    const now = performance.now();
    if (this.firstSync.stage !== null) return this.firstSync.etaSeconds(now);
    if (this.nodeHeight === null || this.height === null) return null;
    return this.meter.etaSeconds(Math.max(0, this.nodeHeight - this.height), now);
  }
}

function sumOfTransactions(blocks: readonly LinkedBlock[]): number {
  return blocks.reduce((sum, block) => sum + block.txCount, 0);
}
