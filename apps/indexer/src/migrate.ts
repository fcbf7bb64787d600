#!/usr/bin/env node
/**
 * `npx chaintrail migrate [--wait=SECONDS btc ltc …]`: brings every database that settings name to this version, with
 * schemas for the chains that are named.
 */
import type { Chain } from '@chaintrail/chains';
import { EXIT_UNFINISHED, MIGRATE, readCommandLine } from '@chaintrail/commands';
import {
  type DatabaseSettings,
  databaseOf,
  EXIT_CONFIGURATION,
  loadMigrateSettings,
  settingsOrExit,
} from '@chaintrail/config';
import {
  explainConnectionError,
  type MigrateOptions,
  MigrationError,
  migrate,
  UnfinishedMigrationError,
} from '@chaintrail/db';

const {
  args: [chains],
  options: { wait },
} = readCommandLine<{ wait?: number }>(MIGRATE);
process.exitCode = await main((chains as readonly Chain[] | undefined) ?? [], wait);

async function main(chains: readonly Chain[], waitSeconds: number | undefined): Promise<number> {
  const { databases, networks } = settingsOrExit(loadMigrateSettings);
  const waitMs = waitSeconds === undefined ? undefined : waitSeconds * 1_000;
  const named = networks.filter(({ chain }) => chains.includes(chain));
  // Several settings may name one database.
  const byUrl = new Map([...databases].reverse().map((database) => [database.url.reveal(), database]));
  let worst = 0;
  for (const [url, database] of [...byUrl].reverse()) {
    const create = named
      .filter(({ chain }) => settingsOrExit(() => databaseOf(databases, chain.code)).url.reveal() === url)
      .map(({ chain, network }) => ({ code: chain.code, network: network.name }));
    const where = byUrl.size === 1 ? '' : `${database.variable}: `;
    // Others are brought up to date where one is not: their chains do not wait for it.
    const status = await migrateOne(database, { create, waitMs }, where);
    if (status !== 0) worst = worst === 0 || worst === EXIT_UNFINISHED ? status : worst;
  }
  return worst;
}

async function migrateOne(
  { url, variable }: DatabaseSettings,
  options: MigrateOptions,
  where: string,
): Promise<number> {
  const say = (line: string): void => console.log(where + line);
  try {
    const applied = await migrate(url.reveal(), { ...options, say });
    say(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
    return 0;
  } catch (error) {
    if (error instanceof UnfinishedMigrationError) {
      if (error.applied.length > 0) say(`Applied ${error.applied.join(', ')}.`);
      console.error(where + error.message);
      return EXIT_UNFINISHED;
    }
    console.error(
      where + (explainConnectionError(error, variable) ?? (error instanceof Error ? error.message : String(error))),
    );
    return error instanceof MigrationError ? EXIT_CONFIGURATION : 1;
  }
}
