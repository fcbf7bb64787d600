/** Starts the PostgreSQL server of a test run. It ends with the run, however that ends. */
import { noteStatements, STATEMENT_STATISTICS, startTestPostgres } from '@chaintrail/testkit';
import { chooseSeed } from './support/seed.js';

/** @returns vitest's teardown */
export async function setup(): Promise<() => Promise<void>> {
  chooseSeed();
  const file = process.env['TEST_EXERCISED'];
  const server = await startTestPostgres(file === undefined ? {} : STATEMENT_STATISTICS);
  const noteTheLast = file === undefined ? undefined : await noteStatements(server.url, file);
  return async () => {
    await noteTheLast?.();
    await server.stop();
  };
}
