/** How many processes answer requests where the operator says nothing. */
import { availableParallelism } from 'node:os';
import { availableMemory } from './sync-memory.js';

/** More share one PostgreSQL, whose processors are the limit long before. Who has more of those says so. */
const MOST = 8;
/** What a worker has at most under load (270 MB were measured), and room for what it keeps. */
const WORKER_BYTES = 320 * 2 ** 20;

/**
 * One for each processor, as far as the memory goes.
 * @param spared processors that are for others
 * @param memory bytes
 */
export function defaultApiWorkers(
  spared = 0,
  processors: number = availableParallelism(),
  memory: number = availableMemory(),
): number {
  return Math.max(1, Math.min(MOST, processors - spared, Math.floor(memory / WORKER_BYTES)));
}
