/** The form of a command, and how one is read: by the program itself, or by `chaintrail`, which runs that program. */
import { EXIT_CONFIGURATION } from '@chaintrail/config';
import { Command, type CommanderError } from 'commander';

const PROGRAM = 'chaintrail';
const HELP_WIDTH = 100;

export interface CommandSpec {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** The compiled program: `<workspace>/dist/<entry>.js`. */
  readonly program: { readonly workspace: string; readonly entry: string };
  /** Names of the environment variables that it reads. */
  readonly settings: readonly string[];
  /** Exit statuses with their meaning, beside those of `usageStatus`. */
  readonly statuses: readonly (readonly [status: number, meaning: string])[];
  /** Exit status for a command line that cannot be used, where it is not `EXIT_CONFIGURATION`. */
  readonly usageStatus?: number;
  /** Adds arguments, options and commands of its own. */
  readonly declare?: (command: Command) => void;
}

/** The command with its help. What runs it is for the caller to add. */
export function commandOf(spec: CommandSpec): Command {
  const command = new Command(spec.name).description(spec.summary);
  spec.declare?.(command);
  command.addHelpText('after', () => helpText(spec));
  for (const each of [command, ...command.commands]) settle(each, spec.usageStatus);
  return command;
}

/** The program with commands of it. */
export function programOf(commands: readonly Command[]): Command {
  const program = new Command(PROGRAM);
  for (const command of commands) program.addCommand(command);
  settle(program);
  return program;
}

function settle(command: Command, usageStatus: number = EXIT_CONFIGURATION): void {
  command
    .configureHelp({ helpWidth: HELP_WIDTH, showGlobalOptions: false })
    .configureOutput({ outputError: (text, write) => write(`${text}${usageOf(command)}\n`) })
    .exitOverride((error) => {
      throw new UsageError(error, usageStatus);
    });
}

/** "Usage: chaintrail audit [options] <code>" */
function usageOf(command: Command): string {
  const names: string[] = [];
  for (let each: Command | null = command; each; each = each.parent) names.unshift(each.name());
  return `Usage: ${names.join(' ')} ${command.usage()}`;
}

/** The reading of a command line ended, after everything was told: with help, or since it cannot be used. */
export class UsageError extends Error {
  readonly status: number;
  constructor(cause: CommanderError, status: number) {
    super(cause.message, { cause });
    this.status = cause.exitCode === 0 ? 0 : status;
  }
}

/** A parsed command line. */
export interface CommandLine<Options> {
  /** Names of the command and the command below it that was named: `['issue']`. */
  readonly path: readonly string[];
  readonly args: readonly unknown[];
  readonly options: Options;
}

/** Reads the command line of this very process. Ends it where help is asked for, and where it cannot be used. */
export function readCommandLine<Options = Record<string, never>>(
  spec: CommandSpec,
  args: readonly string[] = process.argv.slice(2),
): CommandLine<Options> {
  try {
    return parseCommandLine(spec, args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.exit(error.status);
  }
}

/** @throws UsageError, when everything was told on standard error, or the help on standard output */
export function parseCommandLine<Options = Record<string, never>>(
  spec: CommandSpec,
  args: readonly string[],
): CommandLine<Options> {
  const command = commandOf(spec);
  let found = command;
  for (const each of command.commands.length === 0 ? [command] : command.commands) {
    each.action(() => {
      found = each;
    });
  }
  programOf([command]).parse([spec.name, ...args], { from: 'user' });
  return {
    path: found === command ? [] : [found.name()],
    args: found.processedArgs,
    options: found.opts<Options & Record<string, unknown>>(),
  };
}

function helpText({ settings, statuses, usageStatus = EXIT_CONFIGURATION }: CommandSpec): string {
  const usage = [usageStatus, 'the command line cannot be used'] as const;
  const meanings = new Map<number, string[]>();
  for (const [status, meaning] of [...statuses, usage])
    meanings.set(status, [...(meanings.get(status) ?? []), meaning]);
  const lines = [...meanings]
    .toSorted(([a], [b]) => a - b)
    .map(([status, all]) => `  ${String(status).padEnd(3)}  ${all.join('; ')}`);
  const read = settings.length === 0 ? [] : ['', 'Settings (docs/configuration.md):', ...wrapped(settings)];
  return [...read, '', 'Exit status:', ...lines].join('\n').replace(/^/, '\n').replace(/^\n\n/, '\n');
}

function wrapped(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= HELP_WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines;
}
