/** Receipts and logs as geth writes them (internal/ethapi/api.go marshalReceipt, core/types/log.go). */
import { FULL_BLOOM } from '../../block/assemble.js';
import type { EvmBlock, ExecutedTransaction } from '../../block/evm-block.js';
import { type JsonRecord, rpcRecord } from './rpc-json.js';

export function receiptsJson(block: EvmBlock): JsonRecord[] {
  return block.transactions.map((executed, index) => receiptJson(block, executed, index));
}

export function receiptJson(block: EvmBlock, executed: ExecutedTransaction, transactionIndex: number): JsonRecord {
  const { transaction, extras, firstLog, contractAddress, cumulativeGasUsed, gasUsed, status } = executed;
  const { hash: transactionHash, from, to, type } = transaction;
  const place = { blockHash: block.hash, blockNumber: block.number, transactionHash, transactionIndex };
  const inBlock = { ...place, blockTimestamp: block.time, removed: false };
  return rpcRecord({
    ...place,
    ...{ contractAddress, cumulativeGasUsed, effectiveGasPrice: executed.effectiveGasPrice, from, gasUsed },
    ...extras,
    logs: executed.logs.map((log, position) => ({ ...log, ...inBlock, logIndex: firstLog + position })),
    ...{ logsBloom: FULL_BLOOM, status, to, type },
  });
}
