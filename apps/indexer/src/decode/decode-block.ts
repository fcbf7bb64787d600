import {
  decodeSpentOutputs,
  decodeUtxoBlock,
  type SpentOutputs,
  type UtxoBlock,
  type UtxoChain,
} from '@chaintrail/chains';

export interface DecodedBlock {
  readonly block: UtxoBlock;
  /** What the block spends, where the node delivered it. */
  readonly spent: SpentOutputs | null;
}

/** @throws DecodeError when the bytes are no block of the chain, or the spent outputs not those of the block */
export function decodeBlock(chain: UtxoChain, bytes: Buffer, spentBytes: Buffer | null): DecodedBlock {
  const block = decodeUtxoBlock(chain, bytes);
  return { block, spent: spentBytes === null ? null : decodeSpentOutputs(spentBytes, block) };
}
