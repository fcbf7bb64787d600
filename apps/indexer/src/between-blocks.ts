import type { BlockRef } from '@chaintrail/chains';
import type { BetweenBlocks } from './follow-chain.js';

/** Where blocks are all there is. */
export const NOTHING_BETWEEN: BetweenBlocks = {
  step: async () => undefined,
  reload: () => undefined,
  wake: () => undefined,
  idleMs: Number.POSITIVE_INFINITY,
  close: async () => undefined,
};

/** Several things that are done between two blocks, one after the other. */
export function inTurn(works: readonly BetweenBlocks[]): BetweenBlocks {
  return {
    async step(cursor: BlockRef) {
      for (const work of works) await work.step(cursor);
    },
    reload() {
      for (const work of works) work.reload();
    },
    wake() {
      for (const work of works) work.wake();
    },
    get idleMs() {
      return Math.min(...works.map(({ idleMs }) => idleMs));
    },
    async close() {
      await Promise.all(works.map((work) => work.close()));
    },
  };
}
