/** Streams over connections that end in every way, against a server that plays what it is told. */
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Chaintrail, ChaintrailError, type ClientOptions, type StreamEvent, type StreamOptions } from '../src/index.js';
import { reconnectDelay } from '../src/retry.js';
import {
  hang,
  json,
  problem,
  type Responder,
  refuse,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.js';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

const TIP = { currency: 'btc', height: 5, hash: 'ab', time: 1 };
const tip = (id: string | null, height = 5) =>
  `event: tip\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify({ ...TIP, height })}\n\n`;
/** A connection that sends texts, each when the one before is out, and stays open or ends. */
const events =
  (texts: string[], end: 'open' | 'ends' | 'breaks' = 'open'): Responder =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    const send = ([text, ...rest]: string[]): void => {
      if (text !== undefined) response.write(text, () => send(rest));
      else if (end === 'ends') response.end();
      else if (end === 'breaks') response.destroy();
    };
    send(['retry: 1\n\n', ...texts]);
  };

const open = (options: Partial<StreamOptions> = {}, of: Partial<ClientOptions> = {}) =>
  new Chaintrail({ url: server.url, ...of }).stream({ currency: 'btc', ...options });
const take = async (stream: AsyncIterableIterator<StreamEvent>, count: number): Promise<StreamEvent[]> => {
  const taken: StreamEvent[] = [];
  while (taken.length < count) {
    const { value, done } = await stream.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
};
const ids = (taken: readonly StreamEvent[]) => taken.map(({ id }) => id);
const resumed = () => server.requests.map(({ headers }) => headers['last-event-id']);

describe('a stream', () => {
  it('of an account is asked for with the descriptor in the body, again after each connection', async () => {
    const bodies: string[] = [];
    const play =
      (answer: Responder): Responder =>
      (response, request) => {
        request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
        answer(response, request);
      };
    server.play(play(events([tip('1')], 'ends')), play(events([tip('2')])));
    const stream = new Chaintrail({ url: server.url }).accountStream({
      currency: 'btc',
      descriptor: 'wpkh(xpub/*)',
      gap: 5,
    });
    const taken = [(await stream.next()).value, (await stream.next()).value];
    expect(taken.map(({ id }) => id)).toEqual(['1', '2']);
    await stream.return?.();
    expect(server.requests.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/v0/accounts/btc/stream?gap=5'],
      ['POST', '/v0/accounts/btc/stream?gap=5'],
    ]);
    expect(bodies).toEqual(['wpkh(xpub/*)', 'wpkh(xpub/*)']);
    expect(resumed()).toEqual([undefined, '1']);
  });

  it('asks for a currency and addresses, and gives what it is sent, by its type', async () => {
    const reorg = { currency: 'btc', from: { height: 5, hash: 'ab' }, to: { height: 5, hash: 'cd' } };
    const transaction = { currency: 'btc', address: 'a', transaction: { txid: 'ef' } };
    server.play(
      events([
        tip('1'),
        `event: reorg\nid: 2\ndata: ${JSON.stringify(reorg)}\n\n`,
        ': still here\n\n',
        'event: weather\nid: 3\ndata: {}\n\n',
        `event: transaction\ndata: ${JSON.stringify(transaction)}\n\n`,
      ]),
    );
    const stream = open({ addresses: ['a', 'b c'] }, { token: 'jwt' });
    expect(await take(stream, 3)).toEqual([
      { type: 'tip', id: '1', data: TIP },
      { type: 'reorg', id: '2', data: reorg },
      // Those that it does not know count for what was seen.
      { type: 'transaction', id: '3', data: transaction },
    ]);
    await stream.return?.();
    expect(server.requests[0]!.url).toBe('/v0/stream?currency=btc&address=a&address=b+c');
    expect(server.requests[0]!.headers).toMatchObject({ accept: 'text/event-stream', authorization: 'Bearer jwt' });
    expect(server.requests[0]!.headers).not.toHaveProperty('last-event-id');
  });

  it('goes on after the last event, however its connection ends', async () => {
    server.play(
      events([tip('1'), tip('2')], 'ends'),
      refuse,
      events([tip('3')], 'breaks'),
      problem(503, 'overloaded', { 'Retry-After': '0' }),
      (response) => void response.writeHead(502).end('bad gateway'),
      // Begun, and not ended: it comes again.
      events([tip('4').slice(0, -1)], 'ends'),
      events([tip('4'), 'id: ü5\n\n'], 'ends'),
      events([tip(null)]),
    );
    const told: string[] = [];
    const stream = open({ onDisconnect: ({ code }) => told.push(code) });
    expect(ids(await take(stream, 5))).toEqual(['1', '2', '3', '4', 'ü5']);
    await stream.return?.();
    const utf8 = Buffer.from('ü5').toString('latin1');
    expect(resumed()).toEqual([undefined, '2', '2', '3', '3', '3', '3', utf8]);
    expect(told).toEqual(['network', 'network', 'network', 'overloaded', 'unexpected-answer', 'network', 'network']);
  });

  it('goes on where it is told to', async () => {
    server.play(events([tip('8')]));
    const stream = open({ lastEventId: '7' });
    expect(ids(await take(stream, 1))).toEqual(['8']);
    await stream.return?.();
    expect(resumed()).toEqual(['7']);
    for (const lastEventId of ['1\n2', '1\r2', '1\0']) expect(() => open({ lastEventId })).toThrow(RangeError);
  });

  it('takes a connection that says nothing for lost, and one with comments for alive', async () => {
    let connection: ServerResponse | undefined;
    server.play(
      (response, request) => {
        connection = response;
        events([tip('1')])(response, request);
      },
      events([tip('2')]),
    );
    const stream = open({ idleTimeoutMs: 1_000 });
    await take(stream, 1);
    const next = stream.next();
    const comments = setInterval(() => connection?.write(': still here\n\n'), 50);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    clearInterval(comments);
    expect(server.requests).toHaveLength(1);
    expect((await next).value).toMatchObject({ id: '2' });
    expect(server.requests).toHaveLength(2);
    await stream.return?.();
  });

  it('takes a server that sends no headers for one that does not answer', async () => {
    server.play(events([], 'ends'), hang, events([tip('1')]));
    const told: ChaintrailError[] = [];
    const stream = open({ onDisconnect: (error) => told.push(error) }, { timeoutMs: 100 });
    expect(ids(await take(stream, 1))).toEqual(['1']);
    expect(told).toMatchObject([{ code: 'network' }, { code: 'timeout' }]);
    await stream.return?.();
  });
});

