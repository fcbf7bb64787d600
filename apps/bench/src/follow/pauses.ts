/** Between a block and the next, so that it meets every phase of a wait or of a poll. */
const LEAST_MS = 300;
const MOST_MS = 1_700;

/** Numerical Recipes' generator: the same pauses for the same seed, spread evenly. */
export function* pauses(seed: number): Generator<number, never, undefined> {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield LEAST_MS + (state / 2 ** 32) * (MOST_MS - LEAST_MS);
  }
}
