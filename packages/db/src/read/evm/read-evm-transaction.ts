import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import type { ChainState } from '../chain-state.js';
import {
  type Dropped,
  FIRST_PART,
  type OtherPlace,
  PART,
  readTransactionRow,
  type TransactionPart,
  transactionStatement,
} from '../transaction-statement.js';
import type { StoredEvmTransaction } from './evm-read-model.js';
import { type EvmTransactionColumns, storedEvmTransaction } from './evm-transaction-columns.js';
import { confirmedEvmJson, evmPartWeight, pendingEvmJson } from './evm-transaction-json.js';
import { tracing } from './internal-status.js';

export interface FoundEvmTransaction {
  readonly state: ChainState;
  /** Null when neither an indexed block nor the mempool has it, or the first sync is under way. */
  readonly transaction: StoredEvmTransaction | null;
  /** Null unless the mempool had it and lost it. */
  readonly dropped: Dropped | null;
  readonly alsoIn: readonly OtherPlace[];
}

const statement = (chain: ChainCode): string =>
  transactionStatement(chain, {
    ...{ confirmed: confirmedEvmJson(chain, PART), pending: pendingEvmJson(), weight: evmPartWeight(chain, PART) },
    failed: 'succeeded IS FALSE',
    ...{ queries: `${tracing(chain)}, `, join: 'CROSS JOIN tracing g' },
  });

const READING = { name: 'evm_transaction', statement, stored: storedEvmTransaction };

/**
 * Reads a transaction of an EVM chain with a part of its transfers, internal ones last; `transferCount` counts all.
 * @param txid 32 bytes; a block's hash finds what the block itself moved
 * @throws TooHeavyError
 * @returns null when the chain has no row in sync_state
 */
export function readEvmTransaction(
  db: Queryable,
  chain: ChainCode,
  txid: Buffer,
  part: TransactionPart = FIRST_PART,
): Promise<FoundEvmTransaction | null> {
  return readTransactionRow<EvmTransactionColumns, StoredEvmTransaction>(db, chain, txid, part, READING);
}
