import { setTimeout as sleep } from 'node:timers/promises';
import { RedisServer, redisOrSkip } from '@chaintrail/testkit';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobs } from '../src/index.js';
import { RedisJobs } from '../src/redis-jobs.js';

const hasRedis = redisOrSkip();

const HOUR_MS = 3_600_000;
const NEVER = async (): Promise<number | null> => null;
const takeLock = async () => async (): Promise<void> => undefined;

describe.runIf(hasRedis)('schedules in Redis', () => {
  let server: RedisServer;
  let opened: RedisJobs[] = [];
  let troubles: string[] = [];

  beforeEach(async () => {
    server = await RedisServer.start();
    troubles = [];
  });
  afterEach(async () => {
    for (const jobs of opened.splice(0)) await jobs.close();
    opened = [];
    await server.end();
  });

  /** As another process would. */
  const open = (installation = 'db:5432/chaintrail'): RedisJobs => {
    const onTrouble = (sentence: string) => void troubles.push(sentence);
    const jobs = new RedisJobs({ redisUrl: server.url, installation, onTrouble, retryMs: 10 });
    opened.push(jobs);
    return jobs;
  };
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await sleep(10);
  };

  it('runs what has never run, and again when it is due', async () => {
    let runs = 0;
    open().run('work', { everyMs: 100, lastRunMs: NEVER, takeLock }, async () => void runs++);
    await until(() => runs >= 3);
    expect(troubles).toEqual([]);
  });

  it('runs once what several processes know of', async () => {
    const starts: number[] = [];
    for (const place of [0, 1, 2]) {
      open().run('work', { everyMs: 400, lastRunMs: NEVER, takeLock }, async () => void starts.push(place));
    }
    const beganMs = Date.now();
    await until(() => starts.length >= 3);
    // Three processes for themselves would have begun three at once.
    expect(Date.now() - beganMs).toBeGreaterThan(400);
  });

  it('opens no connection after its end', async () => {
    const jobs = open();
    await jobs.close();
    jobs.run('work', { everyMs: HOUR_MS, lastRunMs: NEVER, takeLock }, async () => undefined);
    await sleep(300);
    const redis = new Redis(server.url);
    const clients = String(await redis.client('LIST'))
      .trim()
      .split('\n');
    redis.disconnect();
    expect(clients).toHaveLength(1);
  });

  it('keeps installations apart', async () => {
    const ran: string[] = [];
    open('one').run('work', { everyMs: HOUR_MS, lastRunMs: NEVER, takeLock }, async () => void ran.push('one'));
    open('other').run('work', { everyMs: HOUR_MS, lastRunMs: NEVER, takeLock }, async () => void ran.push('other'));
    await until(() => ran.length === 2);
    expect(ran.sort()).toEqual(['one', 'other']);
  });

  it('leaves out what ran a short time ago, by hand or before Redis forgot', async () => {
    let asked = 0;
    let runs = 0;
    const lastRunMs = async () => {
      asked++;
      return asked === 1 ? null : Date.now();
    };
    open().run('work', { everyMs: HOUR_MS, lastRunMs, takeLock }, async () => void runs++);
    await until(() => asked === 2);
    await opened[0]!.close();
    expect(runs).toBe(0);
  });

  it('tries again what failed, and keeps a bounded memory of it', async () => {
    let runs = 0;
    open().run('work', { everyMs: HOUR_MS, lastRunMs: NEVER, takeLock }, async () => {
      runs++;
      throw new Error('no luck');
    });
    await until(() => troubles.length >= 3);
    expect(runs).toBe(3);
    expect(troubles).toEqual([
      'work failed; it is tried again',
      'work failed; it is tried again',
      'work failed; its next run is as scheduled',
    ]);
  });

  it('goes on after Redis was away and has forgotten everything', async () => {
    let runs = 0;
    open().run('work', { everyMs: 100, lastRunMs: NEVER, takeLock }, async () => void runs++);
    await until(() => runs >= 1);
    await server.end();
    await until(() => troubles.length > 0);
    expect(troubles).toEqual(['Redis does not answer as it should; scheduled work waits for it (REDIS_URL)']);
    await server.begin();
    const before = runs;
    await until(() => runs > before);
  });

  it('starts without Redis, and begins when that comes', async () => {
    await server.end();
    let runs = 0;
    open().run('work', { everyMs: HOUR_MS, lastRunMs: NEVER, takeLock }, async () => void runs++);
    await until(() => troubles.length > 0);
    await server.begin();
    await until(() => runs === 1);
  });

  it('closes while Redis is away', async () => {
    const jobs = open();
    jobs.run('work', { everyMs: HOUR_MS, lastRunMs: NEVER, takeLock }, async () => undefined);
    await server.end();
    await jobs.close();
  });

  it('tells what runs to end, waits for it, and leaves the rest to another process', async () => {
    let ended = false;
    let isRunning = false;
    const jobs = open();
    jobs.run('work', { everyMs: HOUR_MS, lastRunMs: NEVER, takeLock }, async (signal) => {
      isRunning = true;
      await new Promise<void>((stop) => signal.addEventListener('abort', () => stop(), { once: true }));
      ended = true;
    });
    await until(() => isRunning);
    await jobs.close();
    expect(ended).toBe(true);
    let isDone = false;
    open().run('work', { everyMs: HOUR_MS, lastRunMs: NEVER, takeLock }, async () => {
      isDone = true;
    });
    await until(() => isDone);
    const redis = new Redis(server.url);
    const named = await redis.keys('*chaintrail*');
    redis.disconnect();
    expect(named.filter((key) => key.includes('db:5432'))).toEqual([]);
  });

  it('is what is used when there is a Redis', async () => {
    const jobs = await createJobs({ redisUrl: server.url, installation: 'x', onTrouble: () => undefined });
    expect(jobs).toBeInstanceOf(RedisJobs);
    await jobs.close();
  });
});
