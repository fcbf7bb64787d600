/**
 * Follows the node's mempool in short steps between two blocks. The whole list of ids is compared with what is stored;
 * what is new is fetched, and what has gone is removed. Between two lists notifications name what came and went, so that
 * a long list is read rarely, and nothing waits for it.
 *
 * A transaction that left the mempool may be in a block that is not indexed yet. So the node's tip is asked for after
 * the list, and nothing is removed unless that tip is the last indexed block. Then every transaction that a block took
 * is confirmed here; the others were replaced, evicted or have expired. Nor is anything removed while the node still
 * reads its mempool after a start.
 */
import type { BlockRef, MempoolNews, NodeTip } from '@chaintrail/chains';
import { DecodeError, NodeError, NodeLieError } from '@chaintrail/chains';
import type { LeftOut, MempoolLedger } from '@chaintrail/db';
import type { Logger } from 'pino';
import { BackgroundTask, type BackgroundWork } from '../follow/background-work.js';
import { MempoolChanges } from './mempool-changes.js';
import { RetrySchedule } from './retry-schedule.js';

/** The view of a node for following unconfirmed transactions, whatever the family. */
interface NodeMempool {
  /** Ids of the transactions in the node's mempool, display form, in no particular order. */
  readonly txids: readonly string[];
  /** False while the node has not read all of them again after its start; null where it does not say. */
  readonly isWhole: boolean | null;
  /** Number of the first notification about what came or went after the list; null where the node has none. */
  readonly sequence: number | null;
  /** As {@link MempoolChange} has it. */
  readonly leastFeeRate: number | null;
}

/** Why there is no transaction: the node does not have it (any more), or what it delivers can not be shown. */
export type Missing = 'gone' | 'unfit';

export interface MempoolSource<Transaction extends object> {
  mempool(): Promise<NodeMempool>;
  /** How many the list would have; null where the node does not say. */
  size(): Promise<number | null>;
  /** In the order asked for. @param wereThere whether the node may have had them for long */
  transactions(txids: readonly string[], wereThere: boolean): Promise<readonly (Transaction | Missing)[]>;
}

export interface MempoolFollowerOptions<Transaction extends object> {
  readonly source: MempoolSource<Transaction>;
  readonly ledger: MempoolLedger<Transaction>;
  tip(): Promise<NodeTip>;
  /** Most transactions that are followed. */
  readonly limit: number;
  /** Between two looks at the node's list. */
  readonly pollMs: number;
  readonly log: Logger;
}

/** Fetched and written at once: well under a second of work. */
const ADDED_AT_ONCE = 2_000;
/** Reading a long list is work for the node and for us: at most this part of the time is spent on it. */
const SHARE_OF_TIME = 1 / 5;
/** The same where notifications tell what comes and goes. */
const SHARE_OF_TIME_TOLD = 1 / 100;
/** A list is compared at least so often: what was not compared for five minutes is not shown. */
const LONGEST_WITHOUT_MS = 120_000;
/** Notifications of nothing for so long are compared with how many transactions the node has. */
const SILENT_MS = 2_000;
/** While a list is read, what comes is looked at so often at least. */
const LOOK_FOR_LIST_MS = 50;
/** After a notification, even so soon after the last look. */
const SOONEST_MS = 100;
/** Ids of a list this old may be added still; nothing is removed by it any more. */
const LIST_AGE_MS = 10_000;
const AFTER_TROUBLE_MS = 5_000;
/** A node that has just started reads its mempool from a file; where it does not say so, it is given this long. */
const FILLING_MS = 10_000;
/** Out of touch for so long: what is stored would be shown as unconfirmed without anybody knowing. */
const SUSPEND_AFTER_MS = 120_000;

/** A list, and the tip after it. */
interface Listing {
  readonly found: NodeMempool;
  readonly tip: NodeTip;
  readonly tookMs: number;
}

export class MempoolFollower<Transaction extends object> implements BackgroundWork {
  private readonly options: MempoolFollowerOptions<Transaction>;
  /** Ids that the tables have as unconfirmed, or a block has taken since; null when they must be read again. */
  private known: Set<string> | null = null;
  private readonly postponed = new RetrySchedule();
  /** Ids of the last list that are still to be added. */
  private backlog: string[] = [];
  /** Whether those were there before this follower was: the node knows since when. */
  private wereThere = true;
  private readonly told = new MempoolChanges();
  private listing: BackgroundTask<Listing> | null = null;
  private listedMs = Number.NEGATIVE_INFINITY;
  private leastFeeRate: number | null = null;
  private isOverLimit = false;
  /** Whether a list was compared, and nobody told of it yet. */
  private hasCompared = false;
  /** Since when the node has answered; a new follower comes after each time that it did not. */
  private readonly sinceMs = performance.now();
  private dueMs = 0;
  private soonestMs = 0;
  private checkDueMs = 0;
  private troubleSinceMs: number | null = null;
  private isFollowing = false;

  constructor(options: MempoolFollowerOptions<Transaction>) {
    this.options = options;
  }

