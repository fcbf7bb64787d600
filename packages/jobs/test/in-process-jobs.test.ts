import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { InProcessJobs } from '../src/in-process-jobs.js';

const HOUR_MS = 3_600_000;
const LONG_AGO = Date.now() - 2 * HOUR_MS;
const NEVER = async (): Promise<number | null> => null;
const takeLock = async () => async (): Promise<void> => undefined;

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
    open().run('work', { everyMs: 10, lastRunMs: NEVER, takeLock }, work.handler);
    await work.reached;
    expect(troubles).toEqual([]);
  });

  it('runs soon after the start what was due while it did not run, and not what was not', async () => {
    const [late, early] = [counted(1), counted(1)];
    open();
    jobs.run('early', { everyMs: HOUR_MS, lastRunMs: async () => Date.now() - HOUR_MS / 2, takeLock }, early.handler);
    jobs.run('late', { everyMs: HOUR_MS, lastRunMs: async () => LONG_AGO, takeLock }, late.handler);
    await late.reached;
    await jobs.close();
    expect([late.runs(), early.runs()]).toEqual([1, 0]);
  });

  it('leaves out what another process has done meanwhile', async () => {
    const work = counted(1);
    let asked = 0;
    const lastRunMs = async () => (asked++ === 0 ? Date.now() - 2 * HOUR_MS : Date.now());
    open().run('work', { everyMs: HOUR_MS, lastRunMs, takeLock }, work.handler);
    while (asked < 3) await sleep(5);
    await jobs.close();
    expect(work.runs()).toBe(0);
  });

  it('does what is due to several processes once', async () => {
    let holder: string | null = null;
    let lastMs = Date.now() - 2 * HOUR_MS;
    let released = 0;
    const ran: string[] = [];
    const processes = ['a', 'b', 'c'].map((name) => {
      const each = new InProcessJobs({ onTrouble: (sentence) => troubles.push(sentence), jitterMs: 5 });
      const lockOfAll = async () => {
        if (holder !== null) return null;
        holder = name;
        return async () => {
          holder = null;
          released++;
        };
      };
      each.run('work', { everyMs: HOUR_MS, lastRunMs: async () => lastMs, takeLock: lockOfAll }, async () => {
        ran.push(name);
        await sleep(20);
        lastMs = Date.now();
      });
      return each;
    });
    while (released === 0) await sleep(5);
    // Time for the others to take the lock, too, and find nothing to do.
    await sleep(50);
    await Promise.all(processes.map((each) => each.close()));
    expect(ran).toHaveLength(1);
  });

  it('leaves out what another process did while this one waited for its turn', async () => {
    let lastMs = Date.now() - 2 * HOUR_MS;
    let asked = 0;
    const lastRunMs = async () => {
      asked++;
      return lastMs;
    };
    const work = counted(1);
    const long = counted(1, async () => {
      while (asked < 1) await sleep(5);
      await sleep(50);
      lastMs = Date.now();
    });
    open().run('long', { everyMs: HOUR_MS, lastRunMs: NEVER, takeLock }, long.handler);
    await long.reached;
    jobs.run('work', { everyMs: HOUR_MS, lastRunMs, takeLock }, work.handler);
    while (asked < 3) await sleep(5);
    await jobs.close();
    expect(work.runs()).toBe(0);
  });

  it('tries again what failed, a few times', async () => {
    const work = counted(3, async () => {
      throw new Error('no luck');
    });
    open().run('work', { everyMs: HOUR_MS, lastRunMs: NEVER, takeLock }, work.handler);
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
    for (const name of ['a', 'b', 'c']) jobs.run(name, { everyMs: 5, lastRunMs: NEVER, takeLock }, work.handler);
    await work.reached;
    await jobs.close();
    expect(new Set(together)).toEqual(new Set([1]));
  });

  it('runs when it is not known when it ran last, and says so', async () => {
    const work = counted(1);
    const lastRunMs = async () => {
      throw new Error('the database is away');
    };
    open().run('work', { everyMs: HOUR_MS, lastRunMs, takeLock }, work.handler);
    await work.reached;
    expect(troubles[0]).toMatch(/not known/);
  });

  it('tells what runs to end, and waits for it', async () => {
    let ended = false;
    open();
    const begun = new Promise<void>((resolve) => {
      jobs.run('work', { everyMs: HOUR_MS, lastRunMs: NEVER, takeLock }, async (signal) => {
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
