/** One chain's step of `migrate`: under the lock of its owner, so that nobody writes a schema that changes. */
import { type ChainCode, requireChain } from '@chaintrail/chains';
import { auditLock } from '../audit/audit-session.js';
import { closeSession, openSession, type Session } from '../connection.js';
import { boundSession, ownerLock } from '../write/owner.js';
import { applyChainMigrations, createChainSchema, readSchemaVersion } from './chain-schema.js';
import { missingMigrations } from './missing-migrations.js';
import { type Patience, waitForLock, withoutStalling } from './patience.js';
import { readChainMigrations } from './read-migrations.js';

export interface Upgrade {
  readonly code: ChainCode;
  /** Of a schema that is not there yet. */
  readonly network: string;
  readonly patience: Patience;
  /** Chains wait at once and change one after the other. */
  turn<T>(work: () => Promise<T>): Promise<T>;
  /** Told of each step that is committed. */
  done(step: string): void;
}

/** @throws MigrationError where the schema is of a newer version */
export async function isUpToDate(session: Session, code: ChainCode): Promise<boolean> {
  if ((await readSchemaVersion(session, code)) === null) return false;
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
    const isAudited = (holder: string) => `${code}: ${holder} is at it; let it end, or stop it`;
    await waitForLock(session, auditLock(code), patience, isAudited);
    await boundSession(session);
    const migrations = await readChainMigrations(requireChain(code));
    if ((await readSchemaVersion(session, code)) === null) {
      await turn(() => createChainSchema(session, code, network));
      for (const { name } of migrations) done(`${code}: ${name}`);
      return;
    }
    // Under the lock: another process may have been first.
    for (const migration of await missingMigrations(session, code, migrations)) {
      const step = async () => {
        await applyChainMigrations(session, requireChain(code), [migration]);
        await session.query('UPDATE chaintrail.chains SET schema_version = $2 WHERE code = $1', [
          code,
          migration.number,
        ]);
      };
      await withoutStalling(session, patience, code, step, turn);
      done(`${code}: ${migration.name}`);
    }
  } finally {
    await closeSession(session);
  }
}
