/** Reads from two hot standbys that stream from the server that the indexer writes to, while they lag, end and come back. */
import { setTimeout as sleep } from 'node:timers/promises';
import { requireUtxoChain } from '@chaintrail/chains';
import { OWN, openSession, ReadDatabase } from '@chaintrail/db';
import { type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
import {
  ApiClient,
  createTestDatabase,
  freshMetrics,
  type HistoryAnswer,
  type SpawnedApi,
  type SpawnedProcess,
  spawnApi,
  spawnIndexer,
  type TestDatabase,
  waitFor,
  walkByCursor,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reach, settingsFor } from './support/followed-chain.js';
import { type Replica, type ReplicatedPostgres, startReplicatedPostgres } from './support/replication.js';

const CHAIN = 'btc';
const BLOCKS = 130;
/** Between two walks of a client; without it, walking would take most of a processor. */
const WALK_PAUSE_MS = 100;

let server: ReplicatedPostgres;
let replicas: readonly [Replica, Replica];
let database: TestDatabase;
let node: SimulatedNode;
let indexer: SpawnedProcess;
const apis: SpawnedApi[] = [];

beforeAll(async () => {
  server = await startReplicatedPostgres();
  database = await createTestDatabase(server.url);
  node = await startSimulatedNode({ chain: requireUtxoChain(CHAIN), seed: 12, blocks: BLOCKS, txPerBlock: 10 });
  indexer = spawnIndexer({ databaseUrl: database.url, env: settingsFor(CHAIN, node) });
  await reach(database.url, CHAIN, node.tip(), [indexer]);
  // A conflict with replay cancels a query at once here.
  replicas = [await server.addReplica({ max_standby_streaming_delay: '0' }), await server.addReplica()];
}, 180_000);
afterAll(async () => {
  await Promise.all([indexer, ...apis.map(({ process }) => process)].map((process) => process?.stop()));
  await node?.close();
  await server?.stop();
}, 60_000);

/** An API process that reads from both replicas. */
async function serve(env: Readonly<Record<string, string>> = {}) {
  const urls = replicas.map((replica) => replica.urlOf(database.url));
  const api = await spawnApi({ databaseUrl: database.url, env: { DATABASE_READ_URL: urls.join(' '), ...env } });
  apis.push(api);
  const client = new ApiClient(api.url, CHAIN);
  return { ...api, client, servers: () => serversOf(api.url), history: () => longest(client) };
}
type Served = Awaited<ReturnType<typeof serve>>;

interface ServerFigures {
  readonly used: number;
  readonly answers: number;
}

/** The primary, then the replicas, as an operator sees them. */
async function serversOf(url: string): Promise<ServerFigures[]> {
  const text = await freshMetrics(url);
  const figure = (name: string, setting: string, place: number) =>
    Number(
      new RegExp(`^chaintrail_database_${name}\\{setting="${setting}",place="${place}"\\} (\\S+)$`, 'm').exec(
        text,
      )?.[1],
    );
  return [0, 1, 2].map((place) => {
    const setting = place === 0 ? 'DATABASE_URL' : 'DATABASE_READ_URL';
    return { used: figure('used', setting, place), answers: figure('answers', setting, place) };
  });
}

async function usedServers(served: Served): Promise<number[]> {
  return (await served.servers()).flatMap(({ used }, place) => (used ? [place] : []));
}

function untilUsed(served: Served, expected: readonly number[]): Promise<unknown> {
  return waitFor(async () => `${await usedServers(served)}` === `${expected}`, {
    ...{ what: `servers ${expected} to be read from`, processes: [served.process], timeoutMs: 30_000 },
  });
}

/** Lines of the log are written together, a moment late. */
function untilSaid({ process }: Served, pattern: RegExp): Promise<unknown> {
  return waitFor(() => pattern.test(process.output()), { what: `the log to have ${pattern}`, processes: [process] });
}

async function longest(client: ApiClient): Promise<HistoryAnswer> {
  return client.history(node.exampleAddresses().hot, { limit: 1000 });
}

/** Waits until every replica that is read from has the node's tip. */
async function caughtUp(on: readonly Replica[] = replicas): Promise<void> {
  await reach(database.url, CHAIN, node.tip(), [indexer]);
  for (const replica of on) await reach(replica.urlOf(database.url), CHAIN, node.tip(), [indexer]);
}

/** Follows `next` to the end. @returns the ids */
async function walk(client: ApiClient, order: 'asc' | 'desc'): Promise<string[]> {
  const items = await walkByCursor(client, node.exampleAddresses().hot, { limit: 7, order });
  return items.map(({ txid }) => txid);
}

test('answers come from the replicas in turn, and none from the primary', async () => {
  await caughtUp();
  const api = await serve();
  const { tip } = await api.history();
  expect(tip).toMatchObject({ height: node.tip().height, hash: node.tip().hash });
  for (let round = 0; round < 10; round++) await api.history();
  const [primary, ...others] = await api.servers();
  expect(primary).toEqual({ used: 0, answers: 0 });
  for (const replica of others) expect(replica).toEqual({ used: 1, answers: expect.any(Number) });
  expect(Math.min(...others.map(({ answers }) => answers))).toBeGreaterThan(4);
  expect(api.process.output()).not.toMatch(/left out|postgres:\/\//);
});

test('where one lags, no answer is older than the one before, and no walk has a gap or an early end', async () => {
  await caughtUp();
  const api = await serve();
  await api.history();
  const [lagging, leading] = replicas;
  await lagging.pause();
  try {
    node.mine(12);
    node.addTransactions(30);
    await caughtUp([leading]);
    const expected = () => waitFor(async () => (await api.history()).tip.height === node.tip().height);
    await expected();
    // Unconfirmed ones arrive by themselves.
    await waitFor(async () => (await api.client.status())?.mempool?.indexed === node.mempool().length);
    // Both are asked: the one that lags is near enough.
    expect(await usedServers(api)).toEqual([1, 2]);
    for (let round = 0; round < 30; round++) expect((await api.history()).tip.height).toBe(node.tip().height);
    const whole = (await api.history()).transactions.map(({ txid }) => txid);
    expect(whole.length).toBeGreaterThan(50);
    expect(await walk(api.client, 'desc')).toEqual(whole);
    expect(await walk(api.client, 'asc')).toEqual(whole.reverse());
    // A page that another process began where the newest rows are: by the turns, the one that lags comes first for it.
    const newestFirst = [...whole].reverse();
    const goOn = async (from: ApiClient, served: Served) => {
      const address = node.exampleAddresses().hot;
      const first = await from.history(address, { limit: 3 });
      const rest = await served.client.history(address, { limit: 1000, cursor: first.next! });
      expect([...first.transactions, ...rest.transactions].map(({ txid }) => txid)).toEqual(newestFirst);
    };
    const other = await serve();
    for (const [path, status] of [
      [`/v0/addresses/${CHAIN}/x/balance`, 400],
      ['/ready', 200],
    ] as const)
      expect((await fetch(other.url + path)).status).toBe(status);
    await goOn(api.client, other);
    expect((await other.servers())[0]?.answers).toBe(0);
    // Nobody knows what a page that was read without replicas saw: only the primary surely has it.
    const alone = await spawnApi({ databaseUrl: database.url });
    apis.push(alone);
    await goOn(new ApiClient(alone.url, CHAIN), other);
    expect((await other.servers())[0]?.answers).toBe(1);
  } finally {
    await lagging.resume();
  }
});

test('one that lags beyond the bound is left out and comes back by itself', async () => {
  await caughtUp();
  const api = await serve({ REPLICA_MAX_LAG_SECONDS: '1' });
  await untilUsed(api, [1, 2]);
  const [lagging, leading] = replicas;
  await lagging.pause();
  try {
    node.mine();
    await caughtUp([leading]);
    await untilUsed(api, [2]);
    await untilSaid(api, /"place":1,"reason":"It lags more than 1 s behind \(REPLICA_MAX_LAG_SECONDS\)/);
    // One that begins now knows that it lags, too.
    const later = await serve({ REPLICA_MAX_LAG_SECONDS: '1' });
    await later.history();
    expect(await usedServers(later)).toEqual([2]);
    expect((await later.history()).tip.height).toBe(node.tip().height);
  } finally {
    await lagging.resume();
  }
  await untilUsed(api, [1, 2]);
  await untilSaid(api, /"place":1,.*is read from again/);
});

test('clients that page notice nothing of replicas that end and come back, nor of a primary that is away', async () => {
  await caughtUp();
  const api = await serve();
  const whole = (await api.history()).transactions.map(({ txid }) => txid);
  let isOver = false;
  const walks: string[][] = [];
  const clients = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      walks.push(await walk(api.client, 'desc'));
      await sleep(WALK_PAUSE_MS);
    }
  });
  try {
    const [one, two] = replicas;
    await one.crash();
    await untilUsed(api, [2]);
    await two.crash();
    // The last resort.
    await untilUsed(api, [0]);
    await one.recover();
    await untilUsed(api, [1]);
    await two.recover();
    await untilUsed(api, [1, 2]);
    await server.crash();
    const { length } = walks;
    await waitFor(() => walks.length > length + 8, { processes: [api.process] });
    for (const path of ['/v0/status', '/v0/currencies', '/ready'])
      expect((await fetch(api.url + path)).status, path).toBe(200);
  } finally {
    isOver = true;
    await Promise.all(clients).finally(() => server.recover());
  }
  for (const found of walks) expect(found).toEqual(whole);
  node.mine(2);
  await caughtUp();
  await waitFor(async () => (await api.history()).tip.height === node.tip().height);
});

