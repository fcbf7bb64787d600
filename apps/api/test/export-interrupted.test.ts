/** Whole histories whose reader stalls or leaves, while blocks come and go, and while the database goes away. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSession, type Session } from '@chaintrail/db';
import {
  appendToLongHistory,
  createTestDatabase,
  LONG_HISTORY,
  longHistoryEntry,
  seedLongHistory,
  startCrashablePostgres,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import express, { type Response } from 'express';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExportTurns } from '../src/export/export-turns.js';
import { type Patience, sendChunks } from '../src/http/send-chunks.js';
import { ALONE } from '../src/shares/siblings.js';
import { startApi, type TestApi, type TestApiOptions } from './support/start-api.js';

/** Some 15 MB: more than sockets hold, so that who does not read holds up the rest. */
const COUNT = 15_000;
const PAGE = 500;
const PATH = `/v0/addresses/btc/${LONG_HISTORY.address}/transactions?format=ndjson`;
const NEWEST_FIRST = Array.from({ length: COUNT }, (_, n) => longHistoryEntry(COUNT - n).txid);

let database: TestDatabase;
let session: Session;
let api: TestApi;
let lines: string[];
const cleanUps: (() => unknown)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'seed');
  await seedLongHistory(session, COUNT);
});
afterAll(async () => {
  await session?.end();
  await database?.drop();
});
beforeEach(async () => {
  api = await serve(database.url);
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function serve(url: string, options: TestApiOptions = {}): Promise<TestApi> {
  lines = [];
  const started = await startApi(url, { ...options, log: (line) => lines.push(line) });
  cleanUps.push(() => started.stop());
  return started;
}

interface Reading {
  readonly status: number | undefined;
  readonly response: IncomingMessage;
  /** Everything that comes, to its end. @throws where it is cut */
  rest(): Promise<string>;
}

/** Asks, and reads nothing of the answer but its head. */
async function ask(path = PATH, from: TestApi = api, headers: Record<string, string> = {}): Promise<Reading> {
  const asking = request(from.url + path, { agent: false, headers }).end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  asking.on('error', () => undefined);
  response.on('error', () => undefined);
  cleanUps.push(() => response.destroy());
  return {
    response,
    status: response.statusCode,
    async rest() {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      if (!response.complete) throw new Error('cut');
      return text;
    },
  };
}

const txidsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).txid);
/** Compares as a yes or no: nobody reads a difference of so many. */
const isAll = (txids: readonly string[]): boolean => txids.join() === NEWEST_FIRST.join();
const readsOf = (from: TestApi): number => from.databases.all[0]!.reports().reduce((sum, { reads }) => sum + reads, 0);

/** Until the export reads no more, because its client does not. */
async function untilHeldUp(from: TestApi = api): Promise<number> {
  let before = -1;
  return waitFor(async () => {
    const others = 20;
    for (let n = 0; n < others; n++) await from.get('/v0/addresses/btc/x/balance');
    const now = readsOf(from);
    const held = now === before && now > 1 ? now : false;
    before = now;
    return held;
  });
}

describe('a client that does not read', () => {
  it('is waited for without reading on, and gets everything when it does', async () => {
    const reading = await ask();
    const reads = await untilHeldUp();
    expect(reads).toBeLessThan(COUNT / PAGE);
    expect(isAll(txidsOf(await reading.rest()))).toBe(true);
  });

  it('is waited for without a connection of the database', async () => {
    const [one, two] = [await ask(), await ask()];
    await untilHeldUp();
    // Others of this API may be at work for a moment; an export that held one would be for as long as nobody reads.
    const busy = async () => {
      const { rows } = await session.query<{ busy: number }>(
        `SELECT count(*)::int AS busy FROM pg_stat_activity WHERE application_name = 'chaintrail-api' AND datname = current_database() AND state <> 'idle'`,
      );
      return rows[0]!.busy;
    };
    await expect.poll(busy, { timeout: 5_000 }).toBe(0);
    for (const { response } of [one, two]) response.destroy();
  });

  it('is cut off in the end', async () => {
    const { reading, ends } = await askEndless({ stalledMs: 300, leastBytes: 0, leastInMs: 60_000 });
    await waitFor(() => ends.length === 1);
    expect(ends[0]).toMatchObject({ name: 'CutOffError', message: 'the client took nothing for too long' });
    await expect(reading.rest()).rejects.toThrow();
  });

  it('is cut off where it takes a little now and then', async () => {
    const patience = { stalledMs: 10_000, leastBytes: 2 ** 24, leastInMs: 1_000 };
    const { reading, ends } = await askEndless(patience);
    const { response } = reading;
    const sips = setInterval(() => response.read(65_536), 25);
    cleanUps.push(() => clearInterval(sips));
    await waitFor(() => ends.length === 1);
    expect(ends[0]).toMatchObject({ name: 'CutOffError', message: 'the client took too little for too long' });
  });

  it('waits as long as it takes for what is slow by itself', async () => {
    const patience = { stalledMs: 10_000, leastBytes: 2 ** 24, leastInMs: 100 };
    const { reading } = await askEndless(patience, async function* () {
      for (let n = 0; n < 10; n++) {
        await sleep(50);
        yield 'x';
      }
    });
    expect((await reading.rest()).toString()).toBe('xxxxxxxxxx');
  });

  async function askEndless(patience: Patience, chunks = endless) {
    const app = express();
    const ends: unknown[] = [];
    app.get('/', (_request, response: Response) => {
      sendChunks(response, chunks, { patience }).catch((error) => {
        ends.push(error);
        response.destroy();
      });
    });
    const server = createServer(app).listen(0, '127.0.0.1');
    cleanUps.push(() => server.close());
    await once(server, 'listening');
    const address = server.address() as { port: number };
    const reading = await ask('/', { url: `http://127.0.0.1:${address.port}` } as TestApi);
    return { reading, ends };
  }

  async function* endless(gone: AbortSignal): AsyncGenerator<string> {
    while (!gone.aborted) yield 'x'.repeat(65_536);
  }
});

