/** A thread of the sort stage. Runs nothing of its own accord: a piece in, its rows out. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ChainCode } from '@chaintrail/chains';
import { addressTextOf } from '../history/address-text.js';
import { BucketNumbering } from './number-bucket.js';
import type { NumberedRows, NumberingTask } from './numbering.js';

const { chain, network } = workerData as { readonly chain: ChainCode; readonly network: string };
const writeText = addressTextOf(chain, network);
let current = { step: -1, numbering: new BucketNumbering(writeText) };

parentPort?.on('message', ({ step, chunks }: NumberingTask) => {
  if (step !== current.step) current = { step, numbering: new BucketNumbering(writeText) };
  const { history, addresses } = current.numbering.number(chunks);
  const rows: NumberedRows = { history: history.finish(), addresses: addresses.finish() };
  parentPort?.postMessage(rows, [rows.history.buffer as ArrayBuffer, rows.addresses.buffer as ArrayBuffer]);
});
