/**
 * The first sync of a real litecoind's chain, some six hundred blocks with every kind of script and MWEB, while the indexer,
 * PostgreSQL and litecoind itself are killed in each of its stages. The rows are those of an indexer that has followed
 * the chain block by block, and those are what the node says.
 */
import {
  type CrashablePostgres,
  dumpRows,
  litecoindOrSkip,
  RealNode,
  startCrashablePostgres,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { expectIndexEqualsNode } from './scenario/utxo/compare-utxo.js';
import { testKey } from './scenario/utxo/keys.js';
import { activateMweb, expectMweb, useMweb } from './scenario/utxo/mweb.js';
import { consolidate, expectEveryScript, payEveryScript, payEveryType, payMany } from './scenario/utxo/payments.js';
import { litecoin as chain } from './scenario/utxo/utxo-chains.js';
import { fundWallet, indexerSettings, mine, startWorld, type World } from './scenario/utxo/utxo-world.js';
import { expectSameEnd } from './support/first-sync-end.js';
import { killInEveryStage, type SyncSetup, syncUndisturbed, type Undisturbed } from './support/first-sync-kills.js';
import { indexerVictim, postgresVictim, type Victim } from './support/first-sync-victims.js';

/** Rounds of payments, and how many blocks without are mined after each. */
const ROUNDS = 3;
const BLOCKS_BETWEEN = 60;
const OUTPUTS = 60;
const TIMEOUT_MS = 300_000;

const binary = litecoindOrSkip();

describe.runIf(binary !== undefined)('litecoind', () => {
  let postgres: CrashablePostgres;
  let world: World;
  let setup: SyncSetup;
  let undisturbed: Undisturbed;

  beforeAll(async () => {
    postgres = await startCrashablePostgres();
    const node = await RealNode.start('litecoind', binary!);
    world = await startWorld(chain, node, await fundWallet(node, chain));
  }, TIMEOUT_MS);
  afterAll(async () => {
    await world?.stop();
    await postgres?.stop();
  });

  test('an indexer that follows the chain as it grows', { timeout: TIMEOUT_MS }, async () => {
    await growChain(world);
    // litecoind writes its index of blocks when it stops; killed before that, it would come back without them.
    await world.node.restart();
    const ledger = await expectIndexEqualsNode(world, { whole: true });
    expectEveryScript(ledger, chain);
    expectMweb(ledger, 1, chain.addressTypes.length);
    await Promise.all(world.product.processes.map((process) => process.stop()));
    const { hash, height } = ledger.tip;
    setup = { chain: 'ltc', postgres, env: indexerSettings(chain, world.node), tip: { hash, height } };
  });

  test('a first sync of the same chain', { timeout: TIMEOUT_MS }, async () => {
    undisturbed = await syncUndisturbed(setup);
    const { rows, relations } = undisturbed.end;
    expectSameEnd({ rows, relations }, { rows: await dumpRows(world.product.databaseUrl, chain.code), relations });
  });

  test('the indexer is killed in each stage of it', { timeout: TIMEOUT_MS }, () =>
    killInEveryStage(indexerVictim(setup.env), setup, undisturbed, { hold: true }),
  );
  test('PostgreSQL is killed in each stage of it', { timeout: TIMEOUT_MS }, () =>
    killInEveryStage(postgresVictim(postgres), setup, undisturbed, { hold: true }),
  );
  test('litecoind is killed in each stage of it', { timeout: TIMEOUT_MS }, () =>
    killInEveryStage(realNodeVictim(world.node), setup, undisturbed, { hold: true }),
  );
});

/** Payments of every kind, before and after MWEB is there, with long runs of empty blocks between them. */
async function growChain(world: World): Promise<void> {
  await payEveryScript(world);
  await payMany(world, OUTPUTS);
  await mine(world);
  // litecoind mines no chosen transactions once MWEB is there.
  await consolidate(world);
  await useMweb(world, await activateMweb(world));
  const { descriptor } = await world.node.rpc<{ descriptor: string }>(
    'getdescriptorinfo',
    `pkh(${testKey('miner').publicKey})`,
  );
  const [miner] = await world.node.rpc<string[]>('deriveaddresses', descriptor);
  for (let round = 0; round < ROUNDS; round++) {
    await payEveryType(world);
    await payMany(world, OUTPUTS);
    await mine(world);
    await world.node.rpc('generatetoaddress', BLOCKS_BETWEEN, miner);
  }
}

function realNodeVictim(node: RealNode): Victim {
  return { name: 'litecoind', killsPerSync: 3, end: () => node.kill9(), bringBack: () => node.start() };
}
