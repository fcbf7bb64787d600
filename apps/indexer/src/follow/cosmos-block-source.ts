/** Blocks of a Cosmos chain: by height, with their results, decoded and checked. */
import type { BlockRef, CosmosChainNetwork, CosmosNode } from '@chaintrail/chains';
import type { PreparedAccountBlock } from '@chaintrail/db';
import type { Decoder } from '../decode/decoder.js';
import type { OpeningBalances } from '../first-sync/opening-balances.js';
import type { BlockSource } from './block-source.js';

export function cosmosBlockSource(
  { chain, network }: CosmosChainNetwork,
  node: CosmosNode,
  openings: OpeningBalances,
  decoder: Decoder,
): BlockSource<PreparedAccountBlock> {
  return {
    node,
    async block(ref: BlockRef): Promise<PreparedAccountBlock> {
      const { block, results } = await node.rawBlock(ref);
      // One after the other: reading a mainnet's takes minutes, which a failure of the block must not leave behind.
      const opening = await openings.before(ref.height);
      return decoder.run({ kind: 'cosmos', chain: chain.code, network: network.name, ref, block, results, opening });
    },
  };
}
