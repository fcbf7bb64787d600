import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';
import { type ChainState, queryChain, queryState, withState } from '../../chain-state.js';

/** Outputs that paid an address by its own script, and those of them that were spent. Sums are base units in decimal. */
export interface OutputSums {
  readonly fundedCount: number;
  readonly fundedSum: string;
  readonly spentCount: number;
  readonly spentSum: string;
  readonly transactions: number;
}

/** Where the history of an address ends. */
export interface AddressHead {
  readonly state: ChainState;
  /** Confirmed transactions, those that touch a bare key of the address alone included. */
  readonly last: number;
  /** Hex: the block of the transaction with the rank that was asked for; null where there is none. */
  readonly known: string | null;
  readonly received: string;
  readonly balance: string;
  /** Unspent outputs, as far as {@link COUNTED_UNSPENT}. */
  readonly unspent: number;
  /** Sums of unconfirmed transactions, as far as they are known; null while they are not followed. */
  readonly pending: OutputSums | null;
}

/** Entries of an index: some 20 ms. */
export const COUNTED_UNSPENT = 100_000;

/** {@link OutputSums} of a stretch of a history. */
export interface HistorySums extends OutputSums {
  /** Outputs that pay the address's public key itself (P2PK), which has no address in the eyes of most software. */
  readonly bareCount: number;
  /** Hex: the block of the last of them; null where there is none. */
  readonly hash: string | null;
}

/** SQL: the outputs of a transaction, whose arrays are decompressed once, and not for each look at an element of them. */
const OUTPUT_ARRAYS = 'output_keys[1:] AS keys, output_values[1:] AS amounts, output_scripts[1:] AS scripts';

/** Parameters: $1 address key, $2 rank of a transaction whose block is asked for. */
function headStatement(chain: ChainCode): string {
  const made = (table: string): string => `(SELECT output_scripts FROM ${chain}.${table} WHERE txid = i.txid LIMIT 1)`;
  return `${withState(chain)}, head AS MATERIALIZED (
    SELECT seq, tx_key, received, balance FROM ${chain}.address_transactions
    WHERE (SELECT live FROM state) AND address_key = $1 ORDER BY seq DESC LIMIT 1
  ), pending AS MATERIALIZED (
    SELECT funded.*, spent.* FROM ${chain}.mempool_address_transactions a
    CROSS JOIN LATERAL (
      SELECT *, ${OUTPUT_ARRAYS} FROM ${chain}.mempool_transactions WHERE id = a.id LIMIT 1) p
    CROSS JOIN LATERAL (
      SELECT count(*) AS funded_count, coalesce(sum(p.amounts[v + 1]), 0) AS funded_sum
      FROM unnest(a.vouts) AS v WHERE p.scripts[v + 1] IS NULL) funded
    CROSS JOIN LATERAL (
      SELECT count(*) AS spent_count, coalesce(sum(i.value), 0) AS spent_sum
      FROM unnest(p.input_txids, p.input_vouts, p.input_values, p.input_keys) AS i(txid, vout, value, key)
      CROSS JOIN LATERAL (
        SELECT * FROM (${made('transactions')} UNION ALL ${made('mempool_transactions')}) either LIMIT 1) m
      WHERE i.key = $1 AND m.output_scripts[i.vout + 1] IS NULL) spent
    WHERE (SELECT followed FROM state) AND a.address_key = $1 AND a.tx_key IS NULL
  )
  SELECT (SELECT json FROM state) AS state, coalesce((SELECT seq FROM head), 0)::float8 AS last,
    ${blockOf(chain, '$2::bigint')} AS known,
    coalesce((SELECT received FROM head), 0)::text AS received, coalesce((SELECT balance FROM head), 0)::text AS balance,
    (SELECT count(*) FROM (
      SELECT FROM ${chain}.unspent_outputs WHERE (SELECT live FROM state) AND address_key = $1
      LIMIT ${COUNTED_UNSPENT} + 1) counted)::integer AS unspent,
    CASE WHEN (SELECT followed FROM state) THEN (
      SELECT json_build_object('fundedCount', coalesce(sum(funded_count), 0), 'fundedSum', coalesce(sum(funded_sum), 0)::text,
        'spentCount', coalesce(sum(spent_count), 0), 'spentSum', coalesce(sum(spent_sum), 0)::text,
        'transactions', count(*) FILTER (WHERE funded_count + spent_count > 0)) FROM pending) END AS pending`;
}

