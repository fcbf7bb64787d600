/** The advisory locks of a chain: of its owner, and of the sessions that help it. */
import { CHAIN_CODES, type ChainCode } from '@chaintrail/chains';
import type { Session } from './connection.js';

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

/**
 * SQL of a row `l` of pg_locks: whether somebody holds it, as a lock of this database with a two-part key.
 * @param kind parameter: first half of the key
 */
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
