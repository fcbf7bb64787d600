/** Advisory locks: of a chain's owner, of the sessions that help it, of audits, and of scheduled jobs. */
import { CHAIN_CODES, type ChainCode } from '@chaintrail/chains';
import type { Pool, Session } from './connection.js';

/** First half of the two-part lock key ("chai"); the second is the chain's place in CHAIN_CODES. */
export const OWNER_LOCK = 0x63686169;

/** Likewise of the lock that the owner's helpers share ("chah"). */
export const HELPER_LOCK = 0x63686168;

/** The two-part key of the advisory lock that the owner of a chain holds. */
export function ownerLock(chain: ChainCode): readonly [number, number] {
  return [OWNER_LOCK, CHAIN_CODES.indexOf(chain)];
}

/** The key of the lock that helpers of the owner share: who has it alone knows that none is left. */
export function helperLock(chain: ChainCode): readonly [number, number] {
  return [HELPER_LOCK, CHAIN_CODES.indexOf(chain)];
}

/** SQL: whether row `l` of pg_locks is a held lock of this database. @param kind parameter: first half of the key */
export function isHeldLock(kind: string): string {
  return `l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND l.classid::bigint = ${kind}
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
}

/** Bounds a session that holds a chain's lock: it must not hold it for ever when its program hangs or its host is gone. */
export async function boundSession(session: Session): Promise<void> {
  await session.query(`
    SET idle_in_transaction_session_timeout = '10min'; SET lock_timeout = '30s'; SET statement_timeout = 0`);
  // An owner whose host lost power must not keep the chain from a standby for the two hours that a server waits by
  // default.
  await session.query(`
    SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET tcp_user_timeout = '30s'`);
}

/** First half of the two-part lock key ("audi"); the second is the chain's place in CHAIN_CODES. */
export const AUDIT_LOCK = 0x61756469;

/** The two-part key of the advisory lock of a chain's audit. */
export function auditLock(chain: ChainCode): readonly [number, number] {
  return [AUDIT_LOCK, CHAIN_CODES.indexOf(chain)];
}

/** First half of the two-part lock key ("chaj"); the second is a hash of the job's name. */
const JOB_LOCK = 0x6368616a;

/** Takes the lock of a scheduled job, on a session that dies with us. @returns releases it; null: another has it */
export async function takeJobLock(pool: Pool, job: string): Promise<(() => Promise<void>) | null> {
  const client = await pool.connect();
  const release = (): Promise<void> =>
    client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [JOB_LOCK, job]).then(
      () => client.release(),
      () => client.release(true),
    );
  try {
    const { rows } = await client.query<{ owned: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS owned', [
      JOB_LOCK,
      job,
    ]);
    if (rows[0]?.owned === true) return release;
    client.release();
    return null;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
