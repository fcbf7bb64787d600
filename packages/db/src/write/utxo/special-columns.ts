/**
 * Columns that only one chain fills: Bitcoin Cash's tokens, Zcash's pools. The same for confirmed and unconfirmed
 * transactions.
 */
import { HIGH_WORD, LOW_WORD, readCashToken, SHIELDED_POOLS, type UtxoTransactions } from '@chaintrail/chains';
import { type CopyRows, JSONB } from '../copy-rows.js';

/** `output_tokens` of transaction `t`: NULL where none of its outputs holds any. */
export function putTokens(rows: CopyRows, transactions: UtxoTransactions, t: number): void {
  const { bytes, outputStart, outputTokenLength, outputScriptOffset } = transactions;
  const first = outputStart[t]!;
  const end = outputStart[t + 1]!;
  if (outputTokenLength === null || !hasTokens(outputTokenLength, first, end)) {
    rows.null();
    return;
  }
  const tokens = rows.beginArray(JSONB, end - first);
  for (let o = first; o < end; o++) {
    const length = outputTokenLength[o]!;
    if (length === 0) rows.null();
    else rows.jsonb(JSON.stringify(readCashToken(bytes, outputScriptOffset[o]! - length, length)));
  }
  rows.endArray(tokens);
}

function hasTokens(lengths: Uint32Array, first: number, end: number): boolean {
  for (let o = first; o < end; o++) if (lengths[o] !== 0) return true;
  return false;
}

/**
 * `sprout_delta` … `ironwood_delta` of transaction `t`: NULL for a pool that neither gains nor loses.
 * @param words of `poolDeltas`; null on chains without pools
 */
export function putPoolDeltas(rows: CopyRows, words: Uint32Array | null, t: number): void {
  const pools = SHIELDED_POOLS.length;
  for (let pool = t * pools; pool < (t + 1) * pools; pool++) {
    const high = words === null ? 0 : words[2 * pool + HIGH_WORD]!;
    const low = words === null ? 0 : words[2 * pool + LOW_WORD]!;
    if (high === 0 && low === 0) rows.null();
    else rows.int8Words(high, low);
  }
}
