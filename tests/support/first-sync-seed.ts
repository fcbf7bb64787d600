/** Draws that differ from run to run and can be repeated. */

const VARIABLE = 'FIRST_SYNC_SEED';

/** Plays with a seed of its own, or with the one in the environment; a failure names it. */
export async function withSeed<T>(play: (seed: number) => Promise<T>): Promise<T> {
  const asked = process.env[VARIABLE];
  const seed = asked === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(asked);
  try {
    return await play(seed);
  } catch (error) {
    console.error(`Failed with ${VARIABLE}=${seed}`);
    throw error;
  }
}
