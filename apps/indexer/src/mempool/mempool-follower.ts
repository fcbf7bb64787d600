/**
 * Follows the node's mempool in short steps between two blocks. Each step reads the whole list of ids, compares it with
 * what is stored, fetches what is new and removes what has gone. Notifications only make a step come sooner.
 *
 * A transaction that left the mempool may be in a block that is not indexed yet. So the node's tip is asked for after
 * the list, and nothing is removed unless that tip is the last indexed block. Then every transaction that a block took
 * is confirmed here; the others were replaced, evicted or have expired. Nor is anything removed while the node still
 * reads its mempool after a start.
 */
import type { BlockRef, NodeTip } from '@chaintrail/chains';
import { DecodeError, NodeError, NodeLieError } from '@chaintrail/chains';
import type { MempoolLedger } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { BackgroundWork } from '../follow/background-work.js';
import { RetrySchedule } from './retry-schedule.js';

/** What following unconfirmed transactions needs of a node, whatever the family. */
export interface NodeMempool {
  /** Ids of the transactions in the node's mempool, display form, in no particular order. */
  readonly txids: readonly string[];
  /** False while the node has not read all of them again after its start; null where it does not say. */
  readonly isWhole: boolean | null;
}

/** Why there is no transaction: the node does not have it (any more), or what it delivers can not be shown. */
export type Missing = 'gone' | 'unfit';

export interface MempoolSource<Transaction extends object> {
  mempool(): Promise<NodeMempool>;
  /** In the order asked for. */
  transactions(txids: readonly string[]): Promise<readonly (Transaction | Missing)[]>;
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
/** After a notification, even so soon after the last look. */
const SOONEST_MS = 100;
/** Ids of a list this old may be added still; nothing is removed by it any more. */
const LIST_AGE_MS = 10_000;
const AFTER_TROUBLE_MS = 5_000;
/** A node that has just started reads its mempool from a file; where it does not say so, it is given this long. */
const FILLING_MS = 10_000;
/** Out of touch for so long: what is stored would be shown as unconfirmed without anybody knowing. */
const SUSPEND_AFTER_MS = 120_000;

export class MempoolFollower<Transaction extends object> implements BackgroundWork {
  private readonly options: MempoolFollowerOptions<Transaction>;
  /** Ids that the tables have as unconfirmed, or a block has taken since; null when they must be read again. */
  private known: Set<string> | null = null;
  private readonly postponed = new RetrySchedule();
  /** Ids of the last list that are still to be added. */
  private backlog: string[] = [];
  private listed: ReadonlySet<string> = new Set();
  private listedMs = 0;
  /** Since when the node has answered; a new follower comes after each time that it did not. */
  private readonly sinceMs = performance.now();
  private nodeCount = 0;
  private dueMs = 0;
  private soonestMs = 0;
  private troubleSinceMs: number | null = null;
  private isFollowing = false;

  constructor(options: MempoolFollowerOptions<Transaction>) {
    this.options = options;
  }

  /** A notification came: the next step looks at the node's list. */
  wake(): void {
    this.dueMs = Math.min(this.dueMs, this.soonestMs);
  }

  /** Blocks were removed: their transactions are unconfirmed again in the tables. */
  reload(): void {
    this.known = null;
    this.backlog = [];
  }

  async close(): Promise<void> {
    // Whatever it does is part of a step.
  }

  /** How long the caller may wait before the next step. */
  get idleMs(): number {
    return this.backlog.length > 0 ? 0 : Math.max(0, this.dueMs - performance.now());
  }

  /**
   * One step, if one is due. Failure with the node is said and waited out here: blocks matter more.
   * @param cursor the block that our rows end with
   * @throws what the database reports
   */
  async step(cursor: BlockRef): Promise<void> {
    if (this.idleMs > 0) return;
    const { ledger } = this.options;
    this.known ??= await ledger.pending();
    if (this.backlog.length > 0 && performance.now() - this.listedMs < LIST_AGE_MS) {
      await this.add(this.known, []);
      return;
    }
    const found = await this.orTrouble(() => this.list(cursor));
    if (found === null) return;
    const present = new Set(found.txids);
    const isWhole = found.isWhole ?? performance.now() - this.sinceMs > FILLING_MS;
    const removed = isWhole ? [...this.known].filter((txid) => !present.has(txid)) : [];
    this.postponed.keepOnly(present);
    const room = Math.max(0, this.options.limit - (this.known.size - removed.length));
    this.backlog = [];
    for (const txid of present) {
      if (this.backlog.length >= room) break;
      if (!this.known.has(txid) && this.postponed.isDue(txid)) this.backlog.push(txid);
    }
    this.listed = present;
    this.nodeCount = present.size;
    await this.add(this.known, removed);
  }

  /** @returns the node's list, or null when the chain moved meanwhile: blocks come first, and the list is read again */
  private async list(cursor: BlockRef): Promise<NodeMempool | null> {
    const startedMs = performance.now();
    const listed = await this.options.source.mempool();
    const tip = await this.options.tip();
    this.listedMs = performance.now();
    if (tip.hash !== cursor.hash) return null;
    const tookMs = this.listedMs - startedMs;
    this.dueMs = this.listedMs + Math.max(this.options.pollMs, tookMs / SHARE_OF_TIME);
    this.soonestMs = this.listedMs + Math.max(SOONEST_MS, tookMs / SHARE_OF_TIME);
    return listed;
  }

  /** Adds the next ones of the backlog, and removes. */
  private async add(known: Set<string>, removed: readonly string[]): Promise<void> {
    const { source, ledger, log } = this.options;
    const txids = this.backlog.splice(0, ADDED_AT_ONCE);
    const fetched = txids.length === 0 ? [] : await this.orTrouble(() => source.transactions(txids));
    if (fetched === null) return;
    const added: Transaction[] = [];
    for (const transaction of fetched) if (typeof transaction === 'object') added.push(transaction);
    const kept = known.size - removed.length;
    const change = { added, removed, listed: this.listed, nodeCount: this.nodeCount, kept };
    // Outputs from before the history are asked of the node, which may fail to answer.
    const leftOut = await this.orTrouble(() => ledger.apply(change));
    if (leftOut === null) return;
    for (const txid of removed) known.delete(txid);
    const unresolved = new Set(leftOut.unresolved);
    const refused = new Set(leftOut.refused);
    for (const [index, txid] of txids.entries()) {
      const missing = fetched[index];
      // One that has gone may come back before the list is looked at again.
      if (unresolved.has(txid) || missing === 'gone') this.postponed.again(txid);
      else if (refused.has(txid) || missing === 'unfit') this.postponed.leave(txid);
      else known.add(txid);
    }
    if (refused.size > 0) {
      log.warn({ txids: leftOut.refused }, 'unconfirmed transactions that cannot be true are not shown');
    }
    if (!this.isFollowing) log.info({ transactions: this.nodeCount }, 'unconfirmed transactions are followed');
    this.isFollowing = true;
    this.troubleSinceMs = null;
    log.debug({ added: added.length, removed: removed.length, unresolved: unresolved.size }, 'mempool compared');
  }

  /** @returns null when the node could not do it now */
  private async orTrouble<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NodeError || error instanceof NodeLieError || error instanceof DecodeError)) throw error;
      const now = performance.now();
      this.backlog = [];
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
    reload: () => undefined,
    wake: () => undefined,
    close: async () => undefined,
    async step() {
      if (!isCleared) await ledger.clear();
      isCleared = true;
    },
  };
}
