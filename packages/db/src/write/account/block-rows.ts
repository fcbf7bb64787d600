/** Rows of blocks and histories, which account chains of all families have alike. */
import { CopyRows } from '../copy-rows.js';
import type { AccountBatch } from './batch.js';

export const BLOCK_COLUMNS = '(height, hash, parent_hash, time, tx_count, size)';
export const HISTORY_COLUMNS = '(address_key, seq, tx_key, delta, balance, received)';

export function blockRows({ blocks }: AccountBatch, rows = new CopyRows()): CopyRows {
  for (const { height, hash, parentHash, time, txCount, size } of blocks) {
    rows.row(6);
    rows.int4(height);
    rows.bytea(Buffer.from(hash, 'hex'));
    rows.bytea(Buffer.from(parentHash, 'hex'));
    rows.int8(time);
    rows.int4(txCount);
    rows.int4(size);
  }
  return rows;
}
