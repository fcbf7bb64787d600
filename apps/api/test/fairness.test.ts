/**
 * Effects of one client on the others. The attacker is 127.0.0.1, the victim another address. Tests count how much of
 * an attack is under way at once; `fairness-of-routes.test.ts` measures what the victim feels.
 */
import { EventEmitter, once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import {
  type Asking,
  type Lane,
  NoTurnError,
  openSession,
  type ReadDatabase,
  type ReadDatabases,
  Turns,
} from '@chaintrail/db';
import { createTestDatabase, LONG_HISTORY, seedLongHistory, type TestDatabase, waitFor } from '@chaintrail/testkit';
import type { Request, Response } from 'express';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginInTurn, Lanes, type ReadShared, SharedTurns } from '../src/http/lanes.js';
import { MOST_UNSENT_BYTES, Unsent } from '../src/http/unsent.js';
import { ProblemError } from '../src/problem.js';
import { ALONE } from '../src/shares/siblings.js';
import { passASecond, startApi, type TestApi } from './support/start-api.js';

const COUNT = 3_000;
const BASE = `/v0/addresses/btc/${LONG_HISTORY.address}`;
const BALANCE = `${BASE}/balance`;
const BIG = `${BASE}/transactions?limit=1000`;
const EXPORT = `${BASE}/transactions?format=ndjson`;
const ATTACKER = '127.0.0.1';
const VICTIM = '127.0.0.2';
/** Balances that are asked for, one after the other. */
const TIMES = 15;

