/** Large traces are asked for in a form without inputs. It tells the same of every block. */
import { decodeInternalBlock } from '@chaintrail/chains';
import { EvmNode } from '@chaintrail/chains/node';
import { openGapLedger, openSession } from '@chaintrail/db';
import { expect } from 'vitest';
import { localEvmChain } from '../../support/evm-chain.js';
import type { FollowedWorld } from './evm-world.js';

/** Everything but the smallest block is large by it: a client asks anew above a sixteenth. */
const SMALL_BYTES = 16 * 1_000;

/** @returns heights of the blocks that are large */
export async function expectSameMoves({ chain: { code }, node, product }: FollowedWorld): Promise<number[]> {
  const place = localEvmChain(code);
  const options = { ...place, endpoint: { url: node.rpcUrl } };
  const [usual, bounded] = [new EvmNode(options), new EvmNode({ ...options, maxBlockBytes: SMALL_BYTES })];
  const session = await openSession(product.databaseUrl, 'chaintrail-test-large-traces');
  const large: number[] = [];
  try {
    for (const block of await openGapLedger(session, code).toTrace(1, await usual.tip().then(({ height }) => height))) {
      if (block.transactions === 0) continue;
      const [whole, moves] = await Promise.all([usual.rawTraces(block), bounded.rawTraces(block)]);
      const [all, same] = [whole, moves].map((answer) =>
        decodeInternalBlock(place, block, answer, block.txids, block.entries),
      );
      expect(same, `moves in block ${block.height}`).toEqual(all);
      if (!moves.body.includes('"gasUsed"')) large.push(block.height);
    }
  } finally {
    await Promise.all([usual.close(), bounded.close(), session.end()]);
  }
  return large;
}
