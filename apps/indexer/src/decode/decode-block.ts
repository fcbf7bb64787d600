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

/**
 * @param txids of the block, 32 bytes each in wire order, where the node was asked for them
 * @throws DecodeError when the bytes are no block of the chain, or the spent outputs not those of the block
 * @throws TxidsNeededError when it can be decoded with the node's `txids` only
 */
export function decodeBlock(
  chain: UtxoChain,
  bytes: Buffer,
  spentBytes: Buffer | null,
  txids: Buffer | null,
): DecodedBlock {
  const block = decodeUtxoBlock(chain, bytes, txids);
  return { block, spent: spentBytes === null ? null : decodeSpentOutputs(spentBytes, block) };
}
