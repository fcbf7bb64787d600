/**
 * Ids of events: what has been told, as places in the tables. They mean the same to every process and every replica,
 * and are a client's `Last-Event-ID`. The checksum finds damaged ids and those of other chains. The signature finds
 * those that this installation did not give out: a made-up place may be one that no server ever comes to.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { NewsPlace, StreamMarks } from '@chaintrail/db';

export interface Position {
  /** Unix seconds: a chain that was synced again has another. */
  readonly liveSince: number;
  /** The last reorganisation that is taken into account. */
  readonly reorgId: number;
  /** Hex: the block that {@link told} is in. */
  readonly hash: string;
  /** By `tx_key`. */
  readonly told: NewsPlace;
  /** By ids of unconfirmed transactions, which rise with arrival. */
  readonly pending: NewsPlace;
}

export interface PositionScope {
  readonly chain: string;
  readonly network: string;
  /** The secret of the installation. */
  readonly key: Buffer;
}

/** Ids of version 1 had no signature. */
const VERSION = 2;
const NUMBER_BYTES = 8;
const HASH_BYTES = 32;
const CHECKSUM_BYTES = 4;
/** Nobody tries 2^96. */
const SIGNATURE_BYTES = 12;
const SEAL_BYTES = CHECKSUM_BYTES + SIGNATURE_BYTES;
/** Above all that an encoded position takes. */
export const MOST_ID_CHARACTERS = 512;

/** A `tx_key` is a height and 20 bits that count a block's transactions. */
const KEYS_PER_BLOCK = 2 ** 20;
export const endOfBlock = (height: number): NewsPlace => ({ at: (height + 1) * KEYS_PER_BLOCK - 1, key: null });
export const heightOf = ({ at }: NewsPlace): number => Math.floor(at / KEYS_PER_BLOCK);

/** In the order of places: 0 where they are the same. */
export function comparePlaces(a: NewsPlace, b: NewsPlace): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.key === b.key) return 0;
  if (a.key === null) return 1;
  return b.key === null || a.key < b.key ? -1 : 1;
}

export const laterPlace = (a: NewsPlace, b: NewsPlace): NewsPlace => (comparePlaces(a, b) >= 0 ? a : b);
export const earlierPlace = (a: NewsPlace, b: NewsPlace): NewsPlace => (comparePlaces(a, b) <= 0 ? a : b);

/** A chain that answers are read from: neither in its first sync nor without blocks. */
export interface LiveMarks extends StreamMarks {
  readonly liveSince: number;
  readonly height: number;
  readonly hash: string;
  readonly time: number;
}

export function areLive(marks: StreamMarks | null): marks is LiveMarks {
  return marks !== null && marks.liveSince !== null && marks.hash !== null;
}

/** Where who begins now stands: all there is has been told. */
export function positionAt({ liveSince, reorgId, hash, height, pendingId }: LiveMarks): Position {
  return {
    ...{ liveSince, reorgId, hash },
    told: endOfBlock(height),
    pending: { at: pendingId ?? 0, key: null },
  };
}

/** Whether tables with these marks lack some of what was told. */
export function isAhead({ reorgId, told }: Position, marks: LiveMarks): boolean {
  return reorgId > marks.reorgId || (reorgId === marks.reorgId && heightOf(told) > marks.height);
}

export function encodePosition(scope: PositionScope, position: Position): string {
  const { liveSince, reorgId, hash, told, pending } = position;
  // Ids have room for a place between the two, which earlier versions read.
  const numbers = [liveSince, reorgId, told.at, told.at, pending.at];
  const fixed = Buffer.alloc(1 + numbers.length * NUMBER_BYTES);
  fixed[0] = VERSION;
  for (const [at, number] of numbers.entries()) fixed.writeBigUInt64BE(BigInt(number), 1 + at * NUMBER_BYTES);
  const keys = [told, told, pending].flatMap(({ key }) => {
    const bytes = Buffer.from(key ?? '', 'hex');
    return [Buffer.of(bytes.length), bytes];
  });
  const body = Buffer.concat([fixed, Buffer.from(hash, 'hex'), ...keys]);
  return Buffer.concat([body, ...seal(scope, body)]).toString('base64url');
}

/** @returns `foreign` for an id of an earlier version or another installation; null for no id of the chain */
export function decodePosition(scope: PositionScope, text: string): Position | 'foreign' | null {
  const bytes = Buffer.from(text, 'base64url');
  // Node skips characters that are not base64url; what it made of the text must be the text again.
  if (bytes.length <= SEAL_BYTES || bytes.toString('base64url') !== text) return null;
  if (bytes[0] === 1) return 'foreign';
  const body = bytes.subarray(0, -SEAL_BYTES);
  const given = bytes.subarray(-SEAL_BYTES);
  const [checksum, signature] = seal(scope, body);
  if (body[0] !== VERSION || !given.subarray(0, CHECKSUM_BYTES).equals(checksum)) return null;
  if (!timingSafeEqual(given.subarray(CHECKSUM_BYTES), signature)) return 'foreign';
  return readBody(body);
}

function readBody(body: Buffer): Position | null {
  let at = 1;
  const take = (length: number): Buffer => {
    at += length;
    return body.subarray(at - length, at);
  };
  const number = (): number => {
    const taken = take(NUMBER_BYTES);
    return taken.length === NUMBER_BYTES ? Number(taken.readBigUInt64BE()) : Number.NaN;
  };
  const [liveSince, reorgId, ...places] = [number(), number(), number(), number(), number()] as const;
  const hash = take(HASH_BYTES).toString('hex');
  const [told, , pending] = places.map((place): NewsPlace => {
    const key = take(take(1)[0] ?? 0).toString('hex');
    return { at: place, key: key === '' ? null : key };
  });
  const isWhole = at === body.length && [liveSince, reorgId, ...places].every(Number.isSafeInteger);
  return isWhole ? { liveSince, reorgId, hash, told: told!, pending: pending! } : null;
}

function seal({ chain, network, key }: PositionScope, body: Buffer): readonly [checksum: Buffer, signature: Buffer] {
  const place = `stream ${chain} ${network} `;
  const checksum = createHash('sha256').update(place).update(body).digest().subarray(0, CHECKSUM_BYTES);
  const signature = createHmac('sha256', key).update(place).update(body).digest().subarray(0, SIGNATURE_BYTES);
  return [checksum, signature];
}
