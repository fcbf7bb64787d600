/**
 * Nodes of EVM chains that are slow, broken or lie. While they do, nothing that is not on the chain may be written;
 * afterwards the rows must be those of a straight sync, and what the simulator's own ledger says.
 */
import type { ChainCode } from '@chaintrail/chains';
import { BROKEN_ANSWERS, type Fault, LYING_ANSWERS, type SimulatedEvmNode } from '@chaintrail/devnet';
import {
  createTestDatabase,
  dumpRows,
  inSession,
  queryFollowed,
  spawnIndexer,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evmSettings, expectEvmModel, reachTraced, startEvmNode, straightEvmRows } from './support/evm-chain.js';
import { expectSameRows } from './support/followed-chain.js';
import { InProcessIndexer } from './support/in-process-indexer.js';

const TRACES = ['debug_traceBlockByHash', 'debug_traceBlockByNumber', 'trace_block'];
/** Faults of nodes of this family alone. */
const OWN_FAULTS: readonly Fault[] = [
  { kind: 'missing-receipts', rate: 0.5 },
  { kind: 'short-answer', rate: 0.5 },
  { kind: 'dropped-answer', rate: 0.3 },
  { kind: 'untraceable', methods: TRACES, rate: 0.5 },
  { kind: 'missing-state', rate: 0.5 },
  { kind: 'huge-body', times: 2 },
  { kind: 'garbage', methods: TRACES, rate: 0.5 },
  { kind: 'wrong-block', methods: TRACES, rate: 0.5 },
];
/** Faults of connections strike the same client with every family, whose tests try each kind. */
const FAULTS: readonly Fault[] = [...LYING_ANSWERS, ...OWN_FAULTS];
const STRIKES = 2;
const ROUNDS = 10;

/** A chain that remembers every block that was ever on it. */
class RememberedChain {
  readonly node: SimulatedEvmNode;
  readonly hashes = new Set<string>();

  private constructor(node: SimulatedEvmNode) {
    this.node = node;
  }

  /** Starts a chain of one block. */
  static async start(code: ChainCode, seed: number): Promise<RememberedChain> {
    const tracer = code === 'eth' ? 'parity' : 'callTracer';
    const node = await startEvmNode(code, 0, { blocks: 0, txPerBlock: 4, seed, tracer });
    const chain = new RememberedChain(node);
    chain.hashes.add(node.tip().hash);
    return chain;
  }

  async grow(blocks: number): Promise<void> {
    for (let mined = 0; mined < blocks; mined++) this.hashes.add((await this.node.mine()).hash);
  }

  async reorg(depth: number, blocks: number): Promise<void> {
    if (depth > 0) await this.node.invalidate(depth);
    await this.grow(blocks);
  }
}

describe('one kind at a time', () => {
  const code = 'op';
  let chain: RememberedChain;
  let database: TestDatabase;

  beforeAll(async () => {
    chain = await RememberedChain.start(code, 7);
    await chain.grow(80);
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await chain.node.close();
    await database.drop();
  });

  const struck = ({ kind }: Fault): number => chain.node.faultCounts()[kind] ?? 0;

  test.each(FAULTS)('$kind $methods', async (fault) => {
    const strikes = Math.min(STRIKES, fault.times ?? STRIKES);
    const before = struck(fault);
    for (let round = 0; round < ROUNDS && struck(fault) < before + strikes; round++) {
      await catchUpDespite(fault, before + strikes);
    }
    expect(struck(fault)).toBeGreaterThanOrEqual(before + strikes);
  });

  test('and the rows are those of a straight sync', async () => {
    expectSameRows(await dumpRows(database.url, code), await straightEvmRows(code, chain.node));
  });

  async function catchUpDespite(fault: Fault, strikes: number): Promise<void> {
    const { node } = chain;
    await chain.reorg(2, 5);
    node.setFaults([fault]);
    // Another indexer for each round: after many failures one rightly waits longer than a test would. A process takes
    // longer to start; those that are killed below are processes.
    const indexer = new InProcessIndexer(database.url, evmSettings(code, node));
    try {
      // By chance the node may answer all calls of a round rightly.
      await reachTraced(database.url, code, node, [indexer], () => struck(fault) >= strikes);
      await expectKnownBlocks(database.url, code, chain);
      node.setFaults([]);
      await reachTraced(database.url, code, node, [indexer]);
      await expectEvmModel(database.url, code, node);
    } finally {
      node.setFaults([]);
      await indexer.stop();
    }
  }
});

const KILLS = 4;
/** Faults that strike before each of them. */
const STRIKES_A_KILL = 2;

// With the rules of fees of the chains that the kinds above do not strike.
test.each(['arb', 'eth'] as const)('%s: every kind now and then, and kills', async (code) => {
  const chain = await RememberedChain.start(code, 9);
  const { node } = chain;
  const database = await createTestDatabase();
  const start = () => spawnIndexer({ databaseUrl: database.url, env: evmSettings(code, node) });
  await chain.grow(60);
  node.setFaults([...BROKEN_ANSWERS, ...FAULTS].map((fault) => ({ ...fault, rate: 0.03 })));
  const struck = (): number => Object.values(node.faultCounts()).reduce((sum, count) => sum + count, 0);
  let indexer = start();
  try {
    for (let round = 0; round < KILLS; round++) {
      const before = struck();
      await waitFor(() => struck() >= before + STRIKES_A_KILL, { processes: [indexer], what: 'faults to strike' });
      await indexer.kill('SIGKILL');
      await expectKnownBlocks(database.url, code, chain);
      await chain.reorg(round, 2 * round);
      if (round === KILLS - 1) node.setFaults([]);
      indexer = start();
    }
    await reachTraced(database.url, code, node, [indexer]);
    await expectEvmModel(database.url, code, node);
  } finally {
    await indexer.stop();
    await node.close();
    await database.drop();
  }
});

async function expectKnownBlocks(databaseUrl: string, code: ChainCode, chain: RememberedChain): Promise<void> {
  const sql = `SELECT encode(hash, 'hex') AS hash FROM ${code}.blocks`;
  const blocks = await inSession(databaseUrl, (session) => queryFollowed<{ hash: string }>(session, code, sql));
  expect(blocks.filter(({ hash }) => !chain.hashes.has(hash))).toEqual([]);
}
