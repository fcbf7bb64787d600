/**
 * Schedules in Redis, through BullMQ: one of the processes that know of a run does it. Redis may be away at any time:
 * that is a warning, and connections come back by themselves.
 */
import { createHash } from 'node:crypto';
import { type Job, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
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

/** Runs whose outcome Redis remembers. */
const KEPT = { count: 50 };
/** Warnings about one and the same outage. */
const WARN_EVERY_MS = 60_000;
const RECONNECT_MS = { first: 200, longest: 10_000 };
const CLOSE_MS = 5_000;

export interface RedisOptions {
  readonly redisUrl: string;
  readonly installation: string;
  readonly onTrouble: OnTrouble;
  /** For tests; a minute by default. */
  readonly retryMs?: number;
}

interface Scheduled {
  readonly name: string;
  readonly schedule: Schedule;
  readonly queue: Queue;
  readonly worker: Worker;
}

export class RedisJobs implements Jobs {
  private readonly redis: Redis;
  private readonly prefix: string;
  private readonly onTrouble: OnTrouble;
  private readonly retryMs: number;
  private readonly stop = new AbortController();
  /** One at a time in this process, whatever queue a job is from. */
  private readonly turns = pLimit(1);
  private readonly scheduled: Scheduled[] = [];
  /** Schedules that are being made known. */
  private readonly starting = new Map<Scheduled, Promise<void>>();
  private closing: Promise<void> | null = null;
  private warnedMs = 0;

  constructor({ redisUrl, installation, onTrouble, retryMs = FIRST_RETRY_MS }: RedisOptions) {
    this.onTrouble = onTrouble;
    this.retryMs = retryMs;
    // An installation may be named by what is nobody's business, such as its database.
    this.prefix = `chaintrail-${createHash('sha256').update(installation).digest('hex').slice(0, 16)}`;
    this.redis = new Redis(redisUrl, {
      // Commands wait for Redis to come back instead of failing (BullMQ's workers require it).
      maxRetriesPerRequest: null,
      retryStrategy: (times) => Math.min(RECONNECT_MS.first * 2 ** Math.min(times, 10), RECONNECT_MS.longest),
    });
    this.redis.on('error', (error) => this.warnOfRedis(error));
    // A Redis that comes back may have forgotten everything.
    this.redis.on('ready', () => {
      for (const each of this.scheduled) this.begin(each);
    });
  }

  run(name: string, schedule: Schedule, handler: JobHandler): void {
    // A connection that is opened now would keep the process from its end.
    if (this.stop.signal.aborted) return;
    const shared = { connection: this.redis, prefix: this.prefix };
    // A queue for each name: a process takes no jobs that it has no handler for.
    const queue = new Queue(name, shared);
    const worker = new Worker(name, (job) => this.work(job, schedule, handler), {
      ...shared,
      concurrency: 1,
      removeOnComplete: KEPT,
      removeOnFail: KEPT,
    });
    queue.on('error', (error) => this.warnOfRedis(error));
    worker.on('error', (error) => this.warnOfRedis(error));
    worker.on('failed', (job, error) => {
      if (this.stop.signal.aborted) return;
      const isLast = (job?.attemptsMade ?? ATTEMPTS) >= ATTEMPTS;
      this.onTrouble(`${name} failed; ${isLast ? 'its next run is as scheduled' : 'it is tried again'}`, error);
    });
    const scheduled = { name, schedule, queue, worker };
    this.scheduled.push(scheduled);
    this.begin(scheduled);
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private begin(scheduled: Scheduled): void {
    if (this.starting.has(scheduled)) return;
    const starting = this.makeKnown(scheduled).finally(() => this.starting.delete(scheduled));
    this.starting.set(scheduled, starting);
  }

  private async end(): Promise<void> {
    this.stop.abort();
    // A worker whose Redis is away would wait for it.
    const closed = Promise.all([
      ...this.starting.values(),
      ...this.scheduled.flatMap(({ queue, worker }) => [worker.close(), queue.close()]),
    ]).catch(() => undefined); // what was running is tried again, here or elsewhere
    await Promise.race([closed, pause(CLOSE_MS, new AbortController().signal)]);
    for (const { worker } of this.scheduled) void worker.close(true).catch(() => undefined);
    this.redis.disconnect();
    await this.turns(() => undefined);
  }

  /** Registers the schedule as soon as Redis can be reached. Idempotent, also across processes. */
  private async makeKnown({ name, schedule, queue }: Scheduled): Promise<void> {
    const { signal } = this.stop;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const making = this.upsert(queue, name, schedule);
        making.catch(() => undefined); // told by the race, unless that is over
        await Promise.race([making, aborted(signal)]);
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.onTrouble(`${name} could not be scheduled yet; it is tried again`, error);
        await pause(Math.min(1_000 * 2 ** failures, 60_000), signal);
      }
    }
  }

  private async upsert(queue: Queue, name: string, { everyMs, lastRunMs }: Schedule): Promise<void> {
    const known = await queue.getJobScheduler(name);
    // Writing it again would put its next run elsewhere.
    if (known?.every === everyMs && known.next !== undefined && known.next > Date.now() - everyMs) return;
    const lastMs = await lastRunMs();
    await queue.upsertJobScheduler(
      name,
      { every: everyMs, startDate: lastMs === null ? Date.now() : lastMs + everyMs },
      {
        name,
        opts: {
          attempts: ATTEMPTS,
          backoff: { type: 'exponential', delay: this.retryMs },
          removeOnComplete: KEPT,
          removeOnFail: KEPT,
        },
      },
    );
  }

  private async work(job: Job, schedule: Schedule, handler: JobHandler): Promise<void> {
    const { signal } = this.stop;
    const isDue = async () => {
      // A run by hand, or before Redis lost its data, counts.
      const lastMs = job.attemptsMade === 0 ? await schedule.lastRunMs() : null;
      const sinceMs = lastMs === null ? Number.POSITIVE_INFINITY : Date.now() - lastMs;
      return (sinceMs < 0 || sinceMs >= schedule.everyMs / 2) && !signal.aborted;
    };
    await this.turns(async () => {
      await workAlone(schedule, isDue, () => handler(signal));
      // Redis would take the job for done.
      if (signal.aborted) throw new Error('interrupted: the process was told to end');
    });
  }

  private warnOfRedis(error: unknown): void {
    if (this.stop.signal.aborted || Date.now() - this.warnedMs < WARN_EVERY_MS) return;
    this.warnedMs = Date.now();
    this.onTrouble('Redis does not answer as it should; scheduled work waits for it (REDIS_URL)', error);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new Error('interrupted: the process was told to end'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
