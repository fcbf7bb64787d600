/** Cursors of the tokens of an address, as in `cursor.ts`: they name contracts or denominations, and amounts. */
import type { TokenPosition } from '@chaintrail/db';
import { z } from 'zod';
import { type CursorScope, SINCE_BYTES, seal, unseal, VERSION } from './cursor.js';

/** Apart from the kinds of `cursor.ts` and `holder-cursor.ts`. Behind it: the position as JSON, how far the log was. */
const KIND = 17;
const HEAD_BYTES = 2;

const asset = z.string().max(128);
const tokenId = z
  .string()
  .regex(/^\d{1,78}$/)
  .nullable();
const Position = z.strictObject({
  looked: z.strictObject({ asset, tokenId }).nullable(),
  after: z.strictObject({ asset, tokenId, rank: z.int32(), since: z.int() }).nullable(),
});

/** @param since as in `cursor.ts` */
export function encodeTokenCursor(scope: CursorScope, position: TokenPosition, since: number | null): string {
  const log = Buffer.alloc(SINCE_BYTES);
  log.writeBigUInt64BE(BigInt(since === null ? 0 : since + 1));
  return seal(scope, Buffer.concat([Buffer.of(VERSION, KIND), Buffer.from(JSON.stringify(position)), log]));
}

/** @returns null when the text is no cursor of this address's tokens */
export function decodeTokenCursor(scope: CursorScope, text: string): TokenPosition | null {
  const bytes = unseal(scope, text);
  if (bytes?.[1] !== KIND) return null;
  return Position.parse(JSON.parse(bytes.subarray(HEAD_BYTES, -SINCE_BYTES).toString('utf8')));
}
