import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import type { ChainState } from '../chain-state.js';
import { directionSql } from '../direction-sql.js';
import type { Extent, PageRequest } from '../history-part.js';
import { endOf, type HistorySql, MOST_HITS, PART } from '../history-statement.js';
import { type HistoryKind, walkHistory } from '../walk-history.js';
import { type UtxoHistoryRow, type UtxoTransactionColumns, utxoHistoryRow } from './utxo-transaction-columns.js';
import { confirmedUtxoJson, listedUtxoWeight, pendingUtxoJson, READ_ARRAYS } from './utxo-transaction-json.js';

/** Where a walk goes on, as in {@link WalkPosition}. `seq` counts an address's confirmed transactions from 1. */
export interface UtxoHistoryPosition {
  readonly seq: number;
  readonly pendingId: number | null;
}

/** Which page of a history to read. */
export interface UtxoHistoryPage extends PageRequest {
  readonly from: UtxoHistoryPosition | null;
}

export interface UtxoHistory extends Extent {
  readonly state: ChainState;
  /** In the order asked for. Where transactions are looked at one by one, a page may have fewer and be followed by others. */
  readonly rows: readonly UtxoHistoryRow[];
  /** Null when nothing follows. */
  readonly next: UtxoHistoryPosition | null;
}

/** Histories of Bitcoin and its forks. There is one asset. */
export function utxoHistorySql(chain: ChainCode): HistorySql {
  return {
    ...{ queries: '', columns: '', join: '', isByKey: false },
    head: () => 'NULL::json',
    weight: { confirmed: () => listedUtxoWeight(), pending: () => listedUtxoWeight(READ_ARRAYS.pending) },
    confirmed: (limit, compact) =>
      confirmedUtxoJson(chain, { key: '$1', limit, spent: '(t.gained - t.delta)', compact }),
    pending: (limit, compact) => pendingUtxoJson(chain, { key: '$1', limit, spent: '(c.gained - c.delta)', compact }),
    hits: `hits AS MATERIALIZED (
    SELECT * FROM (SELECT * FROM candidates ORDER BY n OFFSET 0) c
    WHERE ${PART.direction} IS NULL OR ${PART.direction} = ${directionOf(chain)}
    ORDER BY n LIMIT ${MOST_HITS})`,
    end: endOf('candidates'),
  };
}

/** Direction of row `c` of `candidates`. An address that receives, and gains nothing, has spent something. */
function directionOf(chain: ChainCode): string {
  const lookUp = (table: string, which: string): string => `(SELECT fee FROM ${chain}.${table} WHERE ${which} LIMIT 1)`;
  const fee = `CASE WHEN c.tx_key IS NULL
        THEN ${lookUp('mempool_transactions', 'id = c.id')} ELSE ${lookUp('transactions', 'tx_key = c.tx_key')} END`;
  return directionSql({ delta: 'c.delta', fee, toItself: 'c.gained > 0' });
}

const KIND: HistoryKind<UtxoTransactionColumns, UtxoHistoryRow> = {
  ...{ sql: utxoHistorySql, row: utxoHistoryRow, hasAssets: false, keyOf: null },
};

/** @returns null when the chain has no row in sync_state; `rows` is empty while its first sync is under way */
export async function readUtxoHistory(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  { from, ...page }: UtxoHistoryPage,
): Promise<UtxoHistory | null> {
  const place = from && { place: from.seq, pendingId: from.pendingId };
  const found = await walkHistory(db, chain, KIND, addressKey, { ...page, from: place });
  if (!found) return null;
  const { state, total, offset, rows, next } = found;
  return { state, total, offset, rows, next: next && { seq: next.place, pendingId: next.pendingId } };
}
