import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, type Session } from '../src/connection.js';
import { copyInto } from '../src/write/copy.js';
import { CopyRows } from '../src/write/copy-rows.js';

let database: TestDatabase;
let session: Session;

beforeAll(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'copy-rows-test');
  await session.query(
    'CREATE TABLE sample (n int4, i8 int8, num numeric, raw bytea, txt text, i4s int4[], i8s int8[], raws bytea[])',
  );
});

afterAll(async () => {
  await session?.end();
  await database?.drop();
});

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const bytes = fc.uint8Array({ maxLength: 80 }).map((array) => Buffer.from(array));
const row = fc.record({
  i8: int64,
  num: fc.oneof(
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
    fc.constantFrom(0n, 1n, -1n, 9999n, 10_000n, 10_001n, 10n ** 8n, 2n ** 63n),
  ),
  raw: fc.option(bytes),
  txt: fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0')),
  i4s: fc.array(fc.integer()),
  i8s: fc.array(fc.option(int64)),
  raws: fc.array(fc.option(bytes)),
});

describe('binary COPY rows', () => {
  it('arrive as the values they were written from', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (samples) => {
        const rows = new CopyRows();
        for (const [n, sample] of samples.entries()) {
          rows.row(8);
          rows.int4(n);
          rows.int8(sample.i8);
          rows.numeric(sample.num);
          if (sample.raw === null) rows.null();
          else rows.bytea(sample.raw);
          rows.text(sample.txt);
          rows.int4Array(sample.i4s.length, (i) => sample.i4s[i]!);
          rows.int8Array(sample.i8s.length, (i) => sample.i8s[i]!);
          rows.byteaArray(sample.raws.length, (i) => {
            const raw = sample.raws[i]!;
            if (raw === null) rows.null();
            else rows.bytea(raw);
          });
        }
        await session.query('TRUNCATE sample');
        await copyInto(session, 'sample', rows);
        const read = await session.query(
          'SELECT i8::text, num::text, raw, txt, i4s, i8s::text[], raws FROM sample ORDER BY n',
        );
        expect(read.rows).toEqual(
          samples.map((sample) => ({
            ...sample,
            i8: `${sample.i8}`,
            num: `${sample.num}`,
            i8s: sample.i8s.map((value) => (value === null ? null : `${value}`)),
          })),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('writes safe integers up to 2^53 and hashes in display order', async () => {
    const hash = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
    const values = [0, 1, -1, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    const rows = new CopyRows();
    for (const value of values) {
      rows.row(2);
      rows.int8(value);
      rows.reversedHash(hash, 0);
    }
    await session.query('TRUNCATE sample');
    await copyInto(session, 'sample (i8, raw)', rows);
    const read = await session.query<{ i8: string; raw: Buffer }>('SELECT i8::text, raw FROM sample');
    expect(read.rows.map((r) => Number(r.i8))).toEqual(values);
    expect(read.rows[0]!.raw.equals(Buffer.from(hash).reverse())).toBe(true);
  });

  it('carries a batch of many megabytes', async () => {
    const rows = new CopyRows();
    const big = Buffer.alloc(100_000, 7);
    for (let n = 0; n < 80; n++) {
      rows.row(2);
      rows.int4(n);
      rows.bytea(big);
    }
    await session.query('TRUNCATE sample');
    await copyInto(session, 'sample (n, raw)', rows);
    const read = await session.query('SELECT count(*)::int AS count, min(length(raw)) AS shortest FROM sample');
    expect(read.rows[0]).toEqual({ count: 80, shortest: 100_000 });
  });

  it('reports what the server refuses and leaves the session usable', async () => {
    const rows = new CopyRows();
    rows.row(1);
    rows.int4(1);
    await expect(copyInto(session, 'no_such_table (n)', rows)).rejects.toThrow(/no_such_table/);
    expect((await session.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});
