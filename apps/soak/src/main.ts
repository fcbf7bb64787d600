#!/usr/bin/env node
/**
 * `npm run soak`: random traffic, reorgs, faults, restarts and kills on every simulated chain, while a client reads and
 * checks every answer; at the end every address is compared and every chain audited. Exit status 0 when all is well.
 */
import { createTestDatabase, startTestPostgres, stopProcesses } from '@chaintrail/testkit';
import { readSoakOptions, SOAK_USAGE, type SoakOptions } from './options.js';
import { describeReport } from './report.js';
import { runSoak } from './soak.js';

/** sysexits.h EX_CONFIG, as the other programs refuse what has to be changed first. */
const EXIT_USAGE = 78;
const EXIT_INTERRUPTED = 130;

function optionsOrExit(): SoakOptions {
  try {
    return readSoakOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${SOAK_USAGE}`);
    process.exit(EXIT_USAGE);
  }
}

const options = optionsOrExit();
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());

console.error(`Soak of ${options.chains.map(({ code }) => code).join(', ')}, seed ${options.seed}`);
const postgres = await startTestPostgres();
try {
  const database = await createTestDatabase();
  const report = await runSoak({
    ...options,
    databaseUrl: database.url,
    apiAddresses: Number.POSITIVE_INFINITY,
    onProgress: (what, leftMs) => console.error(`${Math.ceil(leftMs / 1_000)} s left · ${what}`),
    signal: interrupted.signal,
  });
  console.log(describeReport(report));
  process.exitCode = report.count > 0 ? 1 : 0;
} finally {
  await stopProcesses();
  await postgres.stop();
}
if (interrupted.signal.aborted && process.exitCode === 0) process.exitCode = EXIT_INTERRUPTED;
