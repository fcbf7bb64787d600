import { decodeUtxoBlock, parseAddress } from '@chaintrail/chains';
import { describe, expect, test } from 'vitest';
import { type GeneratedBlock, type GeneratedTotals, generateBlocks, networkOf } from '../src/index.js';
import { bch, doge, zec } from './helpers.js';

describe.each([
  ['doge', doge],
  ['bch', bch],
  ['zec', zec],
] as const)('generated blocks of %s', (_code, chain) => {
  const network = networkOf(chain);
  const blocks: GeneratedBlock[] = [];
  const generator = generateBlocks({
    chain,
    seed: 5,
    transactions: 2_000,
    perBlock: 200,
  });
  let totals: GeneratedTotals | null = null;
  for (let next = generator.next(); ; next = generator.next()) {
    if (next.done) {
      totals = next.value;
      break;
    }
    blocks.push(next.value);
  }

  test('decode, link, and count what the totals say', () => {
    let payments = 0;
    for (const [height, { raw, hash, transactionCount }] of blocks.entries()) {
      const decoded = decodeUtxoBlock(chain, raw);
      expect(decoded.hash).toBe(hash);
      if (height > 0) expect(decoded.parentHash).toBe(blocks[height - 1]?.hash);
      expect(decoded.txCount).toBe(transactionCount);
      payments += decoded.txCount - 1;
    }
    expect(payments).toBe(totals?.transactions);
    expect(parseAddress({ family: 'utxo', chain, network }, totals?.hot[0]?.address ?? '')).toBeTruthy();
  });

  test('are in the order of their chain, without witnesses, merge-mined where that exists', () => {
    const ordered = blocks.filter(({ raw }) => {
      const { txids, txCount } = decodeUtxoBlock(chain, raw);
      const ids = Array.from({ length: txCount - 1 }, (_, index) =>
        Buffer.from(txids.subarray((index + 1) * 32, (index + 2) * 32))
          .reverse()
          .toString('hex'),
      );
      return ids.join() === [...ids].sort().join();
    });
    expect(ordered.length === blocks.length).toBe(chain === bch);
    expect(blocks.some(({ proof }) => proof.length > 0)).toBe(chain === doge);
    for (const { raw } of blocks.slice(-3)) {
      const { txSize, txWeight, txCount } = decodeUtxoBlock(chain, raw);
      for (let index = 0; index < txCount; index++) expect(txWeight[index]).toBe((txSize[index] as number) * 4);
    }
  });
});
