/** A real geth that comes from an old fork to the newest: what is burned with contracts, and which blocks tell it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openSession } from '@chaintrail/db';
import {
  ApiClient,
  createTestDatabase,
  type EngineNode,
  nodeOrSkip,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { getAddress, ZeroAddress } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectedEntries } from '../apps/audit/src/evm/expected-entries.js';
import { expectIndexEqualsNode } from './scenario/evm/compare-evm.js';
import { Cast } from './scenario/evm/evm-cast.js';
import {
  type Contracts,
  deployAll,
  playCreations,
  playFailures,
  playInternalTransfers,
  playPayments,
  playTokens,
} from './scenario/evm/evm-plays.js';
import { expectWholeAudit } from './scenario/evm/evm-scenario.js';
import { type EvmWorld, evmSettings, startEvmWorldInProcess } from './scenario/evm/evm-world.js';
import { GENESIS_TIME, playWithdrawals, startGeth } from './scenario/evm/geth.js';
import { expectSameMoves } from './scenario/evm/large-traces.js';
import { readNodeBlocks, readRpcBlocks } from './scenario/evm/proved-ledger.js';
import { localEvmChain } from './support/evm-chain.js';
import { InProcessIndexer } from './support/in-process-indexer.js';
import { InProcessProduct } from './support/in-process-product.js';

const TIMEOUT_MS = 180_000;
const binary = nodeOrSkip('geth');

/** Waits until the indexer has stored which block is final. */
async function expectFinal(databaseUrl: string, height: number): Promise<void> {
  const session = await openSession(databaseUrl, 'chaintrail-test-final');
  const isStored = async () => {
    const { rows } = await session.query<{ final: number }>('SELECT finalized_height AS final FROM eth.sync_state');
    return rows[0]?.final === height;
  };
  await waitFor(isStored, { what: `block ${height} to be the final one` }).finally(() => session.end());
}

const RECORDED = fileURLToPath(new URL('../../shared/vectors/eth/rpc-compat', import.meta.url));
/** Its first block of London. Proof of work goes on for eight more. */
const LONDON = 27;

describe.runIf(binary !== undefined && existsSync(RECORDED))('geth with a chain of proof of work', () => {
  let node: EngineNode;
  let database: TestDatabase;
  let stopLater: (() => Promise<unknown>) | undefined;
  beforeAll(async () => {
    const genesis = JSON.parse(await readFile(`${RECORDED}/genesis.json`, 'utf8'));
    node = await startGeth(binary!, 'osaka', { genesis, chainFile: `${RECORDED}/chain.rlp` });
    database = await createTestDatabase();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await stopLater?.();
    await node?.stop();
    await database?.drop();
  });
  const chain = { code: 'eth', isOptimism: false } as const;

  test('is refused where nothing tells what it paid', async () => {
    const indexer = new InProcessIndexer(database.url, evmSettings(chain, node));
    const refused = () => indexer.output().includes('block 1 was mined by proof of work before London');
    await waitFor(refused, { processes: [indexer], what: 'the indexer to refuse it' });
    await indexer.stop();
  });

  test('pays miners and uncles since London', { timeout: TIMEOUT_MS }, async () => {
    const env = { ...evmSettings(chain, node), ETH_START_HEIGHT: `${LONDON}` };
    const product = await InProcessProduct.start(env);
    stopLater = () => product.stop();
    const api = new ApiClient<'evm'>(product.apiUrl, 'eth');
    const tip = await node.rpc<{ hash: string; number: string }>('eth_getBlockByNumber', 'latest', false);
    const isTraced = async () => {
      const { transactions } = await api.history(ZeroAddress, { limit: 1 });
      return transactions[0]?.blockHash === tip.hash && transactions[0].balanceAfter !== null;
    };
    await waitFor(isTraced, { processes: product.processes, timeoutMs: TIMEOUT_MS, what: 'the miner and its balance' });
    const after = new Map<number, string | null>();
    const { transactions } = await api.history(ZeroAddress, { limit: 100, order: 'asc' });
    for (const { blockHeight, balanceAfter } of transactions) after.set(blockHeight!, balanceAfter);
    let rewarded = 0;
    const heights = Array.from({ length: Number(tip.number) + 1 - LONDON }, (_, n) => LONDON + n);
    for (const block of await readNodeBlocks(node, await readRpcBlocks(node, heights))) {
      const [height, hash] = [Number(block.number), `0x${block.hash}`];
      const own = expectedEntries(localEvmChain('eth'), block).find(({ columns }) => columns.txid === block.hash);
      const expected = own!.transfers.map(({ kind, to, amount }) => [kind, getAddress(`0x${to}`), amount]);
      const { transfers } = await api.transaction(hash);
      const paid = transfers.map(({ kind, to, amount }) => [kind, to, amount]);
      expect(paid, `paid by block ${height}`).toEqual(expected);
      const balance = BigInt(await node.rpc<string>('eth_getBalance', `0x${block.miner}`, { blockHash: hash }));
      expect(after.get(height), `balance after block ${height}`).toBe(`${balance}`);
      rewarded += expected.filter(([kind]) => kind === 'reward').length;
    }
    expect(rewarded).toBeGreaterThan(9);
  });
});

