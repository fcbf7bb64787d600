import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import type { ChainState } from '../chain-state.js';
import type { PageRequest } from '../history-part.js';
import { type Extent, type HistoryRow, historyRow } from '../history-row.js';
import type { TransactionColumns } from '../transaction-columns.js';
import { type HistoryKind, walkHistory } from '../walk-history.js';
import { utxoHistorySql } from './utxo-history-sql.js';

/**
 * Where a walk through a history of Bitcoin or a fork goes on, as in {@link WalkPosition}. `seq` counts an address's
 * confirmed transactions from 1, the oldest.
 */
export interface HistoryPosition {
  readonly seq: number;
  readonly pendingId: number | null;
}

/** Which page of a history to read. */
export interface UtxoHistoryPage extends PageRequest {
  readonly from: HistoryPosition | null;
}

export interface History extends Extent {
  readonly state: ChainState;
  /** In the order asked for. Where transactions are looked at one by one, a page may have fewer and be followed by others. */
  readonly rows: readonly HistoryRow[];
  /** Null when nothing follows. */
  readonly next: HistoryPosition | null;
}

const KIND: HistoryKind<TransactionColumns, HistoryRow> = {
  ...{ sql: utxoHistorySql, row: historyRow, hasAssets: false, keyOf: null },
};

/** @returns null when the chain has no row in sync_state; `rows` is empty while its first sync is under way */
export async function readUtxoHistory(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  { from, ...page }: UtxoHistoryPage,
): Promise<History | null> {
  const place = from && { place: from.seq, pendingId: from.pendingId };
  const found = await walkHistory(db, chain, KIND, addressKey, { ...page, from: place });
  if (!found) return null;
  const { state, total, offset, rows, next } = found;
  return { state, total, offset, rows, next: next && { seq: next.place, pendingId: next.pendingId } };
}
