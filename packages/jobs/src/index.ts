/**
 * Runs scheduled jobs, each once for all processes: under a lock of the database, and after a look at when it ran last.
 * Through Redis (BullMQ) processes also divide them, where without it the first one that finds a job due runs it.
 */
import { InProcessJobs } from './in-process-jobs.js';
import type { Jobs, OnTrouble } from './jobs.js';

export type { JobHandler, Jobs, OnTrouble, Schedule } from './jobs.js';

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
