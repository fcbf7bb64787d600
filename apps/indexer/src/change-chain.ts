/** Commands that change what is stored of one chain, and end. */
import type { Chain } from '@chaintrail/chains';
import { type CommandSpec, readCommandLine } from '@chaintrail/commands';
import { databaseOf, EXIT_CONFIGURATION, loadMigrateSettings, settingsOrExit } from '@chaintrail/config';
import { ChainInUseError, explainConnectionError } from '@chaintrail/db';

/**
 * Runs a command that names a chain, says its outcome, and sets the exit status.
 * @param change changes the chain in the database at a URL. @returns the sentence to print. A RangeError is a refusal
 */
export async function changeChain<Options extends object>(
  spec: CommandSpec,
  change: (databaseUrl: string, chain: Chain, options: Options) => Promise<string>,
): Promise<void> {
  const { args, options } = readCommandLine<Options>(spec);
  const chain = args[0] as Chain;
  const { databases } = settingsOrExit(loadMigrateSettings);
  const database = settingsOrExit(() => databaseOf(databases, chain.code));
  try {
    console.log(await change(database.url.reveal(), chain, options));
  } catch (error) {
    const isRefused = error instanceof ChainInUseError || error instanceof RangeError;
    console.error(explainConnectionError(error, database.variable) ?? (error instanceof Error ? error.message : error));
    process.exitCode = isRefused ? EXIT_CONFIGURATION : 1;
  }
}
