/** Uses what the node delivers of spent outputs: to check our own, and to know those from before the indexed history. */
import { addressKeyOfScript, type UtxoChain } from '@chaintrail/chains';
import { InconsistentBlockError, NONE, type UtxoBatch } from './batch.js';

/**
 * @throws InconsistentBlockError when the node says another amount than the output that is indexed
 */
export function applyDeliveredOutputs(chain: UtxoChain, batch: UtxoBatch): void {
  for (const [b, { block, spent, height }] of batch.blocks.entries()) {
    if (spent === null) continue;
    const first = block.inputStart[1]!; // the coinbase has one input and spends nothing
    for (let n = 0; n < spent.value.length; n++) {
      const input = batch.inputBase[b]! + first + n;
      if (batch.inputTxKey[input] === NONE) {
        batch.inputValue[input] = spent.value[n]!;
        const key = addressKeyOfScript(chain, spent.bytes, spent.scriptOffset[n]!, spent.scriptLength[n]!);
        batch.inputAddress[input] = key === null ? NONE : batch.addresses.numberOf(key);
      } else if (batch.inputValue[input] !== spent.value[n]) {
        throw new InconsistentBlockError(
          `block ${height}: the node says that input ${n} spends ${spent.value[n]}, the output it names holds ${batch.inputValue[input]}`,
        );
      }
    }
  }
}