test('a query that replay cancels is read from the other one', async () => {
  await caughtUp();
  const reads = new ReadDatabase({
    ...{ chain: null, url: database.url, replicas: replicas.map((replica) => replica.urlOf(database.url)) },
    ...{ variable: 'DATABASE_URL', readVariable: 'DATABASE_READ_URL', max: 2, applicationName: 'chaintrail-test' },
    maxLagMs: 30_000,
  });
  const session = await openSession(database.url, 'chaintrail-test-conflict');
  try {
    await session.query('CREATE TABLE conflict AS SELECT n FROM generate_series(1, 1000) n');
    await caughtUp();
    node.mine();
    await caughtUp();
    let attempts = 0;
    const failures: string[] = [];
    const removeRows = async () => {
      await waitFor(async () => {
        await session.query('DELETE FROM conflict WHERE n = (SELECT min(n) FROM conflict)');
        await session.query('VACUUM conflict');
        return attempts > 1;
      });
    };
    let removing = Promise.resolve();
    const counted = reads.read(
      async (db) => {
        // The first attempt holds a snapshot for as long as replay lets it.
        const wait = ++attempts === 1 ? 'pg_sleep(9)' : 'pg_sleep(0)';
        if (attempts === 1) removing = removeRows();
        try {
          const { rows } = await db.query<{ count: string }>(`SELECT (SELECT count(*) FROM conflict), ${wait}::text`);
          return Number(rows[0]?.count);
        } catch (error) {
          failures.push((error as { code: string }).code);
          throw error;
        }
      },
      { heights: () => new Map(), asking: OWN },
    );
    const count = await counted;
    // Its session is closed below.
    await removing;
    expect(failures).toEqual(['40001']);
    expect(count).toBeLessThan(1_000);
    expect(reads.reports().filter(({ isUsed }) => isUsed)).toHaveLength(2);
  } finally {
    await reads.end();
    await waitFor(async () => (await session.query('DROP TABLE conflict')).command === 'DROP');
    await session.end();
  }
});

test('a server that replicates another one is not read from', async () => {
  await caughtUp();
  const foreign = await createTestDatabase();
  try {
    const urls = [foreign.url, replicas[1].urlOf(database.url)];
    const api = await serve({ DATABASE_READ_URL: urls.join(',') });
    expect((await api.history()).tip.height).toBe(node.tip().height);
    await untilUsed(api, [2]);
    const [, first] = await api.servers();
    expect(first?.answers).toBe(0);
    await untilSaid(api, /"place":1,"reason":"It is no streaming replica of DATABASE_URL; correct DATABASE_READ_URL/);
  } finally {
    await foreign.drop();
  }
});
