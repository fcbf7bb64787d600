/** A node and a ledger that are lists of names, for the decisions of the loop. */
import type { BlockRef } from '@chaintrail/chains';
import type { Ledger } from '@chaintrail/db';
import type { BlockSource, FollowedNode, LinkedBlock } from '../src/follow/block-source.js';

/** A chain written as one letter per block, e.g. "abc": heights 0, 1, 2. Equal prefixes are equal blocks. */
export function chainOf(letters: string): LinkedBlock[] {
  const hashAt = (height: number): string => letters.slice(0, height + 1);
  return Array.from(letters, (_, height) => ({
    height,
    hash: hashAt(height),
    parentHash: hashAt(height - 1),
    txCount: 1,
    size: 1_000,
  }));
}

/** Its own node. */
export interface FakeSource extends BlockSource<LinkedBlock>, FollowedNode {
  chain: LinkedBlock[];
  /** Highest number of blocks that were under way at once. */
  mostUnderway: number;
  calls: number;
}

export function sourceOf(letters: string): FakeSource {
  let underway = 0;
  const source: FakeSource = {
    get node() {
      return source;
    },
    chain: chainOf(letters),
    mostUnderway: 0,
    calls: 0,
    preflight: () => Promise.reject(new Error('not part of this test')),
    tip: async () => {
      const { height, hash } = source.chain.at(-1)!;
      return { height, hash, networkHeight: height, catchingUp: false };
    },
    isBehind: async () => false,
    async blockHashes(from, count) {
      source.calls++;
      return source.chain.slice(from, from + count).map((block) => block.hash);
    },
    async block({ height, hash }: BlockRef) {
      source.mostUnderway = Math.max(source.mostUnderway, ++underway);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underway--;
      const block = source.chain[height];
      if (block?.hash !== hash) throw new Error(`block ${hash} is gone`);
      return block;
    },
    transactionCount: async () => null,
    waitForNewBlock: async () => undefined,
    notifications: () => undefined,
    close: async () => undefined,
  };
  return source;
}

export function ledgerOf(letters: string, historyFrom = 0): Ledger<LinkedBlock> & { stored: LinkedBlock[] } {
  const ledger = {
    finalizedHeight: null,
    historyFrom,
    stored: chainOf(letters).slice(historyFrom),
    cursor: async () => ledger.stored.at(-1) ?? null,
    blocks: async (from: number, to: number) => ledger.stored.filter(({ height }) => height >= from && height <= to),
    prepare: async () => undefined,
    async replaceAfter(_cursor: BlockRef | null, fork: BlockRef | null, blocks: readonly LinkedBlock[]) {
      ledger.stored = [...ledger.stored.filter(({ height }) => fork !== null && height <= fork.height), ...blocks];
    },
  };
  return ledger;
}