/** SQL: hash of the block of the transaction with a rank in the history of address $1. */
function blockOf(chain: ChainCode, rank: string): string {
  return `(SELECT encode(b.hash, 'hex')
     FROM (SELECT tx_key FROM ${chain}.address_transactions
       WHERE (SELECT live FROM state) AND address_key = $1 AND seq = ${rank} LIMIT 1) r
     CROSS JOIN LATERAL (SELECT hash FROM ${chain}.blocks WHERE height = (r.tx_key >> 20)::integer LIMIT 1) b)`;
}

/** @param known rank of a transaction whose block is asked for @returns null without a row in sync_state */
export async function readAddressHead(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  known: number,
): Promise<AddressHead | null> {
  return queryState<AddressHead>(db, 'address_head', chain, headStatement, [addressKey, known]);
}

/**
 * Parameters: $1 address key, $2 and $3 the ranks that the stretch lies between, the second one excluded, $4 whether it is looked
 * at what is spent, which takes a look at a transaction for each input.
 */
export function sumsStatement(chain: ChainCode): string {
  return `${withState(chain)}, rows AS MATERIALIZED (
    SELECT funded.*, spent.*
    FROM (
      SELECT tx_key FROM ${chain}.address_transactions
      WHERE (SELECT live FROM state) AND address_key = $1 AND seq >= $2::bigint AND seq < $3::bigint) h
    CROSS JOIN LATERAL (
      SELECT input_tx_keys, input_vouts, ${OUTPUT_ARRAYS}
      FROM ${chain}.transactions WHERE tx_key = h.tx_key LIMIT 1) t
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE t.scripts[n] IS NULL) AS funded_count,
        coalesce(sum(t.amounts[n]) FILTER (WHERE t.scripts[n] IS NULL), 0) AS funded_sum, count(t.scripts[n]) AS bare_count
      FROM unnest(array_positions(t.keys, $1)) AS n) funded
    CROSS JOIN LATERAL (
      SELECT count(*) AS spent_count, coalesce(sum(p.amounts[i.vout + 1]), 0) AS spent_sum
      FROM (
        SELECT tx_key, array_agg(vout) AS vouts
        FROM unnest(CASE WHEN $4::boolean THEN t.input_tx_keys END, CASE WHEN $4 THEN t.input_vouts END) AS i(tx_key, vout)
        GROUP BY tx_key) g
      CROSS JOIN LATERAL (
        SELECT ${OUTPUT_ARRAYS} FROM ${chain}.transactions WHERE tx_key = g.tx_key LIMIT 1) p
      CROSS JOIN LATERAL unnest(g.vouts) AS i(vout)
      WHERE p.keys[i.vout + 1] = $1 AND p.scripts[i.vout + 1] IS NULL) spent
  )
  SELECT coalesce(sum(funded_count), 0)::float8 AS "fundedCount", coalesce(sum(funded_sum), 0)::text AS "fundedSum",
    coalesce(sum(spent_count), 0)::float8 AS "spentCount", coalesce(sum(spent_sum), 0)::text AS "spentSum",
    coalesce(sum(bare_count), 0)::float8 AS "bareCount",
    count(*) FILTER (WHERE NOT $4 OR funded_count + spent_count > 0)::float8 AS transactions,
    ${blockOf(chain, '$3::bigint - 1')} AS hash
  FROM rows`;
}

/** @param to rank, excluded. @param looksAtSpent whether what is spent is added up, too, and decides which transactions count */
export async function readHistorySums(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  { from, to, looksAtSpent }: { readonly from: number; readonly to: number; readonly looksAtSpent: boolean },
): Promise<HistorySums | null> {
  const values = [addressKey, from, to, looksAtSpent];
  const [row] = await queryChain<HistorySums>(db, 'history_sums', chain, sumsStatement, values);
  return row ?? null;
}
