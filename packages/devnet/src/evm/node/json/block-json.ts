/** Blocks and transactions as geth writes them (internal/ethapi/api.go RPCMarshalBlock, newRPCTransaction), and its descendants. */
import type { EvmBlock, ExecutedTransaction } from '../../block/evm-block.js';
import { authorizationSignature, type EvmTransaction, legacyV, OP_DEPOSIT_TYPE } from '../../block/evm-transaction.js';
import { type JsonRecord, rpcRecord } from './rpc-json.js';

/** What subscriptions get: no size, no transactions. */
export function headerJson({ header, headerExtras, hash }: EvmBlock): JsonRecord {
  return rpcRecord({ ...header, ...headerExtras, hash });
}

export function blockJson(block: EvmBlock, whole: boolean): JsonRecord {
  const { size, transactions, withdrawals } = block;
  const hashes = transactions.map(({ transaction }) => transaction.hash);
  return {
    ...headerJson(block),
    ...rpcRecord({ size, uncles: [], withdrawals: withdrawals ?? undefined }),
    transactions: whole ? transactions.map((executed, index) => minedJson(block, executed, index)) : hashes,
  };
}

/** A transaction of a block. Its price is the one that was paid, but where it signed a price itself, which Arbitrum may not ask. */
export function minedJson({ hash, number, time }: EvmBlock, executed: ExecutedTransaction, index: number): JsonRecord {
  const place = { blockHash: hash, blockNumber: number, blockTimestamp: time, transactionIndex: index };
  const { transaction, effectiveGasPrice } = executed;
  return transactionJson(transaction, place, transaction.gasPrice ?? effectiveGasPrice);
}

/** A transaction that waits. */
export function waitingJson(transaction: EvmTransaction): JsonRecord {
  const place = { blockHash: null, blockNumber: null, blockTimestamp: null, transactionIndex: null };
  return transactionJson(transaction, place, transaction.gasPrice ?? transaction.maxFeePerGas);
}

function transactionJson(transaction: EvmTransaction, place: object, gasPrice: bigint | undefined): JsonRecord {
  const { byteLength, signature, deposit, arbitrum, authorizationList, ...fields } = transaction;
  const { type, chainId, accessList = [] } = fields;
  return rpcRecord({
    ...place,
    ...fields,
    gasPrice,
    accessList: type === 0 || type > 4 ? undefined : accessList,
    chainId: type === OP_DEPOSIT_TYPE ? undefined : chainId,
    authorizationList: authorizationList?.map((entry) => {
      const { address, nonce } = entry;
      return { chainId, address, nonce, ...authorizationSignature(entry) };
    }),
    // What only deposits and Arbitrum's own types have (op-geth and nitro's fork, internal/ethapi/api.go).
    ...(deposit && { ...deposit, mint: deposit.mint ?? undefined, depositReceiptVersion: 1 }),
    ...(arbitrum?.kind === 'deposit' && { requestId: arbitrum.requestId }),
    ...signatureOf(transaction),
  });
}

function signatureOf({ signature, type, chainId }: EvmTransaction): object {
  if (signature === null) return { v: 0, r: 0, s: 0 };
  const { r, s, yParity } = signature;
  return type === 0 ? { v: legacyV(signature, chainId), r, s } : { v: yParity, r, s, yParity };
}
