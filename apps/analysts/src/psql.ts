#!/usr/bin/env node
/** `npm run psql -- [arguments of psql]`: psql on the database of the environment, or of the service that runs here. */
import { spawn } from 'node:child_process';
import { databaseUrl, NO_DATABASE } from './database-url.js';

const NOT_FOUND = 127;

const url = await databaseUrl(process.env);
if (url === null) {
  console.error(NO_DATABASE);
  process.exitCode = 1;
} else {
  // The password goes by the environment: command lines are seen by all.
  const { password } = url;
  url.password = '';
  const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }) };
  const psql = spawn('psql', [...process.argv.slice(2), url.href], { stdio: 'inherit', env });
  // Ctrl-C is psql's: it ends a query, not the session.
  process.on('SIGINT', () => undefined);
  psql.on('error', () => {
    console.error(
      `psql is not installed. Any client connects to ${url.href}; the password is that of DATABASE_URL, or of the embedded server in <DATA_DIR>/postgres/password (the demo's in <DATA_DIR>/demo/postgres/password). psql comes with PostgreSQL's client package (postgresql-client, libpq).`,
    );
    process.exitCode = NOT_FOUND;
  });
  psql.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
}
