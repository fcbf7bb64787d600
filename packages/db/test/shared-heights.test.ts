/** Two processes that answer as one: whoever was told of a block by one is told of no older tip by the other. */
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeSession, openSession } from '../src/connection.js';
import { ReadDatabase } from '../src/read/replicas/read-database.js';
import { OWN } from '../src/read/turns.js';

/** Databases of one server, which take each other for replicas: each says how far it is. */
const servers: TestDatabase[] = [];
beforeAll(async () => {
  for (let count = 0; count < 3; count++) servers.push(await createTestDatabase());
  for (const server of servers) await execute(server, 'CREATE TABLE told (height int); INSERT INTO told VALUES (100)');
});
afterAll(() => Promise.all(servers.map((server) => server.drop())));

async function execute({ url }: TestDatabase, sql: string): Promise<void> {
  const session = await openSession(url, 'chaintrail-test');
  await session.query(sql);
  await closeSession(session);
}

/** @param share tells the others */
function open(share: (heights: ReadonlyMap<'btc', number>) => Promise<void>): ReadDatabase {
  const [primary, ...replicas] = servers.map(({ url }) => url);
  const names = { chain: null, variable: 'DATABASE_URL', readVariable: 'DATABASE_READ_URL' };
  const options = { ...names, url: primary!, replicas, max: 2, applicationName: 'chaintrail-test', maxLagMs: 1_000 };
  return new ReadDatabase({ ...options, shareHeights: (heights) => share(heights as ReadonlyMap<'btc', number>) });
}

const tipOf = (database: ReadDatabase): Promise<number> =>
  database.read(async (db) => (await db.query<{ height: number }>('SELECT height FROM told')).rows[0]!.height, {
    heights: (height) => new Map([['btc', height]]),
    asking: OWN,
  });

test('no process answers with an older tip than another one did, and none is waited for twice', async () => {
  const told: number[] = [];
  let release: () => void = () => undefined;
  let arrive: Promise<void> = Promise.resolve();
  const processes: ReadDatabase[] = [];
  const share = (from: number) => async (heights: ReadonlyMap<'btc', number>) => {
    told.push(heights.get('btc')!);
    await arrive;
    for (const [at, each] of processes.entries()) if (at !== from) each.noteHeights(heights);
  };
  processes.push(open(share(0)), open(share(1)), open(share(2)));
  const [first, second, third] = processes;
  try {
    // Each reads from both replicas, in turn.
    for (const each of processes) for (let turn = 0; turn < 4; turn++) expect(await tipOf(each)).toBe(100);
    expect(told).toEqual([100, 100, 100]);

    // One replica gets another block, and what is said of it is on its way.
    await execute(servers[1]!, 'UPDATE told SET height = 101');
    arrive = new Promise((resolve) => {
      release = resolve;
    });
    const answers: number[] = [];
    const asked = Array.from({ length: 4 }, () => tipOf(first!).then((height) => answers.push(height)));
    while (told.length === 3) await new Promise((resolve) => setImmediate(resolve));
    expect(answers).not.toContain(101);
    release();
    await Promise.all(asked);
    expect(answers).toContain(101);
    expect(told).toEqual([100, 100, 100, 101]);
    for (const each of [second, third]) for (let turn = 0; turn < 4; turn++) expect(await tipOf(each!)).toBe(101);

    // A height that another process told of is not known to all for that.
    expect(told).toEqual([100, 100, 100, 101, 101, 101]);
    for (const each of processes) for (let turn = 0; turn < 4; turn++) expect(await tipOf(each)).toBe(101);
    expect(told).toHaveLength(6);

    // A chain that was shortened everywhere is told of as it is.
    for (const server of servers) await execute(server, 'UPDATE told SET height = 99');
    for (const each of processes) expect(await tipOf(each)).toBe(99);
  } finally {
    release();
    await Promise.all(processes.map((each) => each.end()));
  }
});
