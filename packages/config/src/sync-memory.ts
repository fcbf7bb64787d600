/** How much memory first syncs take where the operator says nothing. */
import { totalmem } from 'node:os';

const MIB = 1024 * 1024;
const LEAST_MIB = 512;
const MOST_MIB = 2048;

/** Bytes that this process may use: the machine's memory, or what its container allows. */
export function availableMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/**
 * A quarter, at least 512 and at most 2048: the database, the page cache that it relies on, and often a node share the
 * machine.
 * @param memory bytes
 * @returns MiB
 */
export function defaultSyncMemory(memory: number = availableMemory()): number {
  return Math.min(MOST_MIB, Math.max(LEAST_MIB, Math.floor(memory / 4 / MIB)));
}
