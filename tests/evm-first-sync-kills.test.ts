/** Kills of the indexer in every stage of an EVM chain's first sync: the rows are those of a sync that nothing has disturbed. */
import type { SimulatedEvmNode } from '@chaintrail/devnet';
import { type CrashablePostgres, startCrashablePostgres } from '@chaintrail/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { evmSettings, expectEvmModel, startEvmNode } from './support/evm-chain.js';
import { killInEveryStage, type SyncSetup, syncUndisturbed, type Undisturbed } from './support/first-sync-kills.js';
import { EVM_STOPS } from './support/first-sync-standing.js';
import { indexerVictim } from './support/first-sync-victims.js';

const CHAIN = 'op';
const LOADED_BLOCKS = 120;

let postgres: CrashablePostgres;
let node: SimulatedEvmNode;
let setup: SyncSetup;
let undisturbed: Undisturbed;

beforeAll(async () => {
  postgres = await startCrashablePostgres();
  node = await startEvmNode(CHAIN, LOADED_BLOCKS);
  // Traces come after the stages, and have kills of their own.
  const env = { ...evmSettings(CHAIN, node), OP_INTERNAL_TRANSFERS: 'off' };
  setup = { chain: CHAIN, postgres, env, tip: node.tip(), stops: EVM_STOPS };
  undisturbed = await syncUndisturbed(setup, (databaseUrl) => expectEvmModel(databaseUrl, CHAIN, node));
});
afterAll(async () => {
  await node?.close();
  await postgres?.stop();
});

test('the indexer is killed in every stage', { timeout: 300_000 }, () =>
  killInEveryStage(indexerVictim(setup.env), setup, undisturbed, { hold: true }),
);
