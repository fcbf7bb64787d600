/** Audits of EVM chains as an operator makes them: beside an indexer that follows a moving chain. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedEvmNode } from '@chaintrail/devnet';
import {
  createTestDatabase,
  type SpawnedProcess,
  spawnIndexer,
  startAuditProcess,
  type TestDatabase,
} from '@chaintrail/testkit';
import { afterEach, expect, test } from 'vitest';
import { evmSettings, reachTraced, startEvmNode } from './support/evm-chain.js';

interface Closing {
  close(): Promise<unknown>;
}
const opened: Closing[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});
/** Audits of a chain that is reorganised meanwhile. */
const MOST_AUDITS = 6;

interface Followed {
  readonly node: SimulatedEvmNode;
  readonly database: TestDatabase;
  readonly indexer: SpawnedProcess;
  readonly env: Record<string, string>;
}

async function follow(code: 'eth' | 'arb'): Promise<Followed> {
  const node = await startEvmNode(code, 20);
  const database = await createTestDatabase();
  const env = { ...evmSettings(code, node), AUDIT_EVERY_HOURS: '0' };
  const indexer = spawnIndexer({ databaseUrl: database.url, env });
  opened.push(node, { close: () => database.drop() }, { close: () => indexer.stop() });
  await reachTraced(database.url, code, node, [indexer]);
  return { node, database, indexer, env };
}

test.each(['eth', 'arb'] as const)('of %s, while blocks arrive and the chain is reorganised', async (code) => {
  const { node, database, env } = await follow(code);
  const moving = new AbortController();
  const moved = (async () => {
    for (let round = 0; !moving.signal.aborted; round++) {
      if (round % 8 === 7) await node.reorg(2);
      else await node.mine();
      await sleep(150, undefined, { signal: moving.signal }).catch(() => undefined);
    }
  })();
  const args = [code, '--full', '--sample', '30'];
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
