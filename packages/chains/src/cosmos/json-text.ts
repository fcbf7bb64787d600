/** Text and lists at a {@link JsonCursor}. */
import type { JsonCursor } from '../json/cursor.js';

const BACKSLASH = 0x5c;
const LAST_ASCII = 0x7f;

/** The text of a string whose content is there. */
export function textAt(json: JsonCursor, from: number, to: number): string {
  const { bytes } = json;
  let all = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte === BACKSLASH) return unescaped(json, from, to);
    all |= byte;
  }
  return bytes.toString(all > LAST_ASCII ? 'utf8' : 'latin1', from, to);
}

function unescaped(json: JsonCursor, from: number, to: number): string {
  try {
    return JSON.parse(json.bytes.toString('utf8', from - 1, to + 1)) as string;
  } catch {
    return json.fail('a string that is none', from);
  }
}

export function readText(json: JsonCursor): string {
  json.string();
  return textAt(json, json.from, json.to);
}

/** Nodes write null for lists without elements. What is read as null is left out. */
export function listOf<T>(json: JsonCursor, read: (json: JsonCursor) => T | null): T[] {
  const list: T[] = [];
  if (json.takeNull()) return list;
  for (let more = json.enterArray(); more; more = json.nextElement()) {
    const one = read(json);
    if (one !== null) list.push(one);
  }
  return list;
}