/** Blocks of each era: enough for all plays. */
const ERA = 20;
const BLOCK_SECONDS = 12;
/** Since Amsterdam, what is new in the state takes gas of its own (EIP-8037). */
const GAS_FACTOR = 10n;
/** With what is burned in each. What is between Cancun and Amsterdam is in e2e-geth. */
const ERAS = [
  // The contracts are compiled for Shanghai: before it none comes into being.
  { fork: 'paris', burns: 0 },
  { fork: 'shanghai', burns: 4 },
  { fork: 'cancun', burns: 3 },
  { fork: 'amsterdam', burns: 0 },
] as const;

function beginOf(fork: (typeof ERAS)[number]['fork']): number {
  return ERA * ERAS.findIndex((era) => era.fork === fork);
}

describe.runIf(binary !== undefined)('geth', { timeout: TIMEOUT_MS }, () => {
  let world: EvmWorld;
  let contracts: Contracts;
  beforeAll(async () => {
    const timeOf = (fork: (typeof ERAS)[number]['fork']) => GENESIS_TIME + BLOCK_SECONDS * beginOf(fork);
    const newest = timeOf('amsterdam');
    const forks = { shanghai: timeOf('shanghai'), cancun: timeOf('cancun'), prague: newest, osaka: newest };
    const node = await startGeth(binary!, { ...forks, amsterdam: newest }, { blockSeconds: BLOCK_SECONDS });
    const cast = await Cast.of(node, GAS_FACTOR);
    // Geth says of a chain without blocks that it is still being read.
    await cast.mine();
    world = await startEvmWorldInProcess({ code: 'eth', isOptimism: false }, cast);
  }, TIMEOUT_MS);
  afterAll(() => world?.stop(), TIMEOUT_MS);

  test.each(ERAS)('with the rules of $fork', async ({ fork, burns }) => {
    const { cast, node } = world;
    const before = (await node.height()) + 1;
    expect(before, 'blocks of the eras before').toBeLessThanOrEqual(Math.max(beginOf(fork), 2));
    await cast.mine(Math.max(0, beginOf(fork) - before));
    contracts = await deployAll(cast);
    await playPayments(cast, contracts);
    await playTokens(cast, contracts, 1);
    await playInternalTransfers(cast, contracts);
    await playFailures(cast, contracts);
    await playCreations(cast, contracts, 1);
    if (fork !== 'paris') await playWithdrawals(cast);
    const { entries } = await expectIndexEqualsNode(world);
    const burned = entries.filter(
      ({ block, transfers }) => block.height >= beginOf(fork) && transfers.some(({ kind }) => kind === 'burn'),
    );
    expect(burned.length, 'transactions that burn').toBe(burns);
  });

  test('what it called final is forgotten, on a private network', async () => {
    const { cast, product } = world;
    const node = world.node as EngineNode;
    const kept = await node.height();
    await cast.mine(4);
    await node.finalize({ safe: kept + 3, finalized: kept + 2 });
    await expectIndexEqualsNode(world);
    await expectFinal(product.databaseUrl, kept + 2);
    await node.finalize({});
    await node.setHead(kept);
    await playInternalTransfers(cast, contracts);
    await expectIndexEqualsNode(world);
    await expectFinal(product.databaseUrl, 0);
  });

  test('an audit finds nothing', () => expectWholeAudit(world));

  test('large traces tell the same without inputs', async () => {
    const large = await expectSameMoves(world);
    for (const { fork } of ERAS) {
      const own = large.filter((height) => height >= beginOf(fork) && height < beginOf(fork) + ERA);
      expect(own.length, `large blocks of ${fork}`).toBeGreaterThan(3);
    }
  });
});
