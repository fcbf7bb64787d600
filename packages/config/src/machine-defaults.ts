/** Defaults that the machine decides: memory of first syncs, processes that answer requests. */
import { availableParallelism, totalmem } from 'node:os';

const MIB = 1024 * 1024;
const LEAST_MIB = 512;
const MOST_MIB = 2048;

/** Bytes that this process may use: the machine's memory, or what its container allows. */
function availableMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/** A quarter, 512 to 2048: the database, its page cache and often a node share the machine. @returns MiB */
export function defaultSyncMemory(memory: number = availableMemory()): number {
  return Math.min(MOST_MIB, Math.max(LEAST_MIB, Math.floor(memory / 4 / MIB)));
}

/** More share one PostgreSQL, whose processors are the limit long before. Who has more of those says so. */
const MOST_WORKERS = 8;
/**
 * Most that a worker has under load: two and their parent had 1,040 MB in two minutes of
 * `tests/worker-memory.test.ts` with Node 24. Beside that, all together: their parent, and answers that clients do not
 * take (`MOST_UNSENT_BYTES` of the API).
 */
const WORKER_BYTES = 400 * 2 ** 20;
const COMMON_BYTES = (128 + 256) * 2 ** 20;

/** Most that an API takes, whatever its clients do. */
export function apiMemoryBytes(workers: number): number {
  return COMMON_BYTES + workers * WORKER_BYTES;
}

/** One a processor, as far as memory goes. @param spared processors that are for others @param memory bytes */
export function defaultApiWorkers(
  spared = 0,
  processors: number = availableParallelism(),
  memory: number = availableMemory(),
): number {
  const fitting = Math.floor((memory - COMMON_BYTES) / WORKER_BYTES);
  return Math.max(1, Math.min(MOST_WORKERS, processors - spared, fitting));
}
