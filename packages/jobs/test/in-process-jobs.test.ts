import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { InProcessJobs } from '../src/in-process-jobs.js';

const HOUR_MS = 3_600_000;
const NEVER = async (): Promise<number | null> => null;

let jobs: InProcessJobs;
let troubles: string[] = [];
afterEach(() => jobs.close());

function open(): InProcessJobs {
  troubles = [];
  jobs = new InProcessJobs({ onTrouble: (sentence) => troubles.push(sentence), jitterMs: 5, retryMs: 1 });
  return jobs;
}

/** Resolves when it was called so many times. */
function counted(times: number, work: (run: number) => Promise<void> = async () => undefined) {
  let runs = 0;
  let done: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    done = resolve;
  });
  const handler = async (): Promise<void> => {
    runs++;
    if (runs === times) done();
    await work(runs);
  };
  return { handler, reached, runs: () => runs };
}

describe('a schedule of one process', () => {
  it('runs at once what has never run, and again when it is due', async () => {
    const work = counted(3);
    open().run('work', { everyMs: 10, lastRunMs: NEVER }, work.handler);
    await work.reached;
    expect(troubles).toEqual([]);
  });

  it('runs soon after the start what was due while it did not run, and not what was not', async () => {
    const [late, early] = [counted(1), counted(1)];
    open();
    jobs.run('early', { everyMs: HOUR_MS, lastRunMs: async () => Date.now() - HOUR_MS / 2 }, early.handler);
    jobs.run('late', { everyMs: HOUR_MS, lastRunMs: async () => Date.now() - 2 * HOUR_MS }, late.handler);
    await late.reached;
    await jobs.close();
    expect([late.runs(), early.runs()]).toEqual([1, 0]);
  });

  it('leaves out what another process has done meanwhile', async () => {
    const work = counted(1);
    let asked = 0;
    const lastRunMs = async () => (asked++ === 0 ? Date.now() - 2 * HOUR_MS : Date.now());
    open().run('work', { everyMs: HOUR_MS, lastRunMs }, work.handler);
    while (asked < 3) await sleep(5);
    await jobs.close();
    expect(work.runs()).toBe(0);
  });

  it('tries again what failed, a few times', async () => {
    const work = counted(3, async () => {
      throw new Error('no luck');
    });
    open().run('work', { everyMs: HOUR_MS, lastRunMs: NEVER }, work.handler);
    await work.reached;
    while (troubles.length < 3) await sleep(5);
    expect(troubles).toEqual([
      'work failed; it is tried again',
      'work failed; it is tried again',
      'work failed; its next run is as scheduled',
    ]);
  });

  it('runs one thing at a time', async () => {
    let running = 0;
    const together: number[] = [];
    const work = counted(6, async () => {
      running++;
      await sleep(5);
      together.push(running);
      running--;
    });
    open();
    for (const name of ['a', 'b', 'c']) jobs.run(name, { everyMs: 5, lastRunMs: NEVER }, work.handler);
    await work.reached;
    await jobs.close();
    expect(new Set(together)).toEqual(new Set([1]));
  });

  it('runs when it is not known when it ran last, and says so', async () => {
    const work = counted(1);
    const lastRunMs = async () => {
      throw new Error('the database is away');
    };
    open().run('work', { everyMs: HOUR_MS, lastRunMs }, work.handler);
    await work.reached;
    expect(troubles[0]).toMatch(/not known/);
  });

  it('tells what runs to end, and waits for it', async () => {
    let ended = false;
    open();
    const begun = new Promise<void>((resolve) => {
      jobs.run('work', { everyMs: HOUR_MS, lastRunMs: NEVER }, async (signal) => {
        resolve();
        await new Promise<void>((stop) => signal.addEventListener('abort', () => stop(), { once: true }));
        await sleep(20);
        ended = true;
      });
    });
    await begun;
    await jobs.close();
    expect(ended).toBe(true);
    expect(troubles).toEqual([]);
  });
});
