/** Starts the PostgreSQL server of a test run. It ends with the run, however that ends. */
import { startTestPostgres } from '@chaintrail/testkit';
import { chooseSeed } from './support/seed.js';

/** @returns vitest's teardown */
export async function setup(): Promise<() => Promise<void>> {
  chooseSeed();
  const server = await startTestPostgres();
  return () => server.stop();
}
