import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { type PublicChainState, queryChain, withState } from '../chain-state.js';
import type { StoredEvmTransaction } from './evm-read-model.js';
import { type EvmTransactionColumns, storedEvmTransaction } from './evm-transaction-columns.js';
import { confirmedEvmJson, pendingEvmJson } from './evm-transaction-json.js';
import { tracing } from './internal-status.js';

export interface FoundEvmTransaction {
  readonly state: PublicChainState;
  /** Null when neither an indexed block nor the mempool has it, or the first sync is under way. */
  readonly transaction: StoredEvmTransaction | null;
}

/** Collected before they are ordered, so that the planner cannot walk the chain in order of tx_key instead. */
function statement(chain: ChainCode): string {
  return `${withState(chain)}, ${tracing(chain)}, same_txid AS MATERIALIZED (
    SELECT * FROM ${chain}.transactions WHERE (SELECT live FROM state) AND txid = $1
  )
  SELECT (SELECT json FROM state) AS state, coalesce((
    SELECT item.json
    FROM (SELECT * FROM same_txid ORDER BY tx_key DESC LIMIT 1) t
    CROSS JOIN tracing g
    CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b
    CROSS JOIN LATERAL (SELECT ${confirmedEvmJson(chain)} AS json) item
  ), (
    SELECT item.json
    FROM (SELECT * FROM ${chain}.mempool_transactions
          WHERE (SELECT followed FROM state) AND txid = $1 AND tx_key IS NULL LIMIT 1) t
    CROSS JOIN tracing g
    CROSS JOIN LATERAL (SELECT ${pendingEvmJson(chain)} AS json) item)) AS transaction`;
}

/**
 * Reads a transaction of an account chain with its first 10,000 transfers, internal ones last; `transferCount` counts all.
 * @param txid 32 bytes; a block's hash finds what the block itself moved
 * @returns null when the chain has no row in sync_state
 */
export async function readEvmTransaction(
  db: Queryable,
  chain: ChainCode,
  txid: Buffer,
): Promise<FoundEvmTransaction | null> {
  const rows = await queryChain<{ state: PublicChainState | null; transaction: EvmTransactionColumns | null }>(
    db,
    'account_transaction',
    chain,
    statement,
    [txid],
  );
  const row = rows[0];
  if (!row?.state) return null;
  return { state: row.state, transaction: row.transaction && storedEvmTransaction(row.transaction) };
}
