/**
 * The indexer's view of a chain's unconfirmed transactions, as it is in every family: which there are, and one operation
 * that brings the tables to where the node's mempool is, between two blocks. The transaction that writes a block takes
 * its transactions out. So none is ever shown twice or not at all.
 */

import type { Chain, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { inTransaction } from '../../database-transaction.js';
import { codeOf } from '../../store-error.js';
import { mempoolTables } from '../../tables/chain-tables.js';
import { isNewestState, NEWEST_STATE } from '../../tables/sync-tables.js';
import { DROPPED } from '../../tx-key.js';
import { dropUnlisted, effectsOf, firstFreeId, forgetPending } from './pending-statements.js';

export interface MempoolChange<Transaction> {
  readonly added: readonly Transaction[];
  /** Ids of all transactions in the node's mempool, as far as that is known. */
  readonly listed: ReadonlySet<string>;
  /** Display form; those that a block has taken meanwhile, and those that are not there, are left alone. */
  readonly removed: readonly string[];
  /** Transactions in the node's mempool. */
  readonly nodeCount: number;
  /** The least fee that the node's full mempool takes, base units for 1,000 virtual bytes; null where it does not say. */
  readonly leastFeeRate?: number | null;
  /** How many of those the tables have already. */
  readonly kept: number;
}

/** Transactions of `added` that were not written, ids in display form. */
export interface LeftOut {
  /** Transactions that spend an unknown output, and those that spend from them, are left out. All may be tried again. */
  readonly unresolved: readonly string[];
  /** Ids of transactions that cannot be true, or the database refuses it. */
  readonly refused: readonly string[];
}

export interface MempoolLedger<Transaction> {
  /** Transaction ids, display form, of all unconfirmed transactions in the tables. */
  pending(): Promise<Set<string>>;
  /** Drops stored transactions that conflict with an added one, and what depends on them. @returns those not written */
  apply(change: MempoolChange<Transaction>): Promise<LeftOut>;
  /**
   * Says that unconfirmed transactions are not followed now: nothing of them is shown. The rows stay, since nobody else
   * knows when a transaction was first seen; the next change compares them with the node.
   */
  suspend(): Promise<void>;
  /** The same for good: what the tables hold of them is removed. */
  clear(): Promise<void>;
}

/** Mined and dropped ones keep rows this long, for clients that are paging; and so many blocks at least. */
const KEEP_SECONDS = 6 * 3600;
const KEEP_BLOCKS = 12;
/** A look that found no change is written after so long. It counts for minutes. */
const REPEAT_SECONDS = 30;
const FORGET_EVERY_MS = 10 * 60_000;
/** Removed in one statement. */
const REMOVED_AT_ONCE = 10_000;
/** Most dropped ones that are kept: a node that lost its mempool has not dropped anything. */
const MOST_DROPPED = 50_000;

/** Count of transactions written, beside those that were not. */
export type Written = LeftOut & { readonly written: number };

export abstract class PendingTables<Transaction extends { readonly txid: string; readonly firstSeen: number }>
  implements MempoolLedger<Transaction>
{
  protected readonly session: Session;
  protected readonly chain: Chain;
  /** Above all that this run has given, also to what was removed since. */
  protected nextId = 0;
  private forgotMs = Date.now();

  constructor(session: Session, chain: Chain) {
    this.session = session;
    this.chain = chain;
  }

  /** Writes new transactions, with ids from {@link nextId} on, in the caller's transaction; drops what conflicts. */
  protected abstract write(fresh: readonly Transaction[], listed: ReadonlySet<string>): Promise<Written>;

  async pending(): Promise<Set<string>> {
    const { session, chain } = this;
    const { rows } = await session.query<[txid: string]>({
      rowMode: 'array',
      text: `SELECT encode(txid, 'hex') FROM ${chain.code}.mempool_transactions WHERE tx_key IS NULL`,
    });
    return new Set(rows.map(([txid]) => txid));
  }

  async apply(change: MempoolChange<Transaction>): Promise<LeftOut> {
    try {
      return await this.applyAtOnce(change);
    } catch (error) {
      if (change.added.length === 0 || !isOfData(error)) throw error;
      return this.applyInHalves(change);
    }
  }

  /** One that PostgreSQL refuses must not keep the others away, nor stop the chain. */
  private async applyInHalves(change: MempoolChange<Transaction>): Promise<LeftOut> {
    const { added } = change;
    if (added.length === 1) {
      await this.applyAtOnce({ ...change, added: [] });
      return { unresolved: [], refused: [added[0]!.txid] };
    }
    const middle = added.length >> 1;
    const first = await this.apply({ ...change, added: added.slice(0, middle) });
    const written = middle - first.unresolved.length - first.refused.length;
    const rest = { removed: [], kept: change.kept + written, added: added.slice(middle) };
    const second = await this.apply({ ...change, ...rest });
    return {
      unresolved: [...first.unresolved, ...second.unresolved],
      refused: [...first.refused, ...second.refused],
    };
  }

  private async applyAtOnce(change: MempoolChange<Transaction>): Promise<LeftOut> {
    const { added, removed, listed, nodeCount, kept, leastFeeRate = null } = change;
    const { session, chain } = this;
    this.nextId = Math.max(this.nextId, await firstFreeId(session, chain.code));
    const { written, ...leftOut } = await inTransaction(session, async () => {
      // Added first: they tell what took the place of those that are removed.
      const outcome = await this.write(await this.unknown(added), listed);
      for (let at = 0; at < removed.length; at += REMOVED_AT_ONCE) {
        const part = removed.slice(at, at + REMOVED_AT_ONCE);
        if (at >= MOST_DROPPED) await forgetPending(session, chain.code, part);
        else this.nextId += await dropUnlisted(session, chain.code, part, { firstId: this.nextId, leastFeeRate });
      }
      const isTimeToForget = Date.now() - this.forgotMs > FORGET_EVERY_MS;
      if (isTimeToForget) await this.forgetOld();
      const isChanged = removed.length > 0 || outcome.written > 0 || isTimeToForget;
      await reportMempool(session, chain.code, { nodeCount, indexed: kept + outcome.written, isChanged });
      return outcome;
    });
    return leftOut;
  }

  async suspend(): Promise<void> {
    const { session, chain } = this;
    await session.query(
      `UPDATE ${chain.code}.sync_state
       SET mempool_at = NULL, mempool_node = NULL, mempool_indexed = NULL, content_version = content_version + 1,
         revision = revision + 1
       WHERE ${isNewestState(chain.code)}`,
    );
  }

  async clear(): Promise<void> {
    const { session, chain } = this;
    await inTransaction(session, async () => {
      for (const table of mempoolTables(chain.code)) await session.query(`DELETE FROM ${chain.code}.${table}`);
      await this.suspend();
    });
  }

  /** Leaves out what a block took meanwhile. One that was dropped and is there again was first seen when it was. */
  private async unknown(added: readonly Transaction[]): Promise<Transaction[]> {
    if (added.length === 0) return [];
    const { session, chain } = this;
    const { rows } = await session.query<[n: string, droppedSeen: string | null]>({
      name: `known_pending_${chain.code}`,
      rowMode: 'array',
      text: `
        SELECT a.n - 1, CASE WHEN m.tx_key = ${DROPPED} AND NOT t.is_mined THEN m.first_seen END
        FROM unnest($1::bytea[]) WITH ORDINALITY AS a(txid, n)
        LEFT JOIN LATERAL (
          SELECT tx_key, first_seen FROM ${chain.code}.mempool_transactions WHERE txid = a.txid LIMIT 1) m ON true
        CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM ${chain.code}.transactions WHERE txid = a.txid) AS is_mined) t
        WHERE m.first_seen IS NOT NULL OR t.is_mined`,
      values: [added.map(({ txid }) => Buffer.from(txid, 'hex'))],
    });
    const known = new Map(rows.map(([n, seen]) => [Number(n), seen]));
    return added.flatMap((transaction, index) => {
      const seen = known.get(index);
      if (seen === undefined) return [transaction];
      return seen === null ? [] : [{ ...transaction, firstSeen: Number(seen) }];
    });
  }

  private async forgetOld(): Promise<void> {
    const { session, chain } = this;
    const blocks = Math.max(KEEP_BLOCKS, Math.ceil(KEEP_SECONDS / chain.blockSeconds));
    await session.query(
      `WITH gone AS (
         DELETE FROM ${chain.code}.mempool_transactions
         WHERE tx_key >= 0 AND tx_key >> 20 < (SELECT height FROM ${chain.code}.sync_state ${NEWEST_STATE}) - $1::integer
            OR tx_key = ${DROPPED} AND (dropped_at < extract(epoch FROM now()) - ${KEEP_SECONDS} OR id <= (
              SELECT id FROM ${chain.code}.mempool_transactions WHERE tx_key = ${DROPPED}
              ORDER BY id DESC OFFSET ${MOST_DROPPED} LIMIT 1))
         RETURNING id),
       ${effectsOf(chain.code)}`,
      [blocks],
    );
    this.forgotMs = Date.now();
  }
}

interface MempoolReport {
  readonly nodeCount: number;
  readonly indexed: number;
  /** Whether unconfirmed transactions came or went. */
  readonly isChanged: boolean;
}

async function reportMempool(
  session: Session,
  chain: ChainCode,
  { nodeCount, indexed, isChanged }: MempoolReport,
): Promise<void> {
  await session.query({
    name: `report_mempool_${chain}`,
    text: `UPDATE ${chain}.sync_state SET mempool_at = now(), mempool_node = $1, mempool_indexed = $2,
             content_version = content_version + $3::boolean::integer, revision = revision + 1
           WHERE ${isNewestState(chain)} AND ($3 OR mempool_at IS NULL OR mempool_at < now() - interval '${REPEAT_SECONDS} seconds'
             OR mempool_node IS DISTINCT FROM $1 OR mempool_indexed IS DISTINCT FROM $2)`,
    values: [nodeCount, indexed, isChanged],
  });
}

/**
 * Whether PostgreSQL refuses the values: data exceptions, violated constraints, exceeded limits (PostgreSQL manual,
 * appendix "Error Codes", classes 22, 23 and 54). RangeError is what Node says of such values.
 */
function isOfData(error: unknown): boolean {
  return error instanceof RangeError || /^(22|23|54)/.test(codeOf(error));
}
