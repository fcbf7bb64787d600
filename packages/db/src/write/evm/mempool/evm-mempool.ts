/** The unconfirmed transactions of an EVM chain: what each would move, and which replaces which. */
import type { Chain } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { copyInto } from '../../copy.js';
import { dropLost, removeDropped } from '../../mempool/pending-statements.js';
import { type MempoolLedger, PendingTables, type Written } from '../../mempool/pending-tables.js';
import { type EvmMempoolTransaction, PENDING_TARGETS, pendingEffectRows, pendingRows } from './pending-evm-rows.js';

export function openEvmMempool(session: Session, chain: Chain): MempoolLedger<EvmMempoolTransaction> {
  return new EvmMempool(session, chain);
}

class EvmMempool extends PendingTables<EvmMempoolTransaction> {
  protected async write(fresh: readonly EvmMempoolTransaction[]): Promise<Written> {
    const { session, chain } = this;
    const { taken, others } = oneOfEachNonce(fresh);
    await removeDropped(
      this.session,
      this.chain.code,
      taken.map(({ txid }) => txid),
    );
    this.nextId += await this.dropReplaced(taken);
    const rows = {
      mempool_transactions: pendingRows(this.nextId, taken),
      mempool_address_transactions: pendingEffectRows(this.nextId, taken),
    };
    this.nextId += taken.length;
    for (const table of Object.keys(rows) as (keyof typeof rows)[]) {
      await copyInto(session, `${chain.code}.${table} ${PENDING_TARGETS[table]}`, rows[table]);
    }
    return { written: taken.length, unresolved: others, refused: [] };
  }

  /** A transaction of the same sender and number takes the place of one that waits. */
  private async dropReplaced(taken: readonly EvmMempoolTransaction[]): Promise<number> {
    const { session, chain } = this;
    if (taken.length === 0) return 0;
    const { rows } = await session.query<{ dropped: number }>({
      name: `drop_replaced_${chain.code}`,
      text: `
        WITH lost AS MATERIALIZED (
          SELECT m.id, 'replaced' AS reason, added.txid AS by
          FROM unnest($1::bytea[], $2::bigint[], $3::bytea[]) AS added(sender, nonce, txid)
          JOIN ${chain.code}.mempool_transactions m ON m.from_key = added.sender AND m.nonce = added.nonce
          WHERE m.tx_key IS NULL),
        ${dropLost(chain.code, '$4::bigint')}`,
      values: [
        taken.map(({ from }) => from),
        taken.map(({ nonce }) => nonce),
        taken.map(({ txid }) => Buffer.from(txid, 'hex')),
        this.nextId,
      ],
    });
    return rows[0]!.dropped;
  }
}

/** A list read while one took the place of another may have both: one is taken, and the list is read again soon. */
function oneOfEachNonce(fresh: readonly EvmMempoolTransaction[]): {
  readonly taken: readonly EvmMempoolTransaction[];
  readonly others: readonly string[];
} {
  const places = new Map(fresh.map((each) => [`${each.from.toString('hex')} ${each.nonce}`, each]));
  const taken = [...places.values()];
  const isTaken = new Set(taken);
  return { taken, others: fresh.filter((each) => !isTaken.has(each)).map(({ txid }) => txid) };
}
