import { displayHash } from '@chaintrail/chains';
import type { Random } from '../random.js';
import type { ZcashParts } from '../zcash/zcash-transaction.js';
import type { Token } from './bch/token.js';
import { type Destination, type Unlocking, unlock } from './destination.js';

/** One output, with the transaction that made it and the one that spends it (in the mempool or in the chain). */
export interface Coin {
  readonly transaction: Transaction;
  readonly vout: number;
  readonly value: bigint;
  readonly destination: Destination;
  /** Token that a Bitcoin Cash output carries beside its amount. */
  readonly token: Token | null;
  spender: Transaction | null;
  /** Place in its wallet's list of coins, or -1; see `Population`. */
  slot: number;
}

type TransactionKind = 'coinbase' | 'payment' | 'hogex';

/** A transaction as the node stores it, with its ids in wire order. */
export interface EncodedTransaction {
  /** With witness, without MWEB data. */
  readonly bytes: Buffer;
  /** Bytes without witness; the same as `bytes.length` on chains without witnesses. */
  readonly strippedSize: number;
  readonly txid: Buffer;
  /** Hash of the whole transaction; the txid itself where it knows no other id. */
  readonly wtxid: Buffer;
}

export interface Transaction extends EncodedTransaction {
  readonly kind: TransactionKind;
  /** Display form. */
  readonly id: string;
  readonly version: number;
  readonly sequence: number;
  /** Empty for a coinbase. */
  readonly inputs: readonly Coin[];
  readonly outputs: readonly Coin[];
  /** Parts that only Zcash's transactions have. */
  readonly zcash: ZcashParts | null;
  /** Base units; 0 for a coinbase. */
  readonly fee: bigint;
  /** Height in the active chain, or null while unconfirmed. */
  height: number | null;
}

interface TransactionInput {
  readonly txid: Buffer;
  readonly vout: number;
  readonly sequence: number;
  readonly unlocking: Unlocking;
}

export interface DraftOutput {
  readonly value: bigint;
  readonly destination: Destination;
  readonly token?: Token | null;
}

export interface TransactionDraft {
  readonly kind: TransactionKind;
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly TransactionInput[];
  readonly spends: readonly Coin[];
  readonly outputs: readonly DraftOutput[];
  /** Base units that pools of shielded coins gain by it; below zero: what leaves them. */
  readonly poolGain?: bigint;
  readonly zcash?: ZcashParts;
}

/** Inputs that spend the coins. */
export function inputsOf(coins: readonly Coin[], random: Random, sequence = 0xffffffff): readonly TransactionInput[] {
  return coins.map(({ transaction, vout, destination }) => {
    return { txid: transaction.txid, vout, sequence, unlocking: unlock(destination, random) };
  });
}

/** BIP141: 3 × stripped size + total size. */
export function weightOf(transaction: Transaction): number {
  return transaction.strippedSize * 3 + transaction.bytes.length;
}

/**
 * Serializes and hashes a draft, and turns its outputs into coins.
 * @throws RangeError when it pays more than it spends
 */
export function makeTransaction(
  draft: TransactionDraft,
  wire: { encodeTransaction(draft: TransactionDraft): EncodedTransaction },
): Transaction {
  const encoded = wire.encodeTransaction(draft);
  const spent = draft.spends.reduce((sum, coin) => sum + coin.value, 0n);
  const made = draft.outputs.reduce((sum, output) => sum + output.value, draft.poolGain ?? 0n);
  if (draft.kind !== 'coinbase' && made > spent) throw new RangeError('a transaction may not create value');
  const outputs: Coin[] = [];
  const transaction: Transaction = {
    ...encoded,
    kind: draft.kind,
    id: displayHash(encoded.txid),
    version: draft.version,
    sequence: draft.inputs[0]?.sequence ?? 0xffffffff,
    inputs: draft.spends,
    outputs,
    zcash: draft.zcash ?? null,
    fee: draft.kind === 'coinbase' ? 0n : spent - made,
    height: null,
  };
  draft.outputs.forEach(({ value, destination, token = null }, vout) => {
    outputs.push({ transaction, vout, value, destination, token, spender: null, slot: -1 });
  });
  return transaction;
}

/** As litecoind writes it at serial version 2: a HogEx has flag byte 8, and the option byte before the lock time. */
export function bytesWithMweb({ kind, bytes }: Transaction): Buffer {
  if (kind !== 'hogex') return bytes;
  return Buffer.concat([
    bytes.subarray(0, 4),
    Buffer.from([0, 8]),
    bytes.subarray(4, -4),
    Buffer.from([0]),
    bytes.subarray(-4),
  ]);
}