let database: TestDatabase;
let api: TestApi;
const cleanUps: (() => unknown)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const session = await openSession(database.url, 'seed');
  await seedLongHistory(session, COUNT);
  await session.end();
});
afterAll(() => database?.drop());
beforeEach(async () => {
  api = await startApi(database.url);
  cleanUps.push(() => api.stop());
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: number;
}

function ask(path: string, from: string, agent: Agent | false = false): Promise<Answered> {
  return new Promise((resolve, reject) => {
    get({ port: api.port, host: '127.0.0.1', localAddress: from, path, agent }, (response) => {
      let bytes = 0;
      response.on('data', ({ length }: Buffer) => {
        bytes += length;
      });
      response.once('end', () => resolve({ status: response.statusCode, headers: response.headers, bytes }));
      response.once('error', reject);
    }).once('error', reject);
  });
}

/** Asks again and again on so many connections, until the test ends. */
function attack(path: string, connections: number): { readonly answers: Answered[] } {
  const answers: Answered[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let isOver = false;
  cleanUps.push(() => {
    isOver = true;
    agent.destroy();
  });
  const go = async (): Promise<void> => {
    while (!isOver) {
      const answer = await ask(path, ATTACKER, agent).catch(() => null);
      if (answer) answers.push(answer);
    }
  };
  for (let n = 0; n < connections; n++) void go();
  return { answers };
}

/** Sends requests, and reads nothing. */
async function ahead(path: string, count: number, encoding = 'identity'): Promise<Socket> {
  const client = connect({ port: api.port, host: '127.0.0.1', localAddress: ATTACKER }).on('error', () => undefined);
  cleanUps.push(() => client.destroy());
  await once(client, 'connect');
  client.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\n\r\n`.repeat(count));
  return client;
}

/** Milliseconds of each of some requests, one after the other. */
async function timesOf(path: string, times = TIMES): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    expect((await ask(path, VICTIM)).status).toBe(200);
    all.push(performance.now() - began);
  }
  return all;
}

const lane = (name: Lane) => api.databases.all[0]!.reports()[0]!.lanes[name];
const readsOf = (): number => api.databases.all[0]!.reports()[0]!.reads;

const unsent = async () => api.lanes.unsent.bytes;
const waiting = async () => api.lanes.heavy.waiting + lane('heavy').waiting;

describe('twenty connections that ask for the longest pages', () => {
  it('leave other clients their turns', async () => {
    const { answers } = attack(BIG, 20);
    await waitFor(() => answers.length > 2);
    const before = answers.length;
    await timesOf(BALANCE);
    // First come first served, each balance came after the sixteen pages that waited.
    expect(answers.length - before).toBeLessThan(4 * TIMES);
    expect(await waiting()).toBeGreaterThan(10);
    expect(lane('heavy').running).toBeLessThanOrEqual(1);
    expect(lane('cheap').waiting).toBe(0);
    // Its turn comes after what is under way, and not after the sixteen that wait.
    const earlier = answers.length;
    expect((await ask(BIG, VICTIM)).status).toBe(200);
    expect(answers.length - earlier).toBeLessThan(16);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('connections with a hundred requests ahead, whose answers nobody reads', () => {
  it.each([
    ['long pages', BIG],
    ['balances', BALANCE],
  ])('leave health and balances answered: %s', async (_name, path) => {
    for (let n = 0; n < 4; n++) await ahead(path, 100);
    await timesOf(BALANCE);
    // One request of each connection is under way.
    const { cheap, heavy } = { cheap: lane('cheap'), heavy: lane('heavy') };
    expect(cheap.waiting + cheap.running + heavy.running + (await waiting())).toBeLessThanOrEqual(4);
  });

  it('have no more begun than what sockets take, and hold one answer each', async () => {
    const sockets = await Promise.all(Array.from({ length: 3 }, () => ahead(BIG, 100)));
    let before = -1;
    const reads = await waitFor(async () => {
      // Longer than a page takes.
      await timesOf(BIG, 2);
      const now = readsOf() - 2;
      const isIdle = now === before;
      before = readsOf();
      return isIdle && now;
    });
    expect(reads).toBeLessThan(3 * 100);
    const { bytes } = await ask(BIG, VICTIM);
    expect(await unsent()).toBeLessThanOrEqual(3 * bytes);
    for (const socket of sockets) socket.destroy();
    await waitFor(async () => (await unsent()) === 0);
  });

  it('hold what they take compressed as that', async () => {
    const { bytes } = await ask(BIG, VICTIM);
    await ahead(BIG, 100, 'gzip');
    const held = await waitFor(unsent);
    expect(held).toBeLessThan(bytes / 2);
  });
});

describe('connections of whole histories', () => {
  it('are two of a client, and take no connections of others', async () => {
    const { answers } = attack(EXPORT, 20);
    await waitFor(() => answers.some(({ status }) => status === 503));
    await timesOf(BALANCE);
    expect(lane('heavy').running).toBeLessThanOrEqual(1);
    expect(lane('cheap').waiting).toBe(0);
    for (const { status, headers } of answers) expect(status === 200 || Number(headers['retry-after']) > 0).toBe(true);
    await waitFor(async () => (await ask(EXPORT, VICTIM)).status === 200);
  });
});

describe('what is the same for all', () => {
  const PATHS = ['/v0/currencies', '/v0/rates', '/v0/status', '/metrics', '/ready', '/', '/swagger'];
  const askAll = async (): Promise<void> => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => PATHS.map((path) => api.get(path))).flat());
    for (const { status } of replies) expect(status).toBe(200);
  };

  it('is asked of the database once a second, however many ask', async () => {
    const query = vi.spyOn(api.pool, 'query');
    // No second passes, but time does: whoever asks whether there was an answer since compares moments.
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.001));
    cleanUps.push(() => clock.mockRestore());
    await askAll();
    const asked = query.mock.calls.length;
    // Chains, their rate, audits of both kinds, owners, tables, the size of the database, and an example.
    expect(asked).toBeLessThan(2 * PATHS.length);
    await askAll();
    expect(query.mock.calls).toHaveLength(asked);
    clock.mockRestore();
    passASecond();
    await api.get('/v0/status');
    expect(query.mock.calls.length).toBeGreaterThan(asked);
  });
});

describe('requests that arrive at the same time', () => {
  const begun: string[] = [];
  const arrive = (client: string, destroyed = false): void => {
    const response = { locals: { caller: { client } }, destroyed } as unknown as Response;
    beginInTurn({} as Request, response, () => begun.push(client));
  };

  it('are begun in turns of their clients, one in each turn of the loop', async () => {
    for (let n = 0; n < 50; n++) arrive('a');
    arrive('b');
    arrive('c', true);
    arrive('b');
    // The first one waits for nothing.
    expect(begun).toEqual(['a']);
    for (let turn = 2; begun.length < 52; turn++) {
      await new Promise(setImmediate);
      expect(begun.length).toBeLessThanOrEqual(turn);
    }
    // The client that has left holds nothing.
    expect(begun.slice(0, 6)).toEqual(['a', 'a', 'b', 'a', 'b', 'a']);
    expect(new Set(begun.slice(6))).toEqual(new Set(['a']));
  });

  it('are begun in turns of sites, of which a client is a part', async () => {
    // Nobody's turn is left of before.
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    begun.length = 0;
    const clients = Array.from({ length: 50 }, (_, n) => `address:2001:db8:1:${n}::/64`);
    for (const client of clients) arrive(client);
    arrive('b');
    arrive('c');
    while (begun.length < 52) await new Promise(setImmediate);
    expect(begun.slice(0, 5)).toEqual([clients[0], clients[1], 'b', 'c', clients[2]]);
  });
});

it('a heavy answer is not begun for a client that left before its turn', async () => {
  const database = { heavyConnections: 1, blame: (error: Error) => error } as unknown as ReadDatabase;
  const lanes = new Lanes({ all: [database] } as unknown as ReadDatabases, ALONE);
  const gone = Object.assign(new EventEmitter(), { destroyed: true, locals: { caller: { client: 'a' } } });
  await expect(lanes.begin({ rows: 10_000 }, database, gone as unknown as Response)).rejects.toThrow(NoTurnError);
  expect(lanes.heavy).toMatchObject({ running: 0, waiting: 0 });
  const here = Object.assign(new EventEmitter(), { destroyed: false, locals: { caller: { client: 'a' } } });
  const slot = await lanes.begin({ rows: 10_000 }, database, here as unknown as Response);
  expect(lanes.heavy.running).toBe(1);
  slot.end();
});

describe('questions that one statement answers together', () => {
  const asking = (client: string): Asking => ({ lane: 'cheap', client });

  it('wait for their own client’s turn, or go along with an earlier one', async () => {
    const turns = new Turns({ places: 2, waiting: 500, waitMs: 10_000 });
    const batches: string[][] = [];
    const shared = new SharedTurns<string, string>(10);
    const read: ReadShared<string, string> = (own, take) =>
      turns.run(own.client, async () => {
        const items = take();
        if (items.length > 0) batches.push([...items]);
        await new Promise(setImmediate);
        return items.map((item) => `found ${item}`);
      });
    // Other requests of the attacker.
    const others = Array.from({ length: 300 }, () => turns.run('a', () => new Promise<void>(setImmediate)));
    const own = Array.from({ length: 100 }, (_, n) => shared.ask(asking('a'), `a${n}`, read));
    const victims = ['b', 'c', 'd'].map((client) => shared.ask(asking(client), client, read));
    expect(await Promise.all(victims)).toEqual(['found b', 'found c', 'found d']);
    // The first turn of any of them has all three.
    expect(batches[0]).toEqual(['b', 'a0', 'c', 'd', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
    expect(turns.waiting).toBeGreaterThan(200);
    expect(await Promise.all(own)).toEqual(own.map((_, n) => `found a${n}`));
    expect(batches.flat()).toHaveLength(103);
    await Promise.all(others);
  });

  it('fail together, and those that come later are asked anew', async () => {
    const shared = new SharedTurns<number, number>(10);
    const failing: ReadShared<number, number> = async (_own, take) => {
      take();
      throw new Error('away');
    };
    const failed = await Promise.allSettled([1, 2, 3].map((item) => shared.ask(asking('a'), item, failing)));
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await shared.ask(asking('a'), 4, async (_own, take) => [...take()])).toBe(4);
  });
});

describe('what a client has not taken', () => {
  const response = () => Object.assign(new EventEmitter(), { destroyed: false }) as EventEmitter & Response;
  const MB = 1_000_000;

  it('may be as much as is left for others', () => {
    const bounded = new Unsent(100 * MB);
    const held = [response(), response(), response()];
    bounded.requireRoom('a');
    bounded.hold('a', 40 * MB, held[0]!);
    bounded.requireRoom('a');
    bounded.hold('a', 20 * MB, held[1]!);
    expect(() => bounded.requireRoom('a')).toThrow(ProblemError);
    bounded.requireRoom('b');
    bounded.hold('b', 20 * MB, held[2]!);
    expect(() => bounded.requireRoom('b')).toThrow('was not taken yet');
    bounded.requireRoom('c');
    held[0]!.emit('close');
    bounded.requireRoom('a');
    bounded.requireRoom('b');
    for (const each of held.slice(1)) each.emit('close');
    expect(bounded.bytes).toBe(0);
  });

  it('is what others lose nothing by: one who holds nothing is not refused, and who holds most is cut', () => {
    const bounded = new Unsent(100 * MB);
    const hold = (client: string, bytes: number) => {
      const made = response();
      const destroy = () => Object.assign(made, { destroyed: true });
      bounded.hold(client, bytes, Object.assign(made, { locals: {}, destroy }));
      return made;
    };
    const oldest = hold('a', 30 * MB);
    const others = [hold('a', 30 * MB), hold('a', 30 * MB), hold('b', 9 * MB)];
    bounded.requireRoom('c');
    const fresh = hold('c', 20 * MB);
    expect([oldest, ...others, fresh].map(({ destroyed }) => destroyed)).toEqual([true, false, false, false, false]);
    expect(bounded.bytes).toBe(89 * MB);
    // Many that hold a little each fill no more.
    for (let n = 0; n < 100; n++) {
      bounded.requireRoom(`many ${n}`);
      hold(`many ${n}`, 2 * MB);
      expect(bounded.bytes).toBeLessThanOrEqual(100 * MB);
    }
    // One that is larger than all there is, is sent.
    expect(hold('d', 200 * MB).destroyed).toBe(false);
    expect(bounded.bytes).toBe(200 * MB);
  });

  it('is counted as it grows and is taken', () => {
    const bounded = new Unsent(100);
    const growing = response();
    for (const bytes of [10, 30, 0, 20]) {
      bounded.hold('a', bytes, growing);
      expect(bounded.bytes).toBe(bytes);
    }
    expect(growing.listenerCount('close')).toBe(1);
    growing.emit('close');
    expect(bounded.bytes).toBe(0);
  });

  it('is counted together for the clients of a site, but of them nobody who holds nothing is refused', () => {
    const bounded = new Unsent(100 * MB);
    const client = (n: number): string => `address:2001:db8:1:${n.toString(16)}::/64`;
    const cut: string[] = [];
    const hold = (name: string, bytes: number) => {
      const destroy = () => void cut.push(name);
      bounded.hold(name, bytes, Object.assign(response(), { locals: {}, destroy }));
    };
    for (let n = 0; n < 60; n++) hold(client(n), MB);
    expect(() => bounded.requireRoom(client(3))).toThrow(ProblemError);
    bounded.requireRoom(client(60));
    hold('address:192.0.2.1', 30 * MB);
    // One holds more than any of the sixty, and less than all of them together.
    hold(client(7), MB / 2);
    for (let n = 60; n < 80; n++) hold(client(n), MB);
    expect(cut[0]).toBe(client(7));
    expect(cut).not.toContain('address:192.0.2.1');
    expect(bounded.bytes).toBeLessThanOrEqual(100 * MB);
  });

  it('counts however small it is, until it is taken or the client has left', () => {
    const bounded = new Unsent(10 * MB);
    const small = response();
    bounded.hold('a', 700, small);
    bounded.hold('a', 10 * MB, Object.assign(response(), { destroyed: true }));
    expect(bounded.bytes).toBe(700);
    small.emit('close');
    expect(bounded.bytes).toBe(0);
  });

  it('keeps nobody from asking whether the server is well, and refuses before anything is made', async () => {
    const { unsent } = api.lanes;
    const asking = response();
    unsent.hold(`address:${ATTACKER}`, MOST_UNSENT_BYTES / 2, asking);
    const reads = readsOf();
    for (const path of [BALANCE, '/swagger', '/v0/currencies', '/v0'])
      expect((await ask(path, ATTACKER)).status, path).toBe(503);
    for (const path of ['/health', '/ready', '/metrics']) expect((await ask(path, ATTACKER)).status, path).toBe(200);
    for (const path of [BALANCE, BIG, '/swagger', '/v0/currencies', '/v0'])
      expect((await ask(path, VICTIM)).status, path).toBe(200);
    expect(readsOf()).toBeGreaterThan(reads);
    asking.emit('close');
    expect((await ask(BALANCE, ATTACKER)).status).toBe(200);
  });

  it('of documents is nothing but one copy of them, however many leave them unread', async () => {
    await ask('/swagger', VICTIM);
    for (let n = 0; n < 50; n++) await ahead('/swagger', 1);
    await timesOf(BALANCE);
    expect(api.lanes.unsent.bytes).toBe(0);
  });
});
