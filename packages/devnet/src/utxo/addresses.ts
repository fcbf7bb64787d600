/** Address text of the demo network's outputs; written by others than the product's encoder, which tests compare with it. */
import type { UtxoNetwork } from '@chaintrail/chains';
import { bech32, bech32m } from 'bech32';
import { encodeBase58 } from 'ethers';
import { sha256d } from '../sha256.js';
import type { Destination } from './destination.js';
import { hash160 } from './hash.js';

/** As the chain's users write it; null for outputs that have no address. P2PK counts as its P2PKH. */
export function addressOf({ type, script, reveal }: Destination, network: UtxoNetwork): string | null {
  switch (type) {
    case 'pubkey':
      return hashAddress(network, 'p2pkh', hash160(reveal));
    case 'pubkeyhash':
      return hashAddress(network, 'p2pkh', script.subarray(3, 23));
    case 'scripthash': // of 20 bytes, or of 32 on Bitcoin Cash
      return hashAddress(network, 'p2sh', script.subarray(2, -1));
    case 'witness_v0_keyhash':
    case 'witness_v0_scripthash':
      return segwitAddress(network, bech32, 0, script.subarray(2));
    case 'witness_v1_taproot':
    case 'anchor':
    case 'witness_unknown':
      return segwitAddress(network, bech32m, script.readUInt8(0) - 0x50, script.subarray(2));
    default:
      return null;
  }
}

/** CashAddr where the network has it, base58check elsewhere: of a version of one byte or (above 255) two. */
function hashAddress(network: UtxoNetwork, kind: 'p2pkh' | 'p2sh', hash: Buffer): string {
  if (network.cashAddrPrefix !== null) return cashAddress(network.cashAddrPrefix, kind === 'p2pkh' ? 0 : 1, hash);
  const [version = 0] = network[kind];
  const payload = Buffer.concat([Buffer.from(version > 0xff ? [version >> 8, version & 0xff] : [version]), hash]);
  return encodeBase58(Buffer.concat([payload, sha256d(payload).subarray(0, 4)]));
}

/** BIP173 for version 0, BIP350 for later ones. @throws RangeError on a network without segwit addresses */
function segwitAddress({ hrp, name }: UtxoNetwork, encoding: typeof bech32, version: number, program: Buffer): string {
  if (hrp === null) throw new RangeError(`network ${name} has no segwit addresses`);
  return encoding.encode(hrp, [version, ...encoding.toWords(program)]);
}

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/**
 * CashAddr (BCHN src/cashaddr.cpp).
 * @param type 0 for P2PKH, 1 for P2SH
 * @param hash 20 or 32 bytes
 */
export function cashAddress(prefix: string, type: number, hash: Buffer): string {
  const size = hash.length === 32 ? 3 : 0;
  const payload = bech32.toWords(Buffer.concat([Buffer.from([(type << 3) | size]), hash]));
  const expanded = [...Buffer.from(prefix)].map((code) => code & 31);
  const check = polymod([...expanded, 0, ...payload, 0, 0, 0, 0, 0, 0, 0, 0]);
  const checked = Array.from({ length: 8 }, (_, i) => Number((check >> BigInt(5 * (7 - i))) & 31n));
  return `${prefix}:${[...payload, ...checked].map((group) => CHARSET.charAt(group)).join('')}`;
}

function polymod(values: readonly number[]): bigint {
  let check = 1n;
  for (const value of values) {
    const top = check >> 35n;
    check = ((check & 0x07ffffffffn) << 5n) ^ BigInt(value);
    GENERATORS.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) check ^= generator;
    });
  }
  return check ^ 1n;
}
