/** Address text of the demo network's outputs; written apart from the product's own encoder, which tests compare with it. */
import type { UtxoNetwork } from '@chaintrail/chains';
import { sha256d } from '../sha256.js';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
export const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
// BIP173, BIP350.
const BECH32_CHECK = 1;
export const BECH32M_CHECK = 0x2bc830a3;

/** Base58check of a version, one byte or (above 255) two, and a 20-byte hash. */
export function base58Address(version: number, hash: Buffer): string {
  const prefix = version > 0xff ? [version >> 8, version & 0xff] : [version];
  const payload = Buffer.concat([Buffer.from(prefix), hash]);
  const full = Buffer.concat([payload, sha256d(payload).subarray(0, 4)]);
  let rest = BigInt(`0x${full.toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = BASE58.charAt(Number(rest % 58n)) + text;
  for (let i = 0; full[i] === 0; i++) text = `1${text}`;
  return text;
}

function polymod(values: readonly number[]): number {
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    if (top & 1) check ^= 0x3b6a57b2;
    if (top & 2) check ^= 0x26508e6d;
    if (top & 4) check ^= 0x1ea119fa;
    if (top & 8) check ^= 0x3d4233dd;
    if (top & 16) check ^= 0x2a1462b3;
  }
  return check;
}

export function fiveBitGroups(bytes: Buffer): number[] {
  const groups: number[] = [];
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) groups.push((held >>> (bits - 5)) & 31);
  }
  if (bits > 0) groups.push((held << (5 - bits)) & 31);
  return groups;
}

/** Five-bit groups with their checksum behind the human-readable part (BIP173, BIP350). */
export function bech32Text(hrp: string, groups: readonly number[], checksum: number): string {
  const prefix = [...Buffer.from(hrp)];
  const expanded = [...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31)];
  const check = polymod([...expanded, ...groups, 0, 0, 0, 0, 0, 0]) ^ checksum;
  const data = [...groups];
  for (let i = 0; i < 6; i++) data.push((check >>> (5 * (5 - i))) & 31);
  return `${hrp}1${data.map((group) => BECH32.charAt(group)).join('')}`;
}

/** BIP173 for version 0, BIP350 for later ones. */
export function segwitAddress(hrp: string, version: number, program: Buffer): string {
  return bech32Text(hrp, [version, ...fiveBitGroups(program)], version === 0 ? BECH32_CHECK : BECH32M_CHECK);
}

/** @throws RangeError on a network without segwit addresses */
export function networkHrp(network: UtxoNetwork): string {
  if (network.hrp === null) throw new RangeError(`network ${network.name} has no segwit addresses`);
  return network.hrp;
}

/** Version byte that the network writes. */
export function writtenVersion(versions: readonly number[]): number {
  const version = versions[0];
  if (version === undefined) throw new RangeError('the network names no address version byte');
  return version;
}
