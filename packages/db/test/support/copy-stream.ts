/** Reads what is written for address_transactions, without a database. */
import { CopyReader } from '../../src/write/copy.js';
import type { HistoryEntry } from './events.js';

/** Rows (address_key, seq, tx_key, delta, balance, received), in the order they were written. */
export function readHistoryRows(stream: Uint8Array): Omit<HistoryEntry, 'received'>[] {
  const reader = new CopyReader(Buffer.from(stream));
  const rows: Omit<HistoryEntry, 'received'>[] = [];
  while (reader.nextRow()) {
    rows.push({
      key: reader.bytea().toString('hex'),
      seq: reader.int8(),
      txKey: reader.int8(),
      delta: numericOf(reader.bytea()),
      balance: numericOf(reader.bytea()),
      total: numericOf(reader.bytea()),
    });
  }
  return rows;
}

/** A whole number in the form of PostgreSQL's numeric_send: digits in base 10,000 and the weight of the first. */
function numericOf(field: Buffer): bigint {
  const digits = field.readInt16BE(0);
  const weight = field.readInt16BE(2);
  let value = 0n;
  for (let i = 0; i <= weight; i++) value = value * 10_000n + BigInt(i < digits ? field.readInt16BE(8 + 2 * i) : 0);
  return field.readInt16BE(4) === 0 ? value : -value;
}
