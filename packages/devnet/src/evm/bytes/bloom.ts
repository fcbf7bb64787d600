/** The 2048-bit filter over addresses and topics of logs (yellow paper, 4.3.1; go-ethereum core/types/bloom9.go). */
import { type Hex, keccak256 } from './hex.js';

const BYTES = 256;
const BITS_MASK = 0x7ff;
/** The same addresses and topics come again and again, and hashing them is all that a filter costs. */
const MOST_REMEMBERED = 10_000;
const remembered = new Map<Hex, readonly number[]>();

function bitsOf(value: Hex): readonly number[] {
  const known = remembered.get(value);
  if (known) return known;
  const hash = keccak256(value);
  const bits = [0, 1, 2].map((pair) => Number.parseInt(hash.slice(2 + pair * 4, 6 + pair * 4), 16) & BITS_MASK);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(value, bits);
  return bits;
}

interface Bloomed {
  readonly address: Hex;
  readonly topics: readonly Hex[];
}

export function bloomOf(logs: readonly Bloomed[]): Hex {
  const filter = Buffer.alloc(BYTES);
  for (const { address, topics } of logs) {
    for (const value of [address, ...topics]) {
      for (const bit of bitsOf(value)) {
        const at = BYTES - 1 - (bit >> 3);
        filter[at] = (filter[at] as number) | (1 << (bit & 7));
      }
    }
  }
  return `0x${filter.toString('hex')}`;
}
