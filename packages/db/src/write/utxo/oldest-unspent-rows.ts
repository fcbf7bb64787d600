/** Outputs on their way from the memory of a first sync into unspent_outputs. */
import { CopyRows } from '../copy-rows.js';
import type { UnspentCache } from './unspent-cache.js';

/** So many at once where there is a choice: some 20 MB of rows. */
export const STORED_AT_ONCE = 200_000;
/** And at the most: blocks full of payouts can make so many between two transactions of the load. */
const MOST_AT_ONCE = 1_500_000;
/**
 * A record's place in what is stored at once takes the lower bits of a number, the start of its txid the higher ones.
 */
const PLACES = 2 ** 21;

/**
 * Takes the oldest outputs out of the cache as rows of unspent_outputs.
 * @param count at least so many, with the rest of the last one's transaction; at the most {@link MOST_AT_ONCE}
 */
export function takeOldestRows(cache: UnspentCache, count: number): CopyRows {
  const records = cache.takeOldest(Math.min(count, MOST_AT_ONCE));
  const rows = new CopyRows();
  for (const record of inOrderOfTxid(cache, records)) {
    const { bytes, at } = cache.bytesOf(record);
    const key = cache.keyOf(record);
    rows.row(5);
    rows.reversedHash(bytes, at);
    rows.int4(cache.voutOf(record));
    rows.int8(cache.txKeyOf(record));
    rows.int8Words(cache.highOf(record), cache.lowOf(record));
    if (key.length === 0) rows.null();
    else rows.bytea(key.bytes, key.at, key.at + key.length);
  }
  return rows;
}

/** So that their index is written in order. Rows of the same first four bytes may be in any. */
function* inOrderOfTxid(cache: UnspentCache, records: readonly number[]): Generator<number> {
  const places = new Float64Array(records.length);
  for (const [n, record] of records.entries()) {
    const { bytes, at } = cache.bytesOf(record);
    places[n] = bytes.readUInt32LE(at + 28) * PLACES + n; // in display order the last bytes come first
  }
  for (const place of places.sort()) yield records[place % PLACES]!;
}
