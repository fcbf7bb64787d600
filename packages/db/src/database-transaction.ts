import pLimit, { type LimitFunction } from 'p-limit';
import { cutSession, type Session } from './connection.js';
import { codeOf } from './store-error.js';

/** No batch takes this long on a server that works. One that hangs would keep the chain from every standby. */
const LIMIT_MS = 10 * 60_000;
/** Steps of a first sync and rollbacks are larger, and a slow disk takes its time over them. Begun anew they take as long. */
export const LONG_LIMIT_MS = 6 * 3_600_000;

/**
 * One transaction at a time: PostgreSQL takes a second BEGIN for a part of the first transaction, and its COMMIT for
 * the end of both.
 */
const turns = new WeakMap<Session, LimitFunction>();

function inTurn<T>(session: Session, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(session) ?? pLimit(1);
  turns.set(session, turn);
  return turn(work);
}

/** Resolves when every transaction begun on the session is over, also one that was given up. Never rejects. */
export function untilIdle(session: Session): Promise<void> {
  return inTurn(session, async () => undefined);
}

/** Runs `work` in a transaction, after those begun before. One that `work` begins would wait for this one. */
export function inTransaction<T>(session: Session, work: () => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  return inTurn(session, () => run(session, work, limitMs));
}

/** The same for a step of a first sync: one statement at a time, which may take memory. */
export function inStep(session: Session, work: () => Promise<void>): Promise<void> {
  const sized = async (): Promise<void> => {
    await allowMemory(session, 'work_mem', 128, 'transaction');
    await work();
  };
  return inTransaction(session, sized, LONG_LIMIT_MS);
}

async function run<T>(session: Session, work: () => Promise<T>, limitMs: number): Promise<T> {
  const deadline = setTimeout(() => cutSession(session), limitMs);
  try {
    await session.query('BEGIN');
    const result = await work();
    await session.query('COMMIT');
    return result;
  } catch (error) {
    // Should the session itself be gone, the server has rolled back already.
    await session.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(deadline);
  }
}

/** Drops a table or an index unless somebody reads it: a dump may for hours. @returns false when it had to stay */
export async function dropUnlessRead(session: Session, statement: string): Promise<boolean> {
  try {
    await inTransaction(session, async () => {
      await session.query("SET LOCAL lock_timeout = '1s'");
      await session.query(statement);
    });
    return true;
  } catch (error) {
    if (isLockNotAvailable(error)) return false;
    throw error;
  }
}

/** Whether PostgreSQL gave up waiting for a lock (lock_not_available). */
export function isLockNotAvailable(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Lets a session of ours, which does one thing at a time, use so much memory; never less than the operator gave. */
export async function allowMemory(
  session: Session,
  setting: 'work_mem' | 'maintenance_work_mem',
  megabytes: number,
  scope: 'session' | 'transaction',
): Promise<void> {
  await session.query(
    `SELECT set_config('${setting}', '${megabytes}MB', ${scope === 'transaction'})
     WHERE pg_size_bytes(current_setting('${setting}')) < pg_size_bytes('${megabytes}MB')`,
  );
}
