import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { type PublicChainState, queryChain, withState } from './chain-state.js';
import { type StoredTransaction, storedTransaction, type TransactionColumns } from './transaction-columns.js';
import { confirmedJson, pendingJson } from './transaction-json.js';

export interface FoundTransaction {
  readonly state: PublicChainState;
  /** Null when neither an indexed block nor the mempool has it, or the first sync is under way. */
  readonly transaction: StoredTransaction | null;
}

/** SQL of a family: the JSON of row `t`, confirmed with block row `b`, and unconfirmed. */
interface TransactionSql {
  readonly confirmed: string;
  readonly pending: string;
  /** More queries, each with a comma behind it, and a join with them. */
  readonly queries?: string;
  readonly join?: string;
}

/**
 * The statement that finds a transaction by its txid, $1. Two coinbases of Bitcoin have the txid of an earlier one
 * (BIP30); the later is the one whose outputs exist. They are collected before they are ordered, so that the planner
 * cannot walk the chain in order of tx_key instead.
 */
export function transactionStatement(
  chain: ChainCode,
  { confirmed, pending, queries = '', join = '' }: TransactionSql,
): string {
  return `${withState(chain)}, ${queries}same_txid AS MATERIALIZED (
    SELECT * FROM ${chain}.transactions WHERE (SELECT live FROM state) AND txid = $1
  )
  SELECT (SELECT json FROM state) AS state, coalesce((
    SELECT item.json
    FROM (SELECT * FROM same_txid ORDER BY tx_key DESC LIMIT 1) t ${join}
    CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b
    CROSS JOIN LATERAL (SELECT ${confirmed} AS json) item
  ), (
    SELECT item.json
    FROM (SELECT * FROM ${chain}.mempool_transactions
          WHERE (SELECT followed FROM state) AND txid = $1 AND tx_key IS NULL LIMIT 1) t ${join}
    CROSS JOIN LATERAL (SELECT ${pending} AS json) item)) AS transaction`;
}

const statement = (chain: ChainCode): string =>
  transactionStatement(chain, { confirmed: confirmedJson(chain), pending: pendingJson(chain) });

/** @param txid 32 bytes in display order. @returns null when the chain has no row in sync_state */
export async function readTransaction(db: Queryable, chain: ChainCode, txid: Buffer): Promise<FoundTransaction | null> {
  const rows = await queryChain<{ state: PublicChainState | null; transaction: TransactionColumns | null }>(
    db,
    'transaction',
    chain,
    statement,
    [txid],
  );
  const row = rows[0];
  if (!row?.state) return null;
  return { state: row.state, transaction: row.transaction && storedTransaction(row.transaction) };
}
