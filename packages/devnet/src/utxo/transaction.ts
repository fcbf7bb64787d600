import { sha256d } from '../sha256.js';
import { ByteWriter } from './bytes.js';
import type { Destination, Unlocking } from './destination.js';
import { displayHash } from './hash.js';

/** One output, with the transaction that made it and the one that spends it (in the mempool or in the chain). */
export interface Coin {
  readonly transaction: Transaction;
  readonly vout: number;
  readonly value: bigint;
  readonly destination: Destination;
  spender: Transaction | null;
  /** Place in its wallet's list of coins, or -1; see `Population`. */
  slot: number;
}

type TransactionKind = 'coinbase' | 'payment' | 'hogex';

export interface Transaction {
  readonly kind: TransactionKind;
  /** Display form. */
  readonly id: string;
  /** Wire order. */
  readonly txid: Buffer;
  /** Wire order. */
  readonly wtxid: Buffer;
  /** With witness, without MWEB data. */
  readonly bytes: Buffer;
  readonly strippedSize: number;
  readonly version: number;
  readonly lockTime: number;
  readonly sequence: number;
  /** Empty for a coinbase. */
  readonly inputs: readonly Coin[];
  readonly outputs: readonly Coin[];
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

export interface TransactionDraft {
  readonly kind: TransactionKind;
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly TransactionInput[];
  readonly spends: readonly Coin[];
  readonly outputs: readonly { readonly value: bigint; readonly destination: Destination }[];
}

/** BIP141: 3 × stripped size + total size. */
export function weightOf(transaction: Transaction): number {
  return transaction.strippedSize * 3 + transaction.bytes.length;
}

export function virtualSizeOf(transaction: Transaction): number {
  return Math.ceil(weightOf(transaction) / 4);
}

const writer = new ByteWriter();

function writeBody(draft: TransactionDraft): void {
  writer.compactSize(draft.inputs.length);
  for (const input of draft.inputs) {
    writer.bytes(input.txid).u32(input.vout).vector(input.unlocking.scriptSig).u32(input.sequence);
  }
  writer.compactSize(draft.outputs.length);
  for (const output of draft.outputs) writer.i64(output.value).vector(output.destination.script);
}

/** BIP144 serialization; `flags` 0 leaves marker, flag byte and witness out. */
function serialize(draft: TransactionDraft, flags: number): Buffer {
  writer.reset().u32(draft.version);
  if (flags !== 0) writer.u8(0).u8(flags);
  writeBody(draft);
  if (flags & 1) {
    for (const { unlocking } of draft.inputs) {
      writer.compactSize(unlocking.witness.length);
      for (const item of unlocking.witness) writer.vector(item);
    }
  }
  // Litecoin src/primitives/transaction.h: flag 8 adds the MWEB part; a HogEx carries only its option byte, 0.
  if (flags & 8) writer.u8(0);
  return writer.u32(draft.lockTime).take();
}

/** Serializes and hashes a draft, and turns its outputs into coins. */
export function makeTransaction(draft: TransactionDraft): Transaction {
  const hasWitness = draft.inputs.some((input) => input.unlocking.witness.length > 0);
  const stripped = serialize(draft, 0);
  const bytes = hasWitness ? serialize(draft, 1) : stripped;
  const txid = sha256d(stripped);
  const spent = draft.spends.reduce((sum, coin) => sum + coin.value, 0n);
  const made = draft.outputs.reduce((sum, output) => sum + output.value, 0n);
  if (draft.kind !== 'coinbase' && made > spent) throw new RangeError('a transaction may not create value');
  const outputs: Coin[] = [];
  const transaction: Transaction = {
    kind: draft.kind,
    id: displayHash(txid),
    txid,
    wtxid: hasWitness ? sha256d(bytes) : txid,
    bytes,
    strippedSize: stripped.length,
    version: draft.version,
    lockTime: draft.lockTime,
    sequence: draft.inputs[0]?.sequence ?? 0xffffffff,
    inputs: draft.spends,
    outputs,
    fee: draft.kind === 'coinbase' ? 0n : spent - made,
    height: null,
  };
  draft.outputs.forEach(({ value, destination }, vout) => {
    outputs.push({ transaction, vout, value, destination, spender: null, slot: -1 });
  });
  return transaction;
}

/** A HogEx as litecoind writes it at serial version 2: flag byte 8 and the option byte before the lock time. */
export function withMwebFlag(bytes: Buffer): Buffer {
  return Buffer.concat([
    bytes.subarray(0, 4),
    Buffer.from([0, 8]),
    bytes.subarray(4, -4),
    Buffer.from([0]),
    bytes.subarray(-4),
  ]);
}
