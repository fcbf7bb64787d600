/** Schedules of one process: what was due while it did not run is done soon after it starts. */
import pLimit from 'p-limit';
import {
  ATTEMPTS,
  FIRST_RETRY_MS,
  type JobHandler,
  type Jobs,
  type OnTrouble,
  pause,
  type Schedule,
  workAlone,
} from './jobs.js';

/** Runs of several processes, or of several chains, do not all begin at once. */
const LONGEST_JITTER_MS = 60_000;

export interface InProcessOptions {
  readonly onTrouble: OnTrouble;
  /** For tests; a minute by default, and never more than a tenth of a schedule. */
  readonly jitterMs?: number;
  readonly retryMs?: number;
}

export class InProcessJobs implements Jobs {
  private readonly onTrouble: OnTrouble;
  private readonly jitterMs: number;
  private readonly retryMs: number;
  private readonly stop = new AbortController();
  /** One at a time: audits of two chains at once would double what each takes from the indexer. */
  private readonly turns = pLimit(1);
  private readonly running: Promise<void>[] = [];

  constructor({ onTrouble, jitterMs = LONGEST_JITTER_MS, retryMs = FIRST_RETRY_MS }: InProcessOptions) {
    this.onTrouble = onTrouble;
    this.jitterMs = jitterMs;
    this.retryMs = retryMs;
  }

  run(name: string, schedule: Schedule, handler: JobHandler): void {
    this.running.push(this.repeat(name, schedule, handler));
  }

  async close(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.running);
    await this.turns(() => undefined);
  }

  private async repeat(name: string, schedule: Schedule, handler: JobHandler): Promise<void> {
    const { signal } = this.stop;
    let startedMs: number | null = null;
    while (!signal.aborted) {
      const lastMs = latest(startedMs, await this.lastRun(name, schedule));
      const dueMs = lastMs === null ? Date.now() : lastMs + schedule.everyMs;
      await pause(Math.max(0, dueMs - Date.now()) + this.jitter(schedule), signal);
      if (signal.aborted) return;
      const beganMs = Date.now();
      // By hand, or by another process, it may have run meanwhile: while this one paused, or waited for its turn.
      const isDue = async () => (latest(lastMs, await this.lastRun(name, schedule)) ?? 0) <= (lastMs ?? 0);
      const isLeft = !(await this.attempt(name, () => workAlone(schedule, isDue, () => handler(signal))));
      // A process that has the lock may die before it is done: what is left to it is looked at again soon.
      if (!isLeft) startedMs = beganMs;
    }
  }

  private jitter({ everyMs }: Schedule): number {
    return Math.random() * Math.min(this.jitterMs, everyMs / 10);
  }

  private async lastRun(name: string, schedule: Schedule): Promise<number | null> {
    try {
      const lastMs = await schedule.lastRunMs();
      // A clock that was set back must not put a run off for longer than its schedule.
      return lastMs === null ? null : Math.min(lastMs, Date.now());
    } catch (error) {
      this.onTrouble(`when ${name} ran last is not known; it runs now`, error);
      return null;
    }
  }

  /** @returns false where the work was left to another process */
  private async attempt(name: string, work: () => Promise<boolean>): Promise<boolean> {
    const { signal } = this.stop;
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        return await this.turns(async () => !signal.aborted && work());
      } catch (error) {
        if (signal.aborted) break;
        const isLast = attempt === ATTEMPTS;
        this.onTrouble(`${name} failed; ${isLast ? 'its next run is as scheduled' : 'it is tried again'}`, error);
        if (isLast) break;
        await pause(this.retryMs * 2 ** (attempt - 1), signal);
      }
    }
    return true;
  }
}

function latest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
