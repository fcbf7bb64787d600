/**
 * What one client does to the others. The attacker is 127.0.0.1, the victim another address. Tests count how much of an
 * attack is under way at once; `fairness-of-routes.test.ts` measures what the victim feels.
 */
import { EventEmitter, once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type Lane, openSession } from '@chaintrail/db';
import { createTestDatabase, LONG_HISTORY, seedLongHistory, type TestDatabase, waitFor } from '@chaintrail/testkit';
import type { Response } from 'express';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Lanes } from '../src/http/lanes.js';
import { ProblemError } from '../src/http/problem.js';
import { Unsent } from '../src/http/unsent.js';
import { ALONE } from '../src/workers/siblings.js';
import { startApi, type TestApi } from './support/start-api.js';

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

/** A figure of `/metrics`. */
async function figure(name: string): Promise<number> {
  const { text } = await api.get('/metrics');
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
}
const unsent = () => figure('chaintrail_unsent_bytes');
const waiting = () => figure('chaintrail_lane_waiting\\{lane="heavy"\\}');

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

  it('keeps nobody from asking whether the server is well', async () => {
    const lanes = new Lanes(api.databases, ALONE);
    const asking = Object.assign(response(), { locals: { caller: { client: 'a' } } });
    const [database] = api.databases.all;
    lanes.unsent.hold('a', 200 * MB, asking);
    await expect(lanes.begin({}, database!, asking)).rejects.toThrow('was not taken yet');
    const turn = await lanes.begin({}, null, asking);
    expect(turn).toMatchObject({ lane: 'cheap', client: 'a' });
    asking.emit('close');
    expect(await lanes.begin({ rows: 101 }, database!, asking)).toMatchObject({ lane: 'heavy' });
    expect(lanes.heavy.running).toBe(1);
  });

  it('is not counted where a socket takes it at once, or the client has left', () => {
    const bounded = new Unsent(10 * MB);
    bounded.hold('a', 10_000, response());
    bounded.hold('a', 10 * MB, Object.assign(response(), { destroyed: true }));
    expect(bounded.bytes).toBe(0);
  });
});
