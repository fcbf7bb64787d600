/**
 * A batch of consecutive blocks, laid out for row building: transactions, inputs and outputs numbered through the whole
 * batch, every output with its address, every input with the output it spends where that lies in the batch too.
 */
import {
  addressKeyOfScript,
  isUnspendable,
  type PlacedUtxoBlock,
  type UtxoChain,
  type UtxoNetwork,
} from '@chaintrail/chains';
import { txKey } from '../../tx-key.js';
import { AddressBook } from './address-book.js';

/** "No address" and "not in this batch" in the arrays of numbers below. */
export const NONE = -1;
const NO_VALUE = BigInt(NONE);

export interface UtxoBatch {
  readonly blocks: readonly PlacedUtxoBlock[];
  /** Number of the first transaction, input and output of each block; one more entry holds the totals. */
  readonly txBase: Uint32Array;
  readonly inputBase: Uint32Array;
  readonly outputBase: Uint32Array;
  readonly addresses: AddressBook;
  /** Per output: number of its address in `addresses`, or NONE. */
  readonly outputAddress: Int32Array;
  /** Per output: 1 when it is in nobody's balance and never in the UTXO set (OP_RETURN, genesis …). */
  readonly outputUnspendable: Uint8Array;
  /** Per output: 1 when an input of this batch spends it. */
  readonly outputSpent: Uint8Array;
  /** Per input: tx_key of the transaction whose output it spends; NONE until known, and for coinbases. */
  readonly inputTxKey: Float64Array;
  /** Per input: amount of the output it spends; NONE until known, and for coinbases. */
  readonly inputValue: BigInt64Array;
  /** Per input: number of the address it spends from, or NONE. */
  readonly inputAddress: Int32Array;
  /** Block of each transaction of the batch. */
  readonly txBlock: Uint32Array;
  /** Inputs that spend outputs from before the batch. */
  readonly earlierInputs: readonly number[];
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
  const inputs = inputBase[blocks.length]!;
  const outputs = outputBase[blocks.length]!;
  const batch = {
    blocks,
    txBase,
    inputBase,
    outputBase,
    addresses: new AddressBook(),
    outputAddress: new Int32Array(outputs).fill(NONE),
    outputUnspendable: new Uint8Array(outputs),
    outputSpent: new Uint8Array(outputs),
    inputTxKey: new Float64Array(inputs).fill(NONE),
    inputValue: new BigInt64Array(inputs).fill(NO_VALUE),
    inputAddress: new Int32Array(inputs).fill(NONE),
    txBlock: new Uint32Array(txBase[blocks.length]!),
    earlierInputs: [] as number[],
  };
  for (const b of blocks.keys()) readOutputs(batch, b, chain, network);
  linkInputs(batch);
  return batch;
}

function readOutputs(batch: UtxoBatch, b: number, chain: UtxoChain, network: UtxoNetwork): void {
  const { block, height } = batch.blocks[b]!;
  const base = batch.outputBase[b]!;
  const total = block.outputStart[block.txCount]!;
  for (let o = 0; o < total; o++) {
    const offset = block.outputScriptOffset[o]!;
    const length = block.outputScriptLength[o]!;
    const key = addressKeyOfScript(chain, block.bytes, offset, length);
    if (key !== null) batch.outputAddress[base + o] = batch.addresses.numberOf(key);
    else if (isUnspendable(block.bytes, offset, length)) batch.outputUnspendable[base + o] = 1;
  }
  if (network.unspendableCoinbases.includes(height)) {
    batch.outputUnspendable.fill(1, base, base + block.outputStart[1]!);
  }
  batch.txBlock.fill(b, batch.txBase[b]!, batch.txBase[b + 1]!);
}

/** All outputs are known before any input is looked at, so the order of transactions in a block does not matter. */
function linkInputs(batch: UtxoBatch & { earlierInputs: number[] }): void {
  const outputsOf = new Map<string, number>(); // txid → its transaction's number
  for (const [b, { block }] of batch.blocks.entries()) {
    for (let t = 0; t < block.txCount; t++)
      outputsOf.set(block.txids.toString('latin1', 32 * t, 32 * t + 32), batch.txBase[b]! + t);
  }
  for (const [b, { block }] of batch.blocks.entries()) {
    const inputs = block.inputStart[block.txCount]!;
    for (let i = block.inputStart[1]!; i < inputs; i++) {
      const at = block.inputPrevTxidOffset[i]!;
      const maker = outputsOf.get(block.bytes.toString('latin1', at, at + 32));
      const input = batch.inputBase[b]! + i;
      if (maker === undefined) batch.earlierInputs.push(input);
      else spendWithin(batch, input, maker, block.inputPrevVout[i]!, b);
    }
  }
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
  batch.inputValue[input] = block.outputValue[first + vout]!;
  batch.inputAddress[input] = batch.outputAddress[output]!;
}
