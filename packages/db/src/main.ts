#!/usr/bin/env node
/** `npm run migrate`: brings the database named by DATABASE_URL to this version's schema. */
import { migrate } from './migrate.js';

const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) {
  console.error(
    'DATABASE_URL is not set: name the PostgreSQL database, e.g. postgres://user:password@127.0.0.1:5432/chaintrail',
  );
  process.exit(78);
}
const applied = await migrate(databaseUrl);
console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
