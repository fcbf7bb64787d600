/** Blocks of EVM chains, by hash with their receipts. */
import { BlockNotFoundError, type BlockRef, type EvmChainNetwork, type EvmNode } from '@chaintrail/chains';
import type { PreparedAccountBlock } from '@chaintrail/db';
import type { Decoder } from '../decode/decoder.js';
import type { BlockSource } from './block-source.js';
import { ChainMovedError } from './fetch-ahead.js';

export function evmBlockSource(
  { chain, network }: EvmChainNetwork,
  node: EvmNode,
  decoder: Decoder,
): BlockSource<PreparedAccountBlock> {
  return {
    node,
    async block(ref: BlockRef): Promise<PreparedAccountBlock> {
      const { height, hash } = ref;
      const { block, receipts, uncles } = await node.rawBlock(hash).catch(async (error: unknown) => {
        // Some nodes forget blocks that left the active chain.
        if (!(error instanceof BlockNotFoundError) || (await node.blockHashAt(height)) === hash) throw error;
        throw new ChainMovedError(`block ${hash} is not at height ${height} any more`);
      });
      return decoder.run({ kind: 'evm', chain: chain.code, network: network.name, ref, block, receipts, uncles });
    },
  };
}
