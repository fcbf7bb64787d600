/**
 * The first sync of a real litecoind's chain, some five hundred blocks with every kind of script and MWEB, while the indexer,
 * PostgreSQL and litecoind itself are killed in each of its stages. The rows are those of an indexer that has followed
 * the chain block by block; e2e-litecoind holds such rows to what the node says.
 */
import {
  type CrashablePostgres,
  createChainDatabase,
  dumpRows,
  litecoindOrSkip,
  RealNode,
  type RowDump,
  startCrashablePostgres,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { testKey } from './scenario/utxo/keys.js';
import { activateMweb, expectMweb, useMweb } from './scenario/utxo/mweb.js';
import { NodeChain } from './scenario/utxo/node-chain.js';
import { consolidate, expectEveryScript, payEveryScript, payEveryType, payMany } from './scenario/utxo/payments.js';
import { litecoin as chain, type Mining } from './scenario/utxo/utxo-chains.js';
import { fundWallet, indexerSettings, mine } from './scenario/utxo/utxo-world.js';
import { expectSameEnd, readEnd } from './support/first-sync-end.js';
import { killInEveryStage, type SyncSetup, syncUndisturbed, type Undisturbed } from './support/first-sync-kills.js';
import { indexerVictim, postgresVictim, type Victim } from './support/first-sync-victims.js';
import { reach, waitForState } from './support/followed-chain.js';
import { InProcessIndexer } from './support/in-process-indexer.js';

/** Rounds of payments, and how many blocks without are mined after each. */
const ROUNDS = 2;
const BLOCKS_BETWEEN = 40;
const OUTPUTS = 60;
const TIMEOUT_MS = 300_000;

const binary = litecoindOrSkip();

describe.runIf(binary !== undefined)('litecoind', () => {
  let postgres: CrashablePostgres;
  let payer: Mining;
  let followed: RowDump;
  let setup: SyncSetup;
  let undisturbed: Undisturbed;

  beforeAll(async () => {
    postgres = await startCrashablePostgres();
    const node = await RealNode.start('litecoind', binary!);
    payer = { node, wallet: await fundWallet(node, chain), chain };
  }, TIMEOUT_MS);
  afterAll(async () => {
    await payer?.node.stop();
    await postgres?.stop();
  });

  test('an indexer that follows the chain as it grows', { timeout: TIMEOUT_MS }, async () => {
    const { node } = payer;
    const env = indexerSettings(chain, node);
    const database = await createChainDatabase({ chain: chain.code });
    const indexer = new InProcessIndexer(database.url, env);
    const live = { processes: [indexer], what: 'the chain to be live' };
    await waitForState(database.url, chain.code, ({ phase }) => phase === 'live', live);
    await growChain(payer);
    // litecoind writes its index of blocks when it stops; killed before that, it would come back without them.
    await node.restart();
    const ledger = await new NodeChain(node).ledger();
    expectEveryScript(ledger, chain);
    expectMweb(ledger, 1, chain.addressTypes.length);
    const { hash, height } = ledger.tip;
    await reach(database.url, chain.code, { hash, height }, [indexer]);
    await indexer.stop();
    followed = await dumpRows(database.url, chain.code);
    await database.drop();
    setup = { chain: 'ltc', postgres, env, tip: { hash, height } };
  });

  test('a first sync of the same chain', { timeout: TIMEOUT_MS }, async () => {
    undisturbed = await syncUndisturbed(setup);
    const end = await readEnd(undisturbed.end.databaseUrl, setup.chain);
    expectSameEnd(end, { ...end, rows: followed });
  });

  test('the indexer is killed in each stage of it', { timeout: TIMEOUT_MS }, () =>
    killInEveryStage(indexerVictim(setup.env), setup, undisturbed, { hold: true }),
  );
  test('PostgreSQL is killed in each stage of it', { timeout: TIMEOUT_MS }, () =>
    killInEveryStage(postgresVictim(postgres), setup, undisturbed, { hold: true }),
  );
  test('litecoind is killed in each stage of it', { timeout: TIMEOUT_MS }, () =>
    killInEveryStage(realNodeVictim(payer.node), setup, undisturbed, { hold: true }),
  );
});

/** Payments of every kind, before and after MWEB is there, with long runs of empty blocks between them. */
async function growChain(payer: Mining): Promise<void> {
  await payEveryScript(payer);
  await payMany(payer, OUTPUTS);
  await mine(payer);
  // litecoind mines no chosen transactions once MWEB is there.
  await consolidate(payer);
  await useMweb(payer, await activateMweb(payer));
  const { descriptor } = await payer.node.rpc<{ descriptor: string }>(
    'getdescriptorinfo',
    `pkh(${testKey('miner').publicKey})`,
  );
  const [miner] = await payer.node.rpc<string[]>('deriveaddresses', descriptor);
  for (let round = 0; round < ROUNDS; round++) {
    await payEveryType(payer);
    await payMany(payer, OUTPUTS);
    await mine(payer);
    await payer.node.rpc('generatetoaddress', BLOCKS_BETWEEN, miner);
  }
}

function realNodeVictim(node: RealNode): Victim {
  return { name: 'litecoind', killsPerSync: 5, end: () => node.kill9(), bringBack: () => node.start() };
}
