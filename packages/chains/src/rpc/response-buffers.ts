/**
 * Buffers for large responses, used again. With a buffer of its own for each block, the garbage collector runs every
 * few dozen blocks over everything that is alive. That was a tenth of the time of a first sync.
 */

/** Smaller answers are not worth the keeping. */
const LEAST_BYTES = 64 * 2 ** 10;
/** Kept for later at most. */
const MOST_KEPT_BYTES = 64 * 2 ** 20;
/** A piece is used for answers down to a quarter of it. */
const LARGEST_WASTE = 4;

const free: ArrayBuffer[] = [];
let freeBytes = 0;
/** Pieces that were used before, and may be larger than what is in them. */
const lent = new WeakSet<ArrayBufferLike>();

/** A buffer for a response of so many bytes. Giving it back is optional. */
export function takeMemory(bytes: number): Buffer {
  if (bytes < LEAST_BYTES) return Buffer.allocUnsafeSlow(bytes);
  const found = free.findIndex(({ byteLength }) => byteLength >= bytes && byteLength <= LARGEST_WASTE * bytes);
  if (found < 0) return Buffer.allocUnsafeSlow(bytes);
  const [memory] = free.splice(found, 1) as [ArrayBuffer];
  freeBytes -= memory.byteLength;
  lent.add(memory);
  return Buffer.from(memory, 0, bytes);
}

/** Whether a view is of such memory, so that all of it may be handed on, though the view is not of all of it. */
export function isLentMemory(memory: ArrayBufferLike): boolean {
  return lent.has(memory);
}

/** @param memory that is no longer read, in this thread or in one that it was transferred to */
export function giveMemoryBack(memory: ArrayBuffer): void {
  if (memory.byteLength < LEAST_BYTES || freeBytes + memory.byteLength > MOST_KEPT_BYTES) return;
  free.push(memory);
  freeBytes += memory.byteLength;
}
