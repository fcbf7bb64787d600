/** Rules that hold of a database after a first sync, however that went. */
import type { ChainCode } from '@chaintrail/chains';
import { openSession } from '@chaintrail/db';
import { digestRows, dumpRows, type RowDigest, type RowDump } from '@chaintrail/testkit';
import { expect } from 'vitest';

/** Everything of a finished first sync that does not depend on how it went. */
export interface FirstSyncEnd {
  readonly rows: RowDump;
  /** Tables and indexes with their storage options, by name. */
  readonly relations: readonly string[];
}

/** Reads it, and checks what needs no other database to compare with. */
export async function readEnd(databaseUrl: string, chain: ChainCode): Promise<FirstSyncEnd> {
  return { relations: await readRelations(databaseUrl, chain), rows: await dumpRows(databaseUrl, chain) };
}

async function readRelations(databaseUrl: string, chain: ChainCode): Promise<string[]> {
  const session = await openSession(databaseUrl, 'chaintrail-test-end');
  try {
    const strings = async (sql: string): Promise<string[]> => {
      const { rows } = await session.query<[string]>({ text: sql, rowMode: 'array' });
      return rows.map(([value]) => value);
    };
    expect(await strings(`SELECT f::text FROM ${chain}.first_sync f`), 'rows of first_sync').toEqual([]);
    expect(
      await strings(`SELECT s::text FROM ${chain}.sync_state s WHERE stage IS NOT NULL OR share IS NOT NULL`),
      'a stage shown after the first sync',
    ).toEqual([]);
    expect(
      await strings(`
        SELECT name FROM ${chain}.chain_indexes() LEFT JOIN pg_index ON indexrelid = to_regclass('${chain}.' || name)
        WHERE indrelid IS DISTINCT FROM to_regclass('${chain}.' || on_table) OR NOT (indisvalid AND indisready AND indislive)`),
      'indexes that are missing or not valid',
    ).toEqual([]);
    const relations = await strings(`
      SELECT concat_ws(' ', relname, relpersistence, reloptions::text) FROM pg_class WHERE relnamespace = '${chain}'::regnamespace AND relkind IN ('r', 'p', 'i', 'I', 'S', 'm') ORDER BY 1`);
    expect(
      relations.filter((name) => name.startsWith('address_event_chunks')),
      'staging tables that are left',
    ).toEqual([]);
    return relations;
  } finally {
    await session.end();
  }
}

const SHOWN_DIFFERENCES = 3;

/** Compares row by row, and shows a few differences: a diff of some hundred thousand rows takes longer than the test. */
export function expectSameEnd(found: FirstSyncEnd, expected: FirstSyncEnd): void {
  expect(found.relations, 'tables and indexes').toEqual(expected.relations);
  for (const table of Object.keys(expected.rows) as (keyof RowDump)[]) {
    const [these, those] = [found.rows[table], expected.rows[table]];
    expect(these.length, `number of rows of ${table}`).toBe(those.length);
    const different = these.flatMap((row, index) => (row === those[index] ? [] : [index])).slice(0, SHOWN_DIFFERENCES);
    expect(
      different.map((index) => these[index]),
      `rows of ${table}`,
    ).toEqual(different.map((index) => those[index]));
  }
}

/**
 * The same of a database whose rows are many, by their digest. They are read where that differs.
 * @param digest of the rows that are expected
 */
export async function expectEnd(
  databaseUrl: string,
  chain: ChainCode,
  expected: FirstSyncEnd,
  digest: RowDigest,
): Promise<void> {
  expect(await readRelations(databaseUrl, chain), 'tables and indexes').toEqual(expected.relations);
  const found = await digestRows(databaseUrl, chain);
  if (JSON.stringify(found) !== JSON.stringify(digest)) expectSameEnd(await readEnd(databaseUrl, chain), expected);
  expect(found).toEqual(digest);
}
