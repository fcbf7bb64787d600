/**
 * Cursors of lists. A cursor holds what the next page starts at, which stays the same entry while blocks arrive, and a
 * checksum over the list it belongs to. The checksum finds damaged and foreign cursors; it needs no secret, since a
 * made-up cursor leads nowhere that `offset` does not.
 */
import { createHash } from 'node:crypto';
import type { CosmosHistoryPosition, KeyPosition, UtxoHistoryPosition, UtxoPosition } from '@chaintrail/db';
import { invalidParameter } from '../problem.js';

export type Order = 'desc' | 'asc';

/** Subject of a list: chain, network and address key; of holders the token in its place. */
export interface CursorScope {
  readonly chain: string;
  readonly network: string;
  readonly addressKey: Buffer;
}

/** `Position`: where a page of the family's histories goes on. */
export interface HistoryCursor<Position> {
  readonly order: Order;
  readonly position: Position;
  /** Which part of the history it walks through, as a digest; null: all of it. */
  readonly part: number | null;
}

/** Digest that two walks have in common that go through the same part of a history. */
export function digestOf(part: string): number {
  return createHash('sha256').update(part).digest().readUIntBE(0, 6);
}

export const VERSION = 2;
/** Version and kind. */
const HEAD_BYTES = 2;
const NUMBER_BYTES = 8;
const CHECKSUM_BYTES = 8;
/** Position in the log of the database where the page was read, plus 1; 0 where there are no replicas. */
export const SINCE_BYTES = NUMBER_BYTES;

/** The second byte, and how many numbers follow it. */
const KINDS = {
  /** seq */
  desc: { byte: 0, numbers: 1 },
  asc: { byte: 1, numbers: 1 },
  /** seq, id of an unconfirmed transaction */
  descPending: { byte: 2, numbers: 2 },
  ascPending: { byte: 3, numbers: 2 },
  /** tx_key, index of the output */
  utxos: { byte: 4, numbers: 2 },
  /** The same, then id and index of an unconfirmed output */
  utxosPending: { byte: 5, numbers: 4 },
  /** EVM chains, and accounts: tx_key and id of an unconfirmed transaction, each plus 1, or 0 for none */
  keyDesc: { byte: 6, numbers: 2 },
  keyAsc: { byte: 7, numbers: 2 },
} as const;
type Kind = keyof typeof KINDS;
/** Added to the second byte where one number more, a digest, says which part of a list the cursor belongs to. */
const HAS_PART = 0x80;

interface Decoded {
  readonly kind: Kind;
  readonly numbers: readonly number[];
  readonly part: number | null;
}

/** @param since {@link sinceOf} the cursor */
export function encodeHistoryCursor(
  scope: CursorScope,
  { order, position, part }: HistoryCursor<UtxoHistoryPosition>,
  since: number | null,
): string {
  const { seq, pendingId } = position;
  if (pendingId === null) return encode(scope, order, [seq], since, part);
  return encode(scope, `${order}Pending`, [seq, pendingId], since, part);
}

/** @returns null when the text is no cursor of this history */
export function decodeHistoryCursor(scope: CursorScope, text: string): HistoryCursor<UtxoHistoryPosition> | null {
  const decoded = decode(scope, text);
  if (!decoded) return null;
  const { kind, part } = decoded;
  const [seq = 0, pendingId = null] = decoded.numbers;
  switch (kind) {
    case 'desc':
    case 'asc':
      return seq < 1 ? null : { order: kind, position: { seq, pendingId: null }, part };
    case 'descPending':
    case 'ascPending':
      return { order: kind === 'descPending' ? 'desc' : 'asc', position: { seq, pendingId }, part };
    default:
      return null;
  }
}

export function encodeSeqCursor(
  scope: CursorScope,
  { order, position, part }: HistoryCursor<CosmosHistoryPosition>,
  since: number | null,
): string {
  return encode(scope, order, [position.seq], since, part);
}

/** @returns null when the text is no cursor of this history */
export function decodeSeqCursor(scope: CursorScope, text: string): HistoryCursor<CosmosHistoryPosition> | null {
  const { kind, numbers: [seq = 0] = [], part = null } = decode(scope, text) ?? {};
  return (kind === 'desc' || kind === 'asc') && seq >= 1 ? { order: kind, position: { seq }, part } : null;
}

export function encodeKeyCursor(
  scope: CursorScope,
  { order, position, part }: HistoryCursor<KeyPosition>,
  since: number | null,
): string {
  const numbers = [position.txKey, position.pendingId].map((number) => (number === null ? 0 : number + 1));
  return encode(scope, order === 'desc' ? 'keyDesc' : 'keyAsc', numbers, since, part);
}

/** @returns null when the text is no cursor of this history */
export function decodeKeyCursor(scope: CursorScope, text: string): HistoryCursor<KeyPosition> | null {
  const { kind, numbers: [txKey = 0, pendingId = 0] = [], part = null } = decode(scope, text) ?? {};
  if (kind !== 'keyDesc' && kind !== 'keyAsc') return null;
  return {
    order: kind === 'keyDesc' ? 'desc' : 'asc',
    position: { txKey: txKey === 0 ? null : txKey - 1, pendingId: pendingId === 0 ? null : pendingId - 1 },
    part,
  };
}