describe('attempts to connect', () => {
  it('come later and later, not sooner than the server asks', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const broken = new ChaintrailError('network', 'x');
    const delays = [1, 2, 3, 4, 5, 9, 2_000].map((failures) => reconnectDelay(broken, failures, 5_000));
    expect(delays).toEqual([5, 10, 20, 40, 60, 60, 60].map((seconds) => seconds * 1_500));
    const asked = (retryAfter: number) => new ChaintrailError('overloaded', 'x', { status: 503, retryAfter });
    expect(reconnectDelay(asked(120), 1, 5_000)).toBe(180_000);
    expect(reconnectDelay(asked(1), 2, 5_000)).toBe(15_000);
    // Neither at once nor never.
    expect(reconnectDelay(broken, 1, 0)).toBe(150);
    expect(reconnectDelay(asked(999_999), 1, 5_000)).toBe(600_000);
    expect(reconnectDelay(broken, 1, Number.POSITIVE_INFINITY)).toBe(600_000);
  });

  it('end where they are limited, and begin to count anew with every connection', async () => {
    const delays: number[] = [];
    server.play(events([], 'ends'), refuse, events([tip('1')], 'ends'), refuse, refuse);
    const stream = open({ retries: 2, onDisconnect: (_, delayMs) => delays.push(delayMs) });
    expect(ids(await take(stream, 1))).toEqual(['1']);
    await expect(stream.next()).rejects.toMatchObject({ code: 'network' });
    expect(await stream.next()).toEqual({ value: undefined, done: true });
    expect(server.requests).toHaveLength(5);
    // The stream has asked for a millisecond.
    expect(delays.map((delay) => Math.floor(Math.log2(delay / 100)))).toEqual([0, 1, 0, 1]);
  });

  it.each<[string, Responder, Partial<ChaintrailError>]>([
    ['a refusal', problem(404, 'unknown-currency'), { code: 'unknown-currency', status: 404 }],
    ['something that is no stream', json({}), { code: 'unexpected-answer', status: 200 }],
    ['events that are no JSON', events(['event: tip\ndata: x\n\n']), { code: 'unexpected-answer' }],
    [
      'an event without an end',
      events(['data: ', ...Array.from({ length: 6 }, () => 'x'.repeat(2 ** 20))]),
      { code: 'unexpected-answer' },
    ],
  ])('end at %s', async (_, answer, facts) => {
    server.play(answer);
    const error = await open()
      .next()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ChaintrailError);
    expect(error).toMatchObject(facts);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the end of a stream', () => {
  /** The server sees the connection closed. */
  const closed = () => {
    return new Promise<void>((resolve) => {
      server.play((response, request) => {
        response.on('close', resolve);
        events([tip('1')])(response, request);
      });
    });
  };

  it('comes with its signal, quietly, while it waits for an event', async () => {
    const gone = closed();
    const controller = new AbortController();
    const taken: StreamEvent[] = [];
    for await (const event of open({ signal: controller.signal })) {
      taken.push(event);
      setTimeout(() => controller.abort(), 20);
    }
    expect(ids(taken)).toEqual(['1']);
    await gone;
  });

  it('comes with `return()`, also while `next()` waits', async () => {
    const gone = closed();
    const stream = open();
    await stream.next();
    const next = stream.next();
    expect(await stream.return?.()).toEqual({ value: undefined, done: true });
    expect(await next).toEqual({ value: undefined, done: true });
    await gone;
  });

  it('comes with the loop that reads it', async () => {
    const gone = closed();
    for await (const { id } of open()) if (id === '1') break;
    await gone;
    expect(server.requests).toHaveLength(1);
  });

  it('comes between two attempts', async () => {
    server.play(problem(503, 'overloaded', { 'Retry-After': '500' }));
    const controller = new AbortController();
    const stream = open({ signal: controller.signal, onDisconnect: () => setTimeout(() => controller.abort(), 20) });
    expect(await stream.next()).toEqual({ value: undefined, done: true });
  });

  it('is there before it begins', async () => {
    server.play(hang);
    expect(await open({ signal: AbortSignal.abort() }).next()).toEqual({ value: undefined, done: true });
    const stream = open();
    await stream.return?.();
    expect(await stream.next()).toEqual({ value: undefined, done: true });
    expect(server.requests).toHaveLength(0);
  });

  it('comes with a token that cannot be had', async () => {
    server.play(events([tip('1')]));
    const stream = open({}, { token: () => Promise.reject(new Error('no token')) });
    await expect(stream.next()).rejects.toThrow('no token');
    expect(server.requests).toHaveLength(0);
  });

  it('leaves nothing at a signal that outlives it', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    for (const end of ['return', 'failure'] as const) {
      server.play(end === 'return' ? events([tip('1')]) : problem(404, 'unknown-currency'));
      const stream = open({ signal });
      await stream.next().catch(() => undefined);
      if (end === 'return') await stream.return?.();
    }
    expect(added).toHaveBeenCalledTimes(2);
    const listeners = new Set(removed.mock.calls.map(([, listener]) => listener));
    for (const [, listener] of added.mock.calls) expect(listeners).toContain(listener);
  });
});
