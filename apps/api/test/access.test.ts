import { type AddressInfo, createServer } from 'node:net';
import { formatAddress, requireChain } from '@chaintrail/chains';
import { createTestDatabase, freePort, spawnApi, type TestDatabase, waitFor } from '@chaintrail/testkit';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUSY, demoChain } from './support/demo-chain.js';
import { seedChain } from './support/seed-chain.js';
import { startApi, type TestApi, type TestApiOptions } from './support/start-api.js';

const SECRET = 'a secret of more than thirty-two bytes, for tests';
const network = requireChain('btc').networks.find(({ name }) => name === 'regtest')!;
const address = `/v0/addresses/btc/${formatAddress(network, BUSY)}`;
const sign = (claims: Record<string, unknown> = {}, secret = SECRET): Promise<string> =>
  new SignJWT({ sub: 'ann', tier: 'pro', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(Buffer.from(secret));
const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });
const from = (forwarded: string): RequestInit => ({ headers: { 'x-forwarded-for': forwarded } });

let database: TestDatabase;
const opened: TestApi[] = [];
const open = async (env: Record<string, string>, options: TestApiOptions = {}): Promise<TestApi> => {
  const api = await startApi(database.url, { env, ...options });
  opened.push(api);
  return api;
};

beforeAll(async () => {
  database = await createTestDatabase();
  await seedChain(database.url, { chain: 'btc', network: 'regtest', blocks: demoChain().blocks });
});
afterAll(async () => {
  for (const api of opened) await api.stop();
  await database?.drop();
});

describe('tokens', () => {
  it('are told of in the index document', async () => {
    const env = { JWT_SECRET: SECRET, REGISTRATION_URL: 'https://chaintrail.example/register' };
    const lines: string[] = [];
    const api = await open(env, { log: (line) => lines.push(line) });
    const anonymous = await api.get('/');
    expect(anonymous.json.authentication).toMatchObject({ isAuthenticated: false, rateLimitTier: 'free' });
    expect(anonymous.json.authentication.info).toContain('https://chaintrail.example/register');
    expect(anonymous.headers.get('www-authenticate')).toBeNull();
    const token = await sign();
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const { json, headers } = await api.get('/', { headers: { authorization: `${scheme} ${token}` } });
      expect(json.authentication).toMatchObject({ isAuthenticated: true, rateLimitTier: 'pro' });
      expect(headers.get('www-authenticate')).toBeNull();
      expect(headers.get('vary')).toContain('Authorization');
    }
    expect(lines.join()).not.toContain(token.split('.')[2]);
    expect(lines.join()).not.toContain('ann');
  });

  it('that are not valid are answered as none, with a notice, everywhere', async () => {
    const api = await open({ JWT_SECRET: SECRET });
    const cases = [
      [await sign({}, 'another secret of more than thirty-two bytes'), 'the token is not valid here'],
      [await sign({ nbf: Math.floor(Date.now() / 1_000) + 600 }), 'the token is not valid yet'],
      ['', 'the token is not valid here'],
      ['"\\,error="', 'the token is not valid here'],
    ];
    for (const [token = '', message] of cases) {
      const { json, headers } = await api.get('/', bearer(token));
      expect(json.authentication).toMatchObject({ isAuthenticated: false, rateLimitTier: 'free' });
      expect(headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", error_description="${message}"`);
    }
    for (const path of [
      `${address}/balance`,
      '/v0/status',
      '/health',
      '/metrics',
      '/nowhere',
      '/docs/swagger-ui.css',
    ]) {
      const [without, invalid] = [await api.get(path), await api.get(path, bearer('abc'))];
      expect(invalid.status, path).toBe(without.status);
      expect(invalid.headers.get('www-authenticate'), path).toMatch(/^Bearer error="invalid_token"/);
    }
    const basic = await api.get('/', { headers: { authorization: 'Basic YTpi' } });
    expect(basic.headers.get('www-authenticate')).toBeNull();
  });

  it('name a tier that there is, or are in free', async () => {
    const api = await open({ JWT_SECRET: SECRET, RATE_LIMITS: 'free=9/1h,pro=90/1h' });
    for (const [tier, shown] of [
      ['pro', 'pro'],
      ['gold', 'free'],
      ['', 'free'],
      [undefined, 'free'],
      ['__proto__', 'free'],
    ]) {
      const { json } = await api.get('/', bearer(await sign({ tier, sub: `of ${tier}` })));
      expect(json.authentication, `${tier}`).toMatchObject({ isAuthenticated: true, rateLimitTier: shown });
    }
  });
});

