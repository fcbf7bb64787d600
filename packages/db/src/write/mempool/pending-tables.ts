/** The unconfirmed transactions of a chain, written by its owner between two blocks: what is alike in every family. */
import type { Chain, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { mempoolTables } from '../chain-tables.js';
import { inTransaction } from '../transaction.js';
import type { LeftOut, MempoolChange, MempoolLedger } from './mempool-ledger.js';
import { effectsOf, firstFreeId, removePending } from './pending-statements.js';

/**
 * Transactions that a block took keep their rows this long, for clients that are paging; and so many blocks at least.
 */
const KEEP_SECONDS = 6 * 3600;
const KEEP_BLOCKS = 12;
const FORGET_EVERY_MS = 10 * 60_000;
/** Removed in one statement. */
const REMOVED_AT_ONCE = 10_000;

/** What was written, beside what was not. */
export type Written = LeftOut & { readonly written: number };

export abstract class PendingTables<Transaction extends { readonly txid: string }>
  implements MempoolLedger<Transaction>
{
  protected readonly session: Session;
  protected readonly chain: Chain;
  /** Above all that this run has given, also to what was removed since. */
  private nextId = 0;
  private forgotMs = Date.now();

  constructor(session: Session, chain: Chain) {
    this.session = session;
    this.chain = chain;
  }

  /**
   * Writes the rows of transactions that are not stored, with ids from `firstId` on. Removes what cannot be confirmed
   * beside them. Inside the caller's transaction.
   */
  protected abstract write(
    firstId: number,
    fresh: readonly Transaction[],
    listed: ReadonlySet<string>,
  ): Promise<Written>;

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

  private async applyAtOnce({ added, removed, listed, nodeCount, kept }: MempoolChange<Transaction>): Promise<LeftOut> {
    const { session, chain } = this;
    const firstId = Math.max(this.nextId, await firstFreeId(session, chain.code));
    const { written, ...leftOut } = await inTransaction(session, async () => {
      for (let at = 0; at < removed.length; at += REMOVED_AT_ONCE) {
        await removePending(session, chain.code, removed.slice(at, at + REMOVED_AT_ONCE));
      }
      const outcome = await this.write(firstId, await this.unknown(added), listed);
      const isTimeToForget = Date.now() - this.forgotMs > FORGET_EVERY_MS;
      if (isTimeToForget) await this.forgetOld();
      const isChanged = removed.length > 0 || outcome.written > 0 || isTimeToForget;
      await reportMempool(session, chain.code, { nodeCount, indexed: kept + outcome.written, isChanged });
      return outcome;
    });
    this.nextId = firstId + written;
    return leftOut;
  }

  async suspend(): Promise<void> {
    const { session, chain } = this;
    await session.query(
      `UPDATE ${chain.code}.sync_state
       SET mempool_at = NULL, mempool_node = NULL, mempool_indexed = NULL, content_version = content_version + 1`,
    );
  }

  async clear(): Promise<void> {
    const { session, chain } = this;
    await inTransaction(session, async () => {
      for (const table of mempoolTables(chain.code)) await session.query(`DELETE FROM ${chain.code}.${table}`);
      await this.suspend();
    });
  }

  /** Leaves out what is stored: transactions that a block took while they were fetched, or that came back from one. */
  private async unknown(added: readonly Transaction[]): Promise<Transaction[]> {
    if (added.length === 0) return [];
    const { session, chain } = this;
    const { rows } = await session.query<[n: string]>({
      name: `known_pending_${chain.code}`,
      rowMode: 'array',
      text: `
        SELECT a.n - 1 FROM unnest($1::bytea[]) WITH ORDINALITY AS a(txid, n)
        WHERE EXISTS (SELECT FROM ${chain.code}.mempool_transactions m WHERE m.txid = a.txid)
           OR EXISTS (SELECT FROM ${chain.code}.transactions t WHERE t.txid = a.txid)`,
      values: [added.map(({ txid }) => Buffer.from(txid, 'hex'))],
    });
    const known = new Set(rows.map(([n]) => Number(n)));
    return added.filter((_, index) => !known.has(index));
  }

  private async forgetOld(): Promise<void> {
    const { session, chain } = this;
    const blocks = Math.max(KEEP_BLOCKS, Math.ceil(KEEP_SECONDS / chain.blockSeconds));
    await session.query(
      `WITH gone AS (
         DELETE FROM ${chain.code}.mempool_transactions
         WHERE tx_key >> 20 < (SELECT height FROM ${chain.code}.sync_state) - $1::integer RETURNING id),
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
             content_version = content_version + $3::boolean::integer`,
    values: [nodeCount, indexed, isChanged],
  });
}

/**
 * Whether PostgreSQL refuses the values: data exceptions, violated constraints, exceeded limits (PostgreSQL manual,
 * appendix "Error Codes", classes 22, 23 and 54). RangeError is what Node says of such values.
 */
function isOfData(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  return error instanceof Error && 'code' in error && /^(22|23|54)/.test(String(error.code));
}
