/**
 * Amounts lie in memory as int64 in the byte order of this machine. Code that runs for every output reads and writes them
 * as two 32-bit words of the same memory, because a bigint per output would be garbage: word `2 * index + LOW_WORD` and
 * word `2 * index + HIGH_WORD` of a Uint32Array.
 */
import { endianness } from 'node:os';

export const LOW_WORD = endianness() === 'LE' ? 0 : 1;
export const HIGH_WORD = 1 - LOW_WORD;