describe('limits', () => {
  it('are told in fields, and end in 429', async () => {
    const api = await open({ RATE_LIMITS: 'free=15/1h', REGISTRATION_URL: 'https://chaintrail.example/register' });
    const first = await api.get('/v0/currencies');
    expect(first.headers.get('ratelimit-policy')).toBe('"free";q=15;w=3600');
    expect(first.headers.get('ratelimit')).toMatch(/^"free";r=14;t=(3600|3599)$/);
    expect(first.headers.get('access-control-expose-headers')).toContain('RateLimit, RateLimit-Policy');
    // 1 and 10 for the rows.
    const rows = await api.get(`${address}/transactions?limit=1000`);
    expect(rows.headers.get('ratelimit')).toMatch(/;r=3;/);
    // What is refused costs, too.
    expect((await api.get('/v0/addresses/btc/x/balance')).headers.get('ratelimit')).toMatch(/;r=2;/);
    expect((await api.get('/v0/addresses/xyz/x/balance')).headers.get('ratelimit')).toMatch(/;r=1;/);
    expect((await api.get('/v0/currencies?x=1')).headers.get('ratelimit')).toMatch(/;r=0;/);
    const refused = await api.get(`${address}/balance`);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(refused.headers.get('ratelimit')).toMatch(/^"free";r=0;t=\d+$/);
    expect(refused.headers.get('retry-after')).toBe(/t=(\d+)/.exec(refused.headers.get('ratelimit')!)![1]);
    expect(refused.json).toMatchObject({ status: 429, code: 'rate-limited' });
    expect(refused.json.detail).toContain('https://chaintrail.example/register');
    const head = await fetch(`${api.url}${address}/balance`, { method: 'HEAD' });
    expect(head.status).toBe(429);
    expect(Number(head.headers.get('retry-after'))).toBeGreaterThan(3_000);
    for (const path of ['/health', '/ready', '/metrics', '/v0/health']) {
      const probe = await api.get(path);
      expect(probe.status, path).toBe(200);
      expect(probe.headers.get('ratelimit'), path).toBeNull();
    }
    expect((await fetch(api.url, { method: 'OPTIONS' })).status).toBe(204);
  });

  it('are of the subject of a token, whatever its address and however many tokens it has', async () => {
    const api = await open({ JWT_SECRET: SECRET, RATE_LIMITS: 'free=2/1h,pro=3/1h', TRUSTED_PROXIES: 'loopback' });
    const ask = async (token: string, forwarded: string) => {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': forwarded };
      return (await api.get('/v0/currencies', { headers })).headers.get('ratelimit')?.replace(/;t=.*/, '');
    };
    expect(await ask(await sign({ jti: 'one' }), '192.0.2.1')).toBe('"pro";r=2');
    expect(await ask(await sign({ jti: 'two' }), '192.0.2.2')).toBe('"pro";r=1');
    expect(await ask(await sign({ sub: 'bob' }), '192.0.2.1')).toBe('"pro";r=2');
    // One that is not valid is counted by its address, as none is.
    expect(await ask('abc', '192.0.2.1')).toBe('"free";r=1');
    expect(await ask(await sign({ sub: 'x' }, 'another secret of more than thirty-two bytes'), '192.0.2.1')).toBe(
      '"free";r=0',
    );
  });

  it('do not believe a client about its address', async () => {
    const api = await open({ RATE_LIMITS: 'free=5/1h' });
    for (const [at, forwarded] of ['192.0.2.1', '192.0.2.2', '127.0.0.1', '::1', 'x'].entries())
      expect((await api.get('/v0/currencies', from(forwarded))).headers.get('ratelimit')).toMatch(`;r=${4 - at};`);
  });

  it('believe the proxies that the operator names, and nobody behind them', async () => {
    const api = await open({ RATE_LIMITS: 'free=9/1h', TRUSTED_PROXIES: 'loopback,10.0.0.0/8' });
    const left = async (forwarded: string) =>
      Number(/r=(\d+)/.exec((await api.get('/v0/currencies', from(forwarded))).headers.get('ratelimit') ?? '')?.[1]);
    expect(await left('192.0.2.1')).toBe(8);
    expect(await left('192.0.2.2')).toBe(8);
    // What a client sends stands before what the proxies add.
    expect(await left('203.0.113.9, 192.0.2.1')).toBe(7);
    expect(await left('203.0.113.9, 192.0.2.1, 10.1.2.3')).toBe(6);
    expect(await left('2001:db8:1:2::1')).toBe(8);
    expect(await left('2001:db8:1:2:ffff::7')).toBe(7);
    expect(await left('2001:db8:1:3::1')).toBe(8);
    expect(await left('::ffff:192.0.2.2')).toBe(7);
    // No address: that of the proxy counts.
    expect(await left('unknown')).toBe(8);
    expect(await left('nonsense, 10.0.0.1')).toBe(7);
  });
});

