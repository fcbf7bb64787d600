/** The checksum of a descriptor. Source: BIP380. */
import { BASE32_CHARS } from '../../bytes/bech32.js';

const CHARACTERS = '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

/** Symbols that a checksum has. */
export const CHECKSUM_LENGTH = 8;

function step(sum: bigint, value: number): bigint {
  const top = sum >> 35n;
  let next = ((sum & 0x7ffffffffn) << 5n) ^ BigInt(value);
  for (const [bit, generator] of GENERATOR.entries()) if ((top >> BigInt(bit)) & 1n) next ^= generator;
  return next;
}

/** The first character that no descriptor has, counted from 0; -1 where there is none. */
export function strangeCharacter(text: string): number {
  return [...text].findIndex((character) => !CHARACTERS.includes(character));
}

/** @param text a descriptor without its checksum, of characters that descriptors have */
export function descriptorChecksum(text: string): string {
  let sum = 1n;
  let groups: number[] = [];
  for (const character of text) {
    const position = CHARACTERS.indexOf(character);
    sum = step(sum, position & 31);
    groups.push(position >> 5);
    if (groups.length < 3) continue;
    sum = step(sum, groups[0]! * 9 + groups[1]! * 3 + groups[2]!);
    groups = [];
  }
  if (groups.length === 1) sum = step(sum, groups[0]!);
  if (groups.length === 2) sum = step(sum, groups[0]! * 3 + groups[1]!);
  for (let symbol = 0; symbol < CHECKSUM_LENGTH; symbol++) sum = step(sum, 0);
  sum ^= 1n;
  const shift = (symbol: number): bigint => BigInt(5 * (CHECKSUM_LENGTH - 1 - symbol));
  return Buffer.from(
    Array.from({ length: CHECKSUM_LENGTH }, (_, symbol) => BASE32_CHARS[Number((sum >> shift(symbol)) & 31n)]!),
  ).toString('latin1');
}
