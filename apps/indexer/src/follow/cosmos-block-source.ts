/** Blocks of Cosmos chains, by height with their results. */
import { BlockAboveTipError, type BlockRef, type CosmosChainNetwork, type CosmosNode } from '@chaintrail/chains';
import type { PreparedAccountBlock } from '@chaintrail/db';
import type { Decoder } from '../decode/decoder.js';
import type { OpeningBalances } from '../first-sync/opening-balances.js';
import type { BlockSource } from './block-source.js';
import { ChainMovedError } from './fetch-ahead.js';

export function cosmosBlockSource(
  { chain, network }: CosmosChainNetwork,
  node: CosmosNode,
  openings: OpeningBalances,
  decoder: Decoder,
): BlockSource<PreparedAccountBlock> {
  return {
    node,
    async block(ref: BlockRef): Promise<PreparedAccountBlock & { readonly received: number }> {
      const { block, results } = await node.rawBlock(ref).catch((error: unknown) => {
        if (!(error instanceof BlockAboveTipError)) throw error;
        throw new ChainMovedError(`a server that is behind was asked for block ${ref.height}`);
      });
      // One after the other: reading a mainnet's takes minutes, which a failure of the block must not leave behind.
      const received = block.length + results.length; // the decoder takes them away
      const opening = await openings.before(ref.height);
      const place = { chain: chain.code, network: network.name };
      return { ...(await decoder.run({ kind: 'cosmos', ...place, ref, block, results, opening })), received };
    },
  };
}
