/** JSON whose amounts are numbers, as Esplora's are: also those above 2^53, which are exact in the text. */
import { randomUUID } from 'node:crypto';
import { JsonText, Rows } from '../http/rows.js';
import { madeInSlices } from '../http/slices.js';

/** Stands before the digits of a number; no text of an answer has it, whoever named a token. */
const MARK = `@${randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}(-?\\d+(?:\\.\\d+)?)"`, 'g');

/** A number that is written with these digits. */
export class ExactNumber {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  toJSON(): string {
    return MARK + this.#digits;
  }
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_name, each: unknown) => {
    if (typeof each !== 'bigint') return each;
    const number = Number(each);
    return Number.isSafeInteger(number) ? number : MARK + each;
  });
  return text.includes(MARK) ? text.replaceAll(MARKED, '$1') : text;
}

export function jsonText(value: unknown): JsonText {
  return new JsonText(textOf(value));
}

/** A list whose entries are made in slices. @param weightOf each, in rows of a history */
export async function jsonList<T>(
  entries: readonly T[],
  shape: (entry: T) => unknown,
  weightOf: (entry: T) => number = () => 1,
): Promise<JsonText> {
  const made = Rows.of(entries, (entry) => textOf(shape(entry)));
  const weight = entries.reduce((sum, entry) => sum + weightOf(entry), 0);
  const texts = weight < LONG ? [...made] : await madeInSlices(made);
  return new JsonText(`[${texts.join(',')}]`);
}

/** Rows that are made at once. */
const LONG = 10;
