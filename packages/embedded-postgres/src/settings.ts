/** Server settings. */
import { statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Memory this process may use in bytes: the machine's, or what the container allows. */
function availableMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/** Sized for a machine that it shares with the indexer and, in a demo, with everything else. @param memory bytes */
export function defaultSettings(memory: number = availableMemory()): Record<string, string> {
  const share = (part: number, least: number, most: number) =>
    `${Math.round(Math.min(Math.max(memory / part, least), most) / MIB)}MB`;
  return {
    shared_buffers: share(8, 64 * MIB, 2 * GIB),
    effective_cache_size: share(2, 256 * MIB, 16 * GIB),
    // Index builds after a first sync; they run a few side by side.
    maintenance_work_mem: share(16, 64 * MIB, GIB),
    work_mem: share(256, 8 * MIB, 64 * MIB),
    // Nothing replicates from here, and relations filled in the transaction that made them then need no WAL.
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Without lz4 and zstd, which the programs from npm lack, compressing the pages that a checkpoint makes WAL carry whole
    // takes five times as long as writing a block's rows does otherwise: keys are hashes and do not get smaller.
    wal_compression: 'off',
    // Few, spread-out checkpoints: each makes the next change of every page be logged as a full page.
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    // Data on a solid-state disk; every query here is short, and compiling one takes longer than running it.
    random_page_cost: '1.1',
    jit: 'off',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...sharedMemorySettings(),
  };
}

/** Gives up surviving a power cut for speed, for tests. Commits still survive the death of any process. */
export const NOT_DURABLE: Readonly<Record<string, string>> = { fsync: 'off', full_page_writes: 'off' };

/** Containers often have 64 MB in /dev/shm, where a parallel index build fails; System V memory has no such limit. */
function sharedMemorySettings(): Record<string, string> {
  if (process.platform !== 'linux') return {};
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize >= GIB) return {};
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return { dynamic_shared_memory_type: 'sysv' };
}
