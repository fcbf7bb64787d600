#!/usr/bin/env node
/** `npm run drop-chain -- ltc`: removes everything stored of a chain, so that its next sync starts anew. */
import { CHAINS, chainByCode } from '@chaintrail/chains';
import { databaseOf, EXIT_CONFIGURATION, loadMigrateSettings, settingsOrExit } from '@chaintrail/config';
import { ChainInUseError, dropChain, explainConnectionError } from '@chaintrail/db';

const { databases } = settingsOrExit(loadMigrateSettings);
const [code = ''] = process.argv.slice(2);
const chain = chainByCode(code);
const database = chain && settingsOrExit(() => databaseOf(databases, chain.code));
try {
  if (!database) {
    const known = CHAINS.map((each) => each.code).join(', ');
    console.error(`Usage: npm run drop-chain -- <code>, where <code> is one of ${known}`);
    process.exitCode = EXIT_CONFIGURATION;
  } else {
    const dropped = await dropChain(database.url.reveal(), chain.code);
    console.log(
      dropped
        ? `Everything stored of ${chain.name} is removed. Restart API processes that run: they remember its network.`
        : `Nothing was stored of ${chain.name}.`,
    );
  }
} catch (error) {
  const expected = error instanceof ChainInUseError;
  console.error(explainConnectionError(error, database?.variable) ?? (error instanceof Error ? error.message : error));
  process.exitCode = expected ? EXIT_CONFIGURATION : 1;
}
