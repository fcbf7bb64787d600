/**
 * A batch of consecutive blocks, laid out for row building. Transactions, inputs and outputs are numbered through the
 * whole batch. Every output has its address, every input the output it spends where that lies in the batch too. All of
 * it is arrays of numbers: an object, string or bigint per input would cost more than the rest of the work.
 */

import { randomBytes } from 'node:crypto';
import {
  amountOfWords,
  HIGH_WORD,
  isUnspendable,
  LOW_WORD,
  type PlacedUtxoBlock,
  type UtxoChain,
  type UtxoNetwork,
  wordsOf,
  writeAddressKey,
} from '@chaintrail/chains';
import { txKey } from '../../tx-key.js';
import { AddressBook } from '../address-book.js';

/** "No address" and "not in this batch" in the arrays of numbers below. */
export const NONE = -1;

export interface UtxoBatch {
  readonly chain: UtxoChain;
  readonly blocks: readonly PlacedUtxoBlock[];
  /** Number of the first transaction, input and output of each block; one more entry holds the totals. */
  readonly txBase: Uint32Array;
  readonly inputBase: Uint32Array;
  readonly outputBase: Uint32Array;
  /** Block of each transaction of the batch. */
  readonly txBlock: Uint32Array;
  /** 32 bytes for each transaction, wire order. */
  readonly txids: Buffer;
  readonly addresses: AddressBook;
  /** Per output: number of its address in `addresses`, or NONE. */
  readonly outputAddress: Int32Array;
  /** Per output: 1 when it is in nobody's balance and never in the UTXO set (OP_RETURN, genesis …). */
  readonly outputUnspendable: Uint8Array;
  /** Per output: 1 when an input of this batch spends it. */
  readonly outputSpent: Uint8Array;
  /** Per output: its amount as two words, of which `2 * output + LOW_WORD` and `+ HIGH_WORD` tell apart. */
  readonly outputWords: Uint32Array;
  /** Per input: tx_key of the transaction whose output it spends; NONE until known, and for coinbases. */
  readonly inputTxKey: Float64Array;
  /** Per input: 1 when the amount below is known; never for coinbases. */
  readonly inputKnown: Uint8Array;
  /** Per input: amount of the output it spends, as in `outputWords`. */
  readonly inputWords: Uint32Array;
  /** Per input: number of the address it spends from, or NONE. */
  readonly inputAddress: Int32Array;
  /** Per block: what shielded pools gain, as words like the above; null on chains without. */
  readonly poolWords: readonly (Uint32Array | null)[];
  /** Inputs that spend outputs from before the batch. */
  earlierInputs: readonly number[];
}

/** The blocks contradict themselves or what is indexed: nothing of the batch may be written. */
export class InconsistentBlockError extends Error {
  override readonly name = 'InconsistentBlockError';
}

export function layOutBatch(chain: UtxoChain, network: UtxoNetwork, blocks: readonly PlacedUtxoBlock[]): UtxoBatch {
  const txBase = new Uint32Array(blocks.length + 1);
  const inputBase = new Uint32Array(blocks.length + 1);
  const outputBase = new Uint32Array(blocks.length + 1);
  for (const [b, { block }] of blocks.entries()) {
    txBase[b + 1] = txBase[b]! + block.txCount;
    inputBase[b + 1] = inputBase[b]! + block.inputStart[block.txCount]!;
    outputBase[b + 1] = outputBase[b]! + block.outputStart[block.txCount]!;
  }
  const transactions = txBase[blocks.length]!;
  const inputs = inputBase[blocks.length]!;
  const outputs = outputBase[blocks.length]!;
  const batch: UtxoBatch = {
    chain,
    blocks,
    txBase,
    inputBase,
    outputBase,
    txBlock: new Uint32Array(transactions),
    txids: Buffer.allocUnsafeSlow(32 * transactions),
    // Inputs bring some more addresses in, outputs often share one.
    addresses: new AddressBook(outputs),
    outputAddress: new Int32Array(outputs).fill(NONE),
    outputUnspendable: new Uint8Array(outputs),
    outputSpent: new Uint8Array(outputs),
    outputWords: new Uint32Array(2 * outputs),
    inputTxKey: new Float64Array(inputs).fill(NONE),
    inputKnown: new Uint8Array(inputs),
    inputWords: new Uint32Array(2 * inputs),
    inputAddress: new Int32Array(inputs).fill(NONE),
    poolWords: blocks.map(({ block }) => block.poolDeltas && wordsOf(block.poolDeltas)),
    earlierInputs: [],
  };
  for (const b of blocks.keys()) readOutputs(batch, b, chain, network);
  linkInputs(batch);
  return batch;
}

