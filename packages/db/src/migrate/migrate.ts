/**
 * Brings a database to the schemas of this version: numbered SQL files, each applied once, in a transaction of its own
 * that also notes it. So a run that is killed at any statement leaves whole steps, and the next one goes on.
 */
import { CHAIN_CODES, type ChainCode, type ChainNetwork, requireChain } from '@chaintrail/chains';
import { eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import { auditLock, boundSession, helperLock, ownerLock } from '../advisory-locks.js';
import { closeSession, openSession, type Session } from '../connection.js';
import { inTransaction } from '../database-transaction.js';
import { orm, run } from '../tables/orm.js';
import { CHAINS } from '../tables/shared-tables.js';
import {
  applyChainMigrations,
  asOwner,
  createChainSchema,
  MIGRATION_LOCK,
  readStoredChain,
  requireNetwork,
  versionOf,
} from './chain-schema.js';
import { BusyError, type LockWait, waitForLock, withoutStalling } from './lock-wait.js';
import { missingMigrations, noteMigration, sendMigration } from './missing-migrations.js';
import { type Migration, MigrationError, readChainMigrations, readSharedMigrations } from './read-migrations.js';
import {
  closeDatabase,
  createRoles,
  grantChain,
  grantShared,
  lacksChainGrants,
  lacksGrants,
  prepareAnalysts,
} from './roles.js';
import { refreshSharedViews } from './shared-views.js';

/** For those who write a chain, or read its tables for long, to be done. */
const WAIT_MS = 60_000;

export interface MigrateOptions {
  /** Chains whose schemas are to be made where they are not there. */
  readonly create?: readonly { readonly code: ChainCode; readonly network: string }[];
  /** Called with a sentence: the reason of a wait, and the operator's remedy. */
  readonly say?: (line: string) => void;
  /** How long to wait for others, in milliseconds. 60 s by default. */
  readonly waitMs?: number | undefined;
}

/** Some schemas are as they were, because others were at them. Everything else is done; repeating does the rest. */
export class UnfinishedMigrationError extends Error {
  override readonly name = 'UnfinishedMigrationError';
  /** Migrations that were applied nevertheless, as `migrate` returns it. */
  readonly applied: readonly string[];

  constructor(applied: readonly string[], left: readonly BusyError[]) {
    super(
      `Not brought up to date: ${left.map(({ message }) => message).join('. ')}. Then run npx chaintrail migrate again.`,
    );
    this.applied = applied;
  }
}

/**
 * Applies what is missing: to the schema `chaintrail`, and to that of every chain the database has, each under its
 * owner's lock. Nobody who reads waits for more than a moment. Repeating it changes nothing; several processes may call
 * it at once.
 * @returns what was applied now, as `<schema>: <migration>`
 * @throws MigrationError when the database is newer than this version or has the layout of an older one, or a frozen
 * migration was edited
 * @throws UnfinishedMigrationError when a chain stayed as it was, since an indexer or something else was at it
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { create = [], say = () => undefined, waitMs = WAIT_MS } = options;
  const patience: LockWait = { deadlineMs: performance.now() + waitMs, say };
  const applied: string[] = [];
  const failures: unknown[] = [];
  const done = (step: string): void => void applied.push(step);
  const session = await openSession(databaseUrl, 'chaintrail-migrate');
  try {
    await migrateShared(session, patience, done);
    const outdated: DatabaseChain[] = [];
    for (const chain of await databaseChains(session, create)) {
      try {
        if (!(await isUpToDate(session, chain.code))) outdated.push(chain);
        else if (await lacksChainGrants(session, chain.code)) await grantAnew(session, chain.code);
      } catch (error) {
        failures.push(error);
      }
    }
    const turn = pLimit(1);
    const upgrades = outdated.map((chain) => upgradeChain(databaseUrl, { ...chain, patience, turn, done }));
    for (const ended of await Promise.allSettled(upgrades))
      if (ended.status === 'rejected') failures.push(ended.reason);
    await refreshSharedViews(session);
  } finally {
    await closeSession(session);
  }
  throwWorst(failures, applied);
  return applied;
}

interface DatabaseChain {
  readonly code: ChainCode;
  readonly network: string;
}

/** Chains that the database has, and is to have. What else a newer version put there is not ours to change. */
async function databaseChains(session: Session, create: readonly DatabaseChain[]): Promise<DatabaseChain[]> {
  const { rows } = await session.query<DatabaseChain>('SELECT code, network FROM chaintrail.chains');
  return CHAIN_CODES.flatMap((code) => [...rows, ...create].find((chain) => chain.code === code) ?? []);
}

/** Other chains are done by now, so what is told first is what repeating does not help. */
function throwWorst(failures: readonly unknown[], applied: readonly string[]): void {
  for (const failure of failures) {
    if (!(failure instanceof BusyError || failure instanceof MigrationError)) throw failure;
  }
  const refused = failures.filter((failure) => failure instanceof MigrationError);
  if (refused.length > 0) throw new MigrationError(refused.map(({ message }) => message).join(' '));
  const busy = failures.filter((failure) => failure instanceof BusyError);
  if (busy.length > 0) throw new UnfinishedMigrationError(applied, busy);
}

/** Roles that were made after the schema. */
function grantAnew(session: Session, code: ChainCode): Promise<void> {
  return inTransaction(session, () => asOwner(session, code, () => grantChain(session, code)));
}

/** Tables of all chains side by side in `public`: a layout from before the first release. */
async function refuseOldLayout(session: Session): Promise<void> {
  const { rows } = await session.query<{ old: boolean }>(
    `SELECT to_regclass('public.sync_state') IS NOT NULL AND to_regclass('public.schema_migrations') IS NOT NULL AS old`,
  );
  if (rows[0]?.old === true) {
    throw new MigrationError(
      'The database has the tables of an earlier layout, all chains in one schema, which are not migrated: give DATABASE_URL an empty database and sync again.',
    );
  }
}

/** Migrates the part that all chains share. Programs of the version before go on meanwhile, so these files only add. */
async function migrateShared(session: Session, patience: LockWait, done: (step: string) => void): Promise<void> {
  const isHeld = (holder: string) => `chaintrail: ${holder} changes it; let it end, or stop it`;
  try {
    await waitForLock(session, [MIGRATION_LOCK], patience, isHeld);
    await refuseOldLayout(session);
    await createRoles(session, patience.say);
    await makeShared(session);
    for (const migration of await missingMigrations(session, 'chaintrail', await readSharedMigrations())) {
      await withoutStalling(session, patience, 'chaintrail', async () => {
        await session.query('SET LOCAL search_path = chaintrail');
        await sendMigration(session, 'chaintrail', migration, migration.sql);
        await noteMigration(session, 'chaintrail', migration);
        await grantShared(session);
      });
      done(`chaintrail: ${migration.name}`);
    }
    if (await lacksGrants(session, 'chaintrail')) await inTransaction(session, () => grantShared(session));
    await prepareAnalysts(session, patience.say);
    await closeDatabase(session, patience.say);
    await session.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } catch (error) {
    throw error instanceof BusyError ? new UnfinishedMigrationError([], [error]) : error;
  }
}

async function makeShared(session: Session): Promise<void> {
  const { rowCount } = await session.query(`SELECT FROM pg_namespace WHERE nspname = 'chaintrail'`);
  if (rowCount !== 0) return;
  await inTransaction(session, async () => {
    // Where Citus is, this schema stays on the coordinator. Elsewhere nobody reads the setting.
    await session.query('SET LOCAL citus.enable_schema_based_sharding = off');
    await session.query('CREATE SCHEMA chaintrail');
    await session.query(`
      CREATE TABLE chaintrail.migrations (schema text, name text, checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (schema, name))`);
  });
}

interface Upgrade {
  readonly code: ChainCode;
  /** Network of a schema that is not there yet. */
  readonly network: string;
  readonly patience: LockWait;
  /** Chains wait at once and change one after the other. */
  turn<T>(work: () => Promise<T>): Promise<T>;
  /** Called for each step that is committed. */
  done(step: string): void;
}

/** @throws MigrationError where the schema is of a newer version */
async function isUpToDate(session: Session, code: ChainCode): Promise<boolean> {
  if ((await readStoredChain(session, code)) === null) return false;
  const migrations = await readChainMigrations(requireChain(code));
  return (await missingMigrations(session, code, migrations)).length === 0;
}

/** @throws BusyError, MigrationError */
async function upgradeChain(databaseUrl: string, upgrade: Upgrade): Promise<void> {
  const { code, network, patience, turn, done } = upgrade;
  const session = await openSession(databaseUrl, `chaintrail-migrate-${code}`);
  try {
    const isHeld = (holder: string) => `${code}: ${holder} holds the chain; stop the indexers of this database`;
    await waitForLock(session, ownerLock(code), patience, isHeld);
    await waitForLock(session, helperLock(code), patience, isHeld);
    const isAudited = (holder: string) => `${code}: ${holder} is at it; let it end, or stop it`;
    await waitForLock(session, auditLock(code), patience, isAudited);
    await boundSession(session);
    const migrations = await readChainMigrations(requireChain(code));
    const stored = await readStoredChain(session, code);
    if (stored === null) {
      await turn(() => createChainSchema(session, code, network));
      for (const { name } of migrations) done(`${code}: ${name}`);
      return;
    }
    const place = requireNetwork(code, stored.network);
    // Under the lock: another process may have been first.
    for (const step of byNumber(await missingMigrations(session, code, migrations))) {
      await withoutStalling(session, patience, code, () => apply(session, place, step), turn);
      for (const { name } of step) done(`${code}: ${name}`);
    }
  } finally {
    await closeSession(session);
  }
}

/** Migrations of one number make one version of the schema, so there is no moment with some of them. */
function byNumber(migrations: readonly Migration[]): Migration[][] {
  const numbers = [...new Set(migrations.map(({ number }) => number))];
  return numbers.map((number) => migrations.filter((migration) => migration.number === number));
}

async function apply(session: Session, place: ChainNetwork, migrations: readonly Migration[]): Promise<void> {
  await applyChainMigrations(session, place, migrations);
  const upgraded = { schemaVersion: versionOf(migrations) };
  await run(orm(session).update(CHAINS).set(upgraded).where(eq(CHAINS.code, place.chain.code)));
}
