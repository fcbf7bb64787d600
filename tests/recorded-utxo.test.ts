/**
 * Nodes of Bitcoin Cash and Dogecoin as they were recorded, from state to state: more blocks, reorgs to higher and lower
 * branches, blocks taken back, a restart, and catching up. The index is what the node's own decoded answers come to.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainCode, formatAddress, requireChain } from '@chaintrail/chains';
import { Random } from '@chaintrail/devnet';
import {
  dumpRows,
  inSession,
  queryFollowed,
  type RecordedState,
  type ReplayedNode,
  type RowDump,
  recordingOrSkip,
  spawnIndexer,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectRowsOfStraightSync } from './scenario/final-checks.js';
import { expectEsploraEqualsNode } from './scenario/utxo/compare-esplora.js';
import { expectBlocksEqualNode } from './scenario/utxo/compare-utxo.js';
import { NodeChain, typeWithoutSegwit } from './scenario/utxo/node-chain.js';
import { followRecording, openRecordedIndex } from './scenario/utxo/recorded-index.js';
import { type Truth, TruthComparison } from './scenario/utxo/recorded-truth.js';
import { bitcoinCash, dogecoin } from './scenario/utxo/utxo-chains.js';
import { expectSameRows } from './support/followed-chain.js';
import { expectCleanAuditInProcess } from './support/in-process-audit.js';
import { testSeed } from './support/seed.js';

const STATES = ['S0', 'S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'];
/** The state in which the node has just started again. */
const RESTARTED = 'S6';
const DOWN_MS = 300;
/** An indexer is killed within this after its node has changed. */
const KILLED_WITHIN_MS = 250;
/** Ten indexers start, one after the other. */
const KILLS_TIMEOUT_MS = 300_000;

async function change(node: ReplayedNode, state: string): Promise<RecordedState> {
  if (state !== RESTARTED) return node.change(state);
  node.disconnect();
  await sleep(DOWN_MS);
  node.connect();
  return node.change(state);
}

async function indexedAddresses(databaseUrl: string, code: ChainCode): Promise<string[]> {
  const sql = `SELECT DISTINCT address_key AS key FROM ${code}.address_transactions`;
  const rows = await inSession(databaseUrl, (session) => queryFollowed<{ key: Buffer }>(session, code, sql));
  const network = requireChain(code).networks.find(({ name }) => name === 'regtest')!;
  return rows.map(({ key }) => formatAddress(network, key)).sort();
}

for (const { title, chain, recording, isKilled } of [
  // Starts and restarts of an indexer do not depend on the chain.
  { title: 'Bitcoin Cash Node', chain: bitcoinCash, recording: recordingOrSkip('bch'), isKilled: true },
  { title: 'Dogecoin Core', chain: dogecoin, recording: recordingOrSkip('doge'), isKilled: false },
]) {
  describe.runIf(recording !== undefined)(`a recorded ${title}`, () => {
    let node: ReplayedNode;
    let truth: Truth;
    /** Rows of the index in each state. */
    const rows = new Map<string, RowDump>();
    beforeAll(async () => {
      node = await recording!.start();
      truth = await recording!.truth<Truth>();
    });
    // Fails where something was asked for that the recording does not have.
    afterAll(() => node?.stop());

    describe('followed', () => {
      let live: Awaited<ReturnType<typeof followRecording>>;
      let comparison: TruthComparison;
      beforeAll(async () => {
        live = await followRecording(chain, node);
        comparison = new TruthComparison(truth);
      });
      afterAll(() => live?.stop());

      test.each(STATES)('to %s: every balance, history and fee; the rows of a first sync', async (state) => {
        await change(node, state);
        await comparison.expectState(state, live);
        expect(await indexedAddresses(live.databaseUrl, chain.code)).toEqual(comparison.addressesOf(state));
        rows.set(state, await dumpRows(live.databaseUrl, chain.code));
        if (isKilled || state === STATES.at(-1)) await expectRowsOfStraightSync(live, chain.code);
      });

      test('every transaction and block is as the node describes it', async () => {
        const nodeChain = new NodeChain(node, typeWithoutSegwit);
        const ledger = await nodeChain.ledger();
        await expectBlocksEqualNode({ ...live, chain, node, nodeChain, product: live }, ledger);
        const { code } = chain;
        await expectEsploraEqualsNode({
          code,
          url: live.apiUrl,
          node,
          ledger,
          hasProofs: false,
          hasSingle: code !== 'bch',
        });
      });

      test('an audit that looks at every block finds nothing', async () => {
        const { height } = truth.states.find(({ state }) => state === STATES.at(-1))!;
        await expectCleanAuditInProcess(live.databaseUrl, live.env, chain.code, height, height + 1);
      });
    });

    if (!isKilled) return;
    test('an indexer that is killed at every change', { timeout: KILLS_TIMEOUT_MS }, async () => {
      const random = new Random(testSeed(), chain.code);
      const index = await openRecordedIndex(chain, node);
      let indexer = spawnIndexer(index);
      const comparison = new TruthComparison(truth);
      try {
        // The last change is one that no node has made.
        for (const state of [...STATES, 'S1']) {
          await change(node, state);
          await sleep(random.below(KILLED_WITHIN_MS));
          await indexer.kill('SIGKILL');
          indexer = spawnIndexer(index);
          await comparison.expectBalances(state, { api: index.api, processes: [indexer] });
          expectSameRows(await dumpRows(index.databaseUrl, chain.code), rows.get(state)!);
        }
      } finally {
        await indexer.stop();
        await index.stop();
      }
    });
  });
}
