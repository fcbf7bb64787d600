/** How address keys are sorted into buckets, by family. */
import type { Buckets } from './event-chunk.js';

/** Kinds that nearly all addresses are of, in the order of their key bytes; all others share the last place. */
const KINDS = [0x00, 0x01, 0x10, 0x11];
const PREFIXES = 256;

/** By the kind byte and the first byte of the hash or program, so that the order of buckets is that of keys. */
export const UTXO_BUCKETS: Buckets = {
  count: KINDS.length * PREFIXES + 1,
  of(bytes, start) {
    const kind = bytes[start]!;
    const place = kind <= 1 ? kind : kind === 0x10 ? 2 : kind === 0x11 ? 3 : KINDS.length;
    // Keys of rarer kinds differ in the kind byte first: one bucket keeps them in order.
    return place < KINDS.length ? place * PREFIXES + bytes[start + 1]! : KINDS.length * PREFIXES;
  },
};

/** By the first ten bits of the key, so that the order of buckets is that of keys. */
export const ACCOUNT_BUCKETS: Buckets = {
  count: 1 << 10,
  of: (bytes, start) => (bytes[start]! << 2) | (bytes[start + 1]! >> 6),
};
