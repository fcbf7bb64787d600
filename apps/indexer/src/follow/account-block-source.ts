/** Blocks of EVM chains, by hash with their receipts, and of Cosmos chains, by height with their results. */
import {
  BlockNotFoundError,
  type BlockRef,
  type CosmosChainNetwork,
  type CosmosNode,
  type EvmChainNetwork,
  type EvmDoubt,
  type EvmNode,
} from '@chaintrail/chains';
import type { PreparedAccountBlock } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { Decoder } from '../decode/decoder.js';
import type { OpeningBalances } from '../first-sync/opening-balances.js';
import type { BlockSource } from './block-source.js';
import { ChainMovedError } from './fetch-ahead.js';

export function evmBlockSource(
  { chain, network }: EvmChainNetwork,
  node: EvmNode,
  decoder: Decoder,
  log: Logger,
): BlockSource<PreparedAccountBlock> {
  /** Reasons of doubts that the operator has read. */
  const warned = new Set<string>();
  const warn = (height: number, { reason, difference }: EvmDoubt): void => {
    if (warned.has(reason)) return;
    warned.add(reason);
    log.warn({ height, difference }, `not all of a block could be compared with its header: ${reason}`);
  };
  return {
    node,
    async block(ref: BlockRef): Promise<PreparedAccountBlock> {
      const { height, hash } = ref;
      const { block, receipts, uncles } = await node.rawBlock(hash).catch(async (error: unknown) => {
        // Some nodes forget blocks that left the active chain.
        if (!(error instanceof BlockNotFoundError) || (await node.blockHashAt(height)) === hash) throw error;
        throw new ChainMovedError(`block ${hash} is not at height ${height} any more`);
      });
      const place = { chain: chain.code, network: network.name };
      const decoded = await decoder.run({ kind: 'evm', ...place, ref, block, receipts, uncles });
      if (decoded.doubt !== null) warn(height, decoded.doubt);
      return decoded.block;
    },
  };
}

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