describe('ADMIN_PORT', () => {
  it('has probes and metrics, and nothing else; the API has the rest', async () => {
    const adminPort = await freePort();
    const env = { ADMIN_PORT: `${adminPort}`, RATE_LIMITS: 'free=6/1h' };
    const { url, process } = await spawnApi({ databaseUrl: database.url, env });
    const status = async (base: string, path: string): Promise<number> => (await fetch(base + path)).status;
    const admin = `http://127.0.0.1:${adminPort}`;
    for (const path of ['/health', '/ready', '/metrics', '/v0/ready']) {
      for (let at = 0; at < 10; at++) expect(await status(admin, path), path).toBe(200);
      // Liveness is no secret, and what balances load asks for it where it sends requests.
      expect(await status(url, path), path).toBe(path === '/health' ? 200 : 404);
      const { headers } = await fetch(admin + path, { headers: { origin: 'https://elsewhere.example' } });
      expect(
        [...headers.keys()].filter((name) => name.startsWith('access-control-')),
        path,
      ).toEqual([]);
    }
    for (const path of ['/', '/v0/status', '/docs', '/docs/swagger-ui.css'])
      expect(await status(admin, path), path).toBe(404);
    const index = (await (await fetch(url)).json()) as { endpoints: object; examples: Record<string, string> };
    expect(Object.keys(index.endpoints).join()).not.toMatch(/ready|metrics/);
    expect(Object.keys(index.examples)).toContain('health');
    const document = (await (await fetch(`${url}/swagger`)).json()) as { paths: object };
    expect(Object.keys(document.paths)).not.toContain('/metrics');
    // What the API answered is counted where operators look.
    await waitFor(async () => /route="\/swagger"/.test(await (await fetch(`${admin}/metrics`)).text()));
    await process.kill('SIGTERM');
    expect(process.exitStatus()).toBe('exit code 0');
  });

  it('is done without where nobody chose it and another program has it, and the log says how to have it', async () => {
    const chosen = { ADMIN_PORT: '' };
    const [first, second] = [
      await spawnApi({ databaseUrl: database.url, env: { ...chosen, API_WORKERS: '2' } }),
      await spawnApi({ databaseUrl: database.url, env: { ...chosen, API_WORKERS: '2' } }),
    ];
    for (const { url, process } of [first, second]) {
      await waitFor(() => process.output().includes('The API was started'), { what: 'both workers to listen' });
      expect((await fetch(`${url}/health`)).status).toBe(200);
      for (const path of ['/ready', '/metrics']) expect((await fetch(url + path)).status, path).toBe(404);
    }
    // Whatever has the port, one of the two does not.
    expect(second.process.output().match(/\/ready and \/metrics are not answered/g)).toHaveLength(1);
    expect(second.process.output()).toContain(
      'Port 3900 is taken by another program: stop that one, or set ADMIN_PORT',
    );
    await Promise.all([first.process.stop(), second.process.stop()]);
  });

  it('refuses the start where it was chosen and is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const started = spawnApi({ databaseUrl: database.url, env: { ADMIN_PORT: port } });
    await expect(started).rejects.toThrow(`Port ${port} is taken by another program`);
    taken.close();
  });

  it('off: probes and metrics are on the other one, and no page of another site reads them', async () => {
    const { url, process } = await spawnApi({ databaseUrl: database.url, env: { ADMIN_PORT: 'off' } });
    for (const [path, origin] of [
      ['/health', '*'],
      ['/ready', null],
      ['/metrics', null],
    ] as const) {
      const { status, headers } = await fetch(url + path);
      expect([status, headers.get('access-control-allow-origin')], path).toEqual([200, origin]);
      const preflight = await fetch(url + path, { method: 'OPTIONS' });
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')], path).toEqual([204, origin]);
    }
    await process.stop();
  });
});