describe('a client that leaves', () => {
  it('ends the export at once, and makes room for the next', async () => {
    const running = [await ask(), await ask()];
    expect(running.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await api.get(PATH);
    expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).toEqual([503, 'overloaded', '30']);
    expect(refused.headers.get('content-disposition')).toBeNull();
    expect((await api.get(PATH.replace('ndjson', 'json'))).status).toBe(200);
    for (const { response } of running) response.destroy();
    const reads = readsOf(api);
    await waitFor(async () => {
      const { status, response } = await ask();
      response.destroy();
      return status === 200;
    });
    expect(readsOf(api)).toBeLessThan(reads + COUNT / PAGE);
    await waitFor(() => lines.filter((line) => line.includes('left before the answer')).length >= 3);
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

describe('while blocks come and go', () => {
  it('nothing is skipped or repeated as blocks come', async () => {
    const reading = await ask();
    await untilHeldUp();
    for (let block = 0; block < 5; block++) await appendToLongHistory(session, COUNT + block * 10, 10);
    expect(isAll(txidsOf(await reading.rest()))).toBe(true);
  });

  it('what a reorganisation takes back below what was sent changes nothing', async () => {
    const reading = await ask();
    await untilHeldUp();
    await session.query(
      `UPDATE btc.blocks SET hash = sha256(hash) WHERE height = (SELECT max(height) FROM btc.blocks)`,
    );
    expect(isAll(txidsOf(await reading.rest()).slice(-COUNT))).toBe(true);
  });

  it('one that takes back where it stands cuts it off', async () => {
    const reading = await ask();
    await untilHeldUp();
    await session.query(`UPDATE btc.blocks SET hash = sha256(hash)`);
    await expect(reading.rest()).rejects.toThrow();
    await waitFor(() => lines.some((line) => line.includes('An answer was cut off')));
    expect(lines.find((line) => line.includes('cut off'))).toContain('a reorganisation took back blocks');
  });
});

it('a database that goes away cuts it off, and one that comes back answers anew', async () => {
  const server = await startCrashablePostgres();
  cleanUps.push(() => server.stop());
  const { url } = await createTestDatabase(server.url);
  const seeding = await openSession(url, 'seed');
  await seedLongHistory(seeding, COUNT);
  await seeding.end();
  const own = await serve(url);
  const reading = await ask(PATH, own);
  await untilHeldUp(own);
  await server.crash();
  await expect(reading.rest().then(txidsOf)).rejects.toThrow();
  await waitFor(() => lines.some((line) => line.includes('An answer was cut off')));
  expect((await own.get(PATH)).json.code).toBe('store-unavailable');
  await server.recover();
  await waitFor(async () => (await own.get('/ready')).status === 200);
  expect(isAll(txidsOf(await (await ask(PATH, own)).rest()))).toBe(true);
}, 60_000);

describe('the limit of the caller', () => {
  const all = COUNT / PAGE;

  it('is charged for each page as it is read', async () => {
    const limited = await serve(database.url, { env: { RATE_LIMITS: 'free=1000/1h' } });
    expect(txidsOf(await (await ask(PATH, limited)).rest()).length).toBeGreaterThanOrEqual(COUNT);
    const { headers } = await limited.get('/v0');
    // The part appended above is one more page.
    const used = 1_000 - Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1]) - 1;
    expect([all * 6, (all + 1) * 6]).toContain(used);
  });

  it.each(['identity', 'gzip'])('cuts it off where it is used up for long: %s', async (encoding) => {
    const limited = await serve(database.url, { env: { RATE_LIMITS: 'free=30/1h' } });
    const reading = await ask(PATH, limited, { 'accept-encoding': encoding });
    expect(reading.response.headers['content-encoding'] ?? 'identity').toBe(encoding);
    await expect(reading.rest().then(({ length }) => length)).rejects.toThrow();
    await waitFor(() => lines.some((line) => line.includes('cut off')));
    expect(lines.find((line) => line.includes('cut off'))).toContain('tier free has 30 units');
    expect((await limited.get(PATH)).status).toBe(429);
  });

  it('is waited for where it is there again soon', async () => {
    const limited = await serve(database.url, { env: { RATE_LIMITS: 'free=100/1s' } });
    expect(isAll(txidsOf(await (await ask(PATH, limited)).rest()).slice(-COUNT))).toBe(true);
  });
});

it('one client has two, and all together sixteen', async () => {
  const turns = new ExportTurns(ALONE);
  const ends: (() => void)[] = [];
  const run = (client: string): Promise<void> => turns.run(client, () => new Promise((end) => ends.push(end)));
  const running = Array.from({ length: 16 }, (_, n) => run(`client ${n >> 1}`));
  await expect(run('client 3')).rejects.toMatchObject({
    code: 'overloaded',
    message: expect.stringContaining('you have 2'),
  });
  await expect(run('another')).rejects.toMatchObject({ code: 'overloaded', retryAfter: 30 });
  ends[6]!();
  await running[6];
  running.push(run('client 3'));
  await expect(run('another')).rejects.toMatchObject({ code: 'overloaded' });
  for (const end of ends) end();
  await Promise.all(running);
  turns.requireRoom('another');
});
