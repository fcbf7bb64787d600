/** The memory of 64-bit values as their words: reading a BigInt64Array makes a bigint of each. */
export function wordsOf(values: BigInt64Array): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
}
