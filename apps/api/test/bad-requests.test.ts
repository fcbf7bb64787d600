import { describe, expect, it } from 'vitest';
import { BUSY_ADDRESS as busy } from './support/demo-chain.js';
import { serveDemo } from './support/served.js';

const history = `/v0/addresses/btc/${busy}/transactions`;
const balance = `/v0/addresses/btc/${busy}/balance`;
const utxos = `/v0/addresses/btc/${busy}/utxos`;
const TXID = 'ab'.repeat(32);

const lines: string[] = [];

const api = serveDemo(undefined, { log: (line) => lines.push(line) });

const REFUSED: readonly (readonly [string, number, string])[] = [
  ...['0', '1001', '-1', '+5', '05', '1e3', ' 5', '5.0', 'NaN', '0x10', '', 'ten', '9'.repeat(30), '٥'].map(
    (limit) => [`${history}?limit=${encodeURIComponent(limit)}`, 400, 'invalid-parameter'] as const,
  ),
  ...['-1', '+0', '00', '1e1', '9007199254740992', '99999999999999999999', 'Infinity', '1.5', ''].map(
    (offset) => [`${history}?offset=${encodeURIComponent(offset)}`, 400, 'invalid-parameter'] as const,
  ),
  ...['-1', '4294967296', '1e2', 'tip', '9999'].map(
    (height) => [`${balance}?height=${height}`, 400, 'invalid-parameter'] as const,
  ),
  ...['limit=0', 'limit=1001', 'limit=ten', 'offset=-1', 'offset=10001', 'cursor='].map(
    (query) => [`${utxos}?${query}`, 400, 'invalid-parameter'] as const,
  ),
  ['/v0/addresses/btc/balances', 400, 'invalid-parameter'],
  [`/v0/addresses/btc/balances?address=${busy}&address=zz`, 400, 'address-malformed'],
  [`/v0/addresses/btc/balances?address=${busy}&tokens=1`, 400, 'unknown-parameter'],
  [`${utxos}?cursor=AAAA`, 400, 'invalid-cursor'],
  [`${utxos}?cursor=${'A'.repeat(64)}`, 400, 'invalid-cursor'],
  [`${utxos}?order=asc`, 400, 'unknown-parameter'],
  [`${utxos}?limit=1&limit=1`, 400, 'repeated-parameter'],
  ['/v0/addresses/btc/zz/utxos', 400, 'address-malformed'],
  ['/v0/addresses/doge/zz/utxos?limit=zz', 404, 'unknown-currency'],
  [`/v0/${'a'.repeat(20_000)}`, 414, 'url-too-long'],
  ['/v0/stream', 400, 'invalid-parameter'],
  ['/v0/stream?currency=doge', 404, 'unknown-currency'],
  ['/v0/stream?currency=btc&currency=btc', 400, 'repeated-parameter'],
  ['/v0/stream?currency=btc&address[]=x', 400, 'unknown-parameter'],
  ['/v0/stream?currency=btc&address=', 400, 'address-malformed'],
  [`/v0/stream?currency=btc&address=${busy}&address=zz`, 400, 'address-malformed'],
  [`/v0/stream?currency=btc${`&address=${busy}`.repeat(1_001)}`, 400, 'invalid-parameter'],
  [`/v0/stream?currency=btc${`&address=${busy}`.repeat(1_600)}`, 414, 'url-too-long'],
  [`/v0/stream?currency=btc&lastEventId=`, 400, 'invalid-parameter'],
  [`/v0/stream?currency=btc&lastEventId=${'A'.repeat(600)}`, 400, 'invalid-parameter'],
  ['/metrics?x=1', 400, 'unknown-parameter'],
  [`${history}?order=up`, 400, 'invalid-parameter'],
  [`${history}?format=xml`, 400, 'invalid-parameter'],
  [`${history}?format=csv&limit=25`, 400, 'invalid-parameter'],
  [`${history}?cursor=%00`, 400, 'invalid-cursor'],
  [`${history}?cursor=${'A'.repeat(97)}`, 400, 'invalid-parameter'],
  [`${history}?limit=1&limit=1`, 400, 'repeated-parameter'],
  [`${history}?limit[]=1`, 400, 'unknown-parameter'],
  [`${history}?Limit=1`, 400, 'unknown-parameter'],
  [`${history}?page=1`, 400, 'unknown-parameter'],
  [`${history}?__proto__=1`, 400, 'unknown-parameter'],
  [`${history}?${'a&'.repeat(50)}`, 400, 'unknown-parameter'],
  [`${history}?limit=%FF`, 400, 'malformed-url'],
  [`${history}?limit=%`, 400, 'malformed-url'],
  [`/v0/currencies?x=1`, 400, 'unknown-parameter'],
  ['/v0/%FF', 400, 'malformed-url'],
  ['/v0/addresses/btc/%C0%AF/balance', 400, 'malformed-url'],
  ['/v0/addresses/btc/%00/balance', 400, 'address-malformed'],
  ['/v0/addresses/btc/..%2f..%2fetc%2fpasswd/balance', 400, 'address-malformed'],
  [`/v0/addresses/btc/${"'%20OR%201=1--"}/balance`, 400, 'address-malformed'],
  [`/v0/addresses/btc/${busy.slice(0, -1)}q/balance`, 400, 'address-checksum'],
  ['/v0/addresses/btc/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4/balance', 400, 'address-foreign-network'],
  [`/v0/addresses/btc/${'a'.repeat(600)}/balance`, 400, 'invalid-parameter'],
  ['/v0/transactions/btc/00', 400, 'invalid-parameter'],
  [`/v0/transactions/btc/${'z'.repeat(64)}`, 400, 'invalid-parameter'],
  [`/v0/transactions/btc/${TXID}`, 404, 'unknown-transaction'],
  [`/v0/transactions/ltc/${TXID}`, 404, 'unknown-currency'],
  [`/v0/transactions/${'b'.repeat(40)}/${TXID}`, 404, 'unknown-currency'],
  ['/v0/transactions/doge/zz', 404, 'unknown-currency'],
  ['/v0/addresses/doge/zz/transactions?limit=zz', 404, 'unknown-currency'],
  ['/v0/addresses/doge/zz/balance?no=1&no=2', 404, 'unknown-currency'],
  [`/v0/addresses/doge/${'a'.repeat(600)}/balance`, 404, 'unknown-currency'],
  [`/v0/addresses/btc/bitcoin:${busy}/balance`, 400, 'address-malformed'],
  ['/v0/addresses/__proto__/x/balance', 404, 'unknown-currency'],
  ['/nothing', 404, 'unknown-route'],
  ['/v1/currencies', 404, 'unknown-route'],
  ['/V0/currencies', 404, 'unknown-route'],
  ['/currencies', 404, 'unknown-route'],
  ['/docs/package.json', 404, 'unknown-route'],
  ['/docs/../package.json%00', 404, 'unknown-route'],
  [`/v0/currencies?${'x'.repeat(3_000)}`, 414, 'url-too-long'],
];

