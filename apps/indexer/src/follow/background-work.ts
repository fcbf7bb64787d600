import type { BlockRef } from '@chaintrail/chains';
import type { BackgroundWork } from './follow-chain.js';

/** Where blocks are all there is. */
export const NO_BACKGROUND_WORK: BackgroundWork = {
  step: async () => undefined,
  reload: () => undefined,
  wake: () => undefined,
  idleMs: Number.POSITIVE_INFINITY,
  close: async () => undefined,
};

/** Several things that are done between two blocks, one after the other. */
export function inSequence(works: readonly BackgroundWork[]): BackgroundWork {
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
