/**
 * Recursive Length Prefix (yellow paper, appendix B), on hexadecimal text. Of its own because a block is encoded piece by piece
 * whenever one is mined, and ethers' encoder takes ten times as long; tests compare the two.
 */
import type { Hex } from './hex.js';

export type Rlp = Hex | readonly Rlp[];

export function encodeRlp(value: Rlp): Hex {
  return `0x${encoded(value)}`;
}

function encoded(value: Rlp): string {
  if (typeof value !== 'string') {
    const body = value.map(encoded).join('');
    return prefix(0xc0, body.length / 2) + body;
  }
  const bytes = value.slice(2);
  // A single byte below 0x80 stands for itself.
  if (bytes.length === 2 && bytes < '80') return bytes;
  return prefix(0x80, bytes.length / 2) + bytes;
}

function prefix(base: number, length: number): string {
  if (length <= 55) return (base + length).toString(16).padStart(2, '0');
  const digits = length.toString(16);
  const written = digits.length % 2 === 1 ? `0${digits}` : digits;
  return (base + 55 + written.length / 2).toString(16) + written;
}
