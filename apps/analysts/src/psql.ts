#!/usr/bin/env node
/** `npx chaintrail psql [arguments of psql]`: psql on the database of the environment, or of the service that runs here. */
import { spawn } from 'node:child_process';
import { closeSession, openSession } from '@chaintrail/db';
import { databaseUrl, NO_DATABASE } from './database-url.js';

const NOT_FOUND = 127;
const READ_ROLE = 'chaintrail_read';

/** Settings of a session that reads alone, as libpq takes them; as that role where this user may become it. */
async function readingOptions(url: URL): Promise<string> {
  const session = await openSession(url.href, 'chaintrail-psql').catch(() => null);
  // psql says what is wrong with the connection.
  if (session === null) return '-c default_transaction_read_only=on';
  try {
    await session.query(`SET ROLE ${READ_ROLE}`);
    return `-c default_transaction_read_only=on -c role=${READ_ROLE}`;
  } catch {
    console.error(
      `The user in DATABASE_URL may not become ${READ_ROLE}: reading as itself, in transactions that cannot write.`,
    );
    return '-c default_transaction_read_only=on';
  } finally {
    await closeSession(session);
  }
}

const url = await databaseUrl(process.env);
if (url === null) {
  console.error(NO_DATABASE);
  process.exitCode = 1;
} else {
  const isOwner = process.argv.includes('--owner');
  const given = url.searchParams.get('options') ?? process.env['PGOPTIONS'] ?? '';
  const options = { PGOPTIONS: isOwner ? given : `${given} ${await readingOptions(url)}`.trim() };
  // The password goes by the environment: command lines are seen by all.
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  url.password = '';
  // Options in the URL would be in the place of those. Spaces of others stay %20: libpq knows no +.
  const parameters = url.search.slice(1).split('&');
  url.search = parameters.filter((parameter) => !/^(password|options)=/.test(parameter)).join('&');
  const env = { ...process.env, ...options, ...(password === '' ? {} : { PGPASSWORD: password }) };
  const psql = spawn('psql', [...process.argv.slice(2).filter((argument) => argument !== '--owner'), url.href], {
    stdio: 'inherit',
    env,
  });
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
