/** Reads text and lists at a {@link JsonCursor}, and makes untrusted text fit for a text column. */
import type { JsonCursor } from '../json/cursor.js';

const BACKSLASH = 0x5c;
const LAST_ASCII = 0x7f;

/** The text of a string with this content. */
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

/** Longer text is cut: memos of THORChain have 250 bytes at most, the SDK's 256 by default. */
const MAX_TEXT_CHARACTERS = 4096;

/** Replaces what PostgreSQL cannot store (NUL, half a surrogate pair) by U+FFFD, and cuts at `limit`. */
export function storableText(text: string, limit = MAX_TEXT_CHARACTERS): string {
  const cut = text.length > limit ? text.slice(0, limit) : text;
  return cut.replace(UNSTORABLE, '\uFFFD');
}

// With the flag u, surrogates in pairs are no surrogates.
const UNSTORABLE = /[\0\p{Cs}]/gu;

/** The same for every text of a JSON value, its names included. */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storableText(name), storableJson(one)]));
}
