import type { Buckets } from '../first-sync/event-chunk.js';

/** By the first ten bits of the key, so that the order of buckets is that of keys. */
export const ACCOUNT_BUCKETS: Buckets = {
  count: 1 << 10,
  of: (bytes, start) => (bytes[start]! << 2) | (bytes[start + 1]! >> 6),
};
