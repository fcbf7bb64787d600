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
  type TransactionRow,
  transactionStatement,
} from '../transaction-statement.js';
import { type MempoolRelatives, relativesJson } from './mempool-relatives.js';
import {
  type StoredUtxoTransaction,
  storedUtxoTransaction,
  type UtxoTransactionColumns,
} from './utxo-transaction-columns.js';
import { confirmedUtxoJson, pendingUtxoJson, utxoPartWeight } from './utxo-transaction-json.js';

export interface FoundUtxoTransaction {
  readonly state: ChainState;
  /** Null when neither an indexed block nor the mempool has or had it, or the first sync is under way. */
  readonly transaction: StoredUtxoTransaction | null;
  /** Null unless the mempool had it and lost it. */
  readonly dropped: Dropped | null;
  readonly alsoIn: readonly OtherPlace[];
  /** Null unless it is unconfirmed. */
  readonly relatives: MempoolRelatives | null;
}

interface StatementRow extends TransactionRow<UtxoTransactionColumns> {
  readonly relatives: MempoolRelatives | null;
}

export const utxoTransactionStatement = (chain: ChainCode): string =>
  transactionStatement(chain, {
    confirmed: confirmedUtxoJson(chain, PART),
    pending: pendingUtxoJson(chain, PART),
    weight: utxoPartWeight(PART),
    relatives: relativesJson(chain),
  });

const READING = { name: 'transaction', statement: utxoTransactionStatement, stored: storedUtxoTransaction };

/** @param txid 32 bytes in display order @throws TooHeavyError @returns null without a row in sync_state */
export function readUtxoTransaction(
  db: Queryable,
  chain: ChainCode,
  txid: Buffer,
  part: TransactionPart = FIRST_PART,
): Promise<FoundUtxoTransaction | null> {
  return readTransactionRow<UtxoTransactionColumns, StoredUtxoTransaction, StatementRow>(
    db,
    chain,
    txid,
    part,
    READING,
  );
}
