import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { type ChainState, queryState, withState } from '../chain-state.js';

/** Unconfirmed transactions of a UTXO chain, as far as miners care. Fees are base units, sizes virtual bytes. */
export interface StoredMempool {
  readonly state: ChainState;
  /** Counts by rate of those that neither spend nor are spent by another, in tenths of a base unit a byte. */
  readonly single: readonly (readonly [tenths: number, count: number, vsize: number, fees: number])[];
  readonly related: readonly (readonly [id: number, vsize: number, fee: number])[];
  readonly spends: readonly (readonly [child: number, parent: number])[];
  /** Those of which the fee is not known. */
  readonly unknown: number;
}

/** The whole mempool is read, which takes a second for 300,000. */
function mempoolStatement(chain: ChainCode): string {
  return `${withState(chain)}, pool AS MATERIALIZED (
    SELECT id, txid, vsize, fee FROM ${chain}.mempool_transactions WHERE (SELECT followed FROM state) AND tx_key IS NULL
  ), spends AS MATERIALIZED (
    SELECT DISTINCT s.id AS child, p.id AS parent
    FROM pool p JOIN ${chain}.mempool_spends s ON s.txid = p.txid JOIN pool c ON c.id = s.id
  ), related AS MATERIALIZED (
    SELECT child AS id FROM spends UNION SELECT parent FROM spends
  ), known AS MATERIALIZED (
    SELECT id, vsize, fee, id IN (SELECT id FROM related) AS is_related FROM pool WHERE fee IS NOT NULL AND vsize > 0
  )
  SELECT (SELECT json FROM state) AS state,
    coalesce((SELECT json_agg(json_build_array(tenths, count, vsize, fees)) FROM (
      SELECT floor(fee * 10 / vsize) AS tenths, count(*) AS count, sum(vsize) AS vsize, sum(fee) AS fees
      FROM known WHERE NOT is_related GROUP BY 1) rates), '[]') AS single,
    coalesce((SELECT json_agg(json_build_array(id, vsize, fee)) FROM known WHERE is_related), '[]') AS related,
    coalesce((SELECT json_agg(json_build_array(child, parent)) FROM spends), '[]') AS spends,
    (SELECT count(*) FROM pool WHERE fee IS NULL OR vsize IS NULL OR vsize = 0)::integer AS unknown`;
}

export function readMempool(db: Queryable, chain: ChainCode): Promise<StoredMempool | null> {
  return queryState<StoredMempool>(db, 'mempool', chain, mempoolStatement);
}
