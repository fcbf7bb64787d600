import { ENTRIES_PER_ROW, type TransactionPart } from '@chaintrail/db';

/**
 * Entries of a list, each made when it is asked for: whoever writes many may let others have their turn between two.
 */
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
