#!/usr/bin/env node
/** `npx chaintrail drop-chain ltc`: removes everything stored of a chain, so that its next sync starts anew. */
import type { Chain } from '@chaintrail/chains';
import { DROP_CHAIN, readCommandLine } from '@chaintrail/commands';
import { databaseOf, EXIT_CONFIGURATION, loadMigrateSettings, settingsOrExit } from '@chaintrail/config';
import { ChainInUseError, dropChain, explainConnectionError } from '@chaintrail/db';

const { args, options } = readCommandLine<{ readonly cascade?: boolean }>(DROP_CHAIN);
const chain = args[0] as Chain;
const { databases } = settingsOrExit(loadMigrateSettings);
const database = settingsOrExit(() => databaseOf(databases, chain.code));
try {
  const dropped = await dropChain(database.url.reveal(), chain.code, options.cascade);
  console.log(
    dropped
      ? `Everything stored of ${chain.name} is removed. Restart API processes that run: they remember its network.`
      : `Nothing was stored of ${chain.name}.`,
  );
} catch (error) {
  const expected = error instanceof ChainInUseError;
  console.error(explainConnectionError(error, database.variable) ?? (error instanceof Error ? error.message : error));
  process.exitCode = expected ? EXIT_CONFIGURATION : 1;
}
