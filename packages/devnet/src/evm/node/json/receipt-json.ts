/** Receipts and logs as geth writes them (internal/ethapi/api.go marshalReceipt, core/types/log.go). */
import type { Json } from '../../../node/decimal-json.js';
import { FULL_BLOOM } from '../../block/assemble.js';
import type { EvmBlock, ExecutedTransaction, Log } from '../../block/evm-block.js';
import { quantity } from '../../bytes/hex.js';
import type { JsonRecord } from './block-json.js';

export function receiptsJson(block: EvmBlock): Json {
  return block.transactions.map((executed, index) => receiptJson(block, executed, index));
}

export function receiptJson(block: EvmBlock, executed: ExecutedTransaction, index: number): JsonRecord {
  const { transaction, extras } = executed;
  const { blobGasPrice, blobGasUsed, timeboosted, ...others } = extras;
  return {
    ...(blobGasPrice === undefined || blobGasUsed === undefined ? {} : { blobGasPrice, blobGasUsed }),
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    contractAddress: executed.contractAddress,
    cumulativeGasUsed: quantity(executed.cumulativeGasUsed),
    effectiveGasPrice: quantity(executed.effectiveGasPrice),
    from: transaction.from,
    gasUsed: quantity(executed.gasUsed),
    ...others,
    logs: executed.logs.map((log, position) => logJson(block, executed, index, log, executed.firstLog + position)),
    logsBloom: FULL_BLOOM,
    status: quantity(executed.status),
    ...(timeboosted === undefined ? {} : { timeboosted: timeboosted === 'true' }),
    to: transaction.to,
    transactionHash: transaction.hash,
    transactionIndex: quantity(index),
    type: quantity(transaction.type),
  };
}

function logJson(
  block: EvmBlock,
  { transaction }: ExecutedTransaction,
  index: number,
  { address, topics, data }: Log,
  logIndex: number,
): JsonRecord {
  return {
    address,
    topics,
    data,
    blockNumber: quantity(block.number),
    transactionHash: transaction.hash,
    transactionIndex: quantity(index),
    blockHash: block.hash,
    blockTimestamp: quantity(block.time),
    logIndex: quantity(logIndex),
    removed: false,
  };
}
