import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { type PublicChainState, queryChain } from '../chain-state.js';
import { transactionStatement } from '../read-transaction.js';
import type { StoredEvmTransaction } from './evm-read-model.js';
import { type EvmTransactionColumns, storedEvmTransaction } from './evm-transaction-columns.js';
import { confirmedEvmJson, pendingEvmJson } from './evm-transaction-json.js';
import { tracing } from './internal-status.js';

export interface FoundEvmTransaction {
  readonly state: PublicChainState;
  /** Null when neither an indexed block nor the mempool has it, or the first sync is under way. */
  readonly transaction: StoredEvmTransaction | null;
}

const statement = (chain: ChainCode): string =>
  transactionStatement(chain, {
    ...{ confirmed: confirmedEvmJson(chain), pending: pendingEvmJson(chain) },
    ...{ queries: `${tracing(chain)}, `, join: 'CROSS JOIN tracing g' },
  });

/**
 * Reads a transaction of an account chain with its first 10,000 transfers, internal ones last; `transferCount` counts
 * all.
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
