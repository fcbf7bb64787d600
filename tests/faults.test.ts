/**
 * Nodes that are slow, broken or lie. While they do, nothing that is not on the chain may be written; afterwards the
 * rows must be those of an indexer that saw none of it, and in the end those of a straight sync.
 */
import { requireUtxoChain } from '@chaintrail/chains';
import {
  BROKEN_ANSWERS,
  type Fault,
  LYING_ANSWERS,
  type SimulatedNode,
  SPENT_OUTPUT_LIE,
  startSimulatedNode,
} from '@chaintrail/devnet';
import { createChainDatabase, dumpRows, type RowDump, spawnIndexer, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSameRows, reach, settingsFor, straightRows, waitForState } from './support/followed-chain.js';
import { InProcessIndexer } from './support/in-process-indexer.js';

const BROKEN: readonly Fault[] = [
  ...BROKEN_ANSWERS,
  { kind: 'huge-body', times: 2 },
  { kind: 'changed-fields', methods: ['getblockchaininfo'], fields: { pruned: true, pruneheight: 100 } },
];
const STRIKES = 2;
const ROUNDS = 10;
/** Payments begin early, so that every straight sync is a short one. */
const COINBASE_MATURITY = 20;
const START_HEIGHT = 50;

/** Kinds of whole blocks that are not what they should be. */
const OF_BYTES = new Set(['wrong-block', 'flipped-bit', 'spent-lie']);

const chain = 'btc';
const PROFILES = [
  {
    title: 'over REST with spent outputs',
    rest: true,
    spentTxOuts: true,
    faults: [...BROKEN, ...LYING_ANSWERS, SPENT_OUTPUT_LIE],
  },
  // Readers of an answer do not see how the call failed.
  { title: 'over JSON-RPC', rest: false, spentTxOuts: false, faults: LYING_ANSWERS },
] as const;

describe.each(PROFILES)('$title', ({ rest, spentTxOuts, faults }) => {
  let node: SimulatedNode;
  let database: TestDatabase;
  /** Followed only while nothing goes wrong. */
  let truth: TestDatabase;
  /** Every block the node ever had on its chain, as rows. */
  const truths = new Set<string>();

  beforeAll(async () => {
    node = await startSimulatedNode({
      chain: requireUtxoChain(chain),
      seed: 7,
      rest,
      spentTxOuts,
      coinbaseMaturity: COINBASE_MATURITY,
      blocks: START_HEIGHT,
      txPerBlock: 6,
    });
    database = await createChainDatabase({ chain });
    truth = await createChainDatabase({ chain });
    remember(await trueRows());
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
    await truth.drop();
  });
  const trueRows = async (): Promise<RowDump> => {
    const indexer = new InProcessIndexer(truth.url, settingsFor(chain, node));
    try {
      await reach(truth.url, chain, node.tip(), [indexer]);
    } finally {
      await indexer.stop();
    }
    return dumpRows(truth.url, chain);
  };
  const remember = (rows: RowDump): void => {
    for (const block of rows.blocks) truths.add(block);
  };

  test.each(faults)('$kind', async (fault) => {
    const strikes = Math.min(STRIKES, fault.times ?? STRIKES);
    const before = struck(fault);
    // A short catch-up may end before the fault has struck often enough: then there is more to catch up with.
    for (let round = 0; round < ROUNDS && struck(fault) < before + strikes; round++) {
      await catchUpDespite(fault, before + strikes);
    }
    expect(struck(fault)).toBeGreaterThanOrEqual(before + strikes);
  });

  test('the rows are those of a straight sync', async () =>
    expectSameRows(await dumpRows(database.url, chain), await straightRows(chain, node)));

  const struck = ({ kind }: Fault): number => node.faultCounts()[kind] ?? 0;

  async function catchUpDespite(fault: Fault, strikes: number): Promise<void> {
    node.reorg(2, 4);
    const expected = await trueRows();
    remember(expected);
    node.setFaults([fault]);
    // Another indexer for each round: after many failures one rightly waits longer than a test would. As an operator
    // runs it, where its threads decode what is wrong; elsewhere without a process, which takes longer to start.
    const env = settingsFor(chain, node);
    const indexer =
      rest && OF_BYTES.has(fault.kind)
        ? spawnIndexer({ databaseUrl: database.url, env })
        : new InProcessIndexer(database.url, env);
    const atTip = ({ hash }: { hash: string | null }): boolean => hash === node.tip().hash;
    try {
      await waitForState(database.url, chain, (state) => struck(fault) >= strikes || atTip(state), {
        processes: [indexer],
        what: `${fault.kind} to strike, or the tip`,
      });
      const { blocks } = await dumpRows(database.url, chain);
      expect(blocks.filter((block) => !truths.has(block))).toEqual([]);
      node.setFaults([]);
      await reach(database.url, chain, node.tip(), [indexer]);
      expectSameRows(await dumpRows(database.url, chain), expected);
    } finally {
      node.setFaults([]);
      await indexer.stop();
    }
  }
});
