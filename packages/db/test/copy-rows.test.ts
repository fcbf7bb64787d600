import { amountOf } from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyInto, openCopy } from '../src/write/copy.js';
import { BYTEA, CopyRows, INT4, INT8 } from '../src/write/copy-rows.js';
import { anyAmount } from './support/amounts.js';
import { openReadDatabase } from './support/opened-databases.js';

const db = openReadDatabase(async (session) => {
  await session.query(
    'CREATE TABLE sample (n int4, i8 int8, words int8, num numeric, raw bytea, txt text, i4s int4[], i8s int8[], raws bytea[])',
  );
});

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const bytes = fc.uint8Array({ maxLength: 80 }).map((array) => Buffer.from(array));
const row = fc.record({
  i8: fc.maxSafeInteger(),
  words: int64,
  num: anyAmount,
  raw: fc.option(bytes),
  txt: fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0')),
  i4s: fc.array(fc.option(fc.integer())),
  i8s: fc.array(fc.option(int64)),
  raws: fc.array(fc.option(bytes)),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;

function write(rows: CopyRows, n: number, sample: Row): void {
  rows.row(9);
  rows.int4(n);
  rows.int8(sample.i8);
  // The high word is signed or not, as the caller has it.
  const high = Number(sample.words >> 32n);
  rows.int8Words(n % 2 === 0 ? high : high >>> 0, Number(sample.words & 0xffff_ffffn));
  rows.numeric(amountOf(sample.num));
  if (sample.raw === null) rows.null();
  else rows.bytea(Buffer.concat([Buffer.alloc(3), sample.raw, Buffer.alloc(2)]), 3, 3 + sample.raw.length);
  if (n % 2 === 0) rows.text(sample.txt);
  else rows.written(200 + 4 * sample.txt.length, (target, at) => target.write(sample.txt, at));
  const i4s = rows.beginArray(INT4, sample.i4s.length);
  for (const value of sample.i4s) value === null ? rows.null() : rows.int4(value);
  rows.endArray(i4s);
  const i8s = rows.beginArray(INT8, sample.i8s.length);
  for (const value of sample.i8s) {
    if (value === null) rows.null();
    else rows.int8Words(Number(value >> 32n), Number(value & 0xffff_ffffn));
  }
  rows.endArray(i8s);
  const raws = rows.beginArray(BYTEA, sample.raws.length);
  for (const raw of sample.raws) raw === null ? rows.null() : rows.bytea(raw);
  rows.endArray(raws);
}

async function expectStored(samples: readonly Row[]): Promise<void> {
  const read = await db.session.query(
    'SELECT i8::text, words::text, num::text, raw, txt, i4s, i8s::text[], raws FROM sample ORDER BY n',
  );
  expect(read.rows).toEqual(
    samples.map((sample) => ({
      ...sample,
      i8: `${sample.i8}`,
      words: `${sample.words}`,
      num: `${sample.num}`,
      i8s: sample.i8s.map((value) => (value === null ? null : `${value}`)),
    })),
  );
  await db.session.query('TRUNCATE sample');
}

describe('binary COPY rows', () => {
  it('arrive as the values they were written from', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (samples) => {
        const rows = new CopyRows(32);
        for (const [n, sample] of samples.entries()) write(rows, n, sample);
        await copyInto(db.session, 'sample', rows);
        expect(rows.count).toBe(samples.length);
        await expectStored(samples);
      }),
      { numRuns: 60 },
    );
  });

  it('arrive whole when they are sent in pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        async (samples, sends) => {
          const rows = new CopyRows(64);
          const copy = openCopy(db.session, 'sample');
          for (const [n, sample] of samples.entries()) {
            write(rows, n, sample);
            if (sends[n]) {
              const before = rows.bytes;
              const bytes = rows.drain();
              expect([bytes.length, rows.bytes]).toEqual([before, 0]);
              await copy.send(bytes);
            }
          }
          await copy.send(rows.finish());
          await copy.end();
          expect(rows.count).toBe(samples.length);
          await expectStored(samples);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('writes amounts in both forms, signed, at every boundary of their digits', async () => {
    const magnitudes = [0n, 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 300n];
    for (let digits = 1n; digits <= 20n; digits++) {
      for (const near of [-1n, 0n, 1n]) magnitudes.push(10n ** (4n * digits) + near, 7n * 10n ** (4n * digits) + near);
    }
    const values = magnitudes.flatMap((value) => [value, -value]);
    const rows = new CopyRows();
    for (const value of values) {
      for (const form of [value, amountOf(value)]) {
        rows.row(1);
        rows.numeric(form);
      }
    }
    await copyInto(db.session, 'sample (num)', rows);
    const read = await db.session.query<{ num: string }>('SELECT num::text FROM sample');
    expect(read.rows.map(({ num }) => num)).toEqual(values.flatMap((value) => [`${value}`, `${value}`]));
    // Stored as PostgreSQL itself would: equal values have equal bytes, which a hash join or an index relies on.
    const odd = await db.session.query(
      'SELECT num FROM sample WHERE numeric_send(num) <> numeric_send(num::text::numeric)',
    );
    expect(odd.rows).toEqual([]);
    await db.session.query('TRUNCATE sample');
  });

  it('writes safe integers up to 2^53, unsigned words, and hashes in display order', async () => {
    const hash = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
    const values = [0, 1, -1, 2 ** 32 - 1, 2 ** 32, -(2 ** 32), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    const rows = new CopyRows();
    for (const value of values) {
      rows.row(3);
      rows.int8(value);
      rows.int8Words(0xffff_ffff, 0xffff_fffe);
      rows.reversedHash(Buffer.concat([Buffer.alloc(5), hash]), 5);
    }
    await copyInto(db.session, 'sample (i8, words, raw)', rows);
    const read = await db.session.query<{ i8: string; words: string; raw: Buffer }>(
      'SELECT i8, words, raw FROM sample',
    );
    expect(read.rows.map((r) => Number(r.i8))).toEqual(values);
    expect(read.rows[0]!.words).toBe('-2');
    expect(read.rows[0]!.raw).toEqual(Buffer.from(hash).reverse());
    await db.session.query('TRUNCATE sample');
  });

  it('carries a batch of many megabytes', async () => {
    const rows = new CopyRows();
    const big = Buffer.alloc(100_000, 7);
    for (let n = 0; n < 80; n++) {
      rows.row(2);
      rows.int4(n);
      rows.bytea(big);
    }
    await copyInto(db.session, 'sample (n, raw)', rows);
    const read = await db.session.query('SELECT count(*)::int AS count, min(length(raw)) AS shortest FROM sample');
    expect(read.rows[0]).toEqual({ count: 80, shortest: 100_000 });
    await db.session.query('TRUNCATE sample');
  });

  it('reports what the server refuses and leaves the db.session usable', async () => {
    const rows = new CopyRows();
    rows.row(1);
    rows.int4(1);
    await expect(copyInto(db.session, 'no_such_table (n)', rows)).rejects.toThrow(/no_such_table/);
    expect((await db.session.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('reports it also to one who goes on sending', async () => {
    const copy = openCopy(db.session, 'no_such_table (n)');
    const sending = async () => {
      for (let i = 0; i < 200; i++) await copy.send(Buffer.alloc(1 << 20));
      await copy.end();
    };
    await expect(sending()).rejects.toThrow(/no_such_table/);
    expect((await db.session.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});
