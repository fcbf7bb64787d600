/** The configuration cannot be used. Carries every problem at once, so that the operator corrects them in one go. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** One sentence each: the variable, what is wrong, what is expected. Never holds a secret. */
  readonly problems: readonly string[];
  /** @param notes what looks odd beside the problems: a misspelled variable is often why another one is missing */
  constructor(problems: readonly string[], notes: readonly string[] = []) {
    const told =
      problems.length === 1
        ? `Configuration: ${problems[0]}`
        : `Configuration: ${problems.length} problems\n${problems.map((problem) => `  - ${problem}`).join('\n')}`;
    super([told, ...notes.map((note) => `Note: ${note}`)].join('\n'));
    this.problems = problems;
  }
}

/** sysexits.h EX_CONFIG: starting again changes nothing until the operator does, in the settings or what they name. */
export const EXIT_CONFIGURATION = 78;

/** Loads the environment by `load`; a program whose settings cannot be used ends here and says why. */
export function settingsOrExit<T>(load: (env: NodeJS.ProcessEnv) => T, env = process.env): T {
  try {
    return load(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIGURATION);
  }
}
