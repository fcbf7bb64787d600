/** A thread of the sort stage. Runs nothing of its own accord: a piece in, its rows out. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ChainCode } from '@chaintrail/chains';
import { addressTextOf } from '../history/address-text.js';
import { BucketNumbering } from './number-bucket.js';
import type { NumberedRows, NumberingTask } from './numbering.js';

const { chain, network } = workerData as { readonly chain: ChainCode; readonly network: string };
const writeText = addressTextOf(chain, network);
/** Steps whose pieces are not all here yet. */
const underway = new Map<number, BucketNumbering>();

// A piece that does not arrive whole must not be waited for.
parentPort?.on('messageerror', (error: Error) => {
  throw error;
});
parentPort?.on('message', ({ step, chunks, isLast }: NumberingTask) => {
  const numbering = underway.get(step) ?? new BucketNumbering(writeText);
  if (isLast) underway.delete(step);
  else underway.set(step, numbering);
  const { history, addresses } = numbering.number(chunks);
  const rows: NumberedRows = { history: history.finish(), addresses: addresses.finish() };
  parentPort?.postMessage(rows, [rows.history.buffer as ArrayBuffer, rows.addresses.buffer as ArrayBuffer]);
});
