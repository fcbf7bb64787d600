/** Results that are not whole are refused, unless the bank says that nothing moved or the operator trusts the node. */
import { chainOnNetwork, requireChain } from '@chaintrail/chains';
import { expect, it } from 'vitest';
import { cosmosBlockSource } from '../src/follow/cosmos-block-source.js';

const hashOf = (height: number) => height.toString(16).padStart(64, '0');

function sourceOf(
  network: string,
  eventless: number,
  rest: { headerChecks?: 'off'; bank?: 'same' | 'moved'; damaged?: number; entries?: number },
) {
  const place = chainOnNetwork(requireChain('rune'), network);
  if (place?.family !== 'cosmos') throw new Error(`rune has no ${network}`);
  const settings = { ...place, headerChecks: rest.headerChecks ?? 'on' } as const;
  const bankOf = (height: number) => [['rune', rest.bank === 'moved' ? String(height) : '5']];
  const node = {
    rawBlock: async () => ({ block: Buffer.alloc(0), results: Buffer.alloc(0), resultsHash: null }),
    bankBalances: async (_: string, height: number) => (rest.bank === undefined ? null : bankOf(height)),
  };
  const decoder = {
    run: async ({ ref: { height } }: { ref: { height: number } }) => ({
      block: {
        ...{ height, hash: hashOf(height), parentHash: hashOf(height - 1) },
        rows: { transactions: { count: rest.entries ?? 1 } },
      },
      results: { hash: height === rest.damaged ? 'CD' : 'AB', parentHash: 'AB', hasEvents: height !== eventless },
    }),
  };
  const openings = { before: async () => null, historyFrom: 1 };
  const source = cosmosBlockSource(settings, node as never, openings, decoder as never, { warn: () => undefined });
  return (height: number) => source.block({ height, hash: hashOf(height) }, false);
}

async function through(read: (height: number) => Promise<unknown>, last: number): Promise<void> {
  for (let height = 1; height <= last; height++) await read(height);
}

const REFUSED =
  /^rune node, block_results: block 2001 has no event, after thousands .*RUNE_RPC_URL; .* RUNE_HEADER_CHECKS=off .*$/;

it('are refused with the remedy, and not before there are thousands with events', async () => {
  const read = sourceOf('mocknet', 2_001, {});
  await expect(through(read, 2_001)).rejects.toThrow(REFUSED);
  await through(sourceOf('mocknet', 1_999, {}), 1_999);
});

it('are refused on a main network whatever this process has read', async () => {
  const height = 17_562_001 + 2_000;
  await expect(sourceOf('mainnet', height, {})(height)).rejects.toThrow(/has no event/);
  await expect(sourceOf('mainnet', height, { bank: 'moved' })(height)).rejects.toThrow(/has no event/);
});

it('are indexed where the bank says that nothing moved, or the operator says so', async () => {
  const height = 17_562_001 + 2_000;
  await sourceOf('mainnet', height, { bank: 'same' })(height);
  await sourceOf('mainnet', height, { headerChecks: 'off' })(height);
});

it('results that the next header contradicts are refused, unless the operator trusts the node', async () => {
  const remedy = /results of block 5 are not those .* header of block 6 has; .*RUNE_RPC_URL; .*RUNE_HEADER_CHECKS=off/;
  await expect(through(sourceOf('mocknet', 0, { damaged: 5 }), 6)).rejects.toThrow(remedy);
  await through(sourceOf('mocknet', 0, { damaged: 5, headerChecks: 'off' }), 6);
});

it('a block with more entries than keys is refused in a sentence', async () => {
  await sourceOf('mocknet', 0, { entries: 2 ** 20 })(1);
  await expect(sourceOf('mocknet', 0, { entries: 2 ** 20 + 1 })(1)).rejects.toThrow(
    /^rune node, blocks: block 1 \(0{63}1\) has 1048577 entries, and 1048576 .* stored: .*use a newer version/,
  );
});
