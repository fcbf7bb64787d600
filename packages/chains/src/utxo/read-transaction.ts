/**
 * Reads one transaction of the Bitcoin wire format (BIP144, and Litecoin's MWEB extension of it) into columns. Chains
 * without segwit have neither marker nor flags: there a zero in their place says that there are no inputs.
 *
 *     version u32 | [00 flags] | inputs | outputs | [witnesses if flags & 1] | [MWEB part if flags & 8] | locktime u32
 *
 * Source: bitcoin src/primitives/transaction.h, litecoin src/primitives/transaction.h UnserializeTransaction.
 */
import { HASH_BYTES, sha256Into } from '../bytes/hash.js';
import type { ByteReader } from '../bytes/reader.js';
import type { UtxoChain } from '../chain.js';
import { DecodeError } from '../errors.js';
import { tokenPrefixLength } from './bitcoin-cash/cash-token.js';
import type { InputColumns, OutputColumns, TransactionColumns } from './utxo-columns.js';

/** Outpoint 36, empty script 1, sequence 4. */
export const MIN_INPUT_BYTES = 41;
/** Value 8, empty script 1. */
export const MIN_OUTPUT_BYTES = 9;
const VERSION_BYTES = 4;
const LOCK_TIME_BYTES = 4;
/** One input and one output, each with its count. */
export const MIN_TRANSACTION_BYTES = VERSION_BYTES + 1 + MIN_INPUT_BYTES + 1 + MIN_OUTPUT_BYTES + LOCK_TIME_BYTES;

const FLAG_WITNESS = 1;
const FLAG_MWEB = 8;

/** Where a transaction is read from. */
interface TransactionRules {
  readonly chain: UtxoChain;
  /** The transaction stands alone, as in the mempool, and may carry an MWEB body; in a block it may not. */
  readonly alone: boolean;
  /** Its outputs may carry CashTokens. */
  readonly tokens: boolean;
}

/**
 * Reads the transaction at the cursor into `columns`.
 * @returns true for a HogEx, which is flagged to carry MWEB data and carries none (litecoin UnserializeTransaction).
 * @throws DecodeError for anything that the chain's nodes would not accept, as far as the bytes alone tell.
 */
export function readTransaction(reader: ByteReader, rules: TransactionRules, columns: TransactionColumns): boolean {
  const { bytes } = reader;
  const { chain } = rules;
  const start = reader.at;
  const version = reader.u32();
  const flags = chain.segwit && bytes[reader.at] === 0 ? readFlags(reader, chain.mweb) : 0;
  const bodyStart = reader.at;
  const inputCount = readInputs(reader, columns.inputs);
  if (inputCount === 0) throw new DecodeError('a transaction has no inputs', bodyStart);
  readOutputs(reader, rules.tokens, columns.outputs);
  const bodyEnd = reader.at;
  if (flags & FLAG_WITNESS) readWitnesses(reader, inputCount);
  const witnessEnd = reader.at;
  const hogEx = (flags & FLAG_MWEB) !== 0 && readMweb(reader, rules.alone);
  const lockTime = reader.u32();
  const end = reader.at;

  const txidBytes = flags === 0 ? bytes.subarray(start, end) : stripped(bytes, start, bodyStart, bodyEnd, end);
  sha256Into(txidBytes, columns.txids, columns.count * HASH_BYTES);
  // The weight counts neither MWEB data (litecoin src/consensus/validation.h GetTransactionWeight) nor, where there is
  // no witness, the marker and flags.
  const witnessBytes = flags & FLAG_WITNESS ? 2 + witnessEnd - bodyEnd : 0;
  columns.push(version, lockTime, end - start, 4 * txidBytes.length + witnessBytes);
  return hogEx;
}

