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

/** The end of a database whose rows are many: a digest of them. They are read where digests differ. */
export interface DigestedEnd {
  /** The database itself, which stays. */
  readonly databaseUrl: string;
  readonly relations: readonly string[];
  readonly digest: RowDigest;
}

/** Checks the same as {@link readEnd}. */
export async function digestEnd(databaseUrl: string, chain: ChainCode): Promise<DigestedEnd> {
  const relations = await readRelations(databaseUrl, chain);
  return { databaseUrl, relations, digest: await digestRows(databaseUrl, chain) };
}

export async function expectEnd(databaseUrl: string, chain: ChainCode, expected: DigestedEnd): Promise<void> {
  const { relations, digest } = await digestEnd(databaseUrl, chain);
  expect(relations, 'tables and indexes').toEqual(expected.relations);
  if (JSON.stringify(digest) !== JSON.stringify(expected.digest))
    expectSameEnd(await readEnd(databaseUrl, chain), await readEnd(expected.databaseUrl, chain));
  expect(digest).toEqual(expected.digest);
}
