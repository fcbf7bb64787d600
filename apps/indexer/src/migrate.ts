#!/usr/bin/env node
/** `npm run migrate`: brings every database that settings name to this version's schema. */
import { EXIT_CONFIGURATION, loadMigrateSettings, settingsOrExit } from '@chaintrail/config';
import { explainConnectionError, MigrationError, migrate } from '@chaintrail/db';

const { databases } = settingsOrExit(loadMigrateSettings);
const byUrl = new Map(databases.map((database) => [database.url.reveal(), database]));
for (const [url, { variable }] of byUrl) {
  const where = byUrl.size === 1 ? '' : `${variable}: `;
  try {
    const applied = await migrate(url);
    console.log(where + (applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.'));
  } catch (error) {
    // The others are brought up to date nevertheless: their chains do not wait for this one.
    const sentence = explainConnectionError(error, variable) ?? (error instanceof Error ? error.message : error);
    console.error(typeof sentence === 'string' ? where + sentence : sentence);
    process.exitCode = error instanceof MigrationError ? EXIT_CONFIGURATION : 1;
  }
}
