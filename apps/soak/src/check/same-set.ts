export function sameSet(found: readonly string[], expected: readonly string[]): boolean {
  const wanted = new Set(expected);
  return found.length === wanted.size && found.every((txid) => wanted.has(txid));
}
