/** Cursors of lists of holders, as in `cursor.ts`: an amount takes more than a number holds. */
import type { HolderPosition } from '@chaintrail/db';
import { type CursorScope, SINCE_BYTES, seal, unseal, VERSION } from './cursor.js';

/** Apart from the kinds of `cursor.ts`. Behind it: how long the key is, the key, the balance, how far the log was. */
const KIND = 16;
/** Version, kind, length of the key. */
const HEAD_BYTES = 3;

/** @param since as in `cursor.ts` */
export function encodeHolderCursor(
  scope: CursorScope,
  { balance, addressKey }: HolderPosition,
  since: number | null,
): string {
  const digits = BigInt(balance).toString(16);
  const amount = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  const log = Buffer.alloc(SINCE_BYTES);
  log.writeBigUInt64BE(BigInt(since === null ? 0 : since + 1));
  return seal(scope, Buffer.concat([Buffer.of(VERSION, KIND, addressKey.length), addressKey, amount, log]));
}

/** @returns null when the text is no cursor of these holders */
export function decodeHolderCursor(scope: CursorScope, text: string): HolderPosition | null {
  const bytes = unseal(scope, text);
  if (bytes?.[1] !== KIND) return null;
  const amountAt = HEAD_BYTES + (bytes[2] ?? 0);
  const amount = bytes.subarray(amountAt, -SINCE_BYTES).toString('hex');
  if (amount === '') return null;
  return { balance: String(BigInt(`0x${amount}`)), addressKey: bytes.subarray(HEAD_BYTES, amountAt) };
}
