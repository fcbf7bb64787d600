import { type ChainCode, requireChain } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { txKey } from '../tx-key.js';
import { type ChainState, queryChain, withState } from './chain-state.js';
import type { StoredCosmosTransaction } from './cosmos/cosmos-read-model.js';
import { type CosmosTransactionColumns, storedCosmosTransaction } from './cosmos/cosmos-transaction-columns.js';
import { cosmosJson, listedCosmosWeight } from './cosmos/cosmos-transaction-json.js';
import type { StoredEvmTransaction } from './evm/evm-read-model.js';
import { type EvmTransactionColumns, storedEvmTransaction } from './evm/evm-transaction-columns.js';
import { confirmedEvmJson } from './evm/evm-transaction-json.js';
import { tracing } from './evm/internal-status.js';
import { MissingRowsError, requireWeight } from './history-part.js';
import { OF_BLOCK } from './transaction-lists.js';
import {
  type StoredUtxoTransaction,
  storedUtxoTransaction,
  type UtxoTransactionColumns,
} from './utxo/utxo-transaction-columns.js';
import { confirmedUtxoJson, listedUtxoWeight } from './utxo/utxo-transaction-json.js';

/** Which block: a height, a hash of 32 bytes in display order, or the tip. */
export type BlockName = { readonly height: number } | { readonly hash: Buffer } | 'latest';

/** Hashes are hex in display order, times unix seconds. */
export interface StoredBlock {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: number;
  /** Bytes. */
  readonly size: number;
  /** Without entries of the block itself, which account chains list beside them. */
  readonly txCount: number;
  /** Hash of the block above it; null at the tip, and of one that the chain left. */
  readonly nextHash: string | null;
  /** Fees of all its transactions, what its coinbase pays, and its weight; null where not known, as is what follows. */
  readonly fees: string | null;
  readonly reward: string | null;
  readonly weight: number | null;
  /** Hex. */
  readonly coinbaseScript: string | null;
  /** Hex; of Zcash up to the solution. */
  readonly header: string | null;
  /** Whether a reorg took it back. Its entries are not kept. */
  readonly orphaned: boolean;
  /** Block in place of one that was taken back, where there is one. */
  readonly replacedBy: string | null;
}

/** Page of its entries, from `offset` on. */
export interface BlockPage {
  readonly offset: number;
  readonly limit: number;
  /** Most that it may weigh besides its entries, in rows of a history; null or absent: no bound. */
  readonly mostWeight?: number | null;
}

export interface FoundBlock<Transaction> {
  readonly state: ChainState;
  /** Null when no block that is or was indexed has the name, or the first sync is under way. */
  readonly block: StoredBlock | null;
  /** Entries of the block: its transactions, on account chains also what it moved itself. */
  readonly total: number;
  /** In the block's order, each as in lists, with at most LISTED inputs, outputs or transfers. Made on access. */
  readonly entries: readonly { readonly transaction: Transaction }[];
}

/** Names are most of the bytes of a short answer: an array, in the order of {@link BLOCK_ROW} and what follows it. */
type BlockAnswer = readonly [
  height: number,
  hash: string,
  parentHash: string,
  time: number,
  size: number,
  txCount: number,
  nextHash: string | null,
  fees: string | null,
  reward: string | null,
  weight: number | null,
  coinbaseScript: string | null,
  header: string | null,
  orphaned: boolean,
  replacedBy: string | null,
];

const BLOCK_ROW = "f.height, encode(f.hash, 'hex'), encode(f.parent_hash, 'hex'), f.time, f.size, f.tx_count";

function storedBlock(answer: BlockAnswer): StoredBlock {
  const [height, hash, parentHash, time, size, txCount, nextHash, ...rest] = answer;
  const [fees, reward, weight, coinbaseScript, header, orphaned, replacedBy] = rest;
  return {
    ...{ height, hash, parentHash, time, size, txCount, nextHash },
    ...{ fees, reward, weight, coinbaseScript, header, orphaned, replacedBy },
  };
}

/** The first row has what is said of all, each other one an entry. */
interface AnswerRow<Columns> {
  readonly state: ChainState | null;
  readonly block: BlockAnswer | null;
  readonly total: number | null;
  readonly weight: number | null;
  readonly row: readonly [txKey: number, columns: Columns] | null;
}

/** Account chains do not sum them up, and what is left of an orphaned block does not tell them. */
const NO_TOTALS = 'NULL, NULL, NULL, NULL, NULL';

/** Where the families differ: a query more, the JSON of transaction row `t`, and what block row `f` says of all. */
function familyParts(chain: ChainCode): Readonly<Record<'query' | 'join' | 'json' | 'weight' | 'totals', string>> {
  switch (requireChain(chain).family) {
    case 'utxo':
      return {
        ...{ query: '', join: '', json: confirmedUtxoJson(chain, OF_BLOCK), weight: listedUtxoWeight() },
        totals: "f.fees::text, f.reward::text, f.weight, encode(f.coinbase_script, 'hex'), encode(f.header, 'hex')",
      };
    case 'evm':
      return {
        query: `, ${tracing(chain)}`,
        join: 'CROSS JOIN tracing g',
        json: confirmedEvmJson(chain, OF_BLOCK),
        ...{ weight: '0', totals: NO_TOTALS },
      };
    case 'cosmos':
      return {
        ...{ query: '', join: '', json: cosmosJson(chain, OF_BLOCK), totals: NO_TOTALS },
        weight: listedCosmosWeight(chain, OF_BLOCK),
      };
  }
}

