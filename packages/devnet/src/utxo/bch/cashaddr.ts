/** CashAddr text (BCHN src/cashaddr.cpp); written apart from the product's own encoder, which tests compare with it. */
import { bech32 } from 'bech32';

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

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

/**
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
