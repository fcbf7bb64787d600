/** One chain's step of `migrate`: under the lock of its owner, so that nobody writes a schema that changes. */
import { type ChainCode, type ChainNetwork, requireChain } from '@chaintrail/chains';
import { eq } from 'drizzle-orm';
import { auditLock, boundSession, helperLock, ownerLock } from '../advisory-locks.js';
import { closeSession, openSession, type Session } from '../connection.js';
import { orm, run } from '../tables/orm.js';
import { CHAINS } from '../tables/shared-tables.js';
import { applyChainMigrations, createChainSchema, readStoredChain, requirePlace, versionOf } from './chain-schema.js';
import { type LockWait, waitForLock, withoutStalling } from './lock-wait.js';
import { missingMigrations } from './missing-migrations.js';
import { type Migration, readChainMigrations } from './read-migrations.js';

export interface Upgrade {
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
export async function isUpToDate(session: Session, code: ChainCode): Promise<boolean> {
  if ((await readStoredChain(session, code)) === null) return false;
  const migrations = await readChainMigrations(requireChain(code));
  return (await missingMigrations(session, code, migrations)).length === 0;
}

/** @throws BusyError, MigrationError */
export async function upgradeChain(databaseUrl: string, upgrade: Upgrade): Promise<void> {
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
    const place = requirePlace(code, stored.network);
    // Under the lock: another process may have been first.
    for (const step of byNumber(await missingMigrations(session, code, migrations))) {
      await withoutStalling(session, patience, code, () => apply(session, place, step), turn);
      for (const { name } of step) done(`${code}: ${name}`);
    }
  } finally {
    await closeSession(session);
  }
}

/** Those of one number make one version of the schema, so there is no moment with some of them. */
function byNumber(migrations: readonly Migration[]): Migration[][] {
  const numbers = [...new Set(migrations.map(({ number }) => number))];
  return numbers.map((number) => migrations.filter((migration) => migration.number === number));
}

async function apply(session: Session, place: ChainNetwork, migrations: readonly Migration[]): Promise<void> {
  await applyChainMigrations(session, place, migrations);
  const upgraded = { schemaVersion: versionOf(migrations) };
  await run(orm(session).update(CHAINS).set(upgraded).where(eq(CHAINS.code, place.chain.code)));
}
