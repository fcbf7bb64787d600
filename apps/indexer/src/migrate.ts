#!/usr/bin/env node
/** `npm run migrate`: brings the database named by DATABASE_URL to this version's schema. */
import { EXIT_CONFIGURATION, loadMigrateSettings, settingsOrExit } from '@chaintrail/config';
import { explainConnectionError, MigrationError, migrate } from '@chaintrail/db';

const { databaseUrl } = settingsOrExit(loadMigrateSettings);
try {
  const applied = await migrate(databaseUrl.reveal());
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
} catch (error) {
  const expected = error instanceof MigrationError;
  console.error(explainConnectionError(error) ?? (error instanceof Error ? error.message : error));
  process.exitCode = expected ? EXIT_CONFIGURATION : 1;
}
