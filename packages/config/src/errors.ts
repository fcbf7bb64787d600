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
