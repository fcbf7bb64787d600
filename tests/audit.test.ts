/** The audit as an operator makes it, beside an indexer that follows a node; and as the indexer makes it by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { requireUtxoChain, type UtxoChain } from '@chaintrail/chains';
import { EXIT_CONFIGURATION } from '@chaintrail/config';
import { Databases, openSession, readLatestAudits } from '@chaintrail/db';
import { type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
import {
  type AuditEnd,
  type AuditProcess,
  createTestDatabase,
  startAuditProcess,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { afterEach, expect, test } from 'vitest';
import { startAudits } from '../apps/audit/src/start-audits.js';
import { reach, settingsFor, waitForState } from './support/followed-chain.js';
import { InProcessIndexer } from './support/in-process-indexer.js';

/** A log that nobody reads. */
const SILENT = new Proxy({}, { get: (_, name) => (name === 'child' ? () => SILENT : () => undefined) }) as never;

let node: SimulatedNode;
let database: TestDatabase;
/** A program of its own takes longer to start; it is the audit that is one here. */
let indexer: InProcessIndexer;

afterEach(async () => {
  await indexer.stop();
  await node.close();
  await database.drop();
});

async function follow(chain: UtxoChain): Promise<void> {
  node = await startSimulatedNode({ chain, seed: 9, blocks: 60, coinbaseMaturity: 20, txPerBlock: 8 });
  database = await createTestDatabase();
  indexer = new InProcessIndexer(database.url, settingsFor(chain.code, node));
  await reach(database.url, chain.code, node.tip(), [indexer]);
  await waitForState(database.url, chain.code, ({ phase }) => phase === 'live', {
    processes: [indexer],
    what: `${chain.code} to be live`,
  });
}

function startAudit(chain: UtxoChain, args: readonly string[], env: Record<string, string> = {}): AuditProcess {
  return startAuditProcess([chain.code, ...args], {
    DATABASE_URL: database.url,
    ...settingsFor(chain.code, node),
    ...env,
  });
}

function audit(chain: UtxoChain, args: readonly string[], env: Record<string, string> = {}): Promise<AuditEnd> {
  return startAudit(chain, args, env).ended;
}

async function corrupt(sql: string): Promise<void> {
  const session = await openSession(database.url, 'chaintrail-test-corrupt');
  try {
    expect((await session.query(sql)).rowCount).toBeGreaterThan(0);
  } finally {
    await session.end();
  }
}

test('is clean while blocks arrive and the chain is reorganised', async () => {
  const chain = requireUtxoChain('ltc');
  await follow(chain);
  const moving = new AbortController();
  const moved = (async () => {
    for (let round = 0; !moving.signal.aborted; round++) {
      if (round % 4 === 3) node.reorg(2);
      else node.mine();
      await sleep(150, undefined, { signal: moving.signal }).catch(() => undefined);
    }
  })();
  const { status, stdout, stderr } = await audit(chain, ['--full', '--sample', '30']).finally(async () => {
    moving.abort();
    await moved;
  });
  expect(stdout, stderr).toMatch(/Clean: everything that was looked at agrees/);
  expect(status).toBe(0);
});

test('findings end it with status 1, and its JSON says what they are', async () => {
  const chain = requireUtxoChain('ltc');
  await follow(chain);
  await corrupt(
    'UPDATE ltc.address_transactions SET balance = balance + 1 WHERE (address_key, seq) = (SELECT address_key, 1 FROM ltc.address_transactions WHERE seq = 2 ORDER BY 1 LIMIT 1)',
  );
  const { status, stdout } = await audit(chain, ['--full', '--json']);
  expect(status).toBe(1);
  const outcome = JSON.parse(stdout);
  expect(outcome).toMatchObject({ chain: 'ltc', network: 'regtest', scope: 'full', result: 'findings' });
  const [histories] = outcome.checks.filter(({ findings }: { findings: number }) => findings > 0);
  expect(histories).toMatchObject({ name: 'histories', findings: 2 });
  expect(histories.examples[0]).toMatchObject({ problem: 'balance', place: expect.stringMatching(/seq 1$/) });
  const text = await audit(chain, ['--full']);
  expect(text.status).toBe(1);
  expect(text.stdout).toMatch(
    /histories\s+FINDINGS[\s\S]*balance: address_key [0-9a-f]+ seq 1\s+expected \d+\s+found +\d+/,
  );
});

