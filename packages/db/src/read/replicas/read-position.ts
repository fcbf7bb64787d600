import type { Queryable } from '../../connection.js';
import { isForbidden } from '../../store-error.js';

export interface LogPosition {
  /** Bytes of the log that were replayed, or written on a primary: all that a statement has seen is in them. */
  readonly position: number;
  readonly isStandby: boolean;
  /** Seconds since the last transaction that was replayed was committed; null on a primary. */
  readonly age: number | null;
}

/** A commit that does not wait for the disk is seen before it is written: so the place of the next record counts. */
export async function readPosition(db: Queryable): Promise<LogPosition> {
  const { rows } = await db.query<LogPosition>({
    name: 'log_position',
    text: `SELECT pg_is_in_recovery() AS "isStandby",
      (CASE WHEN pg_is_in_recovery() THEN coalesce(pg_last_wal_replay_lsn(), '0/0') ELSE pg_current_wal_insert_lsn() END - '0/0'::pg_lsn)::double precision AS position,
      extract(epoch FROM now() - pg_last_xact_replay_timestamp())::double precision AS age`,
  });
  const [row] = rows;
  if (!row) throw new Error('a server did not say how far its log is');
  return row;
}

/** Equal on a primary and its streaming replicas (pg_controldata). @returns null where the user may not know it */
export async function readSystemIdentifier(db: Queryable): Promise<string | null> {
  try {
    const { rows } = await db.query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()');
    return rows[0]?.id ?? null;
  } catch (error) {
    if (isForbidden(error)) return null;
    throw error;
  }
}
