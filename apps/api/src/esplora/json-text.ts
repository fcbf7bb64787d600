/** JSON whose amounts are numbers, as Esplora's are: also those above 2^53, which are exact in the text. */
import { JsonText } from '../http/long-json.js';
import { Rows } from '../http/rows.js';
import { madeInSlices } from '../http/slices.js';

/** Digits that stand for a number; no other text of an answer looks like it. */
const LARGE = /"@(-?\d+)@"/g;

function textOf(value: unknown): string {
  let isLarge = false;
  const text = JSON.stringify(value, (_name, each: unknown) => {
    if (typeof each !== 'bigint') return each;
    const number = Number(each);
    if (Number.isSafeInteger(number)) return number;
    isLarge = true;
    return `@${each}@`;
  });
  return isLarge ? text.replaceAll(LARGE, '$1') : text;
}

export function jsonText(value: unknown): JsonText {
  return new JsonText(textOf(value));
}

/** A list whose entries are made in slices. @param weight of each, in rows of a history */
export async function jsonList<T>(entries: readonly T[], shape: (entry: T) => unknown, weight = 1): Promise<JsonText> {
  const made = Rows.of(entries, (entry) => textOf(shape(entry)), weight);
  const texts = entries.length * weight < LONG ? [...made] : await madeInSlices(made);
  return new JsonText(`[${texts.join(',')}]`);
}

/** Rows that are made at once. */
const LONG = 10;
