import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { statementsOf } from '../src/migrate/read-migrations.js';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));

describe('statements of a migration', () => {
  it('end with semicolons outside of texts, comments and function bodies', () => {
    const statements = [
      'CREATE TABLE a (x integer);',
      "\n-- Of one; or two.\nCOMMENT ON TABLE a IS 'one; it''s two -- three';",
      '\nCREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; PERFORM $q$;$q$; END $$;',
      "\nCREATE FUNCTION g() RETURNS text LANGUAGE sql AS $body$ SELECT ';$$;'; $body$;",
      '\nSELECT 5 - 3, a->>0;',
    ];
    expect(statementsOf(`${statements.join('')}\n`)).toEqual(statements);
  });

  it('are all that a file has', async () => {
    const files = (await readdir(MIGRATIONS, { recursive: true })).filter((name) => name.endsWith('.sql'));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const sql = await readFile(MIGRATIONS + file, 'utf8');
      const statements = statementsOf(sql);
      expect(statements.join('').trimEnd()).toBe(sql.trimEnd());
      for (const statement of statements) {
        const code = statement.replaceAll(/--.*|'(?:[^']|'')*'|\$\$[\s\S]*?\$\$/g, '').trim();
        expect(code, file).toMatch(/^(CREATE|COMMENT|ALTER|DROP|GRANT|REVOKE|INSERT|UPDATE|DELETE) [^;]*;$/);
      }
    }
  });
});