  /** A notification came: what it names is looked at in the next step, or the node's list is. Blocks name nothing. */
  wake(news?: MempoolNews): void {
    const needsList = news === undefined ? !this.told.isGapless : this.told.take(news);
    if (needsList) this.dueMs = Math.min(this.dueMs, this.soonestMs);
  }

  /** Blocks were removed: their transactions are unconfirmed again in the tables. */
  reload(): void {
    this.known = null;
    this.backlog = [];
    // It may have been made before the node put their transactions back.
    this.listing = null;
    this.told.lose();
    this.wake();
  }

  /** How long the caller may wait before the next step. */
  get idleMs(): number {
    if (this.backlog.length > 0 || this.told.hasNamed || this.listing?.outcome) return 0;
    const listMs = this.listing === null ? this.dueMs : performance.now() + LOOK_FOR_LIST_MS;
    const checkMs = this.told.isGapless ? this.checkDueMs : Number.POSITIVE_INFINITY;
    return Math.max(0, Math.min(listMs, checkMs, this.told.leavingDueMs) - performance.now());
  }

  /**
   * One step, if one is due. Failure with the node is said and waited out here: blocks matter more.
   * @param cursor the block that our rows end with
   * @throws what the database reports
   */
  async step(cursor: BlockRef): Promise<void> {
    if (this.idleMs > 0) return;
    this.known ??= await this.options.ledger.pending();
    const isFresh = this.told.isGapless || performance.now() - this.listedMs < LIST_AGE_MS;
    const isListDue = this.dueMs <= performance.now() && (this.backlog.length === 0 || !isFresh);
    if (this.listing === null && (isListDue || (this.backlog.length > 0 && !isFresh))) this.ask();
    // Where notifications tell what comes meanwhile, nothing waits for the list.
    if (this.listing !== null && !this.told.isGapless) await this.listing.ended;
    const compared = this.listing?.outcome ? await this.orTrouble(() => this.compare(this.known!, cursor)) : [];
    if (compared === null) return;
    const left = compared.length > 0 ? [] : await this.orTrouble(() => this.left(cursor));
    if (left === null) return;
    if (this.told.isGapless) this.backlog.unshift(...this.dueAgain(this.known));
    await this.add(this.known, [...compared, ...left]);
    if (this.told.isGapless && this.checkDueMs <= performance.now()) await this.orTrouble(() => this.check());
  }

  private ask(): void {
    const { source, tip } = this.options;
    const startedMs = performance.now();
    this.told.ask();
    const read = async (): Promise<Listing> => {
      const found = await source.mempool();
      return { found, tip: await tip(), tookMs: performance.now() - startedMs };
    };
    this.listing = new BackgroundTask(read());
  }

  /** Takes the list. @returns what it does not have any more, where that is sure */
  private async compare(known: ReadonlySet<string>, cursor: BlockRef): Promise<readonly string[]> {
    const outcome = this.listing!.outcome!;
    this.listing = null;
    if ('error' in outcome) throw outcome.error;
    const { found, tip, tookMs } = outcome.value;
    this.listedMs = performance.now();
    const isMoved = tip.hash !== cursor.hash;
    // The chain moved meanwhile: blocks come first, and the list is read again.
    if (isMoved && !this.told.isGapless) return [];
    this.told.answer(found.txids, found.sequence);
    // Where the chain moved meanwhile, nothing is removed by it; what left was told.
    const share = this.told.isGapless ? SHARE_OF_TIME_TOLD : SHARE_OF_TIME;
    this.dueMs = this.listedMs + Math.min(Math.max(this.options.pollMs, tookMs / share), LONGEST_WITHOUT_MS);
    this.soonestMs = this.listedMs + Math.max(SOONEST_MS, tookMs / SHARE_OF_TIME);
    this.checkDueMs = this.listedMs + this.options.pollMs;
    this.leastFeeRate = found.leastFeeRate;
    const { listed } = this.told;
    const isWhole = found.isWhole ?? performance.now() - this.sinceMs > FILLING_MS;
    // A transaction that was told to leave since the list was asked for may be in a block that came since.
    const isGone = (txid: string): boolean => !listed.has(txid) && !this.told.isLeaving(txid);
    const removed = isWhole && !isMoved ? [...known].filter(isGone) : [];
    this.postponed.keepOnly(listed);
    this.sayLimit(listed.size);
    const room = Math.max(0, this.options.limit - (known.size - removed.length));
    this.wereThere = !this.isFollowing;
    this.backlog = [];
    for (const txid of listed) {
      if (this.backlog.length >= room) break;
      if (!known.has(txid) && this.postponed.isDue(txid)) this.backlog.push(txid);
    }
    this.hasCompared = true;
    return removed;
  }

  private sayLimit(transactions: number): void {
    const { limit, log } = this.options;
    const isOverLimit = transactions > limit;
    if (isOverLimit && !this.isOverLimit)
      log.warn({ transactions, limit }, 'not all unconfirmed transactions are followed: raise <CODE>_MEMPOOL_LIMIT');
    this.isOverLimit = isOverLimit;
  }

