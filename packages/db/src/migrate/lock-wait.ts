/** How `migrate` waits for others: a bounded time, saying for whom, and never so that readers wait behind it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../connection.js';
import { inTransaction, isLockNotAvailable, LONG_LIMIT_MS } from '../database-transaction.js';

/**
 * Whoever asks for a table after us waits behind us, so each attempt is short. It also ends before PostgreSQL looks for
 * deadlocks (`deadlock_timeout`, 1 s), whose victim might be a reader.
 */
const LOCK_TIMEOUT_MS = 500;
/** Between two attempts, what has queued up is served. */
const PAUSE_MS = { least: 500, most: 2_000 };

/** Something else has what is needed, for longer than may be waited. The message says what, with the remedy. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

export interface LockWait {
  /** By `performance.now()`. */
  readonly deadlineMs: number;
  /** Called once with the reason of a wait. */
  say(line: string): void;
}

type Key = readonly [number] | readonly [number, number];

/**
 * Waits in the server's queue for an advisory lock. So it comes before those who only ask now and then.
 * @param describe what the holder means, and what to do about it; given the holder's name and process
 * @throws BusyError
 */
export async function waitForLock(
  session: Session,
  key: Key,
  { deadlineMs, say }: LockWait,
  describe: (holder: string) => string,
): Promise<void> {
  const places = key.map((_, i) => `$${i + 1}::integer`).join(', ');
  const { rows } = await session.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${places}) AS locked`, [
    ...key,
  ]);
  if (rows[0]?.locked === true) return;
  const sentence = describe(await holderOf(session, key));
  const leftMs = Math.max(1, Math.round(deadlineMs - performance.now()));
  say(`Waiting ${Math.ceil(leftMs / 1_000)} s at most: ${sentence}.`);
  try {
    await session.query(`SET lock_timeout = ${leftMs}`);
    await session.query(`SELECT pg_advisory_lock(${places})`, [...key]);
    await session.query('SET lock_timeout = DEFAULT');
  } catch (error) {
    if (!isLockNotAvailable(error)) throw error;
    throw new BusyError(sentence, { cause: error });
  }
}

/** PostgreSQL manual, "pg_locks": one bigint has objsubid 1 and its halves in classid and objid, two integers 2. */
async function holderOf(session: Session, key: Key): Promise<string> {
  const [first, second] = key.length === 1 ? [0, key[0]] : key;
  const { rows } = await session.query<{ name: string }>(
    `SELECT a.application_name || ' (PostgreSQL process ' || a.pid || ')' AS name
     FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid::bigint = $1 AND l.objid::bigint = $2 AND l.objsubid = $3
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1`,
    [first, second, key.length],
  );
  return rows[0]?.name ?? 'another program';
}

/** Runs `work` in short attempts, each within a turn, while others hold tables of the schema. @throws BusyError */
export async function withoutStalling<T>(
  session: Session,
  { deadlineMs, say }: LockWait,
  schema: string,
  work: () => Promise<T>,
  turn: (attempt: () => Promise<T>) => Promise<T> = (attempt) => attempt(),
): Promise<T> {
  const attempt = async (): Promise<T> => {
    await session.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    return work();
  };
  for (let told = false; ; told = true) {
    try {
      return await turn(() => inTransaction(session, attempt, LONG_LIMIT_MS));
    } catch (error) {
      if (!isLockNotAvailable(error)) throw error;
      const sentence = `${schema}: ${await userOf(session, schema)} uses its tables; let it end, or end it`;
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) throw new BusyError(sentence, { cause: error });
      if (!told) say(`Waiting ${Math.ceil(leftMs / 1_000)} s at most: ${sentence}.`);
      const pauseMs = PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least);
      await sleep(Math.min(pauseMs, leftMs));
    }
  }
}

/** Who has been at tables of the schema for the longest time. */
async function userOf(session: Session, schema: string): Promise<string> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT coalesce(nullif(a.application_name, ''), a.usename, 'a session') || ' (PostgreSQL process ' || a.pid || ')' AS name
     FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_stat_activity a USING (pid)
     WHERE l.granted AND c.relnamespace = to_regnamespace($1) AND a.pid <> pg_backend_pid()
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
     ORDER BY a.xact_start LIMIT 1`,
    [schema],
  );
  return rows[0]?.name ?? 'another session';
}
