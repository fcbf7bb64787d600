import { ByteReader } from '../bytes/reader.js';
import { DecodeError } from '../errors.js';
import { readOutput } from './read-transaction.js';
import type { SpentOutputs, UtxoBlock } from './utxo-block.js';
import { OutputColumns } from './utxo-columns.js';

/**
 * Decodes the answer to `/rest/spenttxouts/<hash>.bin` (Bitcoin Core 30 and later): for each transaction of the block a
 * count and so many outputs, the coinbase with none. Every count must be that of `block`.
 * Source: bitcoin src/rest.cpp SerializeBlockUndo.
 * @throws DecodeError when the answer does not belong to the block.
 */
export function decodeSpentOutputs(bytes: Buffer, block: UtxoBlock): SpentOutputs {
  const reader = new ByteReader(bytes);
  const txCount = reader.count(1, 'transactions');
  if (txCount !== block.txCount) {
    throw new DecodeError(`spent outputs of ${txCount} transactions for a block of ${block.txCount}`, 0);
  }
  const spentCount = block.inputStart[txCount]! - 1;
  // Nine bytes are the least an output takes: refuse before allocating for a block that the answer cannot belong to.
  if (spentCount * 9 > reader.remaining) {
    throw new DecodeError(`${reader.remaining} bytes cannot hold ${spentCount} spent outputs`, reader.at);
  }
  const outputs = new OutputColumns(spentCount);
  for (let tx = 0; tx < txCount; tx++) {
    const start = reader.at;
    const count = reader.compactSize();
    const expected = tx === 0 ? 0 : block.inputStart[tx + 1]! - block.inputStart[tx]!;
    if (count !== expected) {
      throw new DecodeError(`transaction ${tx} spends ${expected} outputs, not ${count}`, start);
    }
    for (let i = 0; i < count; i++) readOutput(reader, outputs);
  }
  if (reader.remaining > 0) throw new DecodeError(`${reader.remaining} bytes follow the last output`, reader.at);
  return { bytes, ...outputs.finish() };
}