export function encodeUtxoCursor(
  scope: CursorScope,
  { txKey, vout, pending }: UtxoPosition,
  since: number | null,
): string {
  if (!pending) return encode(scope, 'utxos', [txKey, vout], since, null);
  return encode(scope, 'utxosPending', [txKey, vout, pending.id, pending.vout], since, null);
}

/** @returns null when the text is no cursor of these outputs */
export function decodeUtxoCursor(scope: CursorScope, text: string): UtxoPosition | null {
  const { kind, numbers: [txKey = 0, vout = 0, id = 0, pendingVout = 0] = [] } = decode(scope, text) ?? {};
  if (kind !== 'utxos' && kind !== 'utxosPending') return null;
  if (vout > MAX_VOUT || pendingVout > MAX_VOUT) return null;
  return { txKey, vout, pending: kind === 'utxos' ? null : { id, vout: pendingVout } };
}

/** Bound of the database's integer. */
const MAX_VOUT = 2 ** 31 - 1;

/**
 * How far the log of the database was where the page was read. A replica that has not come so far lacks some of what
 * the page saw, and would go on with a gap. Of a page that was read without replicas it is not known: no replica is
 * sure to do.
 * @returns null for what is no cursor
 */
export function sinceOf(text: string): number | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < HEAD_BYTES + SINCE_BYTES + CHECKSUM_BYTES) return null;
  const since = Number(bytes.readBigUInt64BE(bytes.length - CHECKSUM_BYTES - SINCE_BYTES));
  return since === 0 ? Number.POSITIVE_INFINITY : since - 1;
}

/** @param of whose list. @throws ProblemError when the text was no cursor of this list, or comes with an offset */
export function requireCursor<Cursor>(decoded: Cursor | null, offset: number, of = 'address'): Cursor {
  if (decoded === null)
    throw invalidParameter('cursor', `expected the \`next\` of an earlier page of this ${of}, unchanged`, {
      code: 'invalid-cursor',
    });
  if (offset !== 0) throw invalidParameter('offset', 'a cursor says where the page starts; give one of the two');
  return decoded;
}

function encode(
  scope: CursorScope,
  kind: Kind,
  position: readonly number[],
  since: number | null,
  part: number | null,
): string {
  const numbers = [...position, ...(part === null ? [] : [part]), since === null ? 0 : since + 1];
  const head = Buffer.alloc(HEAD_BYTES + numbers.length * NUMBER_BYTES);
  head[0] = VERSION;
  head[1] = KINDS[kind].byte | (part === null ? 0 : HAS_PART);
  for (const [at, number] of numbers.entries()) head.writeBigUInt64BE(BigInt(number), HEAD_BYTES + at * NUMBER_BYTES);
  return seal(scope, head);
}

/** @param head version, kind and what the kind holds, the position in the log last. @returns the text of a cursor */
export function seal(scope: CursorScope, head: Buffer): string {
  return Buffer.concat([head, checksum(scope, head)]).toString('base64url');
}

/** @returns what it says, with no number beyond what one holds exactly; null for anything else */
function decode(scope: CursorScope, text: string): Decoded | null {
  const head = unseal(scope, text);
  const which = head?.[1] ?? 0;
  const kind = (Object.keys(KINDS) as Kind[]).find((name) => KINDS[name].byte === (which & ~HAS_PART));
  if (!head || !kind) return null;
  const count = KINDS[kind].numbers + (which & HAS_PART ? 1 : 0);
  if (head.length !== HEAD_BYTES + count * NUMBER_BYTES + SINCE_BYTES) return null;
  const numbers = Array.from({ length: count }, (_, at) =>
    Number(head.readBigUInt64BE(HEAD_BYTES + at * NUMBER_BYTES)),
  );
  if (!numbers.every(Number.isSafeInteger)) return null;
  return { kind, numbers: numbers.slice(0, KINDS[kind].numbers), part: numbers[KINDS[kind].numbers] ?? null };
}

/** @returns what {@link seal} was given; null for what is no cursor of this list */
export function unseal(scope: CursorScope, text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  // Node skips characters that are not base64url; what it made of the text must be the text again.
  if (bytes.length <= HEAD_BYTES + CHECKSUM_BYTES || bytes.toString('base64url') !== text) return null;
  const head = bytes.subarray(0, -CHECKSUM_BYTES);
  return head[0] === VERSION && bytes.subarray(-CHECKSUM_BYTES).equals(checksum(scope, head)) ? head : null;
}

function checksum({ chain, network, addressKey }: CursorScope, head: Buffer): Buffer {
  return createHash('sha256')
    .update(`${chain} ${network} `)
    .update(addressKey)
    .update(head)
    .digest()
    .subarray(0, CHECKSUM_BYTES);
}
