import type { Session } from '@chaintrail/db';

/** Far from the 65,535 parameters that a statement may have. */
const ROWS_AT_ONCE = 500;

/** Rows, from column names to values; a column that a row does not name has its default. */
export async function insertRows(
  session: Pick<Session, 'query'>,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    const names = [...new Set(some.flatMap(Object.keys))];
    const values: unknown[] = [];
    const place = (value: unknown): string => (value === undefined ? 'DEFAULT' : `$${values.push(value)}`);
    const places = some.map((row) => `(${names.map((name) => place(row[name])).join()})`);
    await session.query(`INSERT INTO ${table} (${names.join()}) VALUES ${places.join()}`, values);
  }
}
