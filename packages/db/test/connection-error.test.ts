import { type AddressInfo, createServer } from 'node:net';
import { createPool, explainConnectionError, migrate, openSession, saveProgress } from '@chaintrail/db';
import { createTestDatabase, freePort, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database?.drop());

/** The sentence of migrating there, which must name no password. */
async function sentenceFor(url: URL): Promise<string | null> {
  const failure: unknown = await migrate(url.href).catch((error: unknown) => error);
  const sentence = explainConnectionError(failure);
  expect(sentence).not.toContain(url.password);
  return sentence;
}

function changed(change: Partial<Pick<URL, 'hostname' | 'port' | 'pathname' | 'password' | 'search'>>): URL {
  return Object.assign(new URL(database.url), change);
}

/** Port of a server that answers with `text`, whatever it is sent, and closes. */
async function portThatAnswers(text: string): Promise<number> {
  // The client may leave first.
  const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end(text)));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('a sentence with the remedy', () => {
  it('for a server that is not there', async () => {
    const port = await freePort();
    expect(await sentenceFor(changed({ port: String(port) }))).toBe(
      `No PostgreSQL server answers at 127.0.0.1:${port}; start it or correct DATABASE_URL.`,
    );
  });

  it('for a host that is not known', async () => {
    expect(await sentenceFor(changed({ hostname: 'nohost.invalid' }))).toBe(
      'The host nohost.invalid of DATABASE_URL cannot be found; correct DATABASE_URL.',
    );
  });

  it('for a wrong password', async () => {
    expect(await sentenceFor(changed({ password: 'hidden-word' }))).toMatch(
      /^PostgreSQL refuses the login \(password authentication failed for user ".+"\); correct the user or password/,
    );
  });

  it('for a user who may not do what it is to do, which asks for no more rights than that', async () => {
    const admin = await openSession(database.url, 'test');
    onTestFinished(() => admin.end());
    const name = `reader_${Date.now()}`;
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'hidden-word'`);
    onTestFinished(async () => void (await admin.query(`DROP ROLE ${name}`)));
    const reader = await openSession(
      Object.assign(new URL(database.url), { username: name, password: 'hidden-word' }).href,
      'test',
    );
    onTestFinished(() => reader.end());
    const failure: unknown = await reader.query('SELECT FROM chaintrail.chains').catch((error: unknown) => error);
    const sentence = explainConnectionError(failure, 'DATABASE_READ_URL');
    expect(sentence).toMatch(
      /^The user in DATABASE_READ_URL may not do that \(permission denied for schema chaintrail\); the API needs the role chaintrail_api and no more/,
    );
    expect(sentence).not.toMatch(/owner of the database|hidden-word/);
    const refused: unknown = await reader.query('CREATE SCHEMA btc').catch((error: unknown) => error);
    expect(explainConnectionError(refused)).toMatch(
      /^The user in DATABASE_URL may not make schemas there .*; make it the owner of the database, .* "npx chaintrail migrate <code>" ahead\.$/,
    );
  });

  it('for a database of another encoding', async () => {
    const admin = await openSession(database.url, 'test');
    onTestFinished(() => admin.end());
    const name = `latin_${Date.now()}`;
    await admin.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0`);
    onTestFinished(async () => void (await admin.query(`DROP DATABASE ${name}`)));
    expect(await sentenceFor(changed({ pathname: `/${name}` }))).toMatch(
      /make one of UTF-8 \(createdb --encoding=UTF8/,
    );
  });

  it('for a port that something else answers on', async () => {
    const port = await portThatAnswers('HTTP/1.1 400 Bad Request');
    expect(await sentenceFor(changed({ port: String(port) }))).toMatch(/and check DATABASE_URL\.$/);
  });

  it('for a schema that was not migrated', async () => {
    const session = await openSession(database.url, 'test');
    onTestFinished(() => session.end());
    for (const statement of [
      'SELECT stage FROM schema_migrations',
      'SELECT lost(1)',
      'SELECT FROM lost',
      'SELECT 1::lost',
    ]) {
      const failure: unknown = await session.query(statement).catch((error: unknown) => error);
      expect(explainConnectionError(failure), statement).toMatch(
        /lacks a (part|table) .* run "npx chaintrail migrate" of this version(\.|, or, where a chain was dropped)/,
      );
    }
  });

  it('for a missing password', () => {
    // In the words of pg/lib/crypto/sasl.js.
    const failure = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string');
    expect(explainConnectionError(failure)).toMatch(/^PostgreSQL asks for a password; write it into DATABASE_URL/);
  });

  it('for a missing database', async () => {
    expect(await sentenceFor(changed({ pathname: '/nothing_here' }))).toMatch(
      /^PostgreSQL has no such database \(database "nothing_here" does not exist\); create it/,
    );
  });

  it('for a server without TLS', async () => {
    // PostgreSQL's protocol, "SSL Session Encryption": one byte, N, is the refusal.
    const port = await portThatAnswers('N');
    expect(await sentenceFor(changed({ port: String(port), search: '?sslmode=verify-full' }))).toBe(
      'PostgreSQL does not offer TLS; set it up there, or remove sslmode from DATABASE_URL.',
    );
  });

  it('for a statement through drizzle, naming the setting it is told', async () => {
    const port = await freePort();
    const pool = createPool(changed({ port: String(port) }).href, { applicationName: 'test' });
    onTestFinished(() => pool.end());
    const failure: unknown = await saveProgress(pool, 'btc', {
      phase: 'live',
      reason: null,
      nodeHeight: null,
      finalizedHeight: null,
      blocksPerSecond: null,
      transactionsPerSecond: null,
      etaSeconds: null,
      stage: null,
      share: null,
      ...{ nodeRequests: 0, nodeFailures: 0, nodeSeconds: 0 },
    }).catch((error: unknown) => error);
    expect(explainConnectionError(failure, 'DATABASE_READ_URL')).toBe(
      `No PostgreSQL server answers at 127.0.0.1:${port}; start it or correct DATABASE_READ_URL.`,
    );
  });

  it('for a worker of Citus that is away, in one line', async () => {
    const pool = createPool(database.url, { max: 1, applicationName: 'test' });
    onTestFinished(() => pool.end());
    const failure: unknown = await pool
      .query(
        `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '08006', MESSAGE = E'connection to the remote node u@10.0.0.2:5432 failed\nIs it running?'; END $$`,
      )
      .catch((error: unknown) => error);
    expect(explainConnectionError(failure)).toMatch(
      /^A worker behind the server in DATABASE_URL does not answer \(connection to the remote node u@10\.0\.0\.2:5432 failed\); start it/,
    );
  });

  it('for a database that only reads, as a replica does', async () => {
    const pool = createPool(database.url, { max: 1, applicationName: 'test' });
    onTestFinished(() => pool.end());
    await pool.query('SET default_transaction_read_only = on');
    const failure: unknown = await pool.query('CREATE TABLE x (y int)').catch((error: unknown) => error);
    expect(explainConnectionError(failure)).toMatch(/read only .*; name the primary, not a replica\.$/);
  });
});

it('is silent about everything else', async () => {
  const pool = createPool(database.url, { max: 1, applicationName: 'test' });
  onTestFinished(() => pool.end());
  const wrongStatement: unknown = await pool.query('SELEKT').catch((error: unknown) => error);
  expect(wrongStatement).toBeInstanceOf(Error);
  expect(explainConnectionError(wrongStatement)).toBeNull();
  expect(explainConnectionError(new RangeError('a bug'))).toBeNull();
  expect(explainConnectionError(undefined)).toBeNull();
});

it('a connection of a pool that is cut in somebody’s hands fails the next statement, and ends no process', async () => {
  const pool = createPool(database.url, { applicationName: 'test', max: 1 });
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  const cut = new Promise((resolve) => client.once('end', resolve));
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const admin = await openSession(database.url, 'test');
  onTestFinished(() => admin.end());
  await admin.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
  await cut;
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});
