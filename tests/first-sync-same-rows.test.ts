/** A chain synced in stages and one followed block by block leave the same rows, whatever the settings. */
import { requireUtxoChain, type UtxoChain } from '@chaintrail/chains';
import { type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSameEnd, type FirstSyncEnd, readEnd } from './support/first-sync-end.js';
import { FollowingIndexer, syncInStages } from './support/first-sync-simulated.js';
import { straightRows } from './support/followed-chain.js';

const COINBASE_MATURITY = 40;
const END_HEIGHT = 200;
/** In the middle of payments, so that what comes after it spends what was before. */
const START_HEIGHT = 90;
const MOST_BLOCKS_AT_ONCE = 40;
const TIMEOUT_MS = 240_000;

describe.each([
  { code: 'ltc', spentTxOuts: false },
  { code: 'btc', spentTxOuts: true },
] as const)('$code, spent outputs delivered: $spentTxOuts', ({ code, spentTxOuts }) => {
  const chain: UtxoChain = requireUtxoChain(code);
  let node: SimulatedNode;
  /** Followed live from the genesis block, and from START_HEIGHT. */
  let followed: { readonly whole: FirstSyncEnd; readonly late: FirstSyncEnd };
  const lateSettings = { [`${code.toUpperCase()}_START_HEIGHT`]: String(START_HEIGHT) };

  beforeAll(async () => {
    const how = { seed: 11, txPerBlock: 20, blocks: 1, coinbaseMaturity: COINBASE_MATURITY };
    node = await startSimulatedNode({ chain, spentTxOuts, ...how });
    followed = await followLive(fc.sample(fc.integer({ min: 1, max: MOST_BLOCKS_AT_ONCE }), END_HEIGHT));
  }, TIMEOUT_MS);
  afterAll(() => node.close());

  /** Two indexers that are at the tip before the chain has grown, and follow it from there. */
  async function followLive(sizes: readonly number[]): Promise<typeof followed> {
    const whole = await FollowingIndexer.start(code, node);
    let late: FollowingIndexer | null = null;
    try {
      await whole.live();
      for (const size of sizes) {
        const { height } = node.tip();
        if (height === END_HEIGHT) break;
        // The second one begins at the first block that it may index.
        const next = late === null ? START_HEIGHT : END_HEIGHT;
        node.mine(Math.min(size, next - height));
        await whole.live();
        if (node.tip().height >= START_HEIGHT)
          late ??= await FollowingIndexer.start(code, node, { settings: lateSettings });
        await late?.live();
      }
      if (late === null) throw new Error(`the chain did not reach block ${START_HEIGHT}`);
      for (const { watch } of [whole, late])
        expect(watch.visited, 'stages of a sync that is live').not.toContain('load');
      return { whole: await whole.end(), late: await late.end() };
    } finally {
      await whole.close();
      await late?.close();
    }
  }

  test('block by block, the rows are those of the chain', { timeout: TIMEOUT_MS }, async () => {
    const { rows, relations } = followed.whole;
    // Compares with the simulator's ledger, too.
    expectSameEnd({ rows, relations }, { rows: await straightRows(code, node), relations });
  });
  test('in stages', { timeout: TIMEOUT_MS }, async () =>
    expectSameEnd(await syncInStages(code, node, { ownProcess: true }), followed.whole),
  );
  test('in stages, with the least memory', { timeout: TIMEOUT_MS }, async () =>
    expectSameEnd(await syncInStages(code, node, { settings: { SYNC_MEMORY_MB: '512' } }), followed.whole),
  );
  test('in stages, from a later block', { timeout: TIMEOUT_MS }, async () => {
    const settings = { ...lateSettings, SYNC_MEMORY_MB: '512' };
    expectSameEnd(await syncInStages(code, node, { settings }), followed.late);
  });
});

describe.each(['ltc', 'btc'] as const)(
  '%s, a chain about as short as the margin that is left to live writes',
  (code) => {
    const chain: UtxoChain = requireUtxoChain(code);
    test.each([0, 1])('longer by %i', { timeout: TIMEOUT_MS }, async (longer) => {
      const node = await startSimulatedNode({ chain, seed: 12, blocks: 0 });
      const follower = await FollowingIndexer.start(code, node);
      try {
        await follower.live();
        node.mine(chain.reorgMargin + longer);
        const end = await follower.end();
        const fresh = await FollowingIndexer.start(code, node);
        try {
          expectSameEnd(await fresh.end(), end);
          expect((await readEnd(fresh.database.url, code)).rows.blocks).toHaveLength(chain.reorgMargin + longer + 1);
        } finally {
          await fresh.close();
        }
      } finally {
        await follower.close();
        await node.close();
      }
    });
  },
);
