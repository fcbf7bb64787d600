/** Lists of an answer, whose entries are made one by one, and the JSON of them. */
import { ENTRIES_PER_ROW, type TransactionPart } from '@chaintrail/db';
import { inSlices, madeInSlices } from './slices.js';

/** Entries of a list, each made when it is asked for: whoever writes many may let others have turns in between. */
export class Rows<T> implements Iterable<T> {
  /** How much it is to make, in rows of a history. */
  readonly weight: number;
  readonly #each: () => Generator<T>;

  private constructor(weight: number, each: () => Generator<T>) {
    this.weight = weight;
    this.#each = each;
  }

  /** @param weight of each entry, in rows of a history */
  static of<Stored, T>(stored: readonly Stored[], shape: (stored: Stored) => T, weight = 1): Rows<T> {
    return new Rows(stored.length * weight, function* () {
      for (const each of stored) yield shape(each);
    });
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#each();
  }

  toJSON(): T[] {
    return [...this];
  }
}

/** An input, output or transfer of a transaction. */
export const ENTRY_WEIGHT = 1 / ENTRIES_PER_ROW;

/** Which entries of each list of a transaction. */
export type PartRequest = Pick<TransactionPart, 'offset' | 'limit'>;

/** Where the next part of a transaction begins. @param counts how many entries its lists have */
export function nextOffsetOf({ offset, limit }: PartRequest, counts: readonly number[]): number | null {
  return offset + limit < Math.max(...counts) ? offset + limit : null;
}

/** An object whose lists may be made while they are written. */
export type WithRows<Body> = {
  [Key in keyof Body]: Body[Key] extends readonly (infer Entry)[] ? Body[Key] | Rows<Entry> : Body[Key];
};

/** A body that is JSON already. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Lists of so much weight are made at once, in some 2 ms (docs/performance.md). */
const SHORT = 50;

/** A body whose lists may be made already. */
export type Made<Body> = {
  [Key in keyof Body]: Body[Key] extends Rows<infer Entry> ? Entry[] | Rows<Entry> : Body[Key];
};

/** The same body with its lists made, unless they are more than a slice: then they are made while they are written. */
export function madeIfShort<Body>(body: Body): Made<Body> {
  const lists = listsOf(body);
  if (lists.length === 0 || weightOf(lists) > SHORT) return body as Made<Body>;
  const made = Object.entries(body as object).map(([name, value]) => [
    name,
    value instanceof Rows ? [...value] : value,
  ]);
  return Object.fromEntries(made);
}

function listsOf(body: unknown): Rows<unknown>[] {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return [];
  return Object.values(body).filter((value) => value instanceof Rows);
}

function weightOf(lists: readonly Rows<unknown>[]): number {
  return lists.reduce((sum, { weight }) => sum + weight, 0);
}

/** All of a list, made at once or, where that is more than a slice, in slices. */
export async function arrayOf<T>(rows: Rows<T>): Promise<T[]> {
  return rows.weight <= SHORT ? [...rows] : madeInSlices(rows);
}

/**
 * The JSON of an answer with long lists, made in slices: the same bytes as `JSON.stringify` makes at once.
 * @returns null where the body has no long lists: it is small enough to be made at once
 */
export async function longJson(body: unknown): Promise<Buffer[] | null> {
  if (weightOf(listsOf(body)) <= SHORT) return null;
  const pieces: Buffer[] = [];
  for await (const slice of inSlices(textsOf(body as object))) pieces.push(Buffer.from(slice.join('')));
  return pieces;
}

/** Each entry of its lists is a text, and so is each of its other properties. */
function* textsOf(body: object): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    const opening = `${before}${JSON.stringify(name)}:`;
    if (value instanceof Rows) {
      yield `${opening}[`;
      yield* entriesOf(value);
      yield ']';
    } else {
      const text = JSON.stringify(value);
      // As JSON.stringify does with what JSON has no word for.
      if (text === undefined) continue;
      yield opening + text;
    }
    before = ',';
  }
  yield '}';
}

function* entriesOf(list: Iterable<unknown>): Generator<string> {
  let before = '';
  for (const entry of list) {
    yield before + JSON.stringify(entry);
    before = ',';
  }
}
