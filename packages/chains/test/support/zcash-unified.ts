/** Writes unified addresses (ZIP 316), right and wrong ones, with another BLAKE2b. */
import { blake2b } from '@noble/hashes/blake2.js';
import { compactSize, sized } from './wire.js';

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BECH32M = 0x2bc8_30a3n;
const GENERATORS = [0x3b6a_57b2n, 0x2650_8e6dn, 0x1ea1_19fan, 0x3d42_33ddn, 0x2a14_62b3n];

function checksum(values: readonly number[]): bigint {
  let sum = 1n;
  for (const value of values) {
    const top = sum >> 25n;
    sum = ((sum & 0x1ff_ffffn) << 5n) ^ BigInt(value);
    for (const [i, generator] of GENERATORS.entries()) if ((top >> BigInt(i)) & 1n) sum ^= generator;
  }
  return sum;
}

/** Bech32m (BIP350) of any bytes, however long. @param constant that of bech32 is 1 */
export function bech32Text(hrp: string, bytes: Buffer, constant = BECH32M): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const values = (bits.match(/.{1,5}/g) ?? []).map((five) => Number.parseInt(five.padEnd(5, '0'), 2));
  const codes = [...hrp].map((char) => char.charCodeAt(0));
  const expanded = [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)];
  const sum = checksum([...expanded, ...values, 0, 0, 0, 0, 0, 0]) ^ constant;
  const end = [25n, 20n, 15n, 10n, 5n, 0n].map((shift) => Number((sum >> shift) & 31n));
  return `${hrp}1${[...values, ...end].map((value) => CHARSET[value]).join('')}`;
}

export function jumble(message: Buffer): Buffer {
  const leftBytes = Math.min(64, Math.floor(message.length / 2));
  const hash = (kind: 'G' | 'H', data: Buffer, length: number, ...rest: number[]) =>
    Buffer.from(
      blake2b(data, { dkLen: length, personalization: Buffer.from([...Buffer.from(`UA_F4Jumble_${kind}`), ...rest]) }),
    );
  const h = (round: number, data: Buffer) => hash('H', data, leftBytes, round, 0, 0);
  const g = (round: number, data: Buffer, length: number) => {
    const parts = Array.from({ length: Math.ceil(length / 64) }, (_, i) =>
      hash('G', data, 64, round, i & 255, i >>> 8),
    );
    return Buffer.concat(parts).subarray(0, length);
  };
  const xor = (a: Buffer, b: Buffer) => Buffer.from(a.map((byte, i) => byte ^ b[i]!));
  const [a, b] = [message.subarray(0, leftBytes), message.subarray(leftBytes)];
  const x = xor(b, g(0, a, b.length));
  const y = xor(a, h(0, x));
  const d = xor(x, g(1, y, x.length));
  return Buffer.concat([xor(y, h(1, d)), d]);
}

export type Item = readonly [type: number, bytes: Buffer];

/** @param padding what stands where the human-readable part should. @param end more bytes behind the items */
export function unifiedAddress(hrp: string, items: readonly Item[], padding = hrp, end = Buffer.alloc(0)): string {
  const last = Buffer.alloc(16);
  last.write(padding);
  const raw = Buffer.concat([...items.flatMap(([type, bytes]) => [compactSize(type), sized(bytes)]), end, last]);
  return bech32Text(hrp, jumble(raw));
}
