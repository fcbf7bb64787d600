/** One thing in which the index differs from the node's words. */
export interface Difference {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

/** @returns at most one */
export function differing(what: string, expected: string, found: string): Difference[] {
  return expected === found ? [] : [{ what, expected, found }];
}

/** One that is lost shifts all behind it: the first says where. */
export function compareInOrder(what: string, found: readonly string[], expected: readonly string[]): Difference[] {
  const at = Array.from({ length: Math.max(found.length, expected.length) }, (_, n) => n);
  const first = at.find((n) => found[n] !== expected[n]);
  if (first === undefined) return [];
  const numbered = (texts: readonly string[]) => `${what} ${first} of ${texts.length}: ${texts[first] ?? 'none'}`;
  return [{ what, expected: numbered(expected), found: numbered(found) }];
}
