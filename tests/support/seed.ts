/** The seed of whatever tests draw: the same in every run, so that a failure stays until it is mended. */

const VARIABLE = 'TEST_SEED';
const FIXED = 210_103;

/** For the setup of a run: draws a seed for all its files where TEST_SEED is `random`, and prints it. */
export function chooseSeed(): void {
  if (process.env[VARIABLE] !== 'random') return;
  process.env[VARIABLE] = String(Math.floor(Math.random() * 2 ** 31));
  console.info(`${VARIABLE}=${process.env[VARIABLE]}`);
}

/** @throws Error when TEST_SEED is not a number */
export function testSeed(): number {
  const seed = Number(process.env[VARIABLE] ?? FIXED);
  if (!Number.isSafeInteger(seed))
    throw new Error(`${VARIABLE} is ${process.env[VARIABLE]}: expected a number or "random".`);
  return seed;
}