describe('a request that cannot be answered', () => {
  it.each(REFUSED.map((row) => [row[0].slice(0, 90), ...row] as const))('%s', async (_name, path, status, code) => {
    const reply = await api.get(path);
    expect(reply.json).toMatchObject({ status, code, title: expect.any(String), detail: expect.any(String) });
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.json.instance).toBe(`urn:request:${reply.headers.get('x-request-id')}`);
    expect(reply.json.type).toBe(`/docs#${code}`);
    expect(reply.text).not.toMatch(/node_modules|\\n\s+at |SELECT|ZodError/);
  });

  it('lists the currencies that are known', async () => {
    for (const path of [`doge/${TXID}`, 'doge/zz', `${'b'.repeat(1_000)}/${TXID}`]) {
      const { json } = await api.get(`/v0/transactions/${path}`);
      expect(json.currencies).toEqual(['btc']);
      expect(json.detail).toContain('this server follows btc');
    }
  });

  it('names the tip that it was read at', async () => {
    const { tip } = (await api.get(balance)).json;
    expect(tip).toEqual({ height: expect.any(Number), hash: expect.any(String), time: expect.any(Number) });
    for (const path of [`/v0/transactions/btc/${TXID}`, `${balance}?height=9999`]) {
      expect((await api.get(path)).json.tip, path).toEqual(tip);
    }
  });

  it('never has its address or its token in the log', async () => {
    const secret = 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ';
    await api.get(`/v0/addresses/btc/${secret}/balance?q=${secret}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toContain(secret);
    expect(lines.join('\n')).not.toContain(busy);
  });
});

describe('a path that is percent-encoded without need', () => {
  it.each([
    ['/v0/%63urrencies', '/v0/currencies'],
    ['/%76%30/c%75rr%65ncies?', '/v0/currencies'],
    ['/docs/swagger%2Dui%2ecss', '/docs/swagger-ui.css'],
    [`/v0/%61ddresses/%62tc/${encodeURIComponent(busy)}/%62%61lance`, balance],
  ])('%s', async (encoded, plain) => {
    const [reply, same] = [await api.get(encoded), await api.get(plain)];
    expect([reply.status, reply.text]).toEqual([200, same.text]);
  });

  it('is another one where what is encoded would part it', async () => {
    for (const path of ['/v0%2Fcurrencies', '/v0/currencies%3Fx=1', '/docs/%2e%2e/package.json', '/v0/%2563urrencies'])
      expect((await api.get(path)).json, path).toMatchObject({ status: 404, code: 'unknown-route' });
  });
});

describe('a query parameter with brackets', () => {
  it.each([
    ['limit[]=1', '“limit[]” would be a list: give “limit” without brackets'],
    ['limit%5B0%5D=1', '“limit[0]” would be a list: give “limit” without brackets'],
    [
      'page[]=1',
      '“page[]” is not a query parameter of this route; expected only limit, offset, cursor, order, fromHeight, toHeight, fromTime, toTime, from, to, direction, asset, spam, fields, usd, format',
    ],
    [
      '%3Cb%3E=1',
      'one of the names is not a query parameter of this route; expected only limit, offset, cursor, order, fromHeight, toHeight, fromTime, toTime, from, to, direction, asset, spam, fields, usd, format',
    ],
  ])('%s', async (query, detail) => {
    expect((await api.get(`${history}?${query}`)).json).toMatchObject({
      status: 400,
      code: 'unknown-parameter',
      detail,
    });
  });
});

describe('a path that is none', () => {
  const A = '/v0/addresses/{currency}/{address}';
  it.each([
    ['/v0/currencies/ltc', ['/v0/currencies']],
    ['/v0/currencys', ['/v0/currencies']],
    ['/v0/currency', ['/v0/currencies']],
    ['/currencies', ['/v0/currencies']],
    ['/v1/currencies', ['/v0/currencies']],
    ['/v0/Rates', ['/v0/rates']],
    ['/v0/rate', ['/v0/rates']],
    ['/v0/blocks/ltc', ['/v0/blocks/{currency}/{block}']],
    ['/v0/block/ltc/5', ['/v0/blocks/{currency}/{block}']],
    ['/v0/tokens/eth/T', ['/v0/tokens/{currency}/{asset}/holders']],
    ['/v0/token/eth/T/holder', ['/v0/tokens/{currency}/{asset}/holders']],
    ['/api/v0/transaction/ltc/T', ['/v0/transactions/{currency}/{txid}']],
    [`${A.replace('{currency}', 'ltc').replace('{address}', 'A')}/balances`, [`${A}/balance`]],
    ['/v0/addresses/ltc/A/transaction', [`${A}/transactions`]],
    ['/addresses/ltc/A/utxo', [`${A}/utxos`]],
    ['/v0/address/ltc/A', [A]],
    ['/v0/addresses/ltc', [A, '/v0/addresses/{currency}/balances']],
  ])('%s: names what may be meant', async (path, [first, ...others]) => {
    const { json } = await api.get(path);
    expect(json).toMatchObject({ status: 404, code: 'unknown-route' });
    const [, named = ''] = /did you mean (.*)\?/.exec(json.detail) ?? [];
    expect(named.split(' or ')[0], json.detail).toBe(first);
    for (const other of others) expect(named.split(' or ')).toContain(other);
    expect(json.detail).toMatch(/\/ lists the endpoints and \/docs describes them$/);
  });

  it('is read where it takes something: that names what may be meant, too', async () => {
    const { json } = await api.get('/v0/transactions/ltc');
    expect(json).toMatchObject({ status: 405, code: 'method-not-allowed' });
    expect(json.detail).toMatch(
      /^expected one of POST, OPTIONS; did you mean \/v0\/transactions\/\{currency}\/\{txid}/,
    );
  });

  it.each([
    ...['/nothing', '/v0/wp-login.php', '/v0/a/b/c/d/e/f/g/h/i', `/v0/${'rates'.repeat(200)}`],
    `/v0/rates/${'x/'.repeat(500)}`,
  ])('%s: names nothing that it does not know', async (path) => {
    const { json } = await api.get(path);
    expect(json.detail).toBe('this path does not exist; / lists the endpoints and /docs describes them');
  });

  it('is not repeated', async () => {
    const { text } = await api.get('/v0/addresses/ltc/secret-of-mine/balanc');
    expect(text).not.toContain('secret');
  });
});

describe('what is wrong', () => {
  const errorsOf = async (path: string) => (await api.get(path)).json.errors;
  const wrong = (...parameters: string[]) =>
    parameters.map((parameter) => ({ parameter, message: expect.stringMatching(/^\S.*\S$/) }));

  it('is told of every parameter at once, by its name', async () => {
    expect(await errorsOf(`${history}?limit=0&offset=x&order=up`)).toEqual(wrong('limit', 'offset', 'order'));
    expect(await errorsOf(`${history}?page=1&limit=0&per_page=2`)).toEqual(wrong('page', 'per_page', 'limit'));
    expect(await errorsOf(`${history}?limit=1&limit=2&order=asc&order=asc`)).toEqual(wrong('limit', 'order'));
    expect(await errorsOf(`/v0/blocks/btc/${'x'.repeat(97)}?limit=x`)).toEqual(wrong('block', 'limit'));
    const { json } = await api.get(`${history}?limit=0&order=up`);
    expect(json.detail).toBe(
      json.errors.map((each: Record<string, string>) => `${each['parameter']}: ${each['message']}`).join('; '),
    );
  });

  it.each([
    ['address', '/v0/addresses/btc/nothing/balance'],
    ['address', `/v0/addresses/btc/balances?address=${busy}&address=x`],
    ['txid', '/v0/transactions/btc/xyz'],
    ['block', '/v0/blocks/btc/xyz'],
    ['cursor', `${history}?cursor=x`],
    ['offset', `${history}?cursor=x&offset=1`],
    ['height', `${balance}?height=9999`],
    ['asset', `${history}?asset=usdc`],
    ['limit', `${history}?format=csv&limit=1`],
    ['lastEventId', '/v0/stream?currency=btc&lastEventId=x'],
  ])('is told of %s where only the chain can tell', async (parameter, path) => {
    const { status, json } = await api.get(path);
    expect(status).toBe(400);
    if (path.includes('offset=1')) expect(['cursor', 'offset']).toContain(json.errors[0].parameter);
    else expect(json.errors).toEqual(wrong(parameter));
  });

  it('is told of each address of many', async () => {
    const errors = await errorsOf(`/v0/addresses/btc/balances?address=x&address=${busy}&address=y`);
    expect(errors.map(({ message }: { message: string }) => message.slice(0, 14))).toEqual([
      'address 1 of 3',
      'address 3 of 3',
    ]);
  });

  it('never repeats what may be a secret', async () => {
    const { text, json } = await api.get(`${history}?%3Cb%3E=1&limit=secret`);
    expect(json.errors).toEqual(wrong('limit'));
    expect(text).not.toMatch(/<b>|secret/);
  });
});

describe('methods', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])('%s is refused with what is allowed', async (method) => {
    for (const path of ['/', '/v0/currencies', '/nothing']) {
      const reply = await api.get(path, { method, ...(method === 'POST' ? { body: 'x'.repeat(100_000) } : {}) });
      expect(reply.json).toMatchObject({ status: 405, code: 'method-not-allowed' });
      expect(reply.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    }
  });

  it('OPTIONS answers 204 with what is allowed, to every origin', async () => {
    const reply = await api.get(history, { method: 'OPTIONS', headers: { origin: 'https://wallet.example' } });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect((await api.get('/nothing', { method: 'OPTIONS' })).status).toBe(404);
  });

  it('a preflight is answered on every path, so that a page may read the 404 behind it', async () => {
    const headers = { origin: 'https://wallet.example', 'access-control-request-method': 'GET' };
    for (const path of ['/nothing', '/v0/nothing', '/docs/nothing', history]) {
      const reply = await api.get(path, { method: 'OPTIONS', headers });
      expect(reply.status, path).toBe(204);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      expect(reply.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
    }
  });

  it('a page of another origin may resume streams, by GET and by POST', async () => {
    for (const [path, method] of [
      ['/v0/stream', 'GET'],
      ['/v0/accounts/btc/stream', 'POST'],
    ] as const) {
      const asked = { 'access-control-request-method': method, 'access-control-request-headers': 'last-event-id' };
      const { headers } = await api.get(path, {
        method: 'OPTIONS',
        headers: { origin: 'https://wallet.example', ...asked },
      });
      expect(headers.get('access-control-allow-methods'), path).toContain(method);
      expect(headers.get('access-control-allow-headers'), path).toContain('Last-Event-ID');
    }
  });

  it('HEAD answers as GET without a body', async () => {
    for (const [path, status] of [
      [history, 200],
      ['/nothing', 404],
    ] as const) {
      const reply = await api.get(path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
      const get = await api.get(path, { headers: { 'accept-encoding': 'identity' } });
      expect([reply.status, reply.text]).toEqual([status, '']);
      expect(reply.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect(reply.headers.get('etag')).toBe(get.headers.get('etag'));
    }
  });
});

describe('X-Request-Id', () => {
  it.each([
    ['trace-1.A_b', true],
    ['x'.repeat(65), false],
    ['a b', false],
    ['<script>', false],
  ])('%s', async (id, kept) => {
    const { headers } = await api.get('/health', { headers: { 'x-request-id': id } });
    if (kept) expect(headers.get('x-request-id')).toBe(id);
    else expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it('a token is not accepted, and its owner is told', async () => {
  const { status, json, headers } = await api.get('/', { headers: { authorization: 'Bearer abc.def.ghi' } });
  expect(status).toBe(200);
  expect(json.authentication).toMatchObject({ isAuthenticated: false, rateLimitTier: 'free' });
  expect(headers.get('www-authenticate')).toBe(
    'Bearer error="invalid_token", error_description="this server does not check tokens"',
  );
  const data = await api.get(history, { headers: { authorization: 'Bearer abc' } });
  expect(data.headers.get('cache-control')).toMatch(/^private/);
  expect((await api.get('/')).headers.get('www-authenticate')).toBeNull();
});
