/**
 * Text that anybody may have written, as PostgreSQL can hold it: it has no character 0, and jsonb takes no half of a
 * surrogate pair. Both become U+FFFD, as undecodable bytes do. (Half a pair in text becomes that when it is encoded.)
 */
export function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}

/** What JSON.stringify writes of both, beside every other escape. */
const UNSTORABLE = /\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g;

/** @param value whatever JSON can say */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\u')) return json;
  // An escaped backslash is taken whole, so that what follows it is not taken for an escape.
  return json.replace(UNSTORABLE, (written, what: string) => (what.length > 1 ? '\\ufffd' : written));
}
