/** Blocks of a UTXO chain: raw bytes by hash, decoded and checked, with what they spend where the node delivers it. */
import {
  type BlockRef,
  decodeSpentOutputs,
  decodeUtxoBlock,
  type PlacedUtxoBlock,
  type UtxoChain,
  type UtxoNode,
} from '@chaintrail/chains';
import type { BlockSource } from './block-source.js';

export function utxoSource(chain: UtxoChain, node: UtxoNode): BlockSource<PlacedUtxoBlock> {
  return {
    preflight: (startHeight) => node.preflight(startHeight),
    tip: () => node.tip(),
    blockHashes: (fromHeight, count) => node.blockHashes(fromHeight, count),
    async block({ height, hash }: BlockRef): Promise<PlacedUtxoBlock> {
      const [bytes, spentBytes] = await Promise.all([node.rawBlock(hash), node.spentOutputs(hash)]);
      const block = decodeUtxoBlock(chain, bytes);
      const spent = spentBytes === null ? null : decodeSpentOutputs(spentBytes, block);
      return { height, hash, parentHash: block.parentHash, txCount: block.txCount, size: block.size, block, spent };
    },
    async waitForChange(tip: BlockRef, timeoutMs: number, signal: AbortSignal): Promise<void> {
      await node.waitForNewBlock(tip, timeoutMs, signal);
    },
    close: () => node.close(),
  };
}
