/** Any mix of extensions, reorgs and crashes leaves the same rows as a straight sync to the same tip. */
import { type ChainCode, requireUtxoChain } from '@chaintrail/chains';
import { type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
import { createChainDatabase, dumpRows, spawnIndexer } from '@chaintrail/testkit';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { expectModel, expectSameRows, reach, settingsFor, straightRows } from './support/followed-chain.js';

/** Above the coinbase maturity, so that there are payments, and above everything a run can roll back. */
const START_HEIGHT = 140;
const RUNS = 2;
const STEPS = 6;
/** After every so many pairs of steps all rows are compared; after each, what the simulator's own ledger knows. */
const WHOLE_EVERY = 3;

type Step =
  | { readonly do: 'mine'; readonly blocks: number }
  | { readonly do: 'reorg'; readonly depth: number; readonly newBlocks: number }
  | { readonly do: 'invalidate'; readonly depth: number }
  | { readonly do: 'restart-node' }
  | { readonly do: 'kill-indexer' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 6 }) }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reorg' as const),
      depth: fc.integer({ min: 1, max: 12 }),
      newBlocks: fc.integer({ min: 1, max: 14 }),
    }),
  },
  fc.record({ do: fc.constant('invalidate' as const), depth: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('restart-node' as const) }),
  fc.record({ do: fc.constant('kill-indexer' as const) }),
);

const story = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  steps: fc.array(fc.tuple(step, step), { minLength: STEPS, maxLength: STEPS }),
});

describe.each([
  { chain: 'btc', spentTxOuts: true },
  { chain: 'ltc', spentTxOuts: false },
] as const)('$chain, spent outputs delivered: $spentTxOuts', ({ chain, spentTxOuts }) => {
  test('random extensions and reorgs', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(story, ({ seed, steps }) => play(chain, spentTxOuts, seed, steps)),
      // A failure is reported with its seed; shrinking would replay minutes of processes.
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

/** Plays the steps in pairs, so that the indexer also sees two changes at once, and compares after each pair. */
async function play(chain: ChainCode, spentTxOuts: boolean, seed: number, steps: [Step, Step][]): Promise<void> {
  const node = await startSimulatedNode({
    chain: requireUtxoChain(chain),
    seed,
    spentTxOuts,
    blocks: START_HEIGHT,
    txPerBlock: 8,
  });
  const database = await createChainDatabase({ chain });
  const start = () => spawnIndexer({ databaseUrl: database.url, env: settingsFor(chain, node) });
  let indexer = start();
  try {
    for (const [index, pair] of steps.entries()) {
      for (const one of pair) {
        if (one.do === 'kill-indexer') {
          await indexer.kill('SIGKILL');
          indexer = start();
        } else {
          await change(node, one);
        }
      }
      await reach(database.url, chain, node.tip(), [indexer]);
      await expectModel(database.url, chain, node.model());
      if (index % WHOLE_EVERY === WHOLE_EVERY - 1)
        expectSameRows(await dumpRows(database.url, chain), await straightRows(chain, node));
    }
  } finally {
    await indexer.stop();
    await node.close();
    await database.drop();
  }
}

async function change(node: SimulatedNode, one: Exclude<Step, { do: 'kill-indexer' }>): Promise<void> {
  switch (one.do) {
    case 'mine':
      node.mine(one.blocks);
      return;
    case 'reorg':
      node.reorg(one.depth, one.newBlocks);
      return;
    case 'invalidate':
      node.invalidate(one.depth);
      return;
    case 'restart-node':
      await node.restart({ downMs: 50, warmUpMs: 100 });
  }
}
