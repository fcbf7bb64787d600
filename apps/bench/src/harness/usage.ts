/** What the command line of a benchmark asks for, checked. */

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

/** What `read` makes of the command line; one that cannot be used ends the process with the reason and the usage. */
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
