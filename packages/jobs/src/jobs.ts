/**
 * Work that may run late, twice or on another machine. Through Redis each piece is done once for all processes that know of
 * it; without Redis each process does its own. Handlers are the same.
 */
import { InProcessJobs } from './in-process-jobs.js';

export interface Schedule {
  /** Between the starts of two runs. */
  readonly everyMs: number;
  /** When the last run that came to an end began, in Unix milliseconds; null where there was none. Remembers over restarts. */
  lastRunMs(): Promise<number | null>;
}

/**
 * Does the work once. One that throws is tried again some times, with growing pauses.
 * @param signal fires when the process is to end: what is left is for the next run
 */
export type JobHandler = (signal: AbortSignal) => Promise<void>;

export interface Jobs {
  /** Runs `handler` on a schedule from now on. Returns at once; at most one handler runs at a time. */
  run(name: string, schedule: Schedule, handler: JobHandler): void;
  /** Ends what is running and the schedules. Resolves when no handler runs any more; never rejects. */
  close(): Promise<void>;
}

/** Something is wrong and will be tried again. */
export type OnTrouble = (sentence: string, error: unknown) => void;

export interface JobsOptions {
  /** redis://…, of a server that several processes share; holds the password. Undefined: no Redis. */
  readonly redisUrl?: string | undefined;
  /** Names the installation: processes with the same one and the same Redis share their jobs. */
  readonly installation: string;
  readonly onTrouble: OnTrouble;
}

export async function createJobs({ redisUrl, installation, onTrouble }: JobsOptions): Promise<Jobs> {
  if (redisUrl === undefined) return new InProcessJobs({ onTrouble });
  // BullMQ takes a quarter of a second of an indexer's start.
  const { RedisJobs } = await import('./redis-jobs.js');
  return new RedisJobs({ redisUrl, installation, onTrouble });
}
