/** Ranges of the address keys of account chains, EVM and Cosmos. */
import type { KeyRange } from './history-stretch.js';

/** Above every key of 20 bytes. */
const KEYS_END = 'ff'.repeat(21);

/**
 * @returns ranges that together hold every key of an account chain, in order: one for each beginning of so many bytes
 */
export function accountKeyRanges(bytes: number): KeyRange[] {
  const starts = Array.from({ length: 256 ** bytes }, (_, n) => n.toString(16).padStart(2 * bytes, '0'));
  return starts.map((start, n) => ({ from: n === 0 ? '' : start, to: starts[n + 1] ?? KEYS_END }));
}
export const ALL_ACCOUNT_KEYS: KeyRange = { from: '', to: KEYS_END };
