import { type ChainCode, type ChainFamily, requireChain } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { NEWEST_STATE } from '../tables/sync-tables.js';
import { queryChain } from './chain-state.js';

/** Something that exists on a chain right now, for documentation. */
export interface ChainExample {
  readonly height: number;
  /** One of the newest transactions, in hex; what a block of a Cosmos chain itself moved by its text. */
  readonly txid: string;
  /** The one with the longest history among those that the newest transactions touch; null: they touch none. */
  readonly addressKey: Buffer | null;
  /** Confirmed ones of that address. */
  readonly transactions: number;
}

/** So far below the tip a transaction seldom leaves the chain: what is printed as an example is opened later. */
const SETTLED_BLOCKS = 12;
const NEWEST_TRANSACTIONS = 50;
const OUTPUTS_EACH = 3;
/**
 * Types from here on are the layer 2s' own: deposits from layer 1 and the chain's housekeeping, which every block
 * begins with (nitro core/types/arb_types.go, optimism core/types/deposit_tx.go). They are examples of nothing, as is
 * what a block itself moved.
 */
const FIRST_SYSTEM_TYPE = 0x64;

/** Parameter: $1 blocks to leave out below the tip. A few hundred index probes; callers keep the answer for a while. */
function utxoStatement(chain: ChainCode): string {
  return `SELECT s.height, encode(newest.txid, 'hex') AS txid, busiest.key AS "addressKey", coalesce(busiest.seq, 0)::int AS transactions
    FROM (SELECT height, live_since FROM ${chain}.sync_state ${NEWEST_STATE}) s
    CROSS JOIN LATERAL (
      SELECT txid FROM ${chain}.transactions WHERE tx_key < (s.height::bigint + 1 - $1::integer) << 20 ORDER BY tx_key DESC LIMIT 1) newest
    LEFT JOIN LATERAL (
      SELECT o.key, h.seq
      FROM (SELECT output_keys[1:${OUTPUTS_EACH}] AS keys FROM ${chain}.transactions
            WHERE tx_key < (s.height::bigint + 1 - $1::integer) << 20 ORDER BY tx_key DESC LIMIT ${NEWEST_TRANSACTIONS}) t
      CROSS JOIN LATERAL unnest(t.keys) AS o(key)
      CROSS JOIN LATERAL (
        SELECT seq FROM ${chain}.address_transactions WHERE address_key = o.key ORDER BY seq DESC LIMIT 1) h
      ORDER BY h.seq DESC LIMIT 1) busiest ON true
    WHERE s.live_since IS NOT NULL`;
}

/**
 * Where the newest transactions are all the chain's own, one of those. The address is that of a sender, who has coins for the
 * fee. The busiest recipients are contracts of tokens, which seldom hold any.
 */
function evmStatement(chain: ChainCode): string {
  return `WITH tip AS MATERIALIZED (
      SELECT height, (height::bigint + 1 - $1::integer) << 20 AS bound FROM ${chain}.sync_state WHERE live_since IS NOT NULL ${NEWEST_STATE}
    ), newest AS MATERIALIZED (
      SELECT tx_key, txid, from_key, to_key, coalesce(type < ${FIRST_SYSTEM_TYPE}, false) AS is_payment
      FROM ${chain}.transactions WHERE tx_key < (SELECT bound FROM tip) ORDER BY tx_key DESC LIMIT ${NEWEST_TRANSACTIONS})
    SELECT height, encode(shown.txid, 'hex') AS txid, busiest.key AS "addressKey", coalesce(busiest.seq, 0)::int AS transactions
    FROM tip
    CROSS JOIN (SELECT txid FROM newest ORDER BY is_payment DESC, tx_key DESC LIMIT 1) shown
    LEFT JOIN (
      SELECT o.key, h.seq
      FROM newest
      CROSS JOIN LATERAL unnest(ARRAY[from_key, to_key]) AS o(key)
      CROSS JOIN LATERAL (
        SELECT seq FROM ${chain}.address_transactions WHERE address_key = o.key ORDER BY seq DESC LIMIT 1) h
      ORDER BY is_payment DESC, o.key IS DISTINCT FROM from_key, h.seq DESC LIMIT 1) busiest ON true`;
}

/** Who signed one of the newest transactions; where nobody did, who was paid in them. */
function cosmosStatement(chain: ChainCode): string {
  return `WITH tip AS MATERIALIZED (
      SELECT height, (height::bigint + 1 - $1::integer) << 20 AS bound FROM ${chain}.sync_state WHERE live_since IS NOT NULL ${NEWEST_STATE}
    ), newest AS MATERIALIZED (
      SELECT tx_key, txid, block_index, from_key
      FROM ${chain}.transactions WHERE tx_key < (SELECT bound FROM tip) ORDER BY tx_key DESC LIMIT ${NEWEST_TRANSACTIONS})
    SELECT height, encode(shown.txid, CASE WHEN shown.block_index IS NULL THEN 'escape' ELSE 'hex' END) AS txid,
      busiest.key AS "addressKey", coalesce(busiest.seq, 0)::int AS transactions
    FROM tip
    CROSS JOIN (
      SELECT * FROM newest ORDER BY from_key IS NULL, block_index IS NULL, tx_key DESC LIMIT 1) shown
    LEFT JOIN (
      SELECT o.key, h.seq
      FROM newest n
      CROSS JOIN LATERAL (
        SELECT n.from_key AS key
        UNION ALL
        (SELECT to_key FROM ${chain}.transfers WHERE tx_key = n.tx_key ORDER BY tx_key, idx LIMIT ${OUTPUTS_EACH})) o
      CROSS JOIN LATERAL (
        SELECT seq FROM ${chain}.address_transactions WHERE address_key = o.key ORDER BY seq DESC LIMIT 1) h
      ORDER BY o.key IS DISTINCT FROM n.from_key, h.seq DESC LIMIT 1) busiest ON true`;
}

const STATEMENTS: Readonly<Record<ChainFamily, (chain: ChainCode) => string>> = {
  utxo: utxoStatement,
  evm: evmStatement,
  cosmos: cosmosStatement,
};

function statement(chain: ChainCode): string {
  return STATEMENTS[requireChain(chain).family](chain);
}

/** @returns null when the chain is not followed, not live yet, or empty */
export async function readExample(db: Queryable, chain: ChainCode): Promise<ChainExample | null> {
  for (const leftOut of [SETTLED_BLOCKS, 0]) {
    const [found] = await queryChain<ChainExample>(db, 'example', chain, statement, [leftOut]);
    if (found) return found;
  }
  return null;
}