test('what keeps it from its end is told with status 2, and no secret', async () => {
  const chain = requireUtxoChain('btc');
  await follow(chain);
  const away = await audit(chain, [], { BTC_RPC_URL: 'http://user:very-secret@127.0.0.1:9' });
  expect(away.status).toBe(2);
  expect(away.stdout).toMatch(/Not finished: .*connection refused.*audit again/);
  const noDatabase = await audit(chain, [], { DATABASE_URL: 'postgres://u:very-secret@127.0.0.1:9/x' });
  expect(noDatabase.status).toBe(2);
  expect(noDatabase.stderr).toMatch(/No PostgreSQL server answers/);
  const noFolder = await audit(chain, [], { DATABASE_URL: '', DATA_DIR: '/nonexistent' });
  expect(noFolder.status).toBe(EXIT_CONFIGURATION);
  expect(noFolder.stderr).toMatch(/DATABASE_URL is not set/);
  const otherNetwork = await audit(chain, [], { BTC_NETWORK: 'signet' });
  expect(otherNetwork.stderr).toMatch(/holds btc regtest, but BTC_NETWORK is signet/);
  expect([away, noDatabase, noFolder, otherNetwork].map(({ stdout, stderr }) => stdout + stderr).join('')).not.toMatch(
    /very-secret/,
  );
  for (const args of [['--sample', '0'], ['--nonsense'], ['ltc']]) {
    const misused = await audit(chain, args);
    expect(misused.status).toBe(2);
    expect(misused.stderr).toMatch(/Usage: chaintrail audit \[options\] <code>/);
  }
});

test('an interrupted one ends with status 130, and the next one goes on with it', async () => {
  const chain = requireUtxoChain('btc');
  await follow(chain);
  // The index stands still, so the audit waits for the block that the node names.
  await indexer.stop();
  node.mine();
  const session = await openSession(database.url, 'chaintrail-test-watch');
  try {
    const started = startAudit(chain, ['--full']);
    const running = async () => (await session.query("SELECT FROM btc.audits WHERE result = 'running'")).rowCount === 1;
    await waitFor(running, { what: 'the audit to begin' });
    started.interrupt();
    expect((await started.ended).status).toBe(130);
    expect(await running()).toBe(true);
    indexer = new InProcessIndexer(database.url, settingsFor('btc', node));
    expect(await audit(chain, ['--full'])).toMatchObject({ status: 0 });
    expect((await session.query('SELECT result FROM btc.audits')).rows).toEqual([{ result: 'clean' }]);
  } finally {
    await session.end();
  }
});

test('the indexer makes one by itself, soon after it starts when one is due', async () => {
  const chain = requireUtxoChain('ltc');
  await follow(chain);
  const databases = new Databases(() => database.url, { max: 2, applicationName: 'chaintrail-test' });
  const pool = databases.pool('ltc');
  const { url, user, password } = node.endpoint;
  const settings = {
    family: 'utxo' as const,
    ...{ chain, network: chain.networks.find(({ name }) => name === 'regtest')!, startHeight: 0, reorgLimit: 10 },
    ...{ pollMs: 100, mempoolLimit: 0, mempoolPollMs: 1_000, zmqUrl: undefined, scriptHashIndex: false },
    endpoint: { url, user, password: { reveal: () => password } as never },
  };
  const stop = await startAudits({
    chains: [settings],
    databases,
    everyMs: 10_000,
    redisUrl: undefined,
    log: SILENT,
  });
  try {
    const audits = await waitFor(async () => {
      const latest = await readLatestAudits(pool);
      return latest.length > 0 && latest;
    });
    expect(audits).toMatchObject([{ chain: 'ltc', scope: 'sample', result: 'clean', height: node.tip().height }]);
  } finally {
    await stop();
    await databases.end();
  }
});
