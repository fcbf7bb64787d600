import { writeCashAddr } from '../../bytes/cash-addr.js';
import { KEY_P2PKH, KEY_P2SH, KEY_P2SH32 } from '../script.js';

/** The version byte of an address: its type in bits 3–6, the length of its hash in bits 0–2. */
export const TYPE_P2PKH = 0;
export const TYPE_P2SH = 1;
/** Added to a type by wallets that take tokens (CashTokens). The script is the same. */
export const TOKEN_AWARE = 2;
const SIZE_160 = 0;
const SIZE_256 = 3;

const HASH160_KEY_BYTES = 21;
const HASH256_KEY_BYTES = 33;

/**
 * Writes the CashAddr of an address key to `target` at `at`, in the form that every wallet takes: lower case, with
 * prefix, not token-aware.
 * @returns the number of characters, or 0 when these bytes are no key that has a CashAddr.
 */
export function writeCashAddress(
  prefix: string,
  keys: Uint8Array,
  keyOffset: number,
  keyLength: number,
  target: Buffer,
  at: number,
): number {
  const version = versionOf(keyLength > 0 ? keys[keyOffset]! : -1, keyLength);
  if (version < 0) return 0;
  return writeCashAddr(prefix, version, keys, keyOffset + 1, keyLength - 1, target, at);
}

function versionOf(kind: number, keyLength: number): number {
  if (kind === KEY_P2PKH && keyLength === HASH160_KEY_BYTES) return (TYPE_P2PKH << 3) | SIZE_160;
  if (kind === KEY_P2SH && keyLength === HASH160_KEY_BYTES) return (TYPE_P2SH << 3) | SIZE_160;
  if (kind === KEY_P2SH32 && keyLength === HASH256_KEY_BYTES) return (TYPE_P2SH << 3) | SIZE_256;
  return -1;
}
