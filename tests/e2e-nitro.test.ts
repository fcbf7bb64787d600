/** A real Arbitrum Nitro: everything the index says of it against its own receipts, traces and balances. */
import { type NitroNode, nodeOrSkip, type Product, startNitro, waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectIndexEqualsNode, reachTip } from './scenario/evm/compare-evm.js';
import { Cast } from './scenario/evm/evm-cast.js';
import {
  type Contracts,
  deployAll,
  playCreations,
  playFailures,
  playHostileTokens,
  playInternalTransfers,
  playPayments,
  playSetCode,
  playTokens,
} from './scenario/evm/evm-plays.js';
import { expectStraightSync } from './scenario/evm/evm-scenario.js';
import { type EvmWorld, startEvmWorld } from './scenario/evm/evm-world.js';
import { expectAnswersUnderstood } from './scenario/evm/expect-answers.js';
import {
  fundActors,
  playArbitrumDeposits,
  playArbitrumWithdrawals,
  playAtOnce,
  playLayer1Messages,
  playRetryables,
  playUnderfundedRetryables,
  setFeeAccounts,
} from './scenario/evm/layer2/arbitrum-plays.js';
import { expectNewBlocksTraced } from './scenario/evm/live-tracing.js';
import { expectCleanAudit } from './scenario/final-checks.js';

const binary = nodeOrSkip('nitro');
const CHAIN = { code: 'arb', isOptimism: false } as const;
const STAGE_TIMEOUT_MS = 180_000;
/** The first sync stops that far below the tip. */
const BLOCKS_AFTER_THE_FIRST_PLAYS = 240;
const TYPES = [0, 1, 2, 4, 0x64, 0x65, 0x66, 0x68, 0x69, 0x6a];

describe.runIf(binary !== undefined)('Nitro', { timeout: STAGE_TIMEOUT_MS }, () => {
  let node: NitroNode;
  let cast: Cast;
  let contracts: Contracts;
  let world: EvmWorld<Product>;
  /** Beside it, another index of the same chain, which traces only what is new. */
  let live: EvmWorld;
  let liveSince: number;
  let round = 0;

  beforeAll(async () => {
    node = await startNitro(binary!);
    cast = await Cast.of(node);
    await fundActors(cast);
    contracts = await deployAll(cast);
    await playAtOnce(cast);
    await playTokens(cast, contracts, 1);
    await playHostileTokens(cast, contracts, 1);
    await playAll();
    await node.mine(BLOCKS_AFTER_THE_FIRST_PLAYS);
    world = await startEvmWorld(CHAIN, cast);
    liveSince = await node.height();
    live = await startEvmWorld({ ...CHAIN, tracing: 'live' }, cast);
  }, STAGE_TIMEOUT_MS);
  afterAll(async () => {
    await live?.stop();
    await world?.stop();
  }, STAGE_TIMEOUT_MS);

  async function playAll(): Promise<void> {
    round += 1;
    await playPayments(cast, contracts);
    await playInternalTransfers(cast, contracts);
    await playFailures(cast, contracts);
    await playCreations(cast, contracts, round);
    await playSetCode(cast, contracts);
    await playFromLayer1();
  }

  async function playFromLayer1(): Promise<void> {
    await playArbitrumDeposits(cast, node, contracts);
    await playLayer1Messages(cast, node, contracts);
    await playRetryables(cast, node, contracts);
    await playUnderfundedRetryables(cast, node);
    await playArbitrumWithdrawals(cast);
  }

  test('first sync, with fees collected at the zero address', async () => {
    const { entries } = await expectIndexEqualsNode(world);
    const types = new Set(entries.map(({ columns }) => Number(columns.type)));
    expect([...types].sort((a, b) => a - b)).toEqual(TYPES);
  });

  test('what it answers about what it does not have', () => expectAnswersUnderstood(world, contracts, /^nitro\//));

  test('live, with fees collected at the zero address', async () => {
    await playFromLayer1();
    await expectIndexEqualsNode(world);
  });

  test('live, with fee accounts', async () => {
    await setFeeAccounts(cast);
    await playAll();
    await expectIndexEqualsNode(world);
  });

  test('blocks traced only as they come', async () => {
    const ledger = await world.oracle.ledger();
    await expectNewBlocksTraced(live, ledger, liveSince);
  });

  test.each([
    ['a lower branch', 9, 3],
    ['a higher branch', 3, 9],
    ['an older tip, with none in their place', 2, 0],
  ])('a reorg to %s', async (_, gone, instead) => {
    await playRetryables(cast, node, contracts);
    await playInternalTransfers(cast, contracts);
    const returning = await Promise.all(
      [8, 9].map((n) => cast.sign(cast.actor(n), { to: cast.freshAddress(), value: BigInt(n) })),
    );
    for (const raw of returning) await cast.broadcast(raw);
    await reachTip(world, await world.oracle.ledger());
    const keep = (await node.height()) - gone;
    await node.reorg(keep);
    cast.forgetNonces();
    world.balancesAbove = keep;
    if (instead > 0) {
      // In other blocks, and the other way round.
      await node.mine(instead - returning.length);
      for (const raw of returning.toReversed()) await cast.broadcast(raw);
    }
    await expectIndexEqualsNode(world);
  });

  test('a node that makes its newest blocks again', async () => {
    const height = await node.height();
    await node.reorg(height - 20, true);
    await playArbitrumWithdrawals(cast);
    await expectIndexEqualsNode(world);
  });

  test('a node and an indexer that are killed', async () => {
    await playRetryables(cast, node, contracts);
    await Promise.all([node.kill9(), world.product.restartIndexer('SIGKILL')]);
    await node.start();
    cast.forgetNonces();
    // It may have lost its newest blocks.
    world.balancesAbove = await node.height();
    await playInternalTransfers(cast, contracts);
    await expectIndexEqualsNode(world);
  });

  test('what is final, once the node knows of it', async () => {
    const finalized = async () => (await world.api.status())?.finalizedHeight;
    expect(await finalized()).toBeNull();
    const height = await node.height();
    await node.setFinality(height - 5, height - 10);
    const isTold = async () => (await finalized()) === height - 10;
    await waitFor(isTold, { processes: world.product.processes, what: 'the API to tell what is final' });
  });

  test('the audit finds it clean', () => expectCleanAudit(world.product, 'arb'));

  test('the rows equal those of a straight sync', () => expectStraightSync(world));
});
