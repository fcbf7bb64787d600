/** Effects of a batch on each address: one event per transaction and address, in chain order. */
import { type Amount, amountOfWords, HIGH_WORD, LOW_WORD, SHIELDED_POOLS } from '@chaintrail/chains';
import { txKey } from '../../tx-key.js';
import { InconsistentBlockError, NONE, type UtxoBatch } from './utxo-batch.js';

/**
 * Columns with an entry for each event. Amounts are sums of words, high and low apart. Adding them needs no carry and
 * no bigint, and is exact for all that a block can hold. {@link amountOfWords} puts them together.
 */
export interface AddressEvents {
  readonly count: number;
  /** Number of the address in the batch's address book. */
  readonly address: Int32Array;
  readonly txKey: Float64Array;
  /** Net effect on the balance. */
  readonly deltaHigh: Float64Array;
  readonly deltaLow: Float64Array;
  /** Sum of the outputs that pay the address. */
  readonly receivedHigh: Float64Array;
  readonly receivedLow: Float64Array;
  /** Per transaction: inputs minus outputs and what shielded pools gain; null where an input's amount is not known. */
  readonly fees: readonly (Amount | null)[];
}

const POOLS = SHIELDED_POOLS.length;

/** @throws InconsistentBlockError when a transaction pays out more than it spends */
export function addressEvents(batch: UtxoBatch): AddressEvents {
  // Every input and output makes one event at most.
  const limit = batch.inputAddress.length + batch.outputAddress.length;
  const address = new Int32Array(limit);
  const keys = new Float64Array(limit);
  const deltaHigh = new Float64Array(limit);
  const deltaLow = new Float64Array(limit);
  const receivedHigh = new Float64Array(limit);
  const receivedLow = new Float64Array(limit);
  const fees: (Amount | null)[] = [];
  let count = 0;
  // The event of an address within the current transaction, while `eventTx` says that it is the current one's.
  const eventOf = new Int32Array(batch.addresses.count);
  const eventTx = new Int32Array(batch.addresses.count).fill(NONE);
  const eventFor = (number: number, tx: number, key: number): number => {
    if (eventTx[number] !== tx) {
      eventTx[number] = tx;
      eventOf[number] = count;
      address[count] = number;
      keys[count++] = key;
    }
    return eventOf[number]!;
  };
  const { inputWords, inputAddress, inputKnown, outputWords, outputAddress, outputUnspendable } = batch;
  for (let tx = 0; tx < batch.txBlock.length; tx++) {
    const b = batch.txBlock[tx]!;
    const { block, height } = batch.blocks[b]!;
    const t = tx - batch.txBase[b]!;
    const key = txKey(height, t);
    let known = true;
    let feeHigh = 0;
    let feeLow = 0;
    const inputBase = batch.inputBase[b]!;
    const inputEnd = inputBase + block.inputStart[t + 1]!;
    for (let i = inputBase + (t === 0 ? block.inputStart[1]! : block.inputStart[t]!); i < inputEnd; i++) {
      if (inputKnown[i] === 0) {
        known = false;
        continue;
      }
      const high = inputWords[2 * i + HIGH_WORD]!;
      const low = inputWords[2 * i + LOW_WORD]!;
      feeHigh += high;
      feeLow += low;
      if (inputAddress[i] === NONE) continue;
      const event = eventFor(inputAddress[i]!, tx, key);
      deltaHigh[event]! -= high;
      deltaLow[event]! -= low;
    }
    const outputBase = batch.outputBase[b]!;
    const outputEnd = outputBase + block.outputStart[t + 1]!;
    for (let o = outputBase + block.outputStart[t]!; o < outputEnd; o++) {
      const high = outputWords[2 * o + HIGH_WORD]!;
      const low = outputWords[2 * o + LOW_WORD]!;
      feeHigh -= high;
      feeLow -= low;
      if (outputAddress[o] === NONE || outputUnspendable[o] === 1) continue;
      const event = eventFor(outputAddress[o]!, tx, key);
      deltaHigh[event]! += high;
      deltaLow[event]! += low;
      receivedHigh[event]! += high;
      receivedLow[event]! += low;
    }
    const pools = batch.poolWords[b];
    if (pools) {
      feeHigh -= poolGains(pools, t, HIGH_WORD);
      feeLow -= poolGains(pools, t, LOW_WORD);
    }
    fees.push(t === 0 ? 0 : known ? feeOf(feeHigh, feeLow, t, height) : null);
  }
  return { count, address, txKey: keys, deltaHigh, deltaLow, receivedHigh, receivedLow, fees };
}

/** The sum of one word of what the pools gain by transaction `t`. High words are signed: value may leave a pool. */
function poolGains(words: Uint32Array, t: number, word: number): number {
  let sum = 0;
  for (let pool = t * POOLS; pool < (t + 1) * POOLS; pool++) {
    const part = words[2 * pool + word]!;
    sum += word === HIGH_WORD ? part | 0 : part;
  }
  return sum;
}

function feeOf(high: number, low: number, index: number, height: number): Amount {
  const fee = amountOfWords(high, low);
  if (fee < 0) {
    throw new InconsistentBlockError(`transaction ${index} of block ${height} pays out ${-fee} more than it spends`);
  }
  return fee;
}
