import type { Session } from '@chaintrail/db';

/** Which blocks' internal transfers are indexed. */
export interface Tracing {
  isTraced(height: number): boolean;
}

/** @param code currency code */
export async function readTracing(session: Session, code: string): Promise<Tracing> {
  const { rows } = await session.query<{ from: number | null }>(
    `SELECT from_height AS from FROM ${code}.internal_sync`,
  );
  const from = rows[0]?.from ?? null;
  const gaps = await session.query<{ from: number; to: number }>(
    `SELECT from_height AS from, to_height AS to FROM ${code}.internal_gaps`,
  );
  return {
    isTraced: (height) =>
      from !== null && from <= height && !gaps.rows.some((gap) => gap.from <= height && height <= gap.to),
  };
}

/** @returns where tracing stands; null when no block is to be traced again */
export async function untraced(session: Session, code: string): Promise<string | null> {
  const { rows } = await session.query<{ mode: string; gaps: string | null }>(
    `SELECT mode, (SELECT string_agg(g::text, ', ') FROM ${code}.internal_gaps g WHERE reason_code <> 'off') AS gaps FROM ${code}.internal_sync`,
  );
  const [row] = rows;
  if (row === undefined) return 'tracing has not begun';
  return row.gaps === null ? null : `gaps are open: ${row.gaps}`;
}
