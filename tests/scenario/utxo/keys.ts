/** Keys of the test's own, for scripts that no wallet makes. */
import { createECDH, createHash } from 'node:crypto';

export interface TestKey {
  /** Wallet import format for regtest, compressed unless `uncompressed`. */
  readonly wif: string;
  /** Public key in hex, in the form the WIF stands for. */
  readonly publicKey: string;
}

/** @param seed the same text gives the same key */
export function testKey(seed: string, form: 'compressed' | 'uncompressed' = 'compressed'): TestKey {
  const secret = createHash('sha256').update(`chaintrail test key ${seed}`).digest();
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(secret);
  // Version byte 0xef and the suffix 01 for compressed keys: bitcoin src/key_io.cpp EncodeSecret, regtest parameters.
  const suffix = form === 'compressed' ? [Buffer.from([1])] : [];
  const wif = base58Check(Buffer.concat([Buffer.from([0xef]), secret, ...suffix]));
  return { wif, publicKey: curve.getPublicKey('hex', form) };
}

export function hash160(hex: string): string {
  const sha = createHash('sha256').update(Buffer.from(hex, 'hex')).digest();
  return createHash('ripemd160').update(sha).digest('hex');
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58check of bytes that do not start with zero. */
export function base58Check(payload: Buffer): string {
  const checksum = sha256(sha256(payload)).subarray(0, 4);
  let rest = BigInt(`0x${Buffer.concat([payload, checksum]).toString('hex')}`);
  let text = '';
  while (rest > 0n) {
    text = `${BASE58[Number(rest % 58n)]}${text}`;
    rest /= 58n;
  }
  return text;
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
