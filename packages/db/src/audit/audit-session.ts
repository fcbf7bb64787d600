/** The one connection of an audit: read-only snapshots for what it looks at, and its own rows. */
import { CHAIN_CODES, type ChainCode } from '@chaintrail/chains';
import { auditLock } from '../advisory-locks.js';
import { closeSession, openSession, orClosed, type Session } from '../connection.js';
import { requireSchemaVersion } from '../migrate/chain-schema.js';

/**
 * Opens the session and takes the chain's audit lock: two audits of one chain at once would go over the same rows.
 * `migrate` takes it, too, so the schema stays of this version.
 * @returns null while another audit of the chain is running, or its schema is being changed
 * @throws RangeError for a code that is none: it becomes part of table names; MigrationError where the schema is of
 * another version
 */
export async function openAuditSession(databaseUrl: string, chain: ChainCode): Promise<Session | null> {
  if (!CHAIN_CODES.includes(chain)) throw new RangeError(`${chain} is no chain code`);
  const session = await openSession(databaseUrl, `chaintrail-audit-${chain}`);
  return orClosed(session, async () => {
    const { rows } = await session.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [
      ...auditLock(chain),
    ]);
    if (rows[0]?.locked !== true) {
      await closeSession(session);
      return null;
    }
    await requireSchemaVersion(session, chain);
    // Every statement is a range of an index or of pages. Parallel workers would take processors from those who write.
    await session.query(`
      SET enable_seqscan = off; SET jit = off; SET max_parallel_workers_per_gather = 0; SET statement_timeout = '5min';
      SET lock_timeout = '30s'; SET idle_in_transaction_session_timeout = '10min'; SET default_transaction_isolation = 'repeatable read';
      SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`);
    return session;
  });
}

/** Runs `look` on one snapshot of the index, where nothing can be written. */
export async function inSnapshot<T>(session: Session, look: () => Promise<T>): Promise<T> {
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    return await look();
  } finally {
    // Nothing was written. Should the session be gone, `look` said why.
    await session.query('ROLLBACK').catch(() => undefined);
  }
}

/** One statement on a snapshot of its own. @returns its only row */
export async function lookOnce<Row extends object>(
  session: Session,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  return inSnapshot(session, () => onlyRow<Row>(session, text, values));
}

/** @returns the only row that a statement answers with */
export async function onlyRow<Row extends object>(
  session: Session,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const { rows } = await session.query<Row>(text, [...values]);
  const [row] = rows;
  if (row === undefined) throw new Error('a statement of the audit answered without a row');
  return row;
}
