/** A real Arbitrum Nitro: everything the index says of it against its own receipts, traces and balances. */
import { auditInFull, type NitroNode, nodeOrSkip, startNitro } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Cast } from './scenario/evm/cast.js';
import { expectIndexEqualsNode, reachTip } from './scenario/evm/compare.js';
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
} from './scenario/evm/plays.js';
import { expectRowsOfStraightSync } from './scenario/evm/scenario.js';
import { type EvmWorld, evmSettings, startEvmWorld } from './scenario/evm/world.js';

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
  let world: EvmWorld;
  let round = 0;

  beforeAll(async () => {
    node = await startNitro(binary!);
    cast = await Cast.of(node);
    await fundActors(cast);
    contracts = await deployAll(cast);
    await playAll();
    await node.mine(BLOCKS_AFTER_THE_FIRST_PLAYS);
    world = await startEvmWorld(CHAIN, cast);
  }, STAGE_TIMEOUT_MS);
  afterAll(() => world?.stop(), STAGE_TIMEOUT_MS);

  async function playAll(): Promise<void> {
    round += 1;
    await playAtOnce(cast);
    await playPayments(cast, contracts);
    await playTokens(cast, contracts, round);
    await playHostileTokens(cast, contracts, round);
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
    const types = new Set(entries.map(({ traced }) => Number(traced?.transaction.type)));
    expect([...types].sort((a, b) => a - b)).toEqual(TYPES);
  });

  test('live, with fees collected at the zero address', async () => {
    await playFromLayer1();
    await expectIndexEqualsNode(world);
  });

  test('live, with fee accounts', async () => {
    await setFeeAccounts(cast);
    await playAll();
    await expectIndexEqualsNode(world);
  });

  test('the audit finds it clean', async () => {
    const env = { ...evmSettings(CHAIN, node), DATABASE_URL: world.database.url };
    const { status, stdout, stderr } = await auditInFull('arb', env, STAGE_TIMEOUT_MS);
    expect(stdout, stderr).toMatch(/Clean: everything that was looked at agrees/);
    expect(status).toBe(0);
  });

  test('the rows equal those of a straight sync', () => expectRowsOfStraightSync(world));
  void reachTip;
});
