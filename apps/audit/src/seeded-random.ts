/** Numbers drawn at random that can be drawn again, so that an interrupted audit goes on with the same ranges. */

/** mulberry32: 2^32 states are plenty to choose ranges with. @returns numbers from 0 to below 1 */
export function drawing(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns 0 to `count` - 1, each once, in an order drawn from the seed (Fisher-Yates) */
export function shuffled(count: number, seed: number): number[] {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const draw = drawing(seed);
  for (let left = count - 1; left > 0; left--) {
    const other = Math.floor(draw() * (left + 1));
    [numbers[left], numbers[other]] = [numbers[other]!, numbers[left]!];
  }
  return numbers;
}

/** @returns up to `count` different whole numbers from `from` to `to`, both included */
export function drawn(count: number, from: number, to: number, draw: () => number): Set<number> {
  const size = to - from + 1;
  const numbers = new Set<number>();
  if (size <= count) {
    for (let n = from; n <= to; n++) numbers.add(n);
    return numbers;
  }
  while (numbers.size < count) numbers.add(from + Math.floor(draw() * size));
  return numbers;
}
