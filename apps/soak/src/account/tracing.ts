import type { Session } from '@chaintrail/db';

/** Which blocks' internal transfers are indexed. */
export interface Tracing {
  isTraced(height: number): boolean;
}

interface Row {
  readonly from: number | null;
  readonly to: number | null;
}

/** @param code currency code */
export async function readTracing(session: Session, code: string): Promise<Tracing> {
  const read = async (sql: string): Promise<Row[]> => (await session.query<Row>(sql)).rows;
  const traced = await read(
    `SELECT live_from AS from, live_to AS to FROM ${code}.internal_sync
     UNION ALL SELECT backfill_from, backfill_to FROM ${code}.internal_sync WHERE stage = 'done'`,
  );
  const gaps = await read(`SELECT from_height AS from, to_height AS to FROM ${code}.internal_gaps`);
  const isWithin = (rows: readonly Row[], height: number): boolean =>
    rows.some(({ from, to }) => from !== null && to !== null && from <= height && height <= to);
  return { isTraced: (height) => isWithin(traced, height) && !isWithin(gaps, height) };
}

/** @returns where tracing stands; null when every block that is to be traced is, up to the tip */
export async function untraced(session: Session, code: string): Promise<string | null> {
  const { rows } = await session.query<{ standing: string; isDone: boolean }>(
    `SELECT i::text AS standing, i.live_to >= s.height AND (i.mode <> 'full' OR coalesce(i.stage, 'done') = 'done') AS "isDone"
     FROM ${code}.internal_sync i CROSS JOIN ${code}.sync_state s`,
  );
  const [row] = rows;
  if (row === undefined) return 'tracing has not begun';
  return row.isDone ? null : `tracing stands at ${row.standing}`;
}
