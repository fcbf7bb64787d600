/** An Arbitrum Nitro as it was recorded, in every state that it was in: the index against its truth and its answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Product, type ReplayedNode, recordingOrSkip, waitFor } from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectIndexEqualsNode, reachTip } from './scenario/evm/compare-evm.js';
import {
  type ComparedTruth,
  type EvmTruth,
  expectTrueAmounts,
  expectTrueFees,
  expectTrueHistories,
} from './scenario/evm/compare-truth.js';
import {
  type FollowedWorld,
  isTraced,
  startFollowedWorld,
  startFollowedWorldInProcess,
} from './scenario/evm/evm-world.js';
import { expectNewBlocksTraced } from './scenario/evm/live-tracing.js';
import type { Ledger } from './scenario/evm/proved-ledger.js';
import { expectCleanAudit, expectRowsOfStraightSync } from './scenario/final-checks.js';
import { expectCleanAuditInProcess } from './support/in-process-audit.js';
import { testSeed } from './support/seed.js';

const CHAIN = { code: 'arb', isOptimism: false } as const;
/** Nobody waits for an index that is compared at the end alone. */
const UNHURRIED = { pollMs: 1_000 } as const;
const STAGE_TIMEOUT_MS = 180_000;
/** After a change of state the indexer is killed within this time. */
const KILL_WITHIN_MS = 1_500;
const TYPES = [0, 1, 2, 4, 0x64, 0x65, 0x66, 0x68, 0x69, 0x6a];

/** As many as the command takes. */
const AUDITED_BLOCKS = 200;

const recording = recordingOrSkip('arb');

describe.runIf(recording !== undefined)('recorded Nitro', { timeout: STAGE_TIMEOUT_MS }, () => {
  let node: ReplayedNode;
  /** State of the node. */
  let current = 'S0';
  let truths: ReadonlyMap<string, EvmTruth>;
  /** Traces everything, and is killed whenever the node is in another state. */
  let world: FollowedWorld<Product>;
  /** Traces what is new. */
  let live: FollowedWorld;
  /** Traces nothing, and begins while the node says that it is syncing. */
  let off: FollowedWorld;

  beforeAll(async () => {
    const { states } = await recording!.truth<{ states: EvmTruth[] }>();
    truths = new Map(states.map((truth) => [truth.state, truth]));
    node = await recording!.start();
    world = await startFollowedWorld(CHAIN, node);
    live = await startFollowedWorldInProcess({ ...CHAIN, ...UNHURRIED, tracing: 'live' }, node);
  }, STAGE_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all([world, live, off].map((each) => each?.product.stop()));
    // Requests without a recorded answer fail here.
    await node?.stop();
  }, STAGE_TIMEOUT_MS);

  /**
   * The node is in another state, and the indexer is killed and comes back in the middle of what follows.
   * @returns the state before
   */
  async function changeAndKill(state: string): Promise<ComparedTruth> {
    const before = await world.oracle.ledger();
    const { height } = node.change(state);
    const left = current;
    current = state;
    const [afterMs = 0] = fc.sample(fc.integer({ min: 0, max: KILL_WITHIN_MS }), {
      seed: testSeed() + height,
      numRuns: 1,
    });
    const [after] = await Promise.all([
      world.oracle.ledger(),
      sleep(afterMs).then(() => world.product.restartIndexer('SIGKILL')),
    ]);
    world.balancesAbove = forkOf(before, after);
    return { truth: truths.get(left)!, fork: world.balancesAbove };
  }

  /**
   * All that is known of the state, and the rows of an index that first saw the node in it.
   * @param before compared before: of its rows, which the straight sync has, too, only what changed is read again
   */
  async function expectState(before?: ComparedTruth): Promise<void> {
    const truth = truths.get(current)!;
    await reachTip(world, await world.oracle.ledger());
    await expectTrueAmounts(world.api, truth);
    await expectTrueHistories(world.api, truth, before);
    await expectRowsOfStraightSync(world.product, 'arb', (url) => isTraced(url, CHAIN));
  }

  test('first sync, with fees collected at the zero address and nothing final', async () => {
    await expectState();
    await expectIndexEqualsNode(world);
    expect(await world.api.status()).toMatchObject({ finalizedHeight: null });
    await waitFor(async () => (await live.api.status())?.liveSince !== null, {
      ...{ processes: live.product.processes, what: 'an index that traces what is new to be live' },
    });
  });

  test.each([
    ['S1', 'more blocks, with fee accounts and final ones'],
    ['S2', 'a higher branch'],
    ['S3', 'a lower branch'],
    ['S4', 'blocks taken back, with none in their place'],
  ])('live and from nothing, in %s: %s', async (state) => {
    await expectState(await changeAndKill(state));
    expect((await world.api.status())?.finalizedHeight).toBe(248);
  });

  test('a node that was killed and says that it is syncing is followed, and not taken for live', async () => {
    node.disconnect();
    await sleep(KILL_WITHIN_MS);
    node.connect();
    const before = await changeAndKill('S5');
    const { height, hash } = truths.get('S5')!;
    const isSyncing = async () => {
      const status = await world.api.status();
      return status?.reasonCode === 'node-syncing' && status.indexedHash === hash;
    };
    await waitFor(isSyncing, { processes: world.product.processes, what: `block ${height} of a node that is syncing` });
    expect(await world.api.status()).toMatchObject({ status: 'syncing', indexedHeight: height, nodeHeight: height });
    await expectTrueAmounts(world.api, truths.get('S5')!);
    await expectTrueFees(world.api, truths.get('S5')!, before);
    off = await startFollowedWorldInProcess({ ...CHAIN, ...UNHURRIED, tracing: 'off' }, node);
  });

  test('caught up, its newest blocks made again, with every answer about every transaction', async () => {
    await changeAndKill('S6');
    await expectState();
    const { entries } = await expectIndexEqualsNode(world);
    const types = new Set(entries.map(({ columns }) => Number(columns.type)));
    expect([...types].sort((a, b) => a - b)).toEqual(TYPES);
  });

  test('blocks traced only as they come', async () => {
    await expectNewBlocksTraced(live, await live.oracle.ledger(), truths.get('S0')!.height, 'complete');
  });

  test('nothing traced: amounts are those of the node, and each transaction says what is missing', async () => {
    const truth = truths.get('S6')!;
    const isThere = async () => (await off.api.status())?.indexedHash === truth.hash;
    await waitFor(isThere, { processes: off.product.processes, what: 'an index that traces nothing' });
    await expectTrueAmounts(off.api, truth);
    await expectTrueFees(off.api, truth);
    for (const txid of Object.keys(truth.fees).slice(-20)) {
      expect(await off.api.transaction(txid)).toMatchObject({ internalTransfers: 'off' });
    }
  });

  test('the audit finds each of them clean', async () => {
    await expectCleanAudit(world.product, 'arb');
    const { height } = truths.get('S6')!;
    for (const { databaseUrl, env } of [live.product, off.product])
      await expectCleanAuditInProcess(databaseUrl, env, 'arb', height, AUDITED_BLOCKS);
  });
});

/** Height of the newest block that both have. */
function forkOf(before: Ledger, after: Ledger): number {
  const kept = new Set(before.entries.map(({ block }) => block.hash));
  return Math.max(...after.entries.flatMap(({ block }) => (kept.has(block.hash) ? [block.height] : [])));
}