  /** Those that left, as notifications tell. One that a block took, which is not indexed yet, is left to the block. */
  private async left(cursor: BlockRef): Promise<readonly string[]> {
    const askedMs = performance.now();
    if (this.told.leavingDueMs > askedMs) return [];
    const { hash } = await this.options.tip();
    return hash === cursor.hash ? this.told.takeLeft(askedMs) : [];
  }

  private dueAgain(known: ReadonlySet<string>): string[] {
    return this.postponed.due().filter((txid) => this.told.listed.has(txid) && !known.has(txid));
  }

  /** Whoever hears nothing cannot tell an idle node from one that does not send any more: their sizes do. */
  private async check(): Promise<void> {
    this.checkDueMs = performance.now() + this.options.pollMs;
    if (this.told.silentMs < SILENT_MS) return;
    const size = await this.options.source.size();
    if (size === null || size === this.told.listed.size || this.told.silentMs < SILENT_MS) return;
    this.told.lose();
    this.wake();
  }

  /** Adds the next ones, those that were named first, and removes. */
  private async add(known: Set<string>, removed: readonly string[]): Promise<void> {
    const { source, ledger, log, limit } = this.options;
    const room = Math.max(0, limit - known.size);
    // The list has those without room: if they stayed named, every step would follow the last one at once.
    const named = this.told.takeNamed(ADDED_AT_ONCE).filter((txid) => !known.has(txid));
    const txids = named.slice(0, room);
    const wereThere = txids.length === 0 && this.wereThere;
    if (!wereThere || txids.length === 0) txids.push(...this.backlog.splice(0, ADDED_AT_ONCE - txids.length));
    if (txids.length + removed.length === 0 && !this.hasCompared) return;
    const fetched = txids.length === 0 ? [] : await this.orTrouble(() => source.transactions(txids, wereThere));
    if (fetched === null) return;
    const added: Transaction[] = [];
    for (const transaction of fetched) if (typeof transaction === 'object') added.push(transaction);
    const kept = known.size - removed.length;
    const { listed } = this.told;
    const { leastFeeRate } = this;
    const change = { added, removed, listed, nodeCount: listed.size, kept, leastFeeRate };
    // Outputs from before the history are asked of the node, which may fail to answer.
    const leftOut = await this.orTrouble(() => ledger.apply(change));
    if (leftOut === null) return;
    this.hasCompared = false;
    for (const txid of removed) known.delete(txid);
    this.note(known, txids, fetched, leftOut);
    if (!this.isFollowing) log.info({ transactions: listed.size }, 'unconfirmed transactions are followed');
    this.isFollowing = true;
    this.troubleSinceMs = null;
    log.debug({ added: added.length, removed: removed.length }, 'mempool compared');
  }

  /** Which of them are known now, and which are to be tried again. */
  private note(
    known: Set<string>,
    txids: readonly string[],
    fetched: readonly (Transaction | Missing)[],
    leftOut: LeftOut,
  ): void {
    const unresolved = new Set(leftOut.unresolved);
    const refused = new Set(leftOut.refused);
    for (const [index, txid] of txids.entries()) {
      const missing = fetched[index];
      // One that has gone may come back before the list is looked at again.
      if (unresolved.has(txid) || missing === 'gone') this.postponed.again(txid);
      else if (refused.has(txid) || missing === 'unfit') this.postponed.leave(txid);
      else {
        known.add(txid);
        this.postponed.forget(txid);
      }
    }
    if (refused.size === 0) return;
    this.options.log.warn({ txids: leftOut.refused }, 'unconfirmed transactions that cannot be true are not shown');
  }

  /** @returns null when the node could not do it now */
  private async orTrouble<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NodeError || error instanceof NodeLieError || error instanceof DecodeError)) throw error;
      const now = performance.now();
      this.backlog = [];
      this.told.lose();
      this.dueMs = now + AFTER_TROUBLE_MS;
      this.soonestMs = this.dueMs;
      const since = this.troubleSinceMs ?? now;
      this.troubleSinceMs = since;
      if (since === now) this.options.log.warn({ err: error }, 'unconfirmed transactions cannot be followed now');
      if (this.isFollowing && now - since > SUSPEND_AFTER_MS) await this.suspend();
      return null;
    }
  }

  private async suspend(): Promise<void> {
    this.options.log.warn('unconfirmed transactions are not shown any more until the node delivers its mempool again');
    await this.options.ledger.suspend();
    this.known = null;
    this.isFollowing = false;
  }
}

/** The operator wants no unconfirmed transactions: what a run before left of them is removed, once. */
export function mempoolOff<Transaction>(ledger: MempoolLedger<Transaction>): BackgroundWork {
  let isCleared = false;
  return {
    idleMs: Number.POSITIVE_INFINITY,
    async step() {
      if (!isCleared) await ledger.clear();
      isCleared = true;
    },
  };
}
