import { HIGH_WORD, LOW_WORD } from '@chaintrail/chains';
import { txKey } from '../../tx-key.js';
import type { UnspentCache } from './unspent-cache.js';
import { NONE, type UtxoBatch } from './utxo-batch.js';

/** Spends what the batch spends of the cache; `earlierInputs` keeps the inputs whose outputs are not in it. */
export function spendFromCache(batch: UtxoBatch, cache: UnspentCache): void {
  const missing: number[] = [];
  const { inputTxKey, inputKnown, inputWords, inputAddress, addresses } = batch;
  let b = 0;
  for (const input of batch.earlierInputs) {
    while (input >= batch.inputBase[b + 1]!) b++;
    const { block } = batch.blocks[b]!;
    const i = input - batch.inputBase[b]!;
    const record = cache.take(block.bytes, block.inputPrevTxidOffset[i]!, block.inputPrevVout[i]!);
    if (record < 0) {
      missing.push(input);
      continue;
    }
    inputTxKey[input] = cache.txKeyOf(record);
    inputKnown[input] = 1;
    inputWords[2 * input + HIGH_WORD] = cache.highOf(record);
    inputWords[2 * input + LOW_WORD] = cache.lowOf(record);
    inputAddress[input] = cache.addressOf(record, addresses);
  }
  batch.earlierInputs = missing;
}

/** Adds what the batch leaves unspent to the cache. */
export function addToCache(batch: UtxoBatch, cache: UnspentCache): void {
  const { outputUnspendable, outputSpent, outputWords, outputAddress, addresses, txids } = batch;
  for (let tx = 0; tx < batch.txBlock.length; tx++) {
    const b = batch.txBlock[tx]!;
    const { block, height } = batch.blocks[b]!;
    const t = tx - batch.txBase[b]!;
    const first = block.outputStart[t]!;
    const end = block.outputStart[t + 1]!;
    for (let o = first; o < end; o++) {
      const output = batch.outputBase[b]! + o;
      if (outputUnspendable[output] === 1 || outputSpent[output] === 1) continue;
      const address = outputAddress[output]!;
      const keyAt = address === NONE ? 0 : addresses.starts[address]!;
      const keyLength = address === NONE ? 0 : addresses.starts[address + 1]! - keyAt;
      const high = outputWords[2 * output + HIGH_WORD]!;
      const low = outputWords[2 * output + LOW_WORD]!;
      cache.add(txids, 32 * tx, o - first, txKey(height, t), high, low, addresses.bytes, keyAt, keyLength);
    }
  }
}
