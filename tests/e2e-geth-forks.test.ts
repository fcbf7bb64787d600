/** A real geth with the rules of older and newer forks: what is burned with contracts, and which blocks tell it. */
import { auditInFull, nodeOrSkip } from '@chaintrail/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { Cast } from './scenario/evm/cast.js';
import { expectIndexEqualsNode } from './scenario/evm/compare.js';
import { type GethFork, playWithdrawals, startGeth } from './scenario/evm/geth.js';
import {
  deployAll,
  playCreations,
  playFailures,
  playInternalTransfers,
  playPayments,
  playTokens,
} from './scenario/evm/plays.js';
import { type EvmWorld, evmSettings, startEvmWorld } from './scenario/evm/world.js';

const TIMEOUT_MS = 180_000;
const binary = nodeOrSkip('geth');
let world: EvmWorld | undefined;
afterEach(() => world?.stop());

/** @param gasFactor since Amsterdam, what is new in the state takes gas of its own (EIP-8037) */
async function followFrom(fork: GethFork, gasFactor: bigint): Promise<EvmWorld> {
  const cast = await Cast.of(await startGeth(binary!, fork), gasFactor);
  // Of a chain without blocks geth says that it is still being read.
  await cast.mine();
  world = await startEvmWorld({ code: 'eth', isOptimism: false, tracing: 'live' }, cast);
  return world;
}

describe.runIf(binary !== undefined)('geth', () => {
  test.each([
    ['paris', 1n, 2],
    ['shanghai', 1n, 2],
    ['cancun', 1n, 1],
    ['amsterdam', 10n, 0],
  ] as const)('with the rules of %s', { timeout: TIMEOUT_MS }, async (fork, gasFactor, burns) => {
    const { cast } = await followFrom(fork, gasFactor);
    const contracts = await deployAll(cast);
    await playPayments(cast, contracts);
    await playTokens(cast, contracts, 1);
    await playInternalTransfers(cast, contracts);
    await playFailures(cast, contracts);
    await playCreations(cast, contracts, 1);
    if (fork !== 'paris') await playWithdrawals(cast);
    const { entries } = await expectIndexEqualsNode(world!);
    const burned = entries.filter(({ transfers }) => transfers.some(({ kind }) => kind === 'burn'));
    expect(burned.length, 'transactions that burn').toBe(burns);
    const env = { DATABASE_URL: world!.database.url, ...evmSettings(world!.chain, cast.node) };
    const { status, stdout, stderr } = await auditInFull('eth', env, TIMEOUT_MS);
    expect(stdout, stderr).toMatch(/Clean: everything that was looked at agrees/);
    expect(status).toBe(0);
  });
});
