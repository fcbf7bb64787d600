/** How requests are sent, repeated and given up, against a server that plays what it is told. */
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Chaintrail, ChaintrailError, type ClientOptions } from '../src/index.js';
import { parseRetryAfter, retryDelay } from '../src/retry.js';
import {
  breakOff,
  hang,
  json,
  problem,
  refuse,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.js';

const STATUS = { version: '1', chains: [], unavailable: [] };

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

const client = (options: Partial<ClientOptions> = {}) => new Chaintrail({ url: server.url, ...options });
/** Attempts follow each other at once. */
const withoutWaiting = () => vi.spyOn(Math, 'random').mockReturnValue(0);
const failure = async (promise: Promise<unknown>): Promise<ChaintrailError> => {
  const error = await promise.then(
    () => expect.fail('it was answered'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ChaintrailError);
  return error as ChaintrailError;
};

describe('a request', () => {
  it('is the path of the document with its parameters, below the version', async () => {
    server.play(json(STATUS));
    const api = client();
    await api.status();
    await api.balance('btc', 'a/b?c#d ä', { height: 5 });
    await api.historyPage('btc', 'x', { limit: 3, order: 'asc', cursor: undefined });
    await api.balances('btc', ['x', 'y z'], { height: 5 });
    await api.get('/transactions/{currency}/{txid}', { path: { currency: 'rune', txid: 'block:5:end:0' } });
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v0/status',
      '/v0/addresses/btc/a%2Fb%3Fc%23d%20%C3%A4/balance?height=5',
      '/v0/addresses/btc/x/transactions?limit=3&order=asc',
      '/v0/addresses/btc/balances?height=5&address=x&address=y+z',
      '/v0/transactions/rune/block%3A5%3Aend%3A0',
    ]);
    expect(server.requests[0]!.headers).toMatchObject({ accept: 'application/json' });
    expect(server.requests[0]!.headers).not.toHaveProperty('authorization');
  });

  it('of a whole transaction is one for each part, and begins anew where the transaction changes', async () => {
    const part = (blockHash: string | null, from: number, to: number, nextOffset: number | null) => ({
      ...{ currency: 'btc', blockHash, inputCount: 1, outputCount: 5, nextOffset },
      inputs: from === 0 ? ['in'] : [],
      outputs: [0, 1, 2, 3, 4].slice(from, to),
    });
    const parts = [
      part(null, 0, 2, 2),
      part('x', 2, 4, 4),
      part('x', 0, 2, 2),
      part('x', 2, 4, 4),
      part('x', 4, 5, null),
    ];
    server.play(...parts.map((each) => json(each)));
    expect(await client().wholeTransaction('btc', 'ab', { limit: 2 })).toEqual({ ...part('x', 0, 5, null) });
    const offsets = server.requests.map(({ url }) => new URL(url ?? '', server.url).searchParams.get('offset'));
    expect(offsets).toEqual(['0', '2', '0', '2', '4']);
    server.play(json(part('x', 0, 2, 2)), json(part('x', 2, 4, 4)));
    expect(await client().wholeTransaction('btc', 'ab', { limit: 2, mostParts: 2 })).toEqual(part('x', 0, 4, 4));
    server.play(json(part('x', 0, 2, 2)));
    expect((await failure(client().wholeTransaction('btc', 'ab'))).code).toBe('unexpected-answer');
  });

  it.each(['', '.', '..'])('refuses %j, which would ask for another route', async (address) => {
    server.play(json(STATUS));
    expect(() => client().balance('btc', address)).toThrow('address');
    expect(server.requests).toHaveLength(0);
  });

  it('takes the URL of a server in each form that people copy', async () => {
    server.play(json(STATUS));
    for (const path of ['', '/', '/v0', '/v0/', '/api/v0', '/deep/er//'])
      await client({ url: server.url + path }).status();
    const asked = server.requests.map(({ url }) => url);
    expect(asked).toEqual([
      '/v0/status',
      '/v0/status',
      '/v0/status',
      '/v0/status',
      '/api/v0/status',
      '/deep/er/v0/status',
    ]);
    for (const url of ['ftp://x', 'x', '/v0', 'http://user:secret@x', 'http://x/?y', 'http://x/#y'])
      expect(() => client({ url }), url).toThrow(TypeError);
  });

  it('brings the token, or what a function says it is now', async () => {
    server.play(json(STATUS));
    let turn = 0;
    await client({ token: 'fixed.jwt' }).status();
    const renewing = client({ token: async () => `jwt.${++turn}` });
    await renewing.status();
    await renewing.status();
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer fixed.jwt',
      'Bearer jwt.1',
      'Bearer jwt.2',
    ]);
  });

  it('is not sent with a token that is none, and does not show it', async () => {
    server.play(json(STATUS));
    const error = await client({ token: 'geheim\r\nX-Other: 1' })
      .status()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain('geheim');
    expect(server.requests).toHaveLength(0);
  });
});

