/**
 * Blocks, transactions, receipts and logs as geth writes them (internal/ethapi/api.go, core/types/log.go), and its
 * descendants. Nitro's are those of Nitro 3.9.8.
 */
import type { Json } from '../../../node/decimal-json.js';
import { FULL_BLOOM } from '../../block/assemble.js';
import type { EvmBlock, ExecutedTransaction } from '../../block/evm-block.js';
import { authorizationSignature, type EvmTransaction, legacyV, OP_DEPOSIT_TYPE } from '../../block/evm-transaction.js';
import { quantity } from '../../bytes/hex.js';

export type JsonRecord = { readonly [name: string]: Json };

/** A value as geth writes it: every number as a quantity, and no member that is undefined. */
function rpcJson(value: unknown): Json {
  if (typeof value === 'number' || typeof value === 'bigint') return quantity(value);
  if (Array.isArray(value)) return value.map(rpcJson);
  return typeof value === 'object' && value !== null ? rpcRecord(value) : (value as string | boolean | null);
}

export function rpcRecord(value: object): JsonRecord {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, rpcJson(member)]));
}

/** Header that subscriptions get: no size, no transactions. */
export function headerJson({ header, hash }: EvmBlock): JsonRecord {
  return rpcRecord({ ...header, hash });
}

export function blockJson(block: EvmBlock, isWhole: boolean, isArbitrum: boolean): JsonRecord {
  const { size, transactions, withdrawals } = block;
  const hashes = transactions.map(({ transaction }) => transaction.hash);
  const whole = () => transactions.map((executed, index) => minedJson(block, executed, index, isArbitrum));
  return {
    ...headerJson(block),
    ...(isArbitrum && arbitrumMembers(block)),
    ...rpcRecord({ size, uncles: [], withdrawals: withdrawals ?? undefined }),
    transactions: isWhole ? whole() : hashes,
  };
}

/** Nitro's reading of two members that mean something else on Ethereum (core/types/arb_types.go HeaderInfo). */
function arbitrumMembers({ header }: EvmBlock): JsonRecord {
  const counts = String(header['mixHash']).slice(2);
  const [sendCount, l1BlockNumber] = [counts.slice(0, 16), counts.slice(16, 32)].map((count) => BigInt(`0x${count}`));
  return rpcRecord({ sendCount, l1BlockNumber, sendRoot: header['extraData'] });
}

/** A transaction of a block. Its price is the one that was paid, but where it signed a price itself, which Arbitrum may not ask. */
function minedJson(
  { hash, number, time }: EvmBlock,
  executed: ExecutedTransaction,
  index: number,
  isArbitrum: boolean,
): JsonRecord {
  const blockTimestamp = isArbitrum ? undefined : time;
  const place = { blockHash: hash, blockNumber: number, blockTimestamp, transactionIndex: index };
  const { transaction, effectiveGasPrice } = executed;
  return transactionJson(transaction, place, transaction.gasPrice ?? effectiveGasPrice);
}

/** A transaction that waits. */
export function waitingJson(transaction: EvmTransaction): JsonRecord {
  const place = { blockHash: null, blockNumber: null, blockTimestamp: null, transactionIndex: null };
  return transactionJson(transaction, place, transaction.gasPrice ?? transaction.maxFeePerGas);
}

function transactionJson(transaction: EvmTransaction, place: object, gasPrice: bigint | undefined): JsonRecord {
  const { bytes, byteLength, signature, own, authorizationList, ...fields } = transaction;
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
    ...own,
    ...signatureOf(transaction),
  });
}

function signatureOf({ signature, type, chainId }: EvmTransaction): object {
  if (signature === null) return { v: 0, r: 0, s: 0 };
  const { r, s, yParity } = signature;
  return type === 0 ? { v: legacyV(signature, chainId), r, s } : { v: yParity, r, s, yParity };
}

export function receiptsJson({ hash, number, time, transactions }: EvmBlock): JsonRecord[] {
  return transactions.map((executed, transactionIndex) => {
    const { transaction, extras, firstLog, logs } = executed;
    const { contractAddress, cumulativeGasUsed, effectiveGasPrice, gasUsed, status } = executed;
    const { hash: transactionHash, from, to, type } = transaction;
    const place = { blockHash: hash, blockNumber: number, transactionHash, transactionIndex };
    const inBlock = { ...place, blockTimestamp: time, removed: false };
    return rpcRecord({
      ...place,
      ...{ contractAddress, cumulativeGasUsed, effectiveGasPrice, from, gasUsed },
      ...extras,
      logs: logs.map((log, position) => ({ ...log, ...inBlock, logIndex: firstLog + position })),
      ...{ logsBloom: FULL_BLOOM, status, to, type },
    });
  });
}
