/**
 * A pool of buffers for large responses. With a new buffer for each block, the garbage collector marks all live memory
 * every few dozen blocks. That was a tenth of the time of a first sync.
 */

/** Smaller buffers are not kept. */
const LEAST_BYTES = 64 * 2 ** 10;
/** Most that the pool keeps. */
const MOST_KEPT_BYTES = 64 * 2 ** 20;
/** A buffer serves answers down to a quarter of its size. */
const LARGEST_WASTE = 4;

const free: ArrayBuffer[] = [];
let freeBytes = 0;
/** Reused buffers, which may be larger than their content. */
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

/**
 * Whether a view lies in a reused buffer, so that the buffer may be transferred although it holds more than the view.
 */
export function isLentMemory(memory: ArrayBufferLike): boolean {
  return lent.has(memory);
}

/** @param memory that is no longer read, in this thread or in one that it was transferred to */
export function giveMemoryBack(memory: ArrayBuffer): void {
  if (memory.byteLength < LEAST_BYTES || freeBytes + memory.byteLength > MOST_KEPT_BYTES) return;
  free.push(memory);
  freeBytes += memory.byteLength;
}
