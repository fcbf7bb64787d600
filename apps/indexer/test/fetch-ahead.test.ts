import { describe, expect, it } from 'vitest';
import type { LinkedBlock } from '../src/follow/block-source.js';
import { ChainMovedError, fetchAhead } from '../src/follow/fetch-ahead.js';
import { chainOf, sourceOf } from './fake-chain.js';

async function collect(batches: AsyncIterable<LinkedBlock[]>): Promise<LinkedBlock[][]> {
  const all: LinkedBlock[][] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

describe('fetchAhead', () => {
  it('delivers every block once and in order, a bounded number ahead', async () => {
    const letters = 'a'.repeat(450);
    const source = sourceOf(letters);
    const batches = await collect(fetchAhead(source, null, 0, 449));
    expect(batches.flat().map((block) => block.height)).toEqual(chainOf(letters).map((block) => block.height));
    expect(batches.map((batch) => batch.length)).toEqual([200, 200, 50]);
    expect(source.mostUnderway).toBeLessThanOrEqual(16);
    expect(source.mostUnderway).toBeGreaterThan(1);
  });

  it('ends a batch at the block that fills it', async () => {
    const source = sourceOf('abcdef');
    source.chain = source.chain.map((block) => ({ ...block, txCount: 2_500 }));
    const batches = await collect(fetchAhead(source, source.chain[0]!, 1, 5));
    expect(batches.map((batch) => batch.map((block) => block.height))).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('bounds what is under way, and a batch, by bytes where blocks are large', async () => {
    const source = sourceOf('a'.repeat(12));
    source.chain = source.chain.map((block) => ({ ...block, size: 16 * 2 ** 20 }));
    const batches = await collect(fetchAhead(source, null, 0, 11));
    expect(batches.map((batch) => batch.length)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(source.mostUnderway).toBeLessThanOrEqual(4);
  });

  it('stops when a block does not follow the one before it', async () => {
    const source = sourceOf('abcdef');
    const elsewhere = chainOf('abxy');
    await expect(collect(fetchAhead(source, elsewhere[2]!, 3, 5))).rejects.toThrow(ChainMovedError);
  });

  it('stops when the active chain has become shorter', async () => {
    const source = sourceOf('abc');
    await expect(collect(fetchAhead(source, source.chain[0]!, 1, 9))).rejects.toThrow(ChainMovedError);
  });
});
