/**
 * The amounts of an event in few bytes, by a tag:
 *   0  the amount received, which is the delta      1  the amount spent; nothing was received
 *   2  received, delta where that is not negative   3  received, −delta where it is negative
 * Decoder threads hand them over so, and a first sync stages them so.
 */
import type { Amount } from '@chaintrail/chains';
import { VarintReader, varintRoom, writeVarint } from './varint.js';

const RECEIVED = 0;
const SPENT = 1;
const BOTH = 2;
const BOTH_NEGATIVE = 3;
/** How many tags there are: a tag is what is left of a number by them. */
export const TAGS = 4;

/** Effect of an event on its address. */
export interface EventAmounts {
  delta: Amount;
  received: Amount;
}

/** The amounts of events as they lie in chunks: those of event `e` are `bytes[start[e] … start[e + 1]]`. */
export interface PackedAmounts {
  readonly tag: Uint8Array;
  readonly start: Uint32Array;
  readonly bytes: Uint8Array;
}

export function packAmounts(delta: readonly Amount[], received: readonly Amount[]): PackedAmounts {
  const count = delta.length;
  const tag = new Uint8Array(count);
  const start = new Uint32Array(count + 1);
  let room = 0;
  for (let e = 0; e < count; e++) room += amountsRoom(delta[e]!, received[e]!);
  const bytes = new Uint8Array(room);
  let at = 0;
  for (let e = 0; e < count; e++) {
    tag[e] = tagOf(delta[e]!, received[e]!);
    at = writeAmounts(bytes, at, tag[e]!, delta[e]!, received[e]!);
    start[e + 1] = at;
  }
  return { tag, start, bytes: bytes.slice(0, at) };
}

/** The amounts of one event, written into `amounts`. */
export function unpackAmounts({ tag, start, bytes }: PackedAmounts, event: number, amounts: EventAmounts): void {
  readAmounts(new VarintReader(bytes, start[event]), tag[event]!, amounts);
}

export function tagOf(delta: Amount, received: Amount): number {
  return received === delta ? RECEIVED : delta >= 0 ? BOTH : received === 0 ? SPENT : BOTH_NEGATIVE;
}

export function amountsRoom(delta: Amount, received: Amount): number {
  return varintRoom(delta) + varintRoom(received);
}

/** @returns the place after them */
export function writeAmounts(target: Uint8Array, at: number, tag: number, delta: Amount, received: Amount): number {
  const next = tag === BOTH || tag === BOTH_NEGATIVE ? writeVarint(target, at, received) : at;
  return writeVarint(target, next, delta < 0 ? -delta : delta);
}

export function readAmounts(reader: VarintReader, tag: number, amounts: EventAmounts): void {
  const first = reader.next();
  if (tag === RECEIVED) {
    amounts.received = first;
    amounts.delta = first;
  } else if (tag === SPENT) {
    amounts.received = 0;
    amounts.delta = -first;
  } else {
    amounts.received = first;
    const amount = reader.next();
    amounts.delta = tag === BOTH ? amount : -amount;
  }
}

/** @returns the place after the event at `at`, without reading it: the tag is in the lowest bits of its first byte */
export function skipEvent(chunk: Uint8Array, at: number): number {
  const tag = chunk[at]! % TAGS;
  let end = at;
  for (let numbers = tag === BOTH || tag === BOTH_NEGATIVE ? 3 : 2; numbers > 0; numbers--) {
    while (chunk[end]! > 127) end++;
    end++;
  }
  return end;
}
