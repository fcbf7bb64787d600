import { settingsOrExit, urlToRead, withRunningService } from '@chaintrail/config';

export const NO_DATABASE =
  'No database is known: start Chaintrail with npm start (the embedded server runs as long as it does), or set DATABASE_URL.';

/**
 * The first replica, else the database, of the environment or of the service that runs here.
 * @param schema what is asked about: a chain may have a database of its own
 * @returns null without one
 */
export async function databaseUrl(env: NodeJS.ProcessEnv, schema?: string): Promise<URL | null> {
  const settings = await withRunningService(env);
  const url = settingsOrExit(() => urlToRead(settings, schema ?? null));
  return url && new URL(url.reveal());
}
