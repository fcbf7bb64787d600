import { closeSession, openSession, type Session } from '@chaintrail/db';
import type { TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { encodeBody } from '../src/http/encode-body.js';
import { KeptAnswers } from '../src/http/kept-answers.js';
import { BUSY_ADDRESS as busy, demoDatabase } from './support/demo-chain.js';
import type { SeededChain } from './support/seed-chain.js';
import { startApi, type TestApi } from './support/start-api.js';

let database: TestDatabase;
let session: Session;
let api: TestApi;
let seeded: SeededChain;
beforeAll(async () => {
  ({ database, seeded } = await demoDatabase());
  session = await openSession(database.url, 'test');
});
beforeEach(async () => {
  await api?.stop();
  api = await startApi(database.url);
});
afterAll(async () => {
  await api?.stop();
  await closeSession(session);
  await database?.drop();
});

/** As nobody does: so that an answer tells whether it was read anew. */
const tamper = () => session.query('UPDATE btc.blocks SET time = time + 1');
const raiseVersion = () => session.query('UPDATE btc.sync_state SET content_version = content_version + 1');
const history = `/v0/addresses/btc/${busy}/transactions`;
const paths = () => [
  history,
  `${history}?limit=1&offset=3&order=asc`,
  `/v0/addresses/btc/${busy}/utxos`,
  `/v0/addresses/btc/${busy}/balance`,
  `/v0/addresses/btc/balances?address=${busy}`,
  `/v0/transactions/btc/${seeded.txids[1]}`,
  '/v0/blocks/btc/2',
];

it('are sent again as long as the content version is the same, and read anew when it is not', async () => {
  const first = await Promise.all(paths().map((path) => api.get(path)));
  await tamper();
  for (const [at, path] of paths().entries()) {
    const again = await api.get(path);
    expect(again.text, path).toBe(first[at]!.text);
    for (const name of ['etag', 'content-type', 'cache-control', 'vary', 'content-length']) {
      expect(again.headers.get(name), `${name} of ${path}`).toBe(first[at]!.headers.get(name));
    }
  }
  await raiseVersion();
  for (const [at, path] of paths().entries()) {
    const anew = await api.get(path);
    expect(anew.status).toBe(200);
    expect(anew.headers.get('etag'), path).not.toBe(first[at]!.headers.get('etag'));
    const hasTime = !path.endsWith('/balance') && !path.includes('balances');
    if (hasTime) expect(anew.text, path).not.toBe(first[at]!.text);
  }
});

it('are told to be the same without being read, also where another process sent them', async () => {
  const tags = await Promise.all(paths().map(async (path) => (await api.get(path)).headers.get('etag')!));
  const other = await startApi(database.url);
  try {
    for (const [at, path] of paths().entries()) {
      const reply = await other.get(path, { headers: { 'if-none-match': tags[at]! } });
      expect([reply.status, reply.text], path).toEqual([304, '']);
      expect((await other.get(path, { headers: { 'if-none-match': 'W/"another"' } })).status).toBe(200);
    }
  } finally {
    await other.stop();
  }
});

it('are kept by what they are compressed with; HEAD has none of it', async () => {
  const plain = await api.get(history, { headers: { 'accept-encoding': 'identity' } });
  for (const encoding of ['br', 'gzip', 'deflate', 'br']) {
    const headers = { 'accept-encoding': encoding };
    for (let time = 0; time < 2; time++) {
      const reply = await api.get(history, { headers });
      expect([reply.text, reply.headers.get('content-encoding')]).toEqual([plain.text, encoding]);
      const head = await api.get(history, { method: 'HEAD', headers });
      expect([head.text, head.headers.get('content-length')]).toEqual(['', null]);
    }
  }
});

it('HEAD makes none: what it does not send is not compressed', async () => {
  const plain = await api.get(history, { headers: { 'accept-encoding': 'identity' } });
  const headers = { 'accept-encoding': 'br' };
  const head = await api.get(history, { method: 'HEAD', headers });
  expect([head.text, head.headers.get('content-encoding')]).toEqual(['', 'br']);
  await tamper();
  expect((await api.get(history, { headers })).text).not.toBe(plain.text);
});

it('are other answers where something else is asked for by a header', async () => {
  await api.get(history);
  const csv = await api.get(history, { headers: { accept: 'text/csv' } });
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect((await api.get(history)).headers.get('content-type')).toBe('application/json; charset=utf-8');
  const authorized = await api.get(history, { headers: { authorization: 'Bearer no-token' } });
  expect(authorized.headers.get('cache-control')).toBe('private, max-age=5');
  expect(authorized.headers.get('www-authenticate')).toContain('invalid_token');
});

it('are none while the chain is not live, however often it is asked', async () => {
  const { text } = await api.get(history);
  await session.query('UPDATE btc.sync_state SET live_since = NULL');
  for (let time = 0; time < 2; time++) expect((await api.get(history)).json).toMatchObject({ code: 'chain-syncing' });
  await session.query('UPDATE btc.sync_state SET live_since = now()');
  expect(JSON.parse((await api.get(history)).text).total).toBe(JSON.parse(text).total);
});

it('are sent to many at once', async () => {
  await Promise.all(paths().map((path) => api.get(path)));
  const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => api.get(paths()[n % paths().length]!)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
});

it.each(['br', 'gzip', 'deflate', 'identity'] as const)(
  '%s: take no more memory than they are counted with, keys included',
  async (encoding) => {
    const kept = new KeptAnswers();
    const count = 15_000;
    const keyOf = (n: number): string => `${encoding} /v0/addresses/btc/${'x'.repeat(1_500)}?n=${n}`;
    for (let n = 0; n < count; n++) {
      const items = Array.from({ length: 40 }, (_, at) => `${n * at * 7_919}`.padStart(64, '0'));
      const body = await encodeBody(Buffer.from(JSON.stringify({ n, items })), encoding);
      kept.keep(keyOf(n), 'scope', `version ${n % 2}`, body);
    }
    let [held, found] = [0, 0];
    for (let n = 0; n < count; n++) {
      const body = kept.find(keyOf(n), 'scope', `version ${n % 2}`);
      if (!body) continue;
      found++;
      held += body.bytes.buffer.byteLength + keyOf(n).length;
    }
    expect(held).toBeLessThan(32 * 2 ** 20);
    expect(found).toBeGreaterThan(1_000);
    expect(found).toBeLessThan(count);
  },
);
