/** One owner per chain: whoever holds the chain's advisory lock writes. The lock lives and dies with the session. */
import type { ChainCode } from '@chaintrail/chains';
import { boundSession, helperLock, isHeldLock, ownerLock } from '../advisory-locks.js';
import { backendOf, closeSession, openSession, orClosed, type Pool, type Session } from '../connection.js';
import { requireSchemaVersion } from '../migrate/chain-schema.js';
import { MigrationError } from '../migrate/read-migrations.js';

/** Name of the owner's session in pg_stat_activity. */
function ownerName(chain: ChainCode): string {
  return `chaintrail-indexer-${chain}`;
}

/** Name of sessions that write for the owner. */
export function helperName(chain: ChainCode): string {
  return `${ownerName(chain)}-helper`;
}

/**
 * Opens the writing session of a chain, takes its lock, and makes sure that its schema is of this version.
 * @returns null when another indexer owns the chain; ask again later, it frees the lock by ending or dying
 * @throws MigrationError where the schema is of another version; the chain's row in sync_state says so, too
 */
export async function becomeOwner(databaseUrl: string, chain: ChainCode): Promise<Session | null> {
  const session = await lockChain(databaseUrl, chain);
  if (session === null) return null;
  return orClosed(session, async () => {
    await requireSchemaVersion(session, chain).catch(async (error: unknown) => {
      if (error instanceof MigrationError) await recordRefusal(session, chain, error.message);
      throw error;
    });
    await setUpWriter(session);
    return session;
  });
}

async function setUpWriter(session: Session): Promise<void> {
  // Rows and cursor commit together, so a crash of the server that loses the last commits loses nothing else: the
  // node is asked again. Every statement here is index probes for a batch; a sequential plan would be a mistake.
  await session.query(`
    SET synchronous_commit = off; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off`);
}

/**
 * Opens a session that writes beside the owner's. It keeps the chain from the next owner as long as it lives. What
 * PostgreSQL still does for a killed indexer must be over before another one writes.
 * @throws Error where the owner has lost the chain, or whatever keeps the session from being opened
 */
export async function openHelper(databaseUrl: string, chain: ChainCode, owner: Session): Promise<Session> {
  // The server says it: behind a pooler the pid that the connection was told is the pooler's.
  const { rows } = await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const session = await openSession(databaseUrl, helperName(chain));
  return orClosed(session, async () => {
    await boundSession(session);
    await setUpWriter(session);
    await session.query('SELECT pg_advisory_lock_shared($1, $2)', [...helperLock(chain)]);
    // The lock is in hand by now: who owns the chain now waits for it, should the owner be lost from here on.
    const { rowCount } = await session.query(
      `SELECT FROM pg_locks l WHERE ${isHeldLock('$1')} AND l.objid::bigint = $2 AND l.pid = $3`,
      [...ownerLock(chain), rows[0]!.pid],
    );
    if (rowCount === 0) throw new Error(`${chain}: the session that a helper was for does not own the chain any more`);
    return session;
  });
}

/** The chain's lock alone, whatever version its schema is of. Not while a helper of an earlier owner is left. */
export async function lockChain(databaseUrl: string, chain: ChainCode): Promise<Session | null> {
  const session = await openSession(databaseUrl, ownerName(chain));
  return orClosed(session, async () => {
    const { rows } = await session.query<{ owned: boolean }>(
      'SELECT CASE WHEN pg_try_advisory_lock($1, $2) THEN pg_try_advisory_xact_lock($3, $4) ELSE false END AS owned',
      [...ownerLock(chain), ...helperLock(chain)],
    );
    if (rows[0]?.owned !== true) {
      await closeSession(session);
      return null;
    }
    await boundSession(session);
    return session;
  });
}

/** Says in the chain's row that nobody writes it: the four columns of every version; else the log alone has it. */
async function recordRefusal(session: Session, chain: ChainCode, reason: string): Promise<void> {
  const text = `UPDATE ${chain}.sync_state SET phase = 'halted', reason_code = 'database', reason = $1, heartbeat_at = now()`;
  await session.query(text, [reason]).catch(() => undefined);
}

/** Whether the server works on a statement of the owner or a helper, and does not just wait for a lock. */
export async function isAtWork(pool: Pool, chain: ChainCode, session: Session): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE (pid = $1 OR datname = current_database() AND application_name = $2)
       AND state = 'active' AND wait_event_type IS DISTINCT FROM 'Lock'`,
    [backendOf(session), helperName(chain)],
  );
  return rowCount !== 0;
}

/**
 * Whether the owner of the chain, or a helper, has an index built. PostgreSQL goes on with that when the indexer is
 * gone, and keeps the chain for it. Then whoever stands by reports in its place: it renews the chain's heartbeat where
 * that is old.
 */
export async function reportBuildOfOwner(pool: Pool, chain: ChainCode): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ($1, $2) AND state = 'active'
       AND query ~* '^CREATE (UNIQUE )?INDEX'`,
    [ownerName(chain), helperName(chain)],
  );
  if (rowCount === 0) return false;
  await pool.query(
    `UPDATE ${chain}.sync_state SET heartbeat_at = now(), phase = 'syncing', reason_code = NULL, reason = NULL, eta_seconds = NULL
     WHERE stage IS NOT NULL AND heartbeat_at < now() - interval '10 s'`,
  );
  return true;
}
