#!/usr/bin/env node
/** `npm run migrate [-- btc ltc …]`: brings the database named by DATABASE_URL to this version, with schemas for the chains that are named. */
import { CHAINS, chainByCode } from '@chaintrail/chains';
import { EXIT_CONFIGURATION, loadMigrateSettings, settingsOrExit } from '@chaintrail/config';
import { explainConnectionError, MigrationError, migrate, UnfinishedMigrationError } from '@chaintrail/db';

/** sysexits.h EX_TEMPFAIL: running it again, once what it names is out of the way, does the rest. */
const EXIT_UNFINISHED = 75;

process.exitCode = await main(process.argv.slice(2));

async function main(codes: readonly string[]): Promise<number> {
  const { databaseUrl, networks } = settingsOrExit(loadMigrateSettings);
  if (!codes.every((code) => chainByCode(code))) {
    const known = CHAINS.map(({ code }) => code).join(', ');
    console.error(`Usage: npm run migrate [-- <code> …], where each <code> is one of ${known}`);
    return EXIT_CONFIGURATION;
  }
  const create = networks
    .filter(({ chain }) => codes.some((code) => chainByCode(code) === chain))
    .map(({ chain, network }) => ({ code: chain.code, network: network.name }));
  try {
    const applied = await migrate(databaseUrl.reveal(), { create, say: (line) => console.log(line) });
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
    return 0;
  } catch (error) {
    if (error instanceof UnfinishedMigrationError) {
      if (error.applied.length > 0) console.log(`Applied ${error.applied.join(', ')}.`);
      console.error(error.message);
      return EXIT_UNFINISHED;
    }
    console.error(explainConnectionError(error) ?? (error instanceof Error ? error.message : error));
    return error instanceof MigrationError ? EXIT_CONFIGURATION : 1;
  }
}