describe('an error', () => {
  it('is what the API says of it', async () => {
    server.play(problem(404, 'unknown-transaction'));
    const error = await failure(client().transaction('btc', 'ab'));
    expect(error).toMatchObject({
      ...{ name: 'ChaintrailError', code: 'unknown-transaction', status: 404, detail: 'about unknown-transaction' },
      ...{
        instance: 'urn:request:r1',
        requestId: 'r1',
        retryAfter: null,
        message: 'unknown-transaction: about unknown-transaction',
      },
    });
    expect(error.problem).toMatchObject({ title: 'unknown-transaction', type: '/docs#unknown-transaction' });
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, Parameters<ScriptedServer['play']>[0], Partial<ChaintrailError>]>([
    [
      'a page in the place of an answer',
      (r) => r.setHeader('Content-Type', 'text/html').end('<html>'),
      { status: 200 },
    ],
    ['an answer without a type', (r) => r.end('{}'), { status: 200 }],
    [
      'what says to be JSON and is not',
      (r) => r.setHeader('Content-Type', 'application/json').end('{"a":'),
      { status: 200 },
    ],
    [
      'JSON that is not UTF-8',
      (r) => r.setHeader('Content-Type', 'application/json').end(Buffer.from('"\xff"', 'latin1')),
      {},
    ],
    [
      'a refusal without a problem',
      (r) => r.writeHead(403, { 'Content-Type': 'text/html' }).end('no'),
      { status: 403 },
    ],
    ['a problem that is none', json(['x'], 400), { status: 400 }],
    [
      'a problem that is no JSON',
      (r) => r.writeHead(400, { 'Content-Type': 'application/problem+json' }).end('x'),
      { status: 400 },
    ],
    ['no content', (r) => r.writeHead(204).end(), { status: 204 }],
  ])('tells of %s', async (_, answer, facts) => {
    server.play(answer);
    const error = await failure(client({ retries: 0 }).status());
    expect(error).toMatchObject({ code: 'unexpected-answer', problem: null, instance: null, ...facts });
  });

  it('ends an answer that is too large, compressed or not, before it fills the memory', async () => {
    const large = JSON.stringify({ ...STATUS, version: 'x'.repeat(5_000_000) });
    server.play(
      json(JSON.parse(large)),
      (response) => {
        response
          .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
          .end(gzipSync(large));
      },
      json(STATUS),
    );
    const small = client({ maxAnswerBytes: 1_000_000 });
    for (const _ of [1, 2]) {
      const error = await failure(small.status());
      expect(error).toMatchObject({ code: 'unexpected-answer', status: 200 });
      expect(error.detail).toContain('1000000 bytes');
    }
    expect(await small.status()).toEqual(STATUS);
  });
});

describe('attempts', () => {
  it.each([
    ['a connection that is refused', refuse, 'network'],
    ['an answer that breaks off', breakOff, 'network'],
    ['a limit', problem(429, 'rate-limited', { 'Retry-After': '0' }), 'rate-limited'],
    ['a database that is away', problem(503, 'store-unavailable', { 'Retry-After': '0' }), 'store-unavailable'],
    [
      'a proxy without its server',
      (r: import('node:http').ServerResponse) => r.writeHead(502).end('bad gateway'),
      'unexpected-answer',
    ],
  ] as const)('go on after %s, up to their number', async (_, answer, code) => {
    withoutWaiting();
    server.play(answer, answer, json(STATUS));
    expect(await client().status()).toEqual(STATUS);
    expect(server.requests).toHaveLength(3);
    server.play(answer);
    expect(await failure(client({ retries: 2 }).status())).toMatchObject({ code });
    expect(server.requests).toHaveLength(3);
    server.play(answer);
    await failure(client().status({ retries: 0 }));
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [400, 'invalid-parameter'],
    [404, 'unknown-currency'],
    [500, 'internal'],
    // Hours, perhaps days.
    [503, 'chain-syncing'],
  ])('end with the first where another one cannot help: %i %s', async (status, code) => {
    server.play(problem(status, code, { 'Retry-After': '1' }));
    expect(await failure(client().status())).toMatchObject({ code, status, retryAfter: 1 });
    expect(server.requests).toHaveLength(1);
  });

  it('wait as long as the server asks, in seconds or until a date', async () => {
    withoutWaiting();
    const soon = () => new Date(Date.now() + 2_000).toUTCString();
    for (const retryAfter of [() => '1', soon]) {
      server.play(problem(429, 'rate-limited', { 'Retry-After': retryAfter() }), json(STATUS));
      const from = performance.now();
      await client().status();
      // Timers may end a moment early, and a date has no fractions.
      expect(performance.now() - from).toBeGreaterThan(980);
    }
  });

  it('do not wait longer than a minute, and say how long it would be', async () => {
    server.play(problem(429, 'rate-limited', { 'Retry-After': '3600' }));
    expect(await failure(client().status())).toMatchObject({ code: 'rate-limited', retryAfter: 3_600 });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the time between attempts', () => {
  const network = new ChaintrailError('network', 'x');
  const asked = (retryAfter: number) => new ChaintrailError('overloaded', 'x', { status: 503, retryAfter });

  it('is drawn below a limit that doubles up to ten seconds', () => {
    for (const [failures, limit] of [
      [1, 500],
      [2, 1_000],
      [3, 2_000],
      [6, 10_000],
      [2_000, 10_000],
    ] as const) {
      vi.spyOn(Math, 'random').mockReturnValue(0.999);
      expect(retryDelay(network, failures)).toBeCloseTo(limit * 0.999);
      vi.spyOn(Math, 'random').mockReturnValue(0);
      expect(retryDelay(network, failures)).toBe(0);
    }
  });

  it('is what the server asks for and up to a second more', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    expect(retryDelay(asked(7), 1)).toBe(7_500);
    expect(retryDelay(asked(60), 1)).toBe(60_500);
    expect(retryDelay(asked(61), 1)).toBeNull();
    expect(retryDelay(new TypeError('x'), 1)).toBeNull();
  });

  it('is read from seconds and dates of HTTP alone', () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 2, 3, 4, 5, 600));
    for (const [text, seconds] of [
      ...[
        ['0', 0],
        ['120', 120],
        ['Fri, 02 Jan 2026 03:04:15 GMT', 10],
        ['Fri, 02 Jan 2026 03:04:05 GMT', 0],
      ],
      ...[null, '', '-1', '1.5', '1e3', ' 5', '99999999999', '2026-01-02', 'soon', 'Fri, 99 Xxx 2026 03:04:15 GMT'].map(
        (t) => [t, null],
      ),
    ] as [string | null, number | null][])
      expect(parseRetryAfter(text), String(text)).toBe(seconds);
  });
});

