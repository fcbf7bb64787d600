/** Text of strangers, made fit for a text column. */

/** Longer text is cut: memos of THORChain have 250 bytes at most, the SDK's 256 by default. */
const MAX_TEXT_CHARACTERS = 4096;

/** Without what PostgreSQL cannot hold (NUL, half a surrogate pair), each replaced by U+FFFD, and not longer than `limit`. */
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
