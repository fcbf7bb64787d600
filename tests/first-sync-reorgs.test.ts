/** Reorgs of the node while a first sync runs: above and below the blocks that it leaves to live writes. */
import { type ChainCode, requireUtxoChain } from '@chaintrail/chains';
import { type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
import { dumpRows } from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Following, FollowingIndexer } from './support/first-sync-simulated.js';
import { type Stop, UTXO_STOPS } from './support/first-sync-standing.js';
import { expectSameRows, straightRows } from './support/followed-chain.js';

/** Payments begin early, so that every straight sync is a short one. */
const COINBASE_MATURITY = 20;
const BLOCKS = 80;
/** So far below the blocks left to live writes a deep reorg goes at most, far from the limit. */
const BELOW_MARGIN = 15;
const LOW_LIMIT = 8;
const TIMEOUT_MS = 180_000;

describe.each([
  { code: 'ltc', spentTxOuts: false },
  { code: 'btc', spentTxOuts: true },
] as const)('$code', ({ code, spentTxOuts }) => {
  const chain = requireUtxoChain(code);
  const { reorgMargin } = chain;
  const shallow = fc.integer({ min: 1, max: reorgMargin });
  const deep = fc.integer({ min: reorgMargin + 1, max: reorgMargin + BELOW_MARGIN });
  let node: SimulatedNode;

  beforeEach(async () => {
    node = await startSimulatedNode({
      chain,
      seed: 13,
      spentTxOuts,
      blocks: BLOCKS,
      txPerBlock: 8,
      coinbaseMaturity: COINBASE_MATURITY,
    });
  });
  afterEach(() => node.close());

  /** Changes the node's chain in each of these stages, when all of the stage is done and it cannot go on. */
  async function changeIn(
    stops: readonly Stop[],
    depth: fc.Arbitrary<number>,
    { change = (blocks: number): unknown => node.reorg(blocks), ownProcess = false } = {},
  ): Promise<void> {
    const depths = fc.sample(depth, stops.length);
    await withIndexer(code, node, { held: stops, ownProcess }, async (indexer) => {
      for (const [index, stop] of stops.entries()) {
        await indexer.heldAt(stop);
        change(depths[index]!);
        await indexer.brake.release(stop);
      }
    });
  }

  test('a reorg of any depth in every stage', { timeout: TIMEOUT_MS }, () =>
    changeIn(UTXO_STOPS, fc.oneof(shallow, deep), { ownProcess: true }),
  );

  // Whether a node has spent outputs is nothing to a first sync from genesis before its last blocks.
  if (spentTxOuts) return;

  test('a deep reorg in every stage', { timeout: TIMEOUT_MS }, () => changeIn(UTXO_STOPS, deep));
  test('a shallow reorg in every stage', { timeout: TIMEOUT_MS }, () => changeIn(UTXO_STOPS, shallow));
  test('reorgs while blocks are loaded', { timeout: TIMEOUT_MS }, () => {
    const moments = fc.sample(fc.tuple(fc.integer({ min: 0, max: 40 }), deep), 4);
    const asked = (): number => Object.values(node.requestCounts()).reduce((sum, count) => sum + count, 0);
    node.setFaults([{ kind: 'latency', delayMs: 40, rate: 0.5 }]);
    return withIndexer(code, node, { ownProcess: true }, async (indexer) => {
      await indexer.at('load');
      for (const [questions, depth] of moments) {
        const due = asked() + questions;
        await indexer.until(() => asked() >= due, 'the indexer to ask on');
        node.reorg(depth);
      }
      node.setFaults([]);
    });
  });

  test('blocks taken back with none in their place', { timeout: TIMEOUT_MS }, () =>
    changeIn(['load', 'index'], deep, { change: (blocks) => node.invalidate(blocks) }),
  );

  test('a deep reorg between two runs of an indexer that loads blocks', { timeout: TIMEOUT_MS }, () =>
    withIndexer(code, node, { held: ['load'], ownProcess: true }, async (indexer) => {
      await indexer.heldAt('load');
      await indexer.kill();
      node.reorg(reorgMargin + BELOW_MARGIN);
      await indexer.brake.release('load');
      await indexer.restart();
    }),
  );

  test('one beyond the limit halts the chain, which loses nothing', { timeout: TIMEOUT_MS }, () => {
    const limit = `${code.toUpperCase()}_REORG_LIMIT`;
    const settings = { [limit]: String(LOW_LIMIT) };
    return withIndexer(code, node, { settings, held: ['load'], ownProcess: true }, async (indexer) => {
      const { height } = await indexer.heldAt('load');
      expect(height, 'blocks loaded').toBeGreaterThan(2 * LOW_LIMIT);
      await indexer.kill();
      const before = await dumpRows(indexer.database.url, code);
      const depth = node.tip().height - height! + LOW_LIMIT + 1;
      node.reorg(depth);
      await indexer.brake.release('load');
      await indexer.restart();
      const halted = await indexer.until(({ phase }) => phase === 'halted', 'the chain to halt');
      expect(halted).toMatchObject({ step: 'load', height });
      expect(halted.reason).toMatch(/8 blocks below height \d+.*reorg limit/s);
      expectSameRows(await dumpRows(indexer.database.url, code), before);
      await indexer.restart({ [limit]: String(depth) });
    });
  });
});

/** Runs a first sync with `play` beside it, then compares what it has led to with a straight sync of the node's chain. */
async function withIndexer(
  code: ChainCode,
  node: SimulatedNode,
  options: Following,
  play: (indexer: FollowingIndexer) => Promise<void>,
): Promise<void> {
  const indexer = await FollowingIndexer.start(code, node, options);
  try {
    await play(indexer);
    const { rows } = await indexer.end();
    expectSameRows(rows, await straightRows(code, node));
  } finally {
    await indexer.close();
  }
}