describe('an end', () => {
  it('comes with the time limit of one attempt, also in the middle of an answer', async () => {
    withoutWaiting();
    server.play(hang, (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
    });
    const error = await failure(client({ timeoutMs: 100 }).status({ retries: 1 }));
    expect(error).toMatchObject({ code: 'timeout', status: null });
    expect(error.detail).toContain('100 ms');
    expect(server.requests).toHaveLength(2);
    server.play(hang);
    expect(await failure(client().status({ timeoutMs: 50, retries: 0 }))).toMatchObject({ code: 'timeout' });
  });

  it('comes with the time limit while a token is waited for', async () => {
    server.play(json(STATUS));
    const api = client({ token: () => new Promise(() => undefined), timeoutMs: 50, retries: 0 });
    expect(await failure(api.status())).toMatchObject({ code: 'timeout' });
    expect(server.requests).toHaveLength(0);
  });

  it('comes at once where the number of attempts is none', async () => {
    server.play(refuse);
    await failure(client({ retries: Number.NaN }).status());
    expect(server.requests).toHaveLength(1);
  });

  it('comes with the signal, whatever goes on, and with its reason', async () => {
    const reason = new Error('enough');
    const waits: [string, Parameters<ScriptedServer['play']>[0]][] = [
      ['for headers', hang],
      [
        'for the rest of an answer',
        (response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).write('{'),
      ],
      ['for the next attempt', problem(429, 'rate-limited', { 'Retry-After': '50' })],
    ];
    for (const [what, answer] of waits) {
      const controller = new AbortController();
      server.play((response, request) => {
        answer(response, request);
        setTimeout(() => controller.abort(reason), 50);
      });
      await expect(client().status({ signal: controller.signal }), what).rejects.toBe(reason);
      expect(server.requests).toHaveLength(1);
    }
    await expect(client().status({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('leaves nothing at a signal that many requests share', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    withoutWaiting();
    server.play(refuse, json(STATUS));
    await client().status({ signal });
    await client().status({ signal });
    expect(added.mock.calls.length).toBeGreaterThan(2);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });
});

describe('a walk', () => {
  const page = (txids: string[], next: string | null) => json({ transactions: txids.map((txid) => ({ txid })), next });
  const walked = async (walk: AsyncIterable<{ txid: string }>, into: string[] = []) => {
    for await (const { txid } of walk) into.push(txid);
    return into;
  };

  it('follows `next` to the end, with the same query', async () => {
    server.play(page(['a', 'b'], 'c1'), page([], 'c2'), page(['c'], null));
    expect(await walked(client().history('btc', 'x', { order: 'asc', limit: 2 }))).toEqual(['a', 'b', 'c']);
    expect(server.requests.map(({ url }) => url?.replace(/.*\?/, ''))).toEqual([
      'limit=2&order=asc',
      'limit=2&order=asc&cursor=c1',
      'limit=2&order=asc&cursor=c2',
    ]);
  });

  it('begins where it is told, and asks for pages of a size of its own', async () => {
    server.play(page(['c'], null));
    expect(await walked(client().history('btc', 'x', { cursor: 'c1' }))).toEqual(['c']);
    expect(server.requests[0]!.url).toContain('?limit=100&cursor=c1');
  });

  it('asks for no page before it is needed, and for none after the last that is looked at', async () => {
    server.play(page(['a', 'b'], 'c1'));
    const walk = client().history('btc', 'x');
    expect(server.requests).toHaveLength(0);
    for await (const { txid } of walk) if (txid === 'b') break;
    expect(server.requests).toHaveLength(1);
  });

  it('fails in the middle after what it had, and never ends early without an error', async () => {
    withoutWaiting();
    const seen: string[] = [];
    server.play(page(['a'], 'c1'), refuse, page(['b'], 'c2'), problem(400, 'invalid-cursor'));
    expect(await failure(walked(client().history('btc', 'x'), seen))).toMatchObject({ code: 'invalid-cursor' });
    expect(seen).toEqual(['a', 'b']);
    const controller = new AbortController();
    server.play(page(['a'], 'c1'), (response) => {
      controller.abort();
      response.destroy();
    });
    await expect(walked(client().history('btc', 'x', { signal: controller.signal }))).rejects.toThrow('aborted');
  });

  it('does not turn in circles', async () => {
    server.play(page(['a'], 'c1'));
    expect(await failure(walked(client().history('btc', 'x')))).toMatchObject({ code: 'unexpected-answer' });
    expect(server.requests).toHaveLength(2);
  });

  it('goes through the parts of one block, whatever becomes of its height', async () => {
    const part = (txids: string[], total = 3) =>
      json({ hash: 'ff', total, transactions: txids.map((txid) => ({ txid })) });
    server.play(part(['a', 'b']), part(['c']));
    expect(await walked(client().blockTransactions('btc', 840_000, { limit: 2 }))).toEqual(['a', 'b', 'c']);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v0/blocks/btc/840000?limit=2&offset=0',
      '/v0/blocks/btc/ff?limit=2&offset=2',
    ]);
    server.play(part([], 0));
    expect(await walked(client().blockTransactions('eth', 'ff'))).toEqual([]);
    const ends = [part([]), part([], 0)];
    for (const end of ends) {
      server.play(part(['a']), end);
      const error = await failure(walked(client().blockTransactions('btc', 'ff')));
      expect(error).toMatchObject({ code: 'unexpected-answer' });
    }
  });

  it('goes through the holders of a token', async () => {
    const page = (balance: string, next: string | null) => json({ holders: [{ balance }], next });
    server.play(page('2', 'c1'), page('1', null));
    const balances: string[] = [];
    for await (const { balance } of client().holders('eth', '0x1', { tokenId: '7' })) balances.push(balance);
    expect(balances).toEqual(['2', '1']);
    expect(server.requests[1]!.url).toBe('/v0/tokens/eth/0x1/holders?limit=100&tokenId=7&cursor=c1');
  });
});
