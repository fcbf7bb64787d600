/**
 * Every scenario that a real thornode or mayanode ran for us: followed live, synced from nothing and interrupted, it ends with exactly
 * the balances that the node exported, in the same rows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openSession } from '@chaintrail/db';
import { createTestDatabase, dumpRows, inParallel, type RowDump, spawnIndexer } from '@chaintrail/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  blocksOf,
  expectGoldenBalances,
  expectGoldenEnd,
  type GoldenScenario,
  type GoldenSeries,
  goldenNode,
  goldenScenarios,
  goldenSeries,
  goldenSettings,
  indexGolden,
  reachTip,
} from './support/golden-cosmos.js';
import { testSeed } from './support/seed.js';

const TIMEOUT_MS = 600_000;
const AT_ONCE = 4;
/** Blocks that come together. */
const MOST_AT_ONCE = 4;
const KILLS = 3;
/** A process takes half a second to begin. */
const LIFE_MS = { min: 400, max: 1_200 } as const;
/** Long ones with much in them. `GOLDEN_KILLS=all` takes every scenario, which takes a quarter of an hour. */
const SOME = ['rune secured-assets__secured-swaps', 'rune savers__savers', 'cacao swaps__streaming-swaps'];

const scenarios = (['rune', 'cacao'] as const).map((code) => ({ code, all: goldenScenarios(code) }));
const KILLED =
  process.env['GOLDEN_KILLS'] === 'all' ? scenarios.flatMap(({ all }) => all.map(({ name }) => name)) : SOME;

describe.runIf(scenarios.every(({ all }) => all.length > 0))('golden scenarios', { timeout: TIMEOUT_MS }, () => {
  test.each(scenarios)('live and synced from nothing, all of $code', async ({ all }) => {
    const series = goldenSeries(all);
    expect(series.flatMap(({ parts }) => parts)).toHaveLength(all.length);
    await inParallel(series, AT_ONCE, async (each) => {
      const live = await followed(each);
      expectSame(await synced(each), live, each);
    });
  });

  test.each(KILLED)('an indexer that is killed again and again: %s', async (name) => {
    const scenario = scenarios.flatMap(({ all }) => all).find((each) => each.name === name)!;
    const blocks = blocksOf(scenario);
    const node = await goldenNode(scenario, 1);
    const database = await createTestDatabase();
    const spawn = () => spawnIndexer({ databaseUrl: database.url, env: goldenSettings(scenario, node) });
    let indexer = spawn();
    try {
      for (const life of draws(name, LIFE_MS.min, LIFE_MS.max, KILLS)) {
        for (const due = performance.now() + life; performance.now() < due; ) {
          if (node.tip().height - scenario.script.firstHeight + 1 < blocks * 0.9) node.mine();
          await sleep((KILLS * life) / blocks);
        }
        await indexer.kill('SIGKILL');
        indexer = spawn();
      }
      node.mine(blocks - (node.tip().height - scenario.script.firstHeight + 1));
      const session = await openSession(database.url, 'chaintrail-test-state');
      await reachTip(session, scenario, node, [indexer]);
      await session.end();
      await indexer.stop();
      await expectGoldenEnd(database.url, scenario);
      expectSame(await dumpRows(database.url, scenario.place.chain.code), await synced(scenario), scenario);
    } finally {
      await indexer.stop();
      await node.close();
      await database.drop();
    }
  });
});

/** Balances at the end of each scenario are those that its node exported. */
async function followed(series: GoldenSeries): Promise<RowDump> {
  const node = await goldenNode(series, 1);
  try {
    return await indexGolden(series, node, async (reached, session) => {
      await reached();
      for (const { scenario, end } of series.parts) {
        for (const next of draws(scenario.name, 1, MOST_AT_ONCE, blocksOf(scenario) + 1)) {
          const blocks = Math.min(next, end - node.tip().height);
          if (blocks > 0) node.mine(blocks);
          await reached();
          if (node.tip().height === end) break;
        }
        expect(node.tip().height, `last block of ${scenario.name}`).toBe(end);
        await expectGoldenBalances(session, scenario);
      }
    });
  } finally {
    await node.close();
  }
}

async function synced(scenario: GoldenScenario): Promise<RowDump> {
  const node = await goldenNode(scenario, blocksOf(scenario));
  try {
    return await indexGolden(scenario, node, async () => undefined);
  } finally {
    await node.close();
  }
}

/** Numbers that are the same for a name in every run of a seed. */
function draws(name: string, min: number, max: number, count: number): number[] {
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, testSeed());
  return fc.sample(fc.integer({ min, max }), { seed, numRuns: count });
}

function expectSame(found: RowDump, expected: RowDump, { name }: GoldenScenario): void {
  for (const table of Object.keys(expected) as (keyof RowDump)[]) {
    expect(found[table], `${name}: rows of ${table}`).toEqual(expected[table]);
  }
}
