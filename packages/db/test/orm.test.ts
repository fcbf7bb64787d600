/** The rule of `src/tables/orm.ts`: what is done to a table is drizzle in all places, or SQL text in all places. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../src');
/** Statements by drizzle. All others are SQL text. */
const BY_ROW = [
  ...['audits delete', 'audits insert', 'audits update'],
  ...['chains delete', 'chains insert', 'chains update'],
  ...['first_sync delete', 'first_sync insert', 'first_sync select', 'first_sync update'],
  ...['installation_key select', 'migrations insert'],
];
/** Names of tables in the code, by the table. */
const TABLES: Readonly<Record<string, RegExp>> = {
  audits: /audits(?:Of\(chain\))?/,
  chains: /CHAINS/,
  first_sync: /firstSyncOf\(chain\)/,
  installation_key: /INSTALLATION_KEY/,
  migrations: /MIGRATIONS/,
};
const SQL = { delete: 'DELETE FROM', insert: 'INSERT INTO', select: '(?<!DELETE )(?:FROM|JOIN)', update: 'UPDATE' };

async function sources(): Promise<string> {
  const files = (await readdir(SOURCE, { recursive: true })).filter((file) => file.endsWith('.ts'));
  return (await Promise.all(files.map((file) => readFile(join(SOURCE, file), 'utf8')))).join('\n');
}

it('nothing is done to a table in two forms', async () => {
  const text = await sources();
  const verbs = Object.entries(SQL);
  const found = (patternOf: (table: string, verb: string, sql: string) => RegExp): string[] =>
    Object.keys(TABLES).flatMap((table) =>
      verbs.filter(([verb, sql]) => patternOf(table, verb, sql).test(text)).map(([verb]) => `${table} ${verb}`),
    );
  const byDrizzle = found((table, verb) => {
    return new RegExp(`\\.${verb === 'select' ? 'from' : verb}\\(${TABLES[table]!.source}\\)`);
  });
  const bySql = found((table, _, sql) => new RegExp(`${sql} (?:\\$\\{\\w+\\}|chaintrail)\\.${table}\\b`));
  expect(byDrizzle.sort()).toEqual(BY_ROW);
  expect(bySql.filter((each) => byDrizzle.includes(each))).toEqual([]);
  expect(bySql, 'SQL text is seen').toContain('chains select');
});

it('every table that drizzle knows is in the list', async () => {
  const text = await sources();
  const known = [...text.matchAll(/\.table\(\s*'(\w+)'/g)].map(([, name]) => name);
  expect(known.sort()).toEqual(Object.keys(TABLES));
});
