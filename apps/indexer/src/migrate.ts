#!/usr/bin/env node
/** `npm run migrate`: brings the database named by DATABASE_URL to this version's schema. */
import { loadMigrateSettings, SettingsError } from '@chaintrail/config';
import { explainConnectionError, MigrationError, migrate } from '@chaintrail/db';

/** sysexits.h EX_CONFIG: restarting will not help. */
const EXIT_CONFIGURATION = 78;

try {
  const { databaseUrl } = loadMigrateSettings(process.env);
  const applied = await migrate(databaseUrl.reveal());
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
} catch (error) {
  const expected = error instanceof SettingsError || error instanceof MigrationError;
  console.error(explainConnectionError(error) ?? (error instanceof Error ? error.message : error));
  process.exitCode = expected ? EXIT_CONFIGURATION : 1;
}
