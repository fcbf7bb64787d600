import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { type ChainState, withState } from '../chain-state.js';
import {
  chosenPlace,
  FIRST_PART,
  OTHER_PLACES,
  type OtherPlace,
  PART,
  readTransactionRow,
  sameTxid,
  type TransactionPart,
  type TransactionRow,
  weighed,
} from '../transaction-statement.js';
import type { StoredCosmosTransaction } from './cosmos-read-model.js';
import { type CosmosTransactionColumns, storedCosmosTransaction } from './cosmos-transaction-columns.js';
import { cosmosJson, cosmosPartWeight, entriesAbout } from './cosmos-transaction-json.js';

export interface FoundCosmosTransaction {
  readonly state: ChainState;
  /** Null when no indexed block has it, or the first sync is under way. */
  readonly transaction: StoredCosmosTransaction | null;
  readonly alsoIn: readonly OtherPlace[];
  /**
   * Where there is none, it may be of another chain: txids of entries that answer it, or tell what was paid for it, at
   * most 1,000.
   */
  readonly answers: readonly string[];
}

interface StatementRow extends TransactionRow<CosmosTransactionColumns> {
  readonly answers: readonly string[];
}

/** The one that succeeded, where validators put the same bytes into several blocks. */
export function cosmosTransactionStatement(chain: ChainCode): string {
  return `${withState(chain)}, ${sameTxid(chain)}, ${chosenPlace(chain, 'coalesce(code, 0) <> 0', 'block_index')}
  SELECT (SELECT json FROM state) AS state, (
    SELECT item.json
    FROM chosen t
    CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b
    CROSS JOIN LATERAL (${weighed(cosmosPartWeight(chain, PART), cosmosJson(chain, PART))}) item) AS transaction, ${OTHER_PLACES},
    coalesce((SELECT ${entriesAbout(chain, '$1')} WHERE NOT EXISTS (SELECT FROM same_txid)), '[]') AS answers`;
}

const READING = { name: 'cosmos_transaction', statement: cosmosTransactionStatement, stored: storedCosmosTransaction };

/**
 * Reads a transaction of a Cosmos chain, or an entry of a block, with a part of its messages and transfers;
 * `messageCount` and `transferCount` count all.
 * @param txid 32 bytes, or the ASCII of an entry's text
 * @throws TooHeavyError
 * @returns null when the chain has no row in sync_state
 */
export function readCosmosTransaction(
  db: Queryable,
  chain: ChainCode,
  txid: Buffer,
  part: TransactionPart = FIRST_PART,
): Promise<FoundCosmosTransaction | null> {
  return readTransactionRow<CosmosTransactionColumns, StoredCosmosTransaction, StatementRow>(
    db,
    chain,
    txid,
    part,
    READING,
  );
}
