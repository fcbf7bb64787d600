/**
 * Uses what the node delivers of spent outputs: to check our own, and to know those from before the indexed history.
 */
import { HIGH_WORD, LOW_WORD, type UtxoChain, writeAddressKey } from '@chaintrail/chains';
import { amountOfWords, wordsOf } from '../amount.js';
import { InconsistentBlockError, inputAmount, NONE, type UtxoBatch } from './utxo-batch.js';

/** @throws InconsistentBlockError when the node says another amount than the output that is indexed */
export function applyDeliveredOutputs(chain: UtxoChain, batch: UtxoBatch): void {
  const { addresses, inputWords } = batch;
  for (const [b, { block, spent, height }] of batch.blocks.entries()) {
    if (spent === null) continue;
    const words = wordsOf(spent.value);
    const first = batch.inputBase[b]! + block.inputStart[1]!; // the coinbase has one input and spends nothing
    for (let n = 0; n < spent.value.length; n++) {
      const input = first + n;
      if (batch.inputTxKey[input] === NONE) {
        inputWords[2 * input] = words[2 * n]!;
        inputWords[2 * input + 1] = words[2 * n + 1]!;
        batch.inputKnown[input] = 1;
        const at = addresses.reserve();
        const { bytes } = addresses;
        const length = writeAddressKey(chain, spent.bytes, spent.scriptOffset[n]!, spent.scriptLength[n]!, bytes, at);
        if (length > 0) batch.inputAddress[input] = addresses.intern(length);
      } else if (words[2 * n] !== inputWords[2 * input] || words[2 * n + 1] !== inputWords[2 * input + 1]) {
        const said = amountOfWords(words[2 * n + HIGH_WORD]! | 0, words[2 * n + LOW_WORD]!);
        throw new InconsistentBlockError(
          `block ${height}: the node says that input ${n} spends ${said}, the output it names holds ${inputAmount(batch, input)}`,
        );
      }
    }
  }
}
