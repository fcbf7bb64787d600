/** A transaction of any family. */
import type { z } from 'zod';
import { oneOfFamilies } from './component.js';
import { CosmosBlockTransaction, CosmosHistoryTransaction, CosmosTransaction } from './cosmos-transaction-schema.js';
import { EvmBlockTransaction, EvmHistoryTransaction, EvmTransaction } from './evm-transaction-schema.js';
import { UtxoBlockTransaction, UtxoHistoryTransaction, UtxoTransaction } from './utxo-transaction-schema.js';

export const Transaction = oneOfFamilies(
  'Transaction',
  'A transaction. On Bitcoin and its forks it has inputs and outputs; on Ethereum and its layer 2s sender, recipient and transfers. On THORChain and MAYAChain it has messages, transfers and payouts. `family` says which.',
  [UtxoTransaction, EvmTransaction, CosmosTransaction],
);
export type Transaction = z.infer<typeof Transaction>;

export const HistoryTransaction = oneOfFamilies(
  'HistoryTransaction',
  'A transaction from the point of view of an address. It carries at most 20 inputs, 20 outputs and 20 transfers.',
  [UtxoHistoryTransaction, EvmHistoryTransaction, CosmosHistoryTransaction],
);
export type HistoryTransaction = z.infer<typeof HistoryTransaction>;

export const BlockTransaction = oneOfFamilies(
  'BlockTransaction',
  'An entry of a block: a transaction, on account chains also what the block itself moved. It carries at most 20 inputs, 20 outputs and 20 transfers.',
  [UtxoBlockTransaction, EvmBlockTransaction, CosmosBlockTransaction],
);
export type BlockTransaction = z.infer<typeof BlockTransaction>;
