/** How a first sync divides its memory. */
const MIB = 2 ** 20;
/** The program itself, its threads and what the collector has not come to yet, as measured (docs/first-sync.md). */
const FIXED_BYTES = 300 * MIB;
/** Memory of blocks that are laid out or written, with the rows made of them, per byte of blocks in a transaction. */
const TIMES_BATCH = 8;

export interface MemoryPlan {
  /** For unspent outputs. */
  readonly cacheBytes: number;
  /** Blocks in one transaction of the load stage. */
  readonly batchBytes: number;
  /** Blocks on their way from the node. */
  readonly aheadBytes: number;
  /** Staged events that are numbered at once; some of these are under way, and their rows take five times as much. */
  readonly stepBytes: number;
  /**
   * Staged events of the steps that are written side by side, of which numbering keeps addresses and balances: half as
   * much again.
   */
  readonly sortBytes: number;
}

/** @param bytes for the whole; below some 400 MiB the least that works is planned, which is more */
export function planMemory(bytes: number): MemoryPlan {
  const batchBytes = Math.min(32 * MIB, Math.max(4 * MIB, bytes / 40));
  const aheadBytes = Math.min(64 * MIB, Math.max(8 * MIB, bytes / 32));
  const cacheBytes = Math.max(2 * MIB, bytes - FIXED_BYTES - TIMES_BATCH * batchBytes - 2 * aheadBytes);
  const stepBytes = Math.min(4 * MIB, Math.max(MIB, bytes / 256));
  const sortBytes = Math.max(4 * stepBytes, (bytes - FIXED_BYTES) / 2);
  return { cacheBytes, batchBytes, aheadBytes, stepBytes, sortBytes };
}
