/** The configuration cannot be used. Carries every problem at once, so that the operator corrects them in one go. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** One sentence each: the variable, what is wrong, what is expected. Never holds a secret. */
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      problems.length === 1
        ? `Configuration: ${problems[0]}`
        : `Configuration: ${problems.length} problems\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}