/**
 * The statement of a block and a page of its entries. Parameters: $1 height, $2 hash (both NULL: the tip), $3 offset,
 * $4 limit, $5 what the page may weigh besides its entries, or NULL. Entries of a block are numbered without gaps, so the last one tells how many there are, and any offset
 * costs the same.
 */
export function blockStatement(chain: ChainCode): string {
  const { query, join, json, weight, totals } = familyParts(chain);
  const hashOf = (height: string) =>
    `(SELECT encode(hash, 'hex') FROM ${chain}.blocks WHERE height = ${height} LIMIT 1)`;
  const blocks = `SELECT * FROM ${chain}.blocks WHERE (SELECT live FROM state)`;
  return `${withState(chain)}${query}, found AS MATERIALIZED (
    (${blocks} AND $2::bytea IS NULL AND height = coalesce($1::integer, (SELECT height FROM state)) LIMIT 1)
    UNION ALL
    (${blocks} AND hash = $2 LIMIT 1)
  ), counted AS MATERIALIZED (
    SELECT first, coalesce((
      SELECT tx_key FROM ${chain}.transactions WHERE tx_key >= first AND tx_key < first + (1::bigint << 20)
      ORDER BY tx_key DESC LIMIT 1) + 1 - first, 0) AS total
    FROM (SELECT height::bigint << 20 AS first FROM found) begins
  ), page AS MATERIALIZED (
    SELECT * FROM ${chain}.transactions
    WHERE tx_key >= (SELECT first + least($3::bigint, total) FROM counted)
      AND tx_key < (SELECT first + least($3 + $4::bigint, total) FROM counted)
    ORDER BY tx_key LIMIT $4
  ), page_weight AS MATERIALIZED (
    SELECT coalesce(sum(${weight}), 0) AS weight FROM page t
  )
  SELECT (SELECT json FROM state) AS state, (SELECT total::float8 FROM counted) AS total,
    coalesce(
      (SELECT json_build_array(${BLOCK_ROW}, ${hashOf('f.height + 1')}, ${totals}, false, NULL) FROM found f),
      (SELECT json_build_array(${BLOCK_ROW}, NULL, ${NO_TOTALS}, true, ${hashOf('f.height')})
       FROM ${chain}.orphaned_blocks f
       WHERE (SELECT live FROM state) AND NOT EXISTS (SELECT FROM found) AND f.hash = $2 LIMIT 1)) AS block, (SELECT weight FROM page_weight)::float8 AS weight, NULL::json AS row
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, json_build_array(t.tx_key, item.json)
  FROM page t CROSS JOIN found b ${join} CROSS JOIN LATERAL (SELECT ${json} AS json) item
  WHERE $5::integer IS NULL OR (SELECT weight FROM page_weight) <= $5`;
}

type ReadBlock<Transaction> = (
  db: Queryable,
  chain: ChainCode,
  name: BlockName,
  page: BlockPage,
) => Promise<FoundBlock<Transaction> | null>;

/** @returns null when the chain has no row in sync_state */
function reader<Columns, Transaction>(stored: (columns: Columns) => Transaction): ReadBlock<Transaction> {
  return async (db, chain, name, { offset, limit, mostWeight = null }) => {
    const asked = name === 'latest' ? {} : name;
    const height = 'height' in asked ? asked.height : null;
    const hash = 'hash' in asked ? asked.hash : null;
    const values = [height, hash, offset, limit, mostWeight];
    const [head, ...rows] = await queryChain<AnswerRow<Columns>>(db, 'block', chain, blockStatement, values, limit);
    if (!head?.state) return null;
    const { state, total, weight } = head;
    const block = head.block && storedBlock(head.block);
    requireWeight(weight ?? 0, mostWeight);
    const listed = rows.map(({ row }) => row!).sort(([a], [b]) => a - b);
    const expected = Math.max(0, Math.min(limit, (total ?? 0) - offset));
    if (listed.length !== expected || (block && listed[0] && listed[0][0] !== txKey(block.height, offset)))
      throw new MissingRowsError(chain, expected, listed.length);
    const entries = listed.map(([, columns]) => ({
      get transaction() {
        return stored(columns);
      },
    }));
    return { state, block, total: total ?? 0, entries };
  };
}

export const readUtxoBlock: ReadBlock<StoredUtxoTransaction> = reader<UtxoTransactionColumns, StoredUtxoTransaction>(
  storedUtxoTransaction,
);
export const readEvmBlock: ReadBlock<StoredEvmTransaction> = reader<EvmTransactionColumns, StoredEvmTransaction>(
  storedEvmTransaction,
);
export const readCosmosBlock: ReadBlock<StoredCosmosTransaction> = reader<
  CosmosTransactionColumns,
  StoredCosmosTransaction
>(storedCosmosTransaction);

/**
 * @returns whether this block is indexed; false when the chain has no row in sync_state, or its first sync is under way
 */
export async function hasBlock(db: Queryable, chain: ChainCode, height: number, hash: Buffer): Promise<boolean> {
  const rows = await queryChain<{ found: boolean }>(db, 'has_block', chain, presenceStatement, [height, hash]);
  return rows[0]?.found === true;
}

function presenceStatement(chain: ChainCode): string {
  return `${withState(chain)} SELECT EXISTS (
    SELECT FROM ${chain}.blocks WHERE (SELECT live FROM state) AND height = $1::integer AND hash = $2::bytea) AS found`;
}
