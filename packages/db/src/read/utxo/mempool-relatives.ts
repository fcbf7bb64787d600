/** Ancestors and descendants of an unconfirmed transaction: miners look at all of them. */
import type { ChainCode } from '@chaintrail/chains';

/** By policy there are 25 of each, and 25 that each of the latter depends on (bitcoin src/policy/policy.h); other chains have no bound. */
const MOST_FOUND = 1_500;

/** `ancestor` and `descendant`, the transaction being both; `other`: what else descendants depend on. */
export type Kinship = 'ancestor' | 'descendant' | 'other';

/** Fees are base units, sizes virtual bytes; null where not known. Ids are those of `mempool_transactions`. */
export interface MempoolRelatives {
  /** The transaction itself. */
  readonly id: number;
  readonly kinships: readonly (readonly [id: number, kinship: Kinship])[];
  readonly members: readonly (readonly [
    id: number,
    vsize: number | null,
    fee: number | null,
    signalsRbf: boolean | null,
  ])[];
  readonly spends: readonly (readonly [child: number, parent: number])[];
  /** Whether there are more than were looked at. */
  readonly cut: boolean;
}

/** {@link MempoolRelatives} of the row in query `unconfirmed`, as SQL; NULL where there is none, or it is not unconfirmed any more. */
export function relativesJson(chain: ChainCode): string {
  const row = (columns: string, condition: string) =>
    `(SELECT ${columns} FROM ${chain}.mempool_transactions WHERE ${condition} LIMIT 1)`;
  return `(WITH RECURSIVE walk(id, txid, kinship) AS (
      SELECT t.id, t.txid, k.kinship FROM unconfirmed t CROSS JOIN (VALUES ('ancestor'), ('descendant')) AS k(kinship)
      WHERE t.tx_key IS NULL
      UNION
      SELECT n.id, n.txid, n.kinship FROM walk w CROSS JOIN LATERAL (
        SELECT p.id, p.txid, CASE w.kinship WHEN 'descendant' THEN 'other' ELSE w.kinship END AS kinship
        FROM ${row('input_txids', 'id = w.id')} m
        CROSS JOIN LATERAL unnest(m.input_txids) AS i(txid)
        CROSS JOIN LATERAL ${row('id, txid', 'txid = i.txid AND tx_key IS NULL')} p
        UNION ALL
        SELECT c.id, c.txid, w.kinship
        FROM (SELECT id FROM ${chain}.mempool_spends WHERE w.kinship = 'descendant' AND txid = w.txid OFFSET 0) s
        CROSS JOIN LATERAL ${row('id, txid', 'id = s.id AND tx_key IS NULL')} c) n
    ), found AS MATERIALIZED (
      SELECT * FROM walk LIMIT ${MOST_FOUND + 1}
    ), kin AS MATERIALIZED (
      SELECT DISTINCT id, txid FROM found
    )
    SELECT json_build_object('id', t.id,
      'cut', (SELECT count(*) > ${MOST_FOUND} FROM found),
      'kinships', (SELECT json_agg(json_build_array(id, kinship)) FROM found),
      'members', (
        SELECT json_agg(json_build_array(m.id, m.vsize, m.fee, m.signals_rbf))
        FROM kin CROSS JOIN LATERAL ${row('id, vsize, fee, signals_rbf', 'id = kin.id')} m),
      'spends', coalesce((
        SELECT json_agg(DISTINCT ARRAY[kin.id, p.id])
        FROM kin CROSS JOIN LATERAL ${row('input_txids', 'id = kin.id')} m
        CROSS JOIN LATERAL unnest(m.input_txids) AS i(txid) JOIN kin p ON p.txid = i.txid), '[]'))
    FROM unconfirmed t WHERE t.tx_key IS NULL)`;
}
