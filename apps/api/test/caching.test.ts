import { expect, it } from 'vitest';
import { BUSY_ADDRESS as busy } from './support/demo-chain.js';
import { serveDemo } from './support/served.js';

const api = serveDemo(undefined, { publicUrl: 'https://api.example/chain' });

it('an answer about a chain is told apart by the tip and the URL, and not sent twice', async () => {
  const paths = [
    `/v0/addresses/btc/${busy}/transactions`,
    `/v0/addresses/btc/${busy}/transactions?limit=2`,
    `/v0/addresses/btc/${busy}/balance`,
    `/v0/transactions/btc/${api.seeded.txids[1]}`,
  ];
  const tags = await Promise.all(paths.map(async (path) => (await api.get(path)).headers.get('etag')!));
  for (const tag of tags) expect(tag).toMatch(/^W\/"[\w-]+"$/);
  expect(new Set(tags).size).toBe(paths.length);
  for (const [at, path] of paths.entries()) {
    const again = await api.get(path, { headers: { 'if-none-match': tags[at]! } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers.get('vary')).toBe((await api.get(path)).headers.get('vary'));
    expect(again.headers.get('vary')).toMatch(/Accept-Encoding/);
    expect(again.headers.get('cache-control')).toBe('public, max-age=5');
  }

  await api.session.query(`UPDATE btc.sync_state SET hash = decode(repeat('ee', 32), 'hex')`);
  const afterReorg = await api.get(paths[0]!, { headers: { 'if-none-match': tags[0]! } });
  expect(afterReorg.status).toBe(200);
  expect(afterReorg.json.tip.hash).toBe('ee'.repeat(32));
});

it('`If-None-Match: *` is about what there is, and nothing else', async () => {
  const ask = (path: string) => api.get(path, { headers: { 'if-none-match': '*' } });
  const found = [
    `/v0/transactions/btc/${api.seeded.txids[1]}`,
    `/v0/addresses/btc/${busy}/balance`,
    '/v0/blocks/btc/1',
    '/health',
  ];
  for (const path of found) {
    for (const _again of [1, 2]) expect((await ask(path)).status, path).toBe(304);
  }
  const missing = [
    [`/v0/transactions/btc/${'ab'.repeat(32)}`, 404],
    ['/v0/transactions/btc/x', 400],
    ['/v0/addresses/btc/x/balance', 400],
    ['/v0/addresses/btc/x/transactions', 400],
    [`/v0/addresses/btc/${busy}/transactions?cursor=x`, 400],
    ['/v0/addresses/btc/x/utxos', 400],
    ['/v0/blocks/btc/1000000', 404],
    ['/v0/blocks/xyz/1', 404],
  ] as const;
  for (const [path, status] of missing) {
    for (const tag of ['*', 'W/"x", *']) {
      const reply = await api.get(path, { headers: { 'if-none-match': tag } });
      expect([reply.status, reply.headers.get('etag')], `${path} ${tag}`).toEqual([status, null]);
    }
  }
});

it('large answers are compressed when the client can read that', async () => {
  const path = `/v0/addresses/btc/${busy}/transactions`;
  for (const encoding of ['gzip', 'br']) {
    const reply = await api.get(path, { headers: { 'accept-encoding': encoding } });
    expect(reply.headers.get('content-encoding')).toBe(encoding);
    expect(reply.headers.get('vary')).toContain('Accept-Encoding');
    expect(reply.json.total).toBeGreaterThan(0);
  }
});

it('HEAD tells the length of what GET sends, or none', async () => {
  const large = `/v0/addresses/btc/${busy}/transactions`;
  const paths = [large, `/v0/addresses/btc/${busy}/balance`, '/docs/swagger-ui.css', '/docs', '/nothing'];
  for (const path of paths) {
    for (const encoding of ['gzip', 'br', 'deflate, gzip;q=0.5', 'identity', 'zstd', 'gzip;q=0']) {
      const headers = { 'accept-encoding': encoding };
      const get = await api.get(path, { headers });
      const head = await api.get(path, { method: 'HEAD', headers });
      const name = `${path} ${encoding}`;
      expect(head.status, name).toBe(get.status);
      expect(head.headers.get('vary'), name).toBe(get.headers.get('vary'));
      expect(head.headers.get('content-length'), name).toBe(
        get.headers.has('content-encoding') ? null : String(Buffer.byteLength(get.text)),
      );
    }
  }
  const encoded = await api.get(large, { headers: { 'accept-encoding': 'gzip' } });
  expect(encoded.headers.get('content-encoding')).toBe('gzip');
});

it('PUBLIC_URL stands before every URL that is given out', async () => {
  const { json } = await api.get('/', { headers: { 'x-forwarded-host': 'evil.example' } });
  expect(json.swagger).toBe('https://api.example/chain/swagger');
  for (const url of Object.values(json.examples)) expect(url).toMatch(/^https:\/\/api\.example\/chain\//);
  const document = (await api.get('/swagger')).json;
  expect(document.servers[0].url).toBe('https://api.example/chain/v0');
  expect((await api.get('/nothing')).json.type).toBe('https://api.example/chain/docs#unknown-route');
  expect((await api.get('/docs')).text).toContain('src="/chain/docs/swagger-ui-bundle.js"');
});

it('/docs loads nothing from another host, and what it loads is there', async () => {
  const page = await api.get('/docs');
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"#]+)"/g)]
    .map(([, url]) => url!)
    .filter((url) => url !== 'data:,');
  expect(loaded).toHaveLength(5);
  for (const url of loaded) {
    expect(url).toMatch(/^\/chain\//);
    const reply = await api.get(url.replace('/chain', ''));
    expect(reply.status, url).toBe(200);
    expect(reply.text).not.toBe('');
  }
});
