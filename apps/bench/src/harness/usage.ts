/** Reads and checks the command line of a benchmark. */
import type { Chain } from '@chaintrail/chains';

/** The command line cannot be used; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** sysexits.h EX_CONFIG, as the other programs refuse what has to be changed first. */
const EXIT_USAGE = 78;

/** @throws UsageError */
export function integerOption(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`--${name} is ${text}: expected a whole number from ${least} to ${most}`);
}

/** @param chains that the benchmark can generate. @throws UsageError */
export function chainOption<C extends Chain>(code: string, chains: readonly C[]): C {
  const chain = chains.find((candidate) => candidate.code === code);
  if (chain) return chain;
  throw new UsageError(`--chain is ${code}: expected ${chainCodes(chains)}`);
}

/** "btc or ltc" */
export function chainCodes(chains: readonly Chain[]): string {
  return chains.map(({ code }) => code).join(' or ');
}

/** Reads the command line with `read`. One that cannot be used ends the process with the reason and the usage. */
export function optionsOrExit<T>(read: (args: readonly string[]) => T, usage: string): T {
  try {
    return read(process.argv.slice(2));
  } catch (error) {
    // parseArgs reports unknown and incomplete options as TypeErrors with a code.
    const ofParser = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!ofParser && !(error instanceof UsageError)) throw error;
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(EXIT_USAGE);
  }
}
