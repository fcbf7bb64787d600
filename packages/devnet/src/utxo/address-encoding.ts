/** Address text of the demo network's outputs; written by others than the product's encoder, which tests compare with it. */
import type { UtxoNetwork } from '@chaintrail/chains';
import { bech32, bech32m } from 'bech32';
import { encodeBase58 } from 'ethers';
import { sha256d } from '../sha256.js';

/** Base58check of a version, one byte or (above 255) two, and a 20-byte hash. */
export function base58Address(version: number, hash: Buffer): string {
  const prefix = version > 0xff ? [version >> 8, version & 0xff] : [version];
  const payload = Buffer.concat([Buffer.from(prefix), hash]);
  return encodeBase58(Buffer.concat([payload, sha256d(payload).subarray(0, 4)]));
}

/** BIP173 for version 0, BIP350 for later ones. */
export function segwitAddress(hrp: string, version: number, program: Buffer): string {
  const encoding = version === 0 ? bech32 : bech32m;
  return encoding.encode(hrp, [version, ...encoding.toWords(program)]);
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