function readOutputs(batch: UtxoBatch, b: number, chain: UtxoChain, network: UtxoNetwork): void {
  const { block, height } = batch.blocks[b]!;
  const { addresses, outputAddress } = batch;
  const base = batch.outputBase[b]!;
  const total = block.outputStart[block.txCount]!;
  for (let o = 0; o < total; o++) {
    const offset = block.outputScriptOffset[o]!;
    const length = block.outputScriptLength[o]!;
    const at = addresses.reserve();
    const keyLength = writeAddressKey(chain, block.bytes, offset, length, addresses.bytes, at);
    if (keyLength > 0) outputAddress[base + o] = addresses.intern(keyLength);
    else if (isUnspendable(block.bytes, offset, length)) batch.outputUnspendable[base + o] = 1;
  }
  if (network.unspendableCoinbases.includes(height)) {
    batch.outputUnspendable.fill(1, base, base + block.outputStart[1]!);
  }
  batch.outputWords.set(wordsOf(block.outputValue), 2 * base);
  batch.txids.set(block.txids, 32 * batch.txBase[b]!);
  batch.txBlock.fill(b, batch.txBase[b]!, batch.txBase[b + 1]!);
}

/** All outputs are known before any input is looked at, so the order of transactions in a block does not matter. */
function linkInputs(batch: UtxoBatch): void {
  const makers = new TxidTable(batch.txids);
  const earlierInputs: number[] = [];
  for (const [b, { block }] of batch.blocks.entries()) {
    const inputs = block.inputStart[block.txCount]!;
    const base = batch.inputBase[b]!;
    for (let i = block.inputStart[1]!; i < inputs; i++) {
      const maker = makers.find(block.bytes, block.inputPrevTxidOffset[i]!);
      if (maker === NONE) earlierInputs.push(base + i);
      else spendWithin(batch, base + i, maker, block.inputPrevVout[i]!, b);
    }
  }
  batch.earlierInputs = earlierInputs;
}

function spendWithin(batch: UtxoBatch, input: number, maker: number, vout: number, spenderBlock: number): void {
  const b = batch.txBlock[maker]!;
  const { block, height } = batch.blocks[b]!;
  const t = maker - batch.txBase[b]!;
  const first = block.outputStart[t]!;
  const output = batch.outputBase[b]! + first + vout;
  if (
    vout >= block.outputStart[t + 1]! - first ||
    batch.outputUnspendable[output] === 1 ||
    batch.outputSpent[output] === 1
  ) {
    throw new InconsistentBlockError(
      `block ${batch.blocks[spenderBlock]!.height} spends output ${vout} of a transaction of block ${height}, which does not exist or is spent`,
    );
  }
  batch.outputSpent[output] = 1;
  batch.inputTxKey[input] = txKey(height, t);
  batch.inputKnown[input] = 1;
  batch.inputWords[2 * input] = batch.outputWords[2 * output]!;
  batch.inputWords[2 * input + 1] = batch.outputWords[2 * output + 1]!;
  batch.inputAddress[input] = batch.outputAddress[output]!;
}

/** The amount that an input spends, for messages; only where it is known. */
export function inputAmount(batch: UtxoBatch, input: number): number | bigint {
  return amountOfWords(batch.inputWords[2 * input + HIGH_WORD]! | 0, batch.inputWords[2 * input + LOW_WORD]!);
}

const HASH_BYTES = 32;
const NOT_FOUND = -1;
/** Txids are hashes; the seed keeps anyone from grinding many that collide here. */
const SEED = randomBytes(4).readUInt32LE() | 1;

/** A hash of the outpoint's transaction that whoever makes transactions can not foresee. */
export function hashOfTxid(bytes: Uint8Array, at: number): number {
  const low = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  const high = bytes[at + 4]! | (bytes[at + 5]! << 8) | (bytes[at + 6]! << 16) | (bytes[at + 7]! << 24);
  const mixed = Math.imul(low ^ SEED, 0x9e3779b1) ^ Math.imul(high ^ (SEED >>> 7), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

export function sameTxid(a: Uint8Array, atA: number, b: Uint8Array, atB: number): boolean {
  for (let i = 0; i < HASH_BYTES; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}

/** Finds the transaction of a batch by txid: a hash table over the txids where they lie, without strings. */
export class TxidTable {
  private readonly txids: Uint8Array;
  /** Number of the transaction + 1, with linear probing. */
  private readonly slots: Int32Array;
  private readonly mask: number;

  /** @param txids 32 bytes each. Of equal ones the last is found: it made the output that exists. */
  constructor(txids: Uint8Array) {
    const count = txids.length / HASH_BYTES;
    const size = 2 ** Math.ceil(Math.log2(2 * count + 2));
    this.txids = txids;
    this.slots = new Int32Array(size);
    this.mask = size - 1;
    for (let tx = 0; tx < count; tx++) this.slots[this.slotOf(txids, HASH_BYTES * tx)] = tx + 1;
  }

  /** @returns the number of the transaction, or -1 */
  find(bytes: Uint8Array, at: number): number {
    const number = this.slots[this.slotOf(bytes, at)]!;
    return number === 0 ? NOT_FOUND : number - 1;
  }

  /** The slot that holds the txid, or the free one where it would be. */
  private slotOf(bytes: Uint8Array, at: number): number {
    const { slots, mask, txids } = this;
    let slot = hashOfTxid(bytes, at) & mask;
    while (slots[slot] !== 0 && !sameTxid(txids, HASH_BYTES * (slots[slot]! - 1), bytes, at)) slot = (slot + 1) & mask;
    return slot;
  }
}
