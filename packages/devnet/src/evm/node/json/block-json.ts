/** Blocks and transactions as geth writes them (internal/ethapi/api.go RPCMarshalBlock, newRPCTransaction), and its descendants. */
import type { Json } from '../../../node/decimal-json.js';
import type { EvmBlock, ExecutedTransaction, Withdrawal } from '../../block/evm-block.js';
import { authorizationSignature, type EvmTransaction, legacyV, OP_DEPOSIT_TYPE } from '../../block/evm-transaction.js';
import { quantity } from '../../bytes/hex.js';

export type JsonRecord = { readonly [name: string]: Json };

/** What subscriptions get: no size, no transactions. */
export function headerJson(block: EvmBlock): JsonRecord {
  const fields = block.header.map(({ name, value }) => [name, typeof value === 'string' ? value : quantity(value)]);
  return { ...Object.fromEntries(fields), ...block.headerExtras, hash: block.hash };
}

export function blockJson(block: EvmBlock, whole: boolean): JsonRecord {
  const { transactions, withdrawals } = block;
  return {
    ...headerJson(block),
    size: quantity(block.size),
    transactions: whole
      ? transactions.map((executed, index) => minedJson(block, executed, index))
      : transactions.map(({ transaction }) => transaction.hash),
    uncles: [],
    ...(withdrawals === null ? {} : { withdrawals: withdrawals.map(withdrawalJson) }),
  };
}

function withdrawalJson({ index, validatorIndex, address, amount }: Withdrawal): Json {
  return { index: quantity(index), validatorIndex: quantity(validatorIndex), address, amount: quantity(amount) };
}

/** A transaction of a block. Its price is the one that was paid, but where it signed a price itself, which Arbitrum may not ask. */
export function minedJson(block: EvmBlock, executed: ExecutedTransaction, index: number): JsonRecord {
  const place = {
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    blockTimestamp: quantity(block.time),
    transactionIndex: quantity(index),
  };
  const { transaction, effectiveGasPrice } = executed;
  return transactionJson(transaction, place, transaction.gasPrice ?? effectiveGasPrice);
}

/** A transaction that waits. */
export function waitingJson(transaction: EvmTransaction): JsonRecord {
  const place = { blockHash: null, blockNumber: null, blockTimestamp: null, transactionIndex: null };
  return transactionJson(transaction, place, transaction.gasPrice ?? transaction.maxFeePerGas ?? 0n);
}

interface Place {
  readonly blockHash: Json;
  readonly blockNumber: Json;
  readonly blockTimestamp: Json;
  readonly transactionIndex: Json;
}

function transactionJson(transaction: EvmTransaction, place: Place, price: bigint): JsonRecord {
  const { from, to, gas, hash, input, nonce, value, type } = transaction;
  const { maxFeePerGas, maxPriorityFeePerGas = 0n, maxFeePerBlobGas, blobVersionedHashes } = transaction;
  const { blockHash, blockNumber, blockTimestamp, transactionIndex } = place;
  return {
    blockHash,
    blockNumber,
    blockTimestamp,
    from,
    gas: quantity(gas),
    gasPrice: quantity(price),
    ...(maxFeePerGas === undefined
      ? {}
      : { maxFeePerGas: quantity(maxFeePerGas), maxPriorityFeePerGas: quantity(maxPriorityFeePerGas) }),
    ...(maxFeePerBlobGas === undefined ? {} : { maxFeePerBlobGas: quantity(maxFeePerBlobGas) }),
    hash,
    input,
    nonce: quantity(nonce),
    to,
    transactionIndex,
    value: quantity(value),
    type: quantity(type),
    ...(type === 0 || type > 4 ? {} : { accessList: accessListJson(transaction) }),
    ...(type === OP_DEPOSIT_TYPE ? {} : { chainId: quantity(transaction.chainId) }),
    ...(blobVersionedHashes ? { blobVersionedHashes } : {}),
    ...(transaction.authorizationList ? { authorizationList: authorizationsJson(transaction) } : {}),
    ...ownFields(transaction),
    ...signatureJson(transaction),
  };
}

function accessListJson({ accessList = [] }: EvmTransaction): Json {
  return accessList.map(({ address, storageKeys }) => ({ address, storageKeys }));
}

function authorizationsJson({ authorizationList = [], chainId }: EvmTransaction): Json {
  return authorizationList.map((entry) => {
    const { yParity, r, s } = authorizationSignature(entry);
    const { address, nonce } = entry;
    return { chainId: quantity(chainId), address, nonce: quantity(nonce), yParity: quantity(yParity), r, s };
  });
}

function signatureJson({ signature, type, chainId }: EvmTransaction): JsonRecord {
  if (signature === null) return { v: '0x0', r: '0x0', s: '0x0' };
  const { yParity, r, s } = signature;
  if (type === 0) return { v: quantity(legacyV(signature, chainId)), r, s };
  return { v: quantity(yParity), r, s, yParity: quantity(yParity) };
}

/** What only deposits and Arbitrum's own types have (op-geth and nitro's fork, internal/ethapi/api.go). */
function ownFields({ deposit, arbitrum }: EvmTransaction): JsonRecord {
  if (deposit) {
    const { sourceHash, mint } = deposit;
    return { sourceHash, ...(mint === null ? {} : { mint: quantity(mint) }), depositReceiptVersion: '0x1' };
  }
  return arbitrum?.kind === 'deposit' ? { requestId: arbitrum.requestId } : {};
}
