/** Blocks of EVM chains with their receipts: in the node's usual way, and another way where that brings one wrong. */
import {
  BlockNotFoundError,
  type BlockRef,
  type EvmBlockRequest,
  type EvmChainNetwork,
  type EvmDoubt,
  type EvmNode,
  isAboveOurBound,
  OTHER_BLOCK_WAYS,
} from '@chaintrail/chains';
import type { HeaderChecks } from '@chaintrail/config';
import type { PreparedEvmBlock } from '@chaintrail/db';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Decoder } from '../decode/decoder.js';
import type { BlockSource } from './block-source.js';
import { ChainMovedError } from './fetch-ahead.js';
import { inSomeWay, isAnswering, readOtherwise, unreadableBlock } from './in-some-way.js';

/**
 * Blocks are fetched side by side while neither a block nor its receipts are larger. Larger ones are fetched and decoded
 * one at a time, so that a run of them, whoever made it, takes no more memory than the largest.
 */
export const SIDE_BY_SIDE_BYTES = 16 * 2 ** 20;

type EvmSourceSettings = EvmChainNetwork & { readonly headerChecks?: HeaderChecks };
type ReceivedBlock = PreparedEvmBlock & { readonly received: number };

export function evmBlockSource(
  { chain, network, headerChecks }: EvmSourceSettings,
  node: Pick<EvmNode, 'rawBlock' | 'blockHashAt' | 'tip'> & BlockSource<PreparedEvmBlock>['node'],
  decoder: Decoder,
  log: Pick<Logger, 'warn'>,
): BlockSource<PreparedEvmBlock> {
  const alone = pLimit(1);
  let areLarge = false;
  /** Reasons of doubts that the operator has read. */
  const warned = new Set<string>();
  const warn = (height: number, { reason, difference }: EvmDoubt): void => {
    if (warned.has(reason)) return;
    warned.add(reason);
    log.warn({ height, difference }, `not all of a block could be compared with its header: ${reason}`);
  };

  const fetch = async (ref: BlockRef, request: EvmBlockRequest): Promise<ReceivedBlock> => {
    const { height, hash } = ref;
    const { block, receipts, uncles } = await node.rawBlock(hash, request).catch(async (error: unknown) => {
      // Some nodes forget blocks that left the active chain.
      if (!(error instanceof BlockNotFoundError) || (await node.blockHashAt(height)) === hash) throw error;
      throw new ChainMovedError(`block ${hash} is not at height ${height} any more`);
    });
    const received = block.length + receipts.length; // the decoder takes them away
    areLarge = Math.max(block.length, receipts.length) > SIDE_BY_SIDE_BYTES;
    const place = { chain: chain.code, network: network.name, isTrusted: headerChecks === 'off' };
    const decoded = await decoder.run({
      kind: 'evm',
      ...place,
      ref,
      block,
      receipts,
      uncles,
      traces: null,
      tracer: 'callTracer',
      fork: undefined,
      gap: 'off',
    });
    if (decoded.doubt !== null) warn(height, decoded.doubt);
    return { ...decoded.block, received };
  };
  const usual = async (ref: BlockRef): Promise<ReceivedBlock> => {
    try {
      if (!areLarge) return await fetch(ref, { way: 'usual', maxBytes: SIDE_BY_SIDE_BYTES });
    } catch (error) {
      if (!isAboveOurBound(error)) throw error;
    }
    return alone(fetch, ref, { way: 'usual' } as const);
  };
  return {
    node,
    async block(ref) {
      const { height, hash } = ref;
      const name = `block ${height} (${hash})`;
      const found = await inSomeWay(
        ['by hash', ...OTHER_BLOCK_WAYS],
        (way) => (way === 'by hash' ? usual(ref) : alone(fetch, ref, { way, height })),
        () => isAnswering(node),
        (all) => unreadableBlock(chain.code, name, remedyFor(chain.code), all),
      );
      if (found.failed.length > 0) log.warn({ height, hash }, readOtherwise(name, found));
      return found.value;
    },
  };
}

function remedyFor(code: string): string {
  return (
    'the node has damaged data of this block, or a client with a fault. Let it repair or download the block again ' +
    `(another version of the client, a resync), or let ${code.toUpperCase()}_RPC_URL lead to another node. ` +
    'The blocks before it stay indexed'
  );
}
