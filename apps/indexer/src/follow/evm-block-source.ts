/** Blocks of an EVM chain: by hash, with their receipts, decoded and checked. */
import { BlockNotFoundError, type BlockRef, type EvmChainNetwork, type EvmNode } from '@chaintrail/chains';
import type { PreparedAccountBlock } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { Decoder } from '../decode/decoder.js';
import { logNotifications } from '../log-notifications.js';
import type { BlockSource } from './block-source.js';
import { ChainMovedError } from './fetch-ahead.js';

export function evmBlockSource(
  { chain, network }: EvmChainNetwork,
  node: EvmNode,
  decoder: Decoder,
  log: Logger,
): BlockSource<PreparedAccountBlock> {
  const decoded = async (ref: BlockRef) => {
    const { block, receipts, uncles } = await node.rawBlock(ref.hash);
    return decoder.run({ kind: 'evm', chain: chain.code, network: network.name, ref, block, receipts, uncles });
  };
  return {
    preflight: (startHeight) => node.preflight(startHeight),
    tip: () => node.tip(),
    blockHashes: (fromHeight, count) => node.blockHashes(fromHeight, count),
    transactionCount: () => node.transactionCount(),
    async block(ref: BlockRef): Promise<PreparedAccountBlock> {
      const { height, hash } = ref;
      return decoded(ref).catch(async (error: unknown) => {
        // Some nodes forget blocks that left the active chain.
        if (!(error instanceof BlockNotFoundError) || (await node.blockHashAt(height)) === hash) throw error;
        throw new ChainMovedError(`block ${hash} is not at height ${height} any more`);
      });
    },
    async waitForChange(tip: BlockRef, timeoutMs: number, signal: AbortSignal): Promise<void> {
      await node.waitForNewBlock(tip, timeoutMs, signal);
    },
    listen(signal: AbortSignal, onWake: () => void): void {
      node.notifications(signal, onWake, logNotifications(log));
    },
    close: () => node.close(),
  };
}
