import { NodeError } from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import type { LinkedBlock } from '../src/follow/block-source.js';
import { ChainMovedError, FRUITLESS_TURNS, FruitlessTurns, fetchAhead, StuckError } from '../src/follow/fetch-ahead.js';
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

  it('delivers what comes before a block that cannot be had, and nothing of a chain that moved', async () => {
    const source = sourceOf('abcdef');
    const { block } = source;
    source.block = async (ref, ...more) => {
      if (ref.height === 4) throw new Error('cannot be had');
      return block(ref, ...more);
    };
    const seen: number[] = [];
    const read = async (): Promise<void> => {
      for await (const batch of fetchAhead(source, null, 0, 5)) seen.push(...batch.map(({ height }) => height));
    };
    await expect(read()).rejects.toThrow('cannot be had');
    expect(seen.splice(0)).toEqual([0, 1, 2, 3]);
    source.chain[3] = { ...source.chain[3]!, parentHash: 'another' };
    await expect(read()).rejects.toThrow(ChainMovedError);
    expect(seen).toEqual([]);
  });

  it('says which hash a node is wrong about, and nothing of it where the node is away', async () => {
    const source = sourceOf('abc');
    const facts = { chain: 'btc', method: 'getblockhash' } as const;
    for (const [error, sentence] of [
      [new NodeError('no answer in time', true, facts), /no answer in time$/],
      [new NodeError('broken', false, { ...facts, code: -1 }), /broken; that was the hash of block 1, .*BTC_RPC_URL/],
    ] as const) {
      source.blockHashes = () => Promise.reject(error);
      await expect(collect(fetchAhead(source, null, 1, 2))).rejects.toThrow(sentence);
    }
  });

  it('stops when the active chain has become shorter', async () => {
    const source = sourceOf('abc');
    await expect(collect(fetchAhead(source, source.chain[0]!, 1, 9))).rejects.toThrow(ChainMovedError);
  });
});

it('turns without a block are counted in a row', () => {
  const turns = new FruitlessTurns();
  for (let round = 0; round < 2; round++) {
    for (let n = 1; n < FRUITLESS_TURNS; n++) expect(turns.count('moved')).toBe(true);
    expect(turns.count(null)).toBe(false);
  }
  for (let n = 1; n < FRUITLESS_TURNS; n++) turns.count('moved');
  expect(() => turns.count('moved')).toThrow(StuckError);
});
