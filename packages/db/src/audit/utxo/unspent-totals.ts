/** The set of unspent outputs, counted on one snapshot and brought back to the block that the node was asked about. */
import type { BlockRef, ChainCode, UtxoNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { tableBytes } from '../../tables/chain-tables.js';
import { txKey } from '../../tx-key.js';
import { onlyRow } from '../audit-session.js';

/** Pages of 8 KiB that one statement reads. */
const PAGES = 8_192;

/** Outputs that no one can ever spend (bitcoin CScript::IsUnspendable); a key means that there is an address. */
export const UNSPENDABLE = `(o.key IS NULL AND (substr(o.script, 1, 1) = '\\x6a' OR octet_length(o.script) > 10000) IS TRUE)`;
export const OUTPUTS = `unnest(t.output_values, t.output_keys, t.output_scripts) AS o(value, key, script)`;

/** Amounts in base units. */
export interface UnspentTotals {
  readonly count: bigint;
  readonly total: bigint;
  /** Outputs among them that lie on scripts without an address. */
  readonly unaddressedCount: bigint;
  readonly unaddressedTotal: bigint;
}

interface TotalsRow {
  readonly count: string;
  readonly total: string;
  readonly unaddressed_count: string;
  readonly unaddressed_total: string;
}

/** Counts the table in short statements, within the caller's snapshot. @param between told the part that is read */
export async function countUnspent(
  session: Session,
  chain: ChainCode,
  between: (share: number) => Promise<void>,
): Promise<UnspentTotals> {
  const { pages } = await onlyRow<{ pages: number }>(
    session,
    `SELECT (${tableBytes(`${chain}.unspent_outputs`)} / current_setting('block_size')::integer)::integer AS pages`,
  );
  let sums: UnspentTotals = { count: 0n, total: 0n, unaddressedCount: 0n, unaddressedTotal: 0n };
  for (let page = 0; page < pages; page += PAGES) {
    const row = await onlyRow<TotalsRow>(
      session,
      `SELECT count(*) AS count, coalesce(sum(value), 0)::text AS total,
         count(*) FILTER (WHERE address_key IS NULL) AS unaddressed_count,
         coalesce(sum(value) FILTER (WHERE address_key IS NULL), 0)::text AS unaddressed_total
       FROM ${chain}.unspent_outputs WHERE ctid >= $1::tid AND ctid < $2::tid`,
      [`(${page},0)`, `(${page + PAGES},0)`],
    );
    sums = {
      count: sums.count + BigInt(row.count),
      total: sums.total + BigInt(row.total),
      unaddressedCount: sums.unaddressedCount + BigInt(row.unaddressed_count),
      unaddressedTotal: sums.unaddressedTotal + BigInt(row.unaddressed_total),
    };
    await between(Math.min(1, (page + PAGES) / pages));
  }
  return sums;
}

export interface Movement {
  readonly madeCount: bigint;
  readonly madeTotal: bigint;
  readonly spentCount: bigint;
  readonly spentTotal: bigint;
}

/** Outputs that blocks above `height` made (spendable ones only) and spent, within the caller's snapshot. */
export async function readMovementAbove(
  session: Session,
  chain: ChainCode,
  network: UtxoNetwork,
  height: number,
): Promise<Movement> {
  const row = await onlyRow<{ made_count: string; made_total: string; spent_count: string; spent_total: string }>(
    session,
    `WITH made AS (
       SELECT count(*) AS count, coalesce(sum(o.value), 0) AS total
       FROM ${chain}.transactions t CROSS JOIN LATERAL ${OUTPUTS}
       WHERE t.tx_key >= $1 AND NOT ${UNSPENDABLE} AND t.tx_key <> ALL ($2::bigint[])),
     spent AS (
       SELECT count(*) AS count, coalesce(sum(p.output_values[i.vout + 1]), 0) AS total
       FROM ${chain}.transactions t CROSS JOIN LATERAL unnest(t.input_tx_keys, t.input_vouts) AS i(tx_key, vout)
       LEFT JOIN ${chain}.transactions p ON p.tx_key = i.tx_key
       WHERE t.tx_key >= $1)
     SELECT made.count AS made_count, made.total::text AS made_total, spent.count AS spent_count, spent.total::text AS spent_total
     FROM made, spent`,
    [txKey(height + 1, 0), unspendableKeys(network)],
  );
  return {
    madeCount: BigInt(row.made_count),
    madeTotal: BigInt(row.made_total),
    spentCount: BigInt(row.spent_count),
    spentTotal: BigInt(row.spent_total),
  };
}

/** tx_keys of the coinbases whose outputs never entered the set. */
export function unspendableKeys(network: UtxoNetwork): number[] {
  return network.unspendableCoinbases.map((height) => txKey(height, 0));
}

/** Where the index stands within the caller's snapshot, and its block at `height`. */
export async function readPlace(
  session: Session,
  chain: ChainCode,
  height: number,
): Promise<{ readonly cursor: BlockRef | null; readonly hash: string | null }> {
  const row = await onlyRow<{ height: number | null; cursor: string | null; hash: string | null }>(
    session,
    `SELECT s.height, encode(s.hash, 'hex') AS cursor, encode(b.hash, 'hex') AS hash
     FROM ${chain}.sync_state s LEFT JOIN ${chain}.blocks b ON b.height = $1 AND b.height <= s.height`,
    [height],
  );
  return {
    cursor: row.height === null || row.cursor === null ? null : { height: row.height, hash: row.cursor },
    hash: row.hash,
  };
}
