/** The JSON of an answer with a long list, made in slices: the same bytes as `JSON.stringify` makes at once. */
import { Rows } from '../shape/rows.js';
import { inSlices } from './slices.js';

/** A list of so much weight is made at once, in some 2 ms (docs/performance.md). */
const SHORT = 50;

/**
 * @returns null where the body has no long list at its end: it is small enough to be made at once
 */
export async function longJson(body: unknown): Promise<Buffer[] | null> {
  if (typeof body !== 'object' || body === null) return null;
  const [name, list] = Object.entries(body).at(-1) ?? [];
  if (name === undefined || !(list instanceof Rows) || list.weight <= SHORT) return null;
  // Up to the bracket that opens the list.
  const head = JSON.stringify({ ...body, [name]: [] }).slice(0, -']}'.length);
  const pieces: Buffer[] = [];
  let before = head;
  for await (const slice of inSlices(texts(list))) {
    pieces.push(Buffer.from(before + slice.join(',')));
    before = ',';
  }
  pieces.push(Buffer.from(']}'));
  return pieces;
}

function* texts(list: Iterable<unknown>): Generator<string> {
  for (const entry of list) yield JSON.stringify(entry);
}
