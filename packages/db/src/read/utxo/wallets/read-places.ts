import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';
import { type ChainState, queryState, withState } from '../../chain-state.js';
import {
  CONFIRMED_PLACE,
  PENDING_PLACE,
  type PlaceColumns,
  type TransactionPlace,
  transactionPlace,
} from './place-columns.js';

interface Places {
  readonly state: ChainState;
  /** In the order of the txids; null for each that neither a block nor the mempool has. */
  readonly places: readonly (TransactionPlace | null)[];
}

/** Parameter: $1 txids. Of several with the same txid (BIP30) the newest counts. */
function placesStatement(chain: ChainCode): string {
  return `${withState(chain)}
  SELECT (SELECT json FROM state) AS state, (
    SELECT json_agg(found.json ORDER BY a.n)
    FROM unnest($1::bytea[]) WITH ORDINALITY AS a(txid, n)
    CROSS JOIN LATERAL (SELECT coalesce((
      SELECT ${CONFIRMED_PLACE} FROM (
        SELECT * FROM (
          SELECT * FROM ${chain}.transactions WHERE (SELECT live FROM state) AND txid = a.txid OFFSET 0) same
        ORDER BY tx_key DESC LIMIT 1) t
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b
    ), (
      SELECT ${PENDING_PLACE} FROM ${chain}.mempool_transactions t
      WHERE (SELECT followed FROM state) AND txid = a.txid AND tx_key IS NULL LIMIT 1)) AS json) found) AS places`;
}

/**
 * @param txids 32 bytes each in display order
 * @returns null when the chain has no row in sync_state; no places while its first sync is under way
 */
export async function readPlaces(db: Queryable, chain: ChainCode, txids: readonly Buffer[]): Promise<Places | null> {
  type Row = { places: (PlaceColumns | null)[] | null };
  const row = await queryState<Row>(db, 'places', chain, placesStatement, [txids]);
  return row && { ...row, places: (row.places ?? []).map((columns) => columns && transactionPlace(columns)) };
}
