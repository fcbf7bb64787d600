import { withRunningService } from '@chaintrail/config';

export const NO_DATABASE =
  'No database is known: start Chaintrail with npm start (the embedded server runs as long as it does), or set DATABASE_URL.';

/** The first replica, else the database, of the environment or of the service that runs here. @returns null without one */
export async function databaseUrl(env: NodeJS.ProcessEnv): Promise<URL | null> {
  const { DATABASE_READ_URL: replicas, DATABASE_URL: url } = await withRunningService(env);
  const given = replicas?.split(',')[0]?.trim() || url?.trim() || '';
  return URL.canParse(given) ? new URL(given) : null;
}
