/** A thread of the sort stage. Runs nothing of its own accord: a piece in, its rows out. */
import { parentPort, workerData } from 'node:worker_threads';
import { BucketNumbering } from './number-bucket.js';
import type { NumberingTask } from './numbering.js';

const { shortSeq } = workerData as { readonly shortSeq: boolean };
/** Steps whose pieces are not all here yet. */
const underway = new Map<number, BucketNumbering>();

// A piece that does not arrive whole must not be waited for.
parentPort?.on('messageerror', (error: Error) => {
  throw error;
});
parentPort?.on('message', ({ step, chunks, isLast }: NumberingTask) => {
  const numbering = underway.get(step) ?? new BucketNumbering(shortSeq);
  if (isLast) underway.delete(step);
  else underway.set(step, numbering);
  const rows = numbering.number(chunks).history.finish();
  parentPort?.postMessage(rows, [rows.buffer as ArrayBuffer]);
});
