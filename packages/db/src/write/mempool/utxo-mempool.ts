/** The unconfirmed transactions of a UTXO chain, written by the owner of the chain between two blocks. */
import type { ChainCode, UtxoChain } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { copyInto } from '../copy.js';
import { inTransaction } from '../transaction.js';
import type { MempoolChange, MempoolLedger } from './mempool-ledger.js';
import { PENDING_TARGETS, PendingRows } from './pending-rows.js';
import { type AskNode, type PendingTransaction, resolveInputs } from './resolve-inputs.js';

/** Transactions that a block took keep their rows this long, for clients that are paging; and so many blocks at least. */
const KEEP_SECONDS = 6 * 3600;
const KEEP_BLOCKS = 12;
const FORGET_EVERY_MS = 10 * 60_000;
/** Removed in one statement. */
const REMOVED_AT_ONCE = 10_000;
const CLOCK_UNITS_PER_MS = 1000;

export interface UtxoMempoolOptions {
  readonly session: Session;
  readonly chain: UtxoChain;
  /** Height of the first indexed block; above 0, inputs may spend outputs that our rows do not have. */
  readonly historyFrom: number;
  readonly askNode: AskNode;
}

export function openUtxoMempool(options: UtxoMempoolOptions): MempoolLedger<PendingTransaction> {
  return new UtxoMempool(options);
}

class UtxoMempool implements MempoolLedger<PendingTransaction> {
  private readonly options: UtxoMempoolOptions;
  private nextId: number | null = null;
  private forgotMs = Date.now();

  constructor(options: UtxoMempoolOptions) {
    this.options = options;
  }

  async pending(): Promise<Set<string>> {
    const { session, chain } = this.options;
    const { rows } = await session.query<[txid: string]>({
      rowMode: 'array',
      text: `SELECT encode(txid, 'hex') FROM mempool_transactions_${chain.code} WHERE tx_key IS NULL`,
    });
    return new Set(rows.map(([txid]) => txid));
  }

  async apply({ added, removed, nodeCount, kept }: MempoolChange<PendingTransaction>): Promise<string[]> {
    const { session, chain, historyFrom, askNode } = this.options;
    const firstId = await this.firstFreeId();
    const { written, unresolved } = await inTransaction(session, async () => {
      for (let at = 0; at < removed.length; at += REMOVED_AT_ONCE) {
        await removePending(session, chain.code, removed.slice(at, at + REMOVED_AT_ONCE));
      }
      const outcome = await this.write(firstId, added, historyFrom > 0 ? askNode : null);
      if (Date.now() - this.forgotMs > FORGET_EVERY_MS) await this.forgetOld();
      await reportMempool(session, chain.code, nodeCount, kept + outcome.written);
      return outcome;
    });
    this.nextId = firstId + written;
    return unresolved;
  }

  async suspend(): Promise<void> {
    const { session, chain } = this.options;
    await inTransaction(session, async () => {
      for (const table of Object.keys(PENDING_TARGETS)) await session.query(`DELETE FROM ${table}_${chain.code}`);
      await session.query(
        'UPDATE sync_state SET mempool_at = NULL, mempool_node = NULL, mempool_indexed = NULL WHERE chain = $1',
        [chain.code],
      );
    });
  }

  private async write(
    firstId: number,
    added: readonly PendingTransaction[],
    askNode: AskNode | null,
  ): Promise<{ written: number; unresolved: string[] }> {
    const { session, chain, historyFrom } = this.options;
    const fresh = await this.unknown(added);
    const spent = await resolveInputs(session, chain, fresh, askNode);
    const rows = new PendingRows(chain);
    const unresolved: string[] = [];
    let written = 0;
    for (const [index, transaction] of fresh.entries()) {
      // With the whole history, an output that is not there to be spent shows that we and the node are not at one yet.
      if (historyFrom === 0 && spent[index]!.includes(null)) unresolved.push(transaction.txid);
      else rows.add(firstId + written++, transaction, spent[index]!);
    }
    for (const table of Object.keys(PENDING_TARGETS) as (keyof typeof PENDING_TARGETS)[]) {
      await copyInto(session, `${table}_${chain.code} ${PENDING_TARGETS[table]}`, rows[table]);
    }
    return { written, unresolved };
  }

  /** Leaves out what is stored: transactions that a block took while they were fetched, or that came back from one. */
  private async unknown(added: readonly PendingTransaction[]): Promise<PendingTransaction[]> {
    if (added.length === 0) return [];
    const { session, chain } = this.options;
    const { rows } = await session.query<[n: string]>({
      name: `known_pending_${chain.code}`,
      rowMode: 'array',
      text: `
        SELECT a.n - 1 FROM unnest($1::bytea[]) WITH ORDINALITY AS a(txid, n)
        WHERE EXISTS (SELECT FROM mempool_transactions_${chain.code} m WHERE m.txid = a.txid)
           OR EXISTS (SELECT FROM transactions_${chain.code} t WHERE t.txid = a.txid)`,
      values: [added.map(({ txid }) => Buffer.from(txid, 'hex'))],
    });
    const known = new Set(rows.map(([n]) => Number(n)));
    return added.filter((_, index) => !known.has(index));
  }

  /**
   * Ids come from the clock, so that they rise also across restarts, where those of removed transactions are not known
   * any more. A clock that was set back does not make them fall.
   */
  private async firstFreeId(): Promise<number> {
    if (this.nextId === null) {
      const { session, chain } = this.options;
      const { rows } = await session.query<{ last: string | null }>(
        `SELECT max(id) AS last FROM mempool_transactions_${chain.code}`,
      );
      this.nextId = Number(rows[0]?.last ?? 0) + 1;
    }
    return Math.max(this.nextId, Date.now() * CLOCK_UNITS_PER_MS);
  }

  private async forgetOld(): Promise<void> {
    const { session, chain } = this.options;
    const blocks = Math.max(KEEP_BLOCKS, Math.ceil(KEEP_SECONDS / chain.blockSeconds));
    await session.query(
      `WITH gone AS (
         DELETE FROM mempool_transactions_${chain.code}
         WHERE tx_key >> 20 < (SELECT height FROM sync_state WHERE chain = '${chain.code}') - $1::integer RETURNING id),
       effects AS (DELETE FROM mempool_address_transactions_${chain.code} e USING gone WHERE e.id = gone.id)
       DELETE FROM mempool_spends_${chain.code} s USING gone WHERE s.id = gone.id`,
      [blocks],
    );
    this.forgotMs = Date.now();
  }
}

async function removePending(session: Session, chain: ChainCode, txids: readonly string[]): Promise<void> {
  await session.query({
    name: `remove_pending_${chain}`,
    text: `
      WITH gone AS (
        DELETE FROM mempool_transactions_${chain} WHERE txid = ANY ($1::bytea[]) AND tx_key IS NULL RETURNING id),
      effects AS (DELETE FROM mempool_address_transactions_${chain} e USING gone WHERE e.id = gone.id)
      DELETE FROM mempool_spends_${chain} s USING gone WHERE s.id = gone.id`,
    values: [txids.map((txid) => Buffer.from(txid, 'hex'))],
  });
}

async function reportMempool(session: Session, chain: ChainCode, nodeCount: number, indexed: number): Promise<void> {
  await session.query({
    name: `report_mempool_${chain}`,
    text: `UPDATE sync_state SET mempool_at = now(), mempool_node = $1, mempool_indexed = $2 WHERE chain = '${chain}'`,
    values: [nodeCount, indexed],
  });
}
