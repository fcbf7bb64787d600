/** Two API processes that share limits through a real Redis, while it is there and while it is away. */
import {
  createTestDatabase,
  freshMetrics,
  RedisServer,
  redisOrSkip,
  type SpawnedApi,
  spawnApi,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { Redis } from 'ioredis';
import { SignJWT } from 'jose';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { MemoryCounter, RedisStore } from '../src/access/counters.js';

const hasRedis = redisOrSkip();
const SECRET = 'a secret of more than thirty-two bytes, for tests';
const QUOTA = 10;

describe.runIf(hasRedis)('limits of two processes', () => {
  let redis: RedisServer;
  let database: TestDatabase;
  let apis: SpawnedApi[];
  const lines = (at: number, what: RegExp): number =>
    apis[at]!.process.output()
      .split('\n')
      .filter((line) => what.test(line)).length;
  const AWAY = /each API process counts limits by itself/;
  const BACK = /limits are counted for all API processes together/;

  const tokenOf = (sub: string): Promise<string> =>
    new SignJWT({ sub, tier: 'pro' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(Buffer.from(SECRET));
  const ask = async (at: number, token: string): Promise<{ status: number; left: number; ms: number }> => {
    const begin = performance.now();
    const { status, headers } = await fetch(`${apis[at]!.url}/swagger`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status, left: Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]), ms: performance.now() - begin };
  };
  /** How many of so many requests each process answers with 200. */
  const answered = async (token: string, each: number): Promise<number[]> => {
    const ask200 = async (at: number): Promise<number> => {
      const replies = await Promise.all(Array.from({ length: each }, () => ask(at, token)));
      for (const { status } of replies) expect([200, 429]).toContain(status);
      return replies.filter(({ status }) => status === 200).length;
    };
    return Promise.all([ask200(0), ask200(1)]);
  };
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

  const areShared = async (at: number): Promise<string | undefined> => {
    const text = await freshMetrics(apis[at]!.url);
    return /^chaintrail_limits_shared\{store="redis"\} (\d)$/m.exec(text)?.[1];
  };

  /** Asks until the process says that it has Redis again. */
  const waitUntilShared = async (at: number, subject: string): Promise<void> => {
    const token = await tokenOf(subject);
    await waitFor(async () => {
      await ask(at, token);
      return lines(at, BACK) === lines(at, AWAY);
    });
  };

  beforeAll(async () => {
    redis = await RedisServer.start();
    database = await createTestDatabase();
    const env = { REDIS_URL: redis.url, RATE_LIMITS: `free=5/1h,pro=${QUOTA}/1h`, JWT_SECRET: SECRET };
    apis = await Promise.all([0, 1].map(() => spawnApi({ databaseUrl: database.url, env })));
    // A request before the connection is there is counted in the process.
    for (const at of [0, 1]) {
      await ask(at, await tokenOf(`first ${at}`));
      await waitUntilShared(at, `first ${at}`);
    }
  });
  afterAll(async () => {
    await Promise.all((apis ?? []).map(({ process }) => process.stop()));
    await redis?.end();
    await database?.drop();
  });

  it('are one limit, also for requests at the same time', async () => {
    const token = await tokenOf('ann');
    expect((await ask(0, token)).left).toBe(QUOTA - 1);
    expect((await ask(1, token)).left).toBe(QUOTA - 2);
    expect(sum(await answered(token, 20))).toBe(QUOTA - 2);
    expect(await ask(0, token)).toMatchObject({ status: 429, left: 0 });
    expect(await ask(1, token)).toMatchObject({ status: 429, left: 0 });
    const client = new Redis(redis.url);
    const keys = await client.keys('*');
    const lives = await Promise.all(keys.map((key) => client.ttl(key)));
    client.disconnect();
    expect(keys.length).toBeGreaterThan(0);
    // Nobody who reads them learns who asks, and none is kept.
    expect(keys.join()).not.toContain('ann');
    for (const life of lives) expect(life).toBeGreaterThan(0);
  });

  it('are those of networks where there are too many clients, and of sites of IPv6', async () => {
    const store = new RedisStore(redis.url, pino({ level: 'silent' }));
    onTestFinished(() => store.close());
    await waitFor(() => store.client.status === 'ready');
    const tier = { name: 'crowded', quota: 2, windowSeconds: 600 };
    const counter = store.counter(tier, new MemoryCounter({ ...tier, quota: 1 }), 40);
    const take = (client: string) => counter.take(`address:${client}`, 1);
    for (let n = 0; n < 32; n++)
      for (const remaining of [1, 0]) expect(await take(`1:2:3:${n}::/64`)).toMatchObject({ remaining });
    for (const n of [50, 51]) expect(await take(`1:2:3:${n}::/64`)).toMatchObject({ isExceeded: true, remaining: 0 });
    for (let n = 0; n < 7; n++) expect(await take(`192.0.2.${n}`)).toMatchObject({ remaining: 1 });
    expect(await take('198.51.100.1')).toMatchObject({ remaining: 1 });
    expect(await take('198.51.100.2')).toMatchObject({ remaining: 0 });
    expect(await take('203.0.113.1')).toMatchObject({ remaining: 1 });
  });

  it('are each process’s own while Redis is away, and one again when it is back', async () => {
    const [before, during] = [await tokenOf('before'), await tokenOf('during')];
    await ask(0, before);
    const warned = [lines(0, AWAY), lines(1, AWAY)];
    await redis.end();
    expect(await answered(during, 20)).toEqual([QUOTA, QUOTA]);
    for (const at of [0, 1]) await waitFor(() => lines(at, AWAY) === warned[at]! + 1);
    expect(await areShared(0)).toBe('0');
    // Nobody waits for it.
    for (let count = 0; count < 5; count++) expect((await ask(0, during)).ms).toBeLessThan(400);
    await redis.begin();
    for (const at of [0, 1]) {
      await waitUntilShared(at, `awaits ${at}`);
    }
    expect(sum(await answered(await tokenOf('after'), 20))).toBe(QUOTA);
    expect(await areShared(0)).toBe('1');
    // One line for each change, however many requests there were.
    for (const at of [0, 1]) expect(lines(at, AWAY)).toBe(warned[at]! + 1);
  });

  it('go on while Redis holds its connections and answers nothing', async () => {
    const token = await tokenOf('patient');
    redis.pause();
    expect(await answered(token, 20)).toEqual([QUOTA, QUOTA]);
    const waits = await Promise.all(Array.from({ length: 20 }, () => ask(0, token)));
    // The first of all wait half a second for an answer, those after it do not.
    for (const { ms, status } of waits) {
      expect(status).toBe(429);
      expect(ms).toBeLessThan(400);
    }
    redis.goOn();
    for (const at of [0, 1]) {
      await waitUntilShared(at, `goes on ${at}`);
    }
    expect(sum(await answered(await tokenOf('resumed'), 20))).toBe(QUOTA);
  });
});