/** After the version, a zero where the input count would be: the marker, with the flags behind it. */
function readFlags(reader: ByteReader, mweb: boolean): number {
  const at = reader.skip(1);
  const flags = reader.u8();
  if (flags === 0) throw new DecodeError('a transaction has no inputs', at);
  if (flags & ~(mweb ? FLAG_WITNESS | FLAG_MWEB : FLAG_WITNESS)) {
    throw new DecodeError(`unknown transaction flags 0x${flags.toString(16)}`, at + 1);
  }
  return flags;
}

/** @returns how many inputs the transaction has */
export function readInputs(reader: ByteReader, inputs: InputColumns): number {
  const count = reader.count(MIN_INPUT_BYTES, 'inputs');
  inputs.reserve(count);
  for (let i = 0; i < count; i++) {
    const prevTxidOffset = reader.skip(32);
    const prevVout = reader.u32();
    reader.skip(reader.compactSize() + 4); // scriptSig and sequence
    inputs.push(prevTxidOffset, prevVout);
  }
  return count;
}

function readOutputs(reader: ByteReader, tokens: boolean, outputs: OutputColumns): void {
  const start = reader.at;
  const count = reader.count(MIN_OUTPUT_BYTES, 'outputs');
  if (count === 0) throw new DecodeError('a transaction has no outputs', start);
  outputs.reserve(count);
  for (let i = 0; i < count; i++) {
    const scriptLength = readOutput(reader, outputs);
    if (tokens) outputs.splitTokens(tokenPrefixLength(reader.bytes, reader.at - scriptLength, scriptLength));
  }
}

/**
 * Reads one output (`CTxOut`): value int64, script. Values are never negative (bitcoin consensus/tx_check.cpp).
 * @returns the bytes of the script, which end at the cursor.
 */
export function readOutput(reader: ByteReader, outputs: OutputColumns): number {
  const low = reader.u32();
  const high = reader.u32();
  if (high >= 0x8000_0000) throw new DecodeError('an output has a negative value', reader.at - 8);
  const scriptLength = reader.compactSize();
  outputs.push(low, high, reader.skip(scriptLength), scriptLength);
  return scriptLength;
}

function readWitnesses(reader: ByteReader, inputCount: number): void {
  const start = reader.at;
  let items = 0;
  for (let i = 0; i < inputCount; i++) {
    const count = reader.count(1, 'witness items');
    for (let item = 0; item < count; item++) reader.skip(reader.compactSize());
    items += count;
  }
  if (items === 0) throw new DecodeError('a transaction is flagged to have witnesses and has none', start);
}

/**
 * The MWEB part is one zero byte (“none”), which marks the HogEx, or 01 and a body. Blocks have the former only: their
 * MWEB transactions are merged into the extension block (litecoin src/mweb/mweb_node.cpp CheckBlock). A body that
 * stands alone reaches to the lock time and is opaque here.
 * @returns whether this is the HogEx.
 */
function readMweb(reader: ByteReader, alone: boolean): boolean {
  const start = reader.at;
  const option = reader.u8();
  if (option === 0) return true;
  if (option !== 1) throw new DecodeError(`0x${option.toString(16)} is no MWEB option byte`, start);
  if (!alone) throw new DecodeError('a transaction of a block carries an MWEB body', start);
  reader.skip(Math.max(1, reader.remaining - LOCK_TIME_BYTES));
  return false;
}

let scratch = Buffer.allocUnsafeSlow(1 << 16);

/** The transaction without marker, flags, witnesses and MWEB part, in scratch memory that the next call overwrites. */
function stripped(bytes: Buffer, start: number, bodyStart: number, bodyEnd: number, end: number): Buffer {
  const length = VERSION_BYTES + (bodyEnd - bodyStart) + LOCK_TIME_BYTES;
  if (length > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * length);
  for (let i = 0; i < VERSION_BYTES; i++) {
    scratch[i] = bytes[start + i]!;
    scratch[length - LOCK_TIME_BYTES + i] = bytes[end - LOCK_TIME_BYTES + i]!;
  }
  bytes.copy(scratch, VERSION_BYTES, bodyStart, bodyEnd);
  return scratch.subarray(0, length);
}
