/** Audits of an EVM chain as an operator makes them: beside an indexer that follows a moving chain. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedEvmNode } from '@chaintrail/devnet';
import { createTestDatabase, startAuditProcess, type TestDatabase } from '@chaintrail/testkit';
import { afterEach, expect, test } from 'vitest';
import { evmSettings, reachTraced, startEvmNode } from './support/evm-chain.js';
import { InProcessIndexer } from './support/in-process-indexer.js';

const CODE = 'eth';
/** Audits of a chain that is reorganised meanwhile. */
const MOST_AUDITS = 6;

let node: SimulatedEvmNode;
let database: TestDatabase;
let indexer: InProcessIndexer;
afterEach(async () => {
  await indexer?.stop();
  await database?.drop();
  await node?.close();
});

test('an audit is clean while blocks arrive and the chain is reorganised', async () => {
  node = await startEvmNode(CODE, 20);
  database = await createTestDatabase();
  const env = evmSettings(CODE, node);
  indexer = new InProcessIndexer(database.url, env);
  await reachTraced(database.url, CODE, node, [indexer]);
  const moving = new AbortController();
  const moved = (async () => {
    for (let round = 0; !moving.signal.aborted; round++) {
      if (round % 8 === 7) await node.reorg(2);
      else await node.mine();
      await sleep(150, undefined, { signal: moving.signal }).catch(() => undefined);
    }
  })();
  const args = [CODE, '--full', '--sample', '30'];
  // Where the block of an audit is taken back under way, its balances are left out: then another audit compares them.
  const compared: boolean[] = [];
  try {
    while (!compared.includes(true) && compared.length < MOST_AUDITS) {
      const { status, stdout, stderr } = await startAuditProcess(args, { DATABASE_URL: database.url, ...env }).ended;
      expect(stdout, stderr).toMatch(/Clean: everything that was looked at agrees/);
      expect(status).toBe(0);
      compared.push(/balances +clean .*sums \d+/.test(stdout));
    }
  } finally {
    moving.abort();
    await moved;
  }
  expect(compared).toContain(true);
});
