#!/usr/bin/env node
/** `npm run migrate [-- --wait=SECONDS btc ltc …]`: brings the database named by DATABASE_URL to this version, with schemas for the chains that are named. */
import { CHAINS, chainByCode } from '@chaintrail/chains';
import { EXIT_CONFIGURATION, loadMigrateSettings, settingsOrExit } from '@chaintrail/config';
import { explainConnectionError, MigrationError, migrate, UnfinishedMigrationError } from '@chaintrail/db';

/** sysexits.h EX_TEMPFAIL: running it again, once what it names is out of the way, does the rest. */
const EXIT_UNFINISHED = 75;
const USAGE = `Usage: npm run migrate [-- --wait=SECONDS <code> …], where each <code> is one of ${CHAINS.map(({ code }) => code).join(', ')}`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const { databaseUrl, networks } = settingsOrExit(loadMigrateSettings);
  const codes = args.filter((arg) => !arg.startsWith('-'));
  const [option, ...others] = args.filter((arg) => arg.startsWith('-'));
  const seconds = /^--wait=(\d{1,6})$/.exec(option ?? '')?.[1];
  const isUnknown = others.length > 0 || (option !== undefined && seconds === undefined);
  if (isUnknown || !codes.every((code) => chainByCode(code))) {
    console.error(USAGE);
    return EXIT_CONFIGURATION;
  }
  const waitMs = seconds === undefined ? undefined : Number(seconds) * 1_000;
  const create = networks
    .filter(({ chain }) => codes.some((code) => chainByCode(code) === chain))
    .map(({ chain, network }) => ({ code: chain.code, network: network.name }));
  try {
    const applied = await migrate(databaseUrl.reveal(), { create, waitMs, say: (line) => console.log(line) });
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
