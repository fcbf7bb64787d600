#!/usr/bin/env node
/** `chaintrail <command>`: checks the command line, then runs the program of the command in this very process. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { COMMANDS, type CommandSpec, commandOf, programOf, UsageError } from '@chaintrail/commands';
import { EXIT_CONFIGURATION } from '@chaintrail/config';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Loading one takes a second, in which nothing has begun that would have to end. */
const SERVICES = ['indexer', 'api'];

/** Signals, the terminal and the exit status are the program's own. */
async function run({ name, program: { workspace, entry } }: CommandSpec, args: readonly string[]): Promise<void> {
  process.stdout.off('error', endWithReader);
  if (SERVICES.includes(name))
    process.on('SIGTERM', () => {
      if (process.listenerCount('SIGTERM') === 1) process.exit(0);
    });
  const file = `${ROOT}${workspace}/dist/${entry}.js`;
  if (!existsSync(file)) {
    const sentence = existsSync(`${ROOT}${workspace}/tsconfig.json`)
      ? `${workspace} is not built; run "npm run build".`
      : `"${name}" is not in this installation, which has no ${workspace}; run it in the project's folder.`;
    console.error(sentence);
    process.exit(EXIT_CONFIGURATION);
  }
  process.argv = [String(process.argv[0]), file, ...args];
  await import(pathToFileURL(file).href);
}

/** `chaintrail --help | head` reads no more than it shows. */
function endWithReader({ code }: NodeJS.ErrnoException): void {
  process.exit(code === 'EPIPE' ? 0 : 1);
}

process.stdout.on('error', endWithReader);
const [name, ...args] = process.argv.slice(2);
const commands = COMMANDS.map((spec) => {
  const command = commandOf(spec);
  for (const each of [command, ...command.commands]) if (each.commands.length === 0) each.action(() => run(spec, args));
  return command;
});
const program = programOf(commands)
  .description('A self-hosted index of cryptocurrency addresses.')
  .version(version, '--version', 'print the version')
  .addHelpText('after', '\n"chaintrail <command> --help" tells the options, settings and exit statuses of each.');
try {
  // Without a command there is nothing wrong yet, only something to be told.
  await program.parseAsync(name === undefined ? ['--help'] : process.argv.slice(2), { from: 'user' });
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.exitCode = error.status;
}
