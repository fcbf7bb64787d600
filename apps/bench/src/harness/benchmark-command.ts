/** Command lines of benchmarks: their options and help. */
import type { Chain } from '@chaintrail/chains';
import { Command, InvalidArgumentError, Option } from 'commander';

const HELP_WIDTH = 120;

/** @param script of package.json */
export function benchmarkCommand(script: string): Command {
  return new Command(`npm run ${script} --`)
    .configureHelp({ helpWidth: HELP_WIDTH })
    .showHelpAfterError()
    .allowExcessArguments(false)
    .exitOverride();
}

/** A whole number in plain digits. @param standard where the option is not given */
export function wholeNumber(flags: string, about: string, least: number, most: number, standard?: number): Option {
  return new Option(flags, about).default(standard).argParser((text) => readWholeNumber(text, least, most));
}

export function readWholeNumber(text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new InvalidArgumentError(`expected a whole number from ${least} to ${most}`);
}

/** @param chains that the benchmark can generate; the first one is the default */
export function chainOption<C extends Chain>(chains: readonly C[]): Option {
  const codes = chainCodes(chains);
  return new Option('--chain <CODE>', codes).default(chains[0], chains[0]?.code).argParser((code) => {
    const chain = chains.find((candidate) => candidate.code === code);
    if (chain) return chain;
    throw new InvalidArgumentError(`expected ${codes}`);
  });
}

/** "btc or ltc" */
export function chainCodes(chains: readonly Chain[]): string {
  return chains.map(({ code }) => code).join(' or ');
}

/** @throws CommanderError, when reason and help were told on standard error */
export function parseOptions<Options extends object>(command: Command, args: readonly string[]): Options {
  return command.parse([...args], { from: 'user' }).opts<Options & Record<string, unknown>>();
}
