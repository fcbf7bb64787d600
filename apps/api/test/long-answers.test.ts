/** Answers with long lists: the same bytes as at once, made a few milliseconds at a time. */
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { LONG_HISTORY, seedLongHistory, seedUnspentOutputs } from '@chaintrail/testkit';
import { describe, expect, it } from 'vitest';
import { longJson, Rows } from '../src/http/rows.js';
import { madeInSlices } from '../src/http/slices.js';
import { serve } from './support/served.js';

const COUNT = 1_500;

/** Takes as long as many rows of a history. */
function slowly<T>(value: T): T {
  for (const until = performance.now() + 1; performance.now() < until; );
  return value;
}

/** Turns of the event loop until a promise is settled. */
async function turnsUntil(promise: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  promise.then(over, over);
  let turns = 0;
  for (; !isOver; turns++) await turnOfLoop();
  return turns;
}

describe('a long list', () => {
  const numbers = Array.from({ length: 200 }, (_, n) => n);

  it('has the bytes that it has at once', async () => {
    const body = {
      name: '€ "x"',
      tip: { height: 1 },
      none: undefined,
      few: Rows.of([1, 2], (n) => n),
      rows: Rows.of(numbers, (n) => ({ n, text: `${n}é` })),
      empty: Rows.of([], (n) => n),
      '"last"': [null, undefined, true],
      nothing: () => 1,
    };
    const pieces = await longJson(body);
    expect(Buffer.concat(pieces!).toString()).toBe(JSON.stringify(body));
    expect(JSON.parse(JSON.stringify(body)).rows).toHaveLength(200);
  });

  it('that is short is left to be made at once, as others are', async () => {
    const short = Rows.of(numbers.slice(0, 50), (n) => n);
    for (const body of [{ rows: short }, { rows: numbers }, null, 'text', {}]) expect(await longJson(body)).toBeNull();
    expect(await longJson({ rows: Rows.of(numbers.slice(0, 20), (n) => n, 4) })).not.toBeNull();
    expect(await longJson({ rows: short, tip: 1, more: Rows.of([1], (n) => n) })).not.toBeNull();
  });

  it('is made in slices, one in each turn of the loop, however many are made at once', async () => {
    const makings = Array.from({ length: 5 }, () => longJson({ rows: Rows.of(numbers, slowly) }));
    // 1,000 rows of a millisecond; a slice ends with the row that takes it to four.
    expect(await turnsUntil(Promise.all(makings))).toBeGreaterThan(200);
  });

  it('that is not the last entry is made in slices, too', async () => {
    const making = longJson({ rows: Rows.of(numbers, slowly), outputs: Rows.of(numbers, slowly), tip: { height: 1 } });
    expect(await turnsUntil(making)).toBeGreaterThan(80);
  });

  it('whose entry fails, fails', async () => {
    const failing = Rows.of(numbers, (n) => {
      if (n === 150) throw new Error('mine');
      return n;
    });
    await expect(longJson({ rows: failing })).rejects.toThrow('mine');
    await expect(madeInSlices(failing)).rejects.toThrow('mine');
    expect(await madeInSlices(Rows.of(numbers, (n) => n))).toEqual(numbers);
  });
});

describe('a long page', () => {
  const api = serve(async ({ session }) => {
    await seedLongHistory(session, COUNT);
    await seedUnspentOutputs(session);
  });

  const base = `/v0/addresses/btc/${LONG_HISTORY.address}`;
  it.each([
    ['transactions', `${base}/transactions?`],
    ['utxos', `${base}/utxos?`],
    ['transactions', '/v0/blocks/btc/1?'],
  ])('of %s has the rows and the headers of short ones: %s', async (list, path) => {
    const plain = { headers: { 'Accept-Encoding': 'identity' } };
    const long = await api.get(`${path}limit=1000`, plain);
    expect(long.json[list]).toHaveLength(1_000);
    expect(JSON.stringify(long.json)).toBe(long.text);
    const parts = [];
    for (let offset = 0; offset < 1_000; offset += 50) {
      const part = await api.get(`${path}limit=50&offset=${offset}`, plain);
      parts.push(...part.json[list]);
      if (offset > 0) continue;
      const names = [...part.headers.keys()].sort();
      expect([...long.headers.keys()].sort()).toEqual(names);
      expect(long.headers.get('content-type')).toBe(part.headers.get('content-type'));
    }
    expect(parts).toEqual(long.json[list]);
    expect(long.headers.get('content-length')).toBe(String(Buffer.byteLength(long.text)));
    const etag = long.headers.get('etag')!;
    expect((await api.get(`${path}limit=1000`, plain)).headers.get('etag')).toBe(etag);
    const same = await api.get(`${path}limit=1000`, { headers: { ...plain.headers, 'If-None-Match': etag } });
    expect([same.status, same.text]).toEqual([304, '']);
    const head = await api.get(`${path}limit=1000`, { ...plain, method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      long.headers.get('content-length'),
    ]);
    const zipped = await api.get(`${path}limit=1000`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect([zipped.headers.get('content-encoding'), zipped.text === long.text]).toEqual(['gzip', true]);
  });
});
