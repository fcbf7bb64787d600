#!/usr/bin/env node
/** `npx chaintrail retrace eth`: takes back blocks from the first one without its traces on, which then come again. */
import type { Chain } from '@chaintrail/chains';
import { RETRACE, readCommandLine } from '@chaintrail/commands';
import { databaseOf, EXIT_CONFIGURATION, loadMigrateSettings, settingsOrExit } from '@chaintrail/config';
import { ChainInUseError, explainConnectionError, retraceChain } from '@chaintrail/db';

const { args, options } = readCommandLine(RETRACE);
const chain = args[0] as Chain;
const { databases } = settingsOrExit(loadMigrateSettings);
const database = settingsOrExit(() => databaseOf(databases, chain.code));
try {
  const from = await retraceChain(database.url.reveal(), chain.code, (options['from'] as number | undefined) ?? null);
  console.log(
    from === null
      ? `No block of ${chain.name} lacks its traces.`
      : `Blocks of ${chain.name} from ${from} on are taken back. Start the indexer: it takes them again, with their traces.`,
  );
} catch (error) {
  const expected = error instanceof ChainInUseError || error instanceof RangeError;
  console.error(explainConnectionError(error, database.variable) ?? (error instanceof Error ? error.message : error));
  process.exitCode = expected ? EXIT_CONFIGURATION : 1;
}
