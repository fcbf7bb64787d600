/** Blocks of a Cosmos chain: by height, with their results, decoded and checked. */
import type { BlockRef, CosmosChainNetwork, CosmosNode } from '@chaintrail/chains';
import type { PreparedAccountBlock } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { Decoder } from '../decode/decoder.js';
import type { OpeningBalances } from '../first-sync/opening-balances.js';
import { logNotifications } from '../log-notifications.js';
import type { BlockSource } from './block-source.js';

export function cosmosBlockSource(
  { chain, network }: CosmosChainNetwork,
  node: CosmosNode,
  openings: OpeningBalances,
  decoder: Decoder,
  log: Logger,
): BlockSource<PreparedAccountBlock> {
  return {
    preflight: (startHeight) => node.preflight(startHeight),
    tip: () => node.tip(),
    blockHashes: (fromHeight, count) => node.blockHashes(fromHeight, count),
    transactionCount: () => node.transactionCount(),
    async block(ref: BlockRef): Promise<PreparedAccountBlock> {
      const { block, results } = await node.rawBlock(ref);
      // One after the other: reading a mainnet's takes minutes, which a failure of the block must not leave behind.
      const opening = await openings.before(ref.height);
      return decoder.run({ kind: 'cosmos', chain: chain.code, network: network.name, ref, block, results, opening });
    },
    async waitForChange(tip: BlockRef, timeoutMs: number, signal: AbortSignal): Promise<void> {
      await node.waitForNewBlock(tip, timeoutMs, signal);
    },
    listen(signal: AbortSignal, onWake: () => void, onAlive: () => void): void {
      openings.onAlive = onAlive;
      node.notifications(signal, onWake, logNotifications(log));
    },
    close: () => node.close(),
  };
}
