import { type AddressInfo, createServer } from 'node:net';
import { freePort, spawnApi, type TestDatabase, waitFor } from '@chaintrail/testkit';
import { SignJWT } from 'jose';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClientMetrics } from '../src/metrics/request-metrics.js';
import { BUSY_ADDRESS, demoDatabase } from './support/demo-chain.js';
import { startApi, type TestApi, type TestApiOptions } from './support/start-api.js';

const SECRET = 'a secret of more than thirty-two bytes, for tests';
const address = `/v0/addresses/btc/${BUSY_ADDRESS}`;
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
  ({ database } = await demoDatabase());
});
afterAll(async () => {
  for (const api of opened) await api.stop();
  await database?.drop();
});

describe('tokens', () => {
  it('are told of in the index document', async () => {
    const limits = { RATE_LIMITS: 'free=600/1m,pro=6000/1m' };
    const env = { ...limits, JWT_SECRET: SECRET, REGISTRATION_URL: 'https://chaintrail.example/register' };
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

  it('name a tier that there is, or are in the lowest above free', async () => {
    const api = await open({ JWT_SECRET: SECRET, RATE_LIMITS: 'free=9/1h,gold-plus=off,pro=90/1h' });
    for (const [tier, shown] of [
      ['pro', 'pro'],
      ['gold', 'pro'],
      ['', 'pro'],
      [undefined, 'pro'],
      ['__proto__', 'pro'],
      ['free', 'free'],
    ]) {
      const { json } = await api.get('/', bearer(await sign({ tier, sub: `of ${tier}` })));
      expect(json.authentication, `${tier}`).toMatchObject({ isAuthenticated: true, rateLimitTier: shown });
    }
  });
});

describe('limits without a setting', () => {
  it('are for clients of other machines, and higher with a token', async () => {
    const lines: string[] = [];
    const api = await open({ JWT_SECRET: SECRET, TRUSTED_PROXIES: '127.0.0.0/8' }, { log: (line) => lines.push(line) });
    const index = await api.get('/');
    expect(index.headers.get('ratelimit')).toBeNull();
    expect(index.json.authentication).toMatchObject({ isAuthenticated: false, rateLimitTier: 'free' });
    expect(index.json.authentication.info).toMatch(
      /or else "token"\. Whoever runs .*`npx chaintrail token issue --subject NAME --days 90`\. Units .*"free" 600 in 60 seconds.*"token" 6000 .*machine of the server have no limit/,
    );
    const other = await api.get('/', from('192.0.2.1'));
    expect(other.headers.get('ratelimit')).toMatch(/^"free";r=599;/);
    // A client may write what it likes; the proxy appends.
    expect((await api.get('/', from('127.0.0.1, 192.0.2.1'))).headers.get('ratelimit')).toMatch(/;r=598;/);
    const token = await api.get('/', bearer(await sign({ tier: undefined })));
    expect(token.headers.get('ratelimit')).toMatch(/^"token";r=5999;/);
    expect(token.json.authentication).toMatchObject({ isAuthenticated: true, rateLimitTier: 'token' });
    expect(lines.join()).not.toContain('TRUSTED_PROXIES');
  });

  it('are none where they are switched off', async () => {
    const api = await open({ RATE_LIMITS: 'off', TRUSTED_PROXIES: 'loopback' });
    const { headers, json } = await api.get('/', from('192.0.2.1'));
    expect(headers.get('ratelimit')).toBeNull();
    expect(json.authentication.info).toContain('No rate limit applies.');
  });

  it('warn once where a proxy forwards and none is trusted', async () => {
    const lines: string[] = [];
    const api = await open({}, { log: (line) => lines.push(line) });
    await api.get('/');
    expect(lines.join()).not.toContain('TRUSTED_PROXIES');
    for (let at = 0; at < 3; at++) await api.get('/', from('192.0.2.1'));
    expect(lines.filter((line) => line.includes('TRUSTED_PROXIES is not set'))).toHaveLength(1);
  });
});

it('gives URLs of the scheme that a trusted proxy speaks with clients', async () => {
  const headers = { 'x-forwarded-proto': 'https' };
  const [trusting, other] = [await open({ TRUSTED_PROXIES: 'loopback' }), await open({})];
  const swaggerOf = async (api: TestApi, init?: RequestInit) => (await api.get('/', init)).json.swagger;
  expect(await swaggerOf(trusting, { headers })).toBe(`https://127.0.0.1:${trusting.port}/swagger`);
  expect(await swaggerOf(trusting)).toBe(`${trusting.url}/swagger`);
  expect(await swaggerOf(trusting, { headers: { 'x-forwarded-proto': 'javascript' } })).toBe(`${trusting.url}/swagger`);
  expect(await swaggerOf(other, { headers })).toBe(`${other.url}/swagger`);
});

describe('limits', () => {
  it('are told in fields, and end in 429', async () => {
    const api = await open({ RATE_LIMITS: 'free=15/1h', REGISTRATION_URL: 'https://chaintrail.example/register' });
    const first = await api.get('/v0');
    expect(first.headers.get('ratelimit-policy')).toBe('"free";q=15;w=3600');
    expect(first.headers.get('ratelimit')).toMatch(/^"free";r=14;t=(3600|3599)$/);
    expect(first.headers.get('access-control-expose-headers')).toContain('RateLimit, RateLimit-Policy');
    // 1 and 10 for the rows.
    const rows = await api.get(`${address}/transactions?limit=1000`);
    expect(rows.status).toBe(200);
    // A cache may hand this answer to others.
    expect(rows.headers.get('cache-control')).toContain('public');
    expect(rows.headers.get('ratelimit-policy')).toBe('"free";q=15;w=3600');
    expect([rows.headers.get('ratelimit'), rows.headers.get('x-request-id')]).toEqual([null, null]);
    // Refused requests cost, too.
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
      expect((await api.get('/v0', from(forwarded))).headers.get('ratelimit')).toMatch(`;r=${4 - at};`);
  });

  it('believe the proxies that the operator names, and nobody behind them', async () => {
    const api = await open({ RATE_LIMITS: 'free=9/1h', TRUSTED_PROXIES: 'loopback,10.0.0.0/8' });
    const left = async (forwarded: string) =>
      Number(/r=(\d+)/.exec((await api.get('/v0', from(forwarded))).headers.get('ratelimit') ?? '')?.[1]);
    expect(await left('192.0.2.1')).toBe(8);
    expect(await left('192.0.2.2')).toBe(8);
    // Entries that a client sends stand before those that proxies add.
    expect(await left('203.0.113.9, 192.0.2.1')).toBe(7);
    expect(await left('203.0.113.9, 192.0.2.1, 10.1.2.3')).toBe(6);
    expect(await left('2001:db8:1:2::1')).toBe(8);
    expect(await left('2001:db8:1:2:ffff::7')).toBe(7);
    expect(await left('2001:db8:1:3::1')).toBe(8);
    expect(await left('::ffff:192.0.2.2')).toBe(7);
    // As some proxies write them.
    expect(await left('192.0.2.7:5678')).toBe(8);
    expect(await left('192.0.2.7:5679, 10.1.2.3:443')).toBe(7);
    expect(await left('"[2001:db8:1:3::1]:443"')).toBe(7);
    // No address: that of the proxy counts.
    expect(await left('unknown')).toBe(8);
    expect(await left('nonsense, 10.0.0.1')).toBe(7);
  });
});

describe('who asked', () => {
  it('is told in the log and in metrics, without who it is', async () => {
    const lines: string[] = [];
    const env = { JWT_SECRET: SECRET, TRUSTED_PROXIES: 'loopback' };
    const api = await open(env, { log: (line) => lines.push(line) });
    const headers = { 'user-agent': `probe/1 ${'x'.repeat(200)}` };
    const sizes: number[] = [];
    for (const [at, forwarded] of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3, 192.0.2.2'].entries()) {
      const path = at < 2 ? `${address}/transactions?limit=1000` : '/v0';
      const { text } = await api.get(path, { headers: { ...headers, 'x-forwarded-for': forwarded } });
      sizes.push(text.length);
    }
    await api.get('/v0', bearer(await sign({ tier: undefined })));
    const told = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => /was answered/.test(msg));
    await waitFor(() => told().length === 5);
    const [first, second, third, fourth, fifth] = told();
    expect(first).toMatchObject({ client: expect.stringMatching(/^[\w-]{12}$/), tier: 'free', units: 11 });
    expect(first.userAgent).toBe(headers['user-agent'].slice(0, 100));
    // Bytes that came over the wire, compressed.
    expect(first.bytes).toBeGreaterThan(500);
    expect(first.bytes).toBeLessThan(sizes[0]!);
    expect([second.client, third.client === first.client, fourth.client]).toEqual([first.client, false, third.client]);
    expect(fifth).toMatchObject({ tier: 'token', units: 1 });
    expect([first.client, third.client]).not.toContain(fifth.client);
    expect(lines.join()).not.toMatch(/192\.0\.2|ann/);

    const { text } = await api.get('/metrics');
    const units = [...text.matchAll(/^chaintrail_client_units\{(.*)\} (\d+)$/gm)].map(([, labels, value]) => [
      labels,
      value,
    ]);
    expect(units).toContainEqual([`client="${first.client}",tier="free"`, '22']);
    expect(units).toContainEqual([`client="${third.client}",tier="free"`, '2']);
    expect(units).toContainEqual([`client="${fifth.client}",tier="token"`, '1']);
    const [, bytes] = new RegExp(
      `^chaintrail_client_bytes\\{client="${first.client}",tier="free"\\} (\\d+)$`,
      'm',
    ).exec(text)!;
    expect(Number(bytes)).toBe(first.bytes + second.bytes);
  });

  it('is told of the ten that used most, however many there are', async () => {
    const registry = new Registry();
    const clients = new ClientMetrics(registry);
    for (let turn = 0; turn < 20; turn++) {
      clients.note({ name: 'busy', tier: 'free' }, { units: 5, bytes: 10 });
      for (let at = 0; at < 300; at++) clients.note({ name: `${turn}-${at}`, tier: 'free' }, { units: 1, bytes: 10 });
      clients.note({ name: 'large', tier: 'pro' }, { units: 1, bytes: 10_000_000 });
    }
    clients.set();
    const text = await registry.metrics();
    expect(text.match(/^chaintrail_client_units\{/gm)).toHaveLength(10);
    expect(text).toContain('chaintrail_client_units{client="busy",tier="free"} 100');
    expect(text).toContain('chaintrail_client_bytes{client="large",tier="pro"} 200000000');
  });
});

it('takes a list of what a client can read that is too long for none', async () => {
  const api = await open({});
  const typeOf = async (name: string, value: string) => {
    const { headers } = await api.get(`${address}/transactions`, { headers: { [name]: value } });
    return `${headers.get('content-type')} ${headers.get('content-encoding')}`;
  };
  const long = (text: string) => `${text}, ${Array.from({ length: 200 }, (_, at) => `a/b${at}`).join()}`;
  expect(await typeOf('accept', 'application/x-ndjson, a/b')).toMatch('application/x-ndjson ');
  expect(await typeOf('accept', long('application/x-ndjson'))).toMatch('application/json');
  expect(await typeOf('accept-encoding', long('gzip'))).toMatch(/ null$/);
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
    // Answers of the API are counted where operators look.
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
