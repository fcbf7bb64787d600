/** The row of first_sync: where a first sync stands, so that it goes on after it was interrupted. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import type { Stage } from '../../sync-state-table.js';
import type { ShownProgress } from './first-sync.js';

export interface FirstSyncState {
  readonly stage: Stage;
  /** Outputs of transactions below this tx_key that are unspent are in unspent_outputs. */
  readonly unspentTo: number;
  /** Buckets below this one are sorted. */
  readonly sortedTo: number;
  /** Account chains: transfers of transactions below this tx_key are staged for token_balances, or in token_history; null where none is. */
  readonly touchedTo: number | null;
  readonly transactions: number;
  readonly events: number;
}

/** @returns null when no first sync is under way */
export async function readFirstSync(session: Session, chain: ChainCode): Promise<FirstSyncState | null> {
  const { rows } = await session.query<
    Record<keyof FirstSyncState, string> & { stage: Stage; touchedTo: string | null }
  >(
    `SELECT stage, unspent_to AS "unspentTo", sorted_to AS "sortedTo", touched_to AS "touchedTo", transactions, events FROM ${chain}.first_sync`,
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    stage: row.stage,
    unspentTo: Number(row.unspentTo),
    sortedTo: Number(row.sortedTo),
    touchedTo: row.touchedTo === null ? null : Number(row.touchedTo),
    transactions: Number(row.transactions),
    events: Number(row.events),
  };
}

/** Moves on within the caller's transaction. */
export async function moveFirstSync(session: Session, chain: ChainCode, to: Partial<FirstSyncState>): Promise<void> {
  await session.query({
    name: `move_first_sync_${chain}`,
    text: `UPDATE ${chain}.first_sync SET stage = coalesce($1, stage), unspent_to = coalesce($2, unspent_to), sorted_to = coalesce($3, sorted_to),
             transactions = coalesce($4, transactions), events = coalesce($5, events), touched_to = coalesce($6, touched_to)`,
    values: [to.stage, to.unspentTo, to.sortedTo, to.transactions, to.events, to.touchedTo],
  });
}

/** @returns what sync_state says of how much is done */
export async function readShown(session: Session, chain: ChainCode): Promise<ShownProgress> {
  const { rows } = await session.query<ShownProgress>(
    `SELECT share, node_height AS "nodeHeight" FROM ${chain}.sync_state`,
  );
  return rows[0] ?? { share: null, nodeHeight: null };
}
