import { CHAINS } from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queriesOf, statementsOf } from '../src/migrate/missing-migrations.js';
import { readChainMigrations, readSharedMigrations } from '../src/migrate/read-migrations.js';

describe('statementsOf', () => {
  it.each([
    ['nothing', ' \n', []],
    ['comments alone', '-- a; b\n/* c; d */ ;', []],
    ['a last one without a semicolon', 'SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
    ['comments before and inside', '-- it;s\nSELECT /* ; */ 1 -- ;\n;', ['-- it;s\nSELECT /* ; */ 1 -- ;']],
    ['doubled quotes', "SELECT 'a;''b;'; SELECT 2", ["SELECT 'a;''b;'", 'SELECT 2']],
    [
      'comments in quotes, quotes in comments',
      "SELECT '--'; SELECT '/*'; -- it's\nSELECT 3",
      ["SELECT '--'", "SELECT '/*'", "-- it's\nSELECT 3"],
    ],
    ['quoted names', 'SELECT "a;""b;"; SELECT 2', ['SELECT "a;""b;"', 'SELECT 2']],
    [
      'backslashes that escape',
      String.raw`SELECT E'a\';b'; SELECT e'\\'; SELECT 3`,
      [String.raw`SELECT E'a\';b'`, String.raw`SELECT e'\\'`, 'SELECT 3'],
    ],
    [
      'backslashes that do not',
      String.raw`SELECT 'a\'; SELECT type'\'; SELECT 3`,
      [String.raw`SELECT 'a\'`, String.raw`SELECT type'\'`, 'SELECT 3'],
    ],
    ['bodies', "DO $$ BEGIN a; b 'c; END $$; SELECT 2", ["DO $$ BEGIN a; b 'c; END $$", 'SELECT 2']],
    ['bodies in bodies', 'DO $a$ x; $$ y; $$ z; $b$; $a$; SELECT 2', ['DO $a$ x; $$ y; $$ z; $b$; $a$', 'SELECT 2']],
    ['operators that begin as comments do', 'SELECT 4 - -1 / 2 * 3; SELECT 2', ['SELECT 4 - -1 / 2 * 3', 'SELECT 2']],
  ])('understands %s', (_, sql, expected) => {
    expect(statementsOf(sql)).toEqual(expected);
  });

  it.each(["SELECT 'a; b", 'SELECT "a; b', 'DO $$ a; $b$', '/* a; b', "SELECT E'a\\'; b"])('refuses %s', (sql) => {
    expect(() => statementsOf(sql)).toThrow(/does not end/);
  });

  it('puts statements of any parts between semicolons', () => {
    const part = fc.constantFrom(
      'a',
      ' ',
      '\n',
      "'x;'",
      '"y;"',
      '$$ z; $$',
      '$q$ $$;$$ $q$',
      '-- ;\n',
      '/* ; */',
      "E'\\';'",
      '-',
      '/',
    );
    const statement = fc.array(part, { maxLength: 8 }).map((parts) => `a ${parts.join(' ')} b`);
    fc.assert(
      fc.property(fc.array(statement), (statements) => {
        expect(statementsOf(statements.join(';'))).toEqual(statements);
      }),
      { seed: 12, numRuns: 500 },
    );
  });

  it('makes of every migration statements with one beginning each', async () => {
    const files = [await readSharedMigrations(), ...(await Promise.all(CHAINS.map(readChainMigrations)))].flat();
    for (const { name, sql } of files) {
      const bare = statementsOf(sql).map((statement) => statement.replaceAll(/^\s*--.*$/gm, '').trim());
      const beginning = /^(CREATE|COMMENT|ALTER|DROP|INSERT|UPDATE|DELETE|GRANT|REVOKE|DO)\b/;
      expect(
        bare.filter((statement) => !beginning.test(statement)),
        name,
      ).toEqual([]);
      expect(bare.length, name).toBeGreaterThan(0);
    }
  });

  it('sends comments that follow each other in one query, and all else alone', () => {
    const [table, one, two] = [
      'CREATE TABLE a ()',
      "COMMENT ON TABLE a IS 'b; c'",
      "-- why\nCOMMENT ON COLUMN a.b IS 'd'",
    ];
    expect(queriesOf([one, table, one, two, table, 'CREATE INDEX ON a (b)', two].join(';\n'))).toEqual([
      one,
      table,
      `${one};\n${two}`,
      table,
      'CREATE INDEX ON a (b)',
      two,
    ]);
  });
});
