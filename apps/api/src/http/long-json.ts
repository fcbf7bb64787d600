/** The JSON of an answer with long lists, made in slices: the same bytes as `JSON.stringify` makes at once. */
import { Rows } from './rows.js';
import { inSlices } from './slices.js';

/** A body that is JSON already. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Lists of so much weight are made at once, in some 2 ms (docs/performance.md). */
const SHORT = 50;

/**
 * @returns null where the body has no long lists: it is small enough to be made at once
 */
export async function longJson(body: unknown): Promise<Buffer[] | null> {
  if (typeof body !== 'object' || body === null) return null;
  const weight = Object.values(body).reduce((sum, value) => sum + (value instanceof Rows ? value.weight : 0), 0);
  if (weight <= SHORT) return null;
  const pieces: Buffer[] = [];
  for await (const slice of inSlices(textsOf(body))) pieces.push(Buffer.from(slice.join('')));
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
