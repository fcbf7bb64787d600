/**
 * Cursors of histories. A cursor holds the `seq` that the next page starts at, which stays the same transaction while
 * blocks arrive because it is counted from the oldest, and a checksum over the history it belongs to. The checksum
 * finds damaged and foreign cursors; it needs no secret, since a made-up cursor leads nowhere that `offset` does not.
 */
import { createHash } from 'node:crypto';

export type Order = 'desc' | 'asc';

/** Whose history: chain, network and address key. */
export interface CursorScope {
  readonly chain: string;
  readonly network: string;
  readonly addressKey: Buffer;
}

export interface Cursor {
  readonly order: Order;
  readonly seq: number;
}

const VERSION = 1;
/** Version, order, 8 bytes of seq. */
const HEAD_BYTES = 10;
const CHECKSUM_BYTES = 8;

export function encodeCursor(scope: CursorScope, { order, seq }: Cursor): string {
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = VERSION;
  head[1] = order === 'asc' ? 1 : 0;
  head.writeBigUInt64BE(BigInt(seq), 2);
  return Buffer.concat([head, checksum(scope, head)]).toString('base64url');
}

/** @returns null when the text is no cursor of this history */
export function decodeCursor(scope: CursorScope, text: string): Cursor | null {
  const bytes = Buffer.from(text, 'base64url');
  // Node skips characters that are not base64url; what it made of the text must be the text again.
  if (bytes.length !== HEAD_BYTES + CHECKSUM_BYTES || bytes.toString('base64url') !== text) return null;
  const head = bytes.subarray(0, HEAD_BYTES);
  if (!bytes.subarray(HEAD_BYTES).equals(checksum(scope, head))) return null;
  const seq = Number(head.readBigUInt64BE(2));
  if (head[0] !== VERSION || !Number.isSafeInteger(seq) || seq < 1) return null;
  return { order: head[1] === 1 ? 'asc' : 'desc', seq };
}

function checksum({ chain, network, addressKey }: CursorScope, head: Buffer): Buffer {
  return createHash('sha256')
    .update(`${chain} ${network} `)
    .update(addressKey)
    .update(head)
    .digest()
    .subarray(0, CHECKSUM_BYTES);
}
