/** Blocks of a UTXO chain: raw bytes by hash, decoded and checked, with what they spend where the node delivers it. */
import type { BlockRef, PlacedUtxoBlock, UtxoChain, UtxoNode } from '@chaintrail/chains';
import type { BlockSource } from './block-source.js';
import type { Decoder } from './decode/decoder.js';

export function utxoSource(chain: UtxoChain, node: UtxoNode, decoder: Decoder): BlockSource<PlacedUtxoBlock> {
  return {
    preflight: (startHeight) => node.preflight(startHeight),
    tip: () => node.tip(),
    blockHashes: (fromHeight, count) => node.blockHashes(fromHeight, count),
    transactionCount: () => node.transactionCount(),
    async block({ height, hash }: BlockRef, bare: boolean): Promise<PlacedUtxoBlock> {
      const [bytes, spentBytes] = await Promise.all([node.rawBlock(hash), bare ? null : node.spentOutputs(hash)]);
      const { block, spent } = await decoder.decode(chain, bytes, spentBytes);
      return { height, hash, parentHash: block.parentHash, txCount: block.txCount, size: block.size, block, spent };
    },
    async waitForChange(tip: BlockRef, timeoutMs: number, signal: AbortSignal): Promise<void> {
      await node.waitForNewBlock(tip, timeoutMs, signal);
    },
    close: () => node.close(),
  };
}
