import { SettingsError } from './errors.js';

/** sysexits.h EX_CONFIG: starting again changes nothing until the operator does, in the settings or what they name. */
export const EXIT_CONFIGURATION = 78;

/** What `load` makes of the environment; a program whose settings cannot be used ends here and says why. */
export function settingsOrExit<T>(load: (env: NodeJS.ProcessEnv) => T, env = process.env): T {
  try {
    return load(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIGURATION);
  }
}
