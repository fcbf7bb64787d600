/** Events that clients of `/v0/stream` get of a Bitcoin chain that a ledger writes. */
import diagnostics from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@chaintrail/testkit';
import type { Response } from 'express';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MOST_UNSENT_BYTES } from '../src/http/unsent.js';
import {
  decodePosition,
  encodePosition,
  endOfBlock,
  type Position,
  type PositionScope,
} from '../src/stream/position.js';
import { EventStream, type EventStreamOptions, type ToldEvent } from './support/event-stream.js';
import { startApi, type TestApi, type TestApiOptions } from './support/start-api.js';
import { addressOf, network, StreamWorld } from './support/stream-world.js';

let world: StreamWorld;
let api: TestApi;
const streams: EventStream[] = [];
const apis: TestApi[] = [];

beforeEach(async () => {
  world = await StreamWorld.open(3);
  api = await start();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  for (const one of apis.splice(0)) await one.stop();
  await world.close();
});

async function start(options?: TestApiOptions): Promise<TestApi> {
  const started = await startApi(world.database.url, options);
  apis.push(started);
  return started;
}

async function listen(numbers: readonly number[], options: Partial<EventStreamOptions> = {}, to = api) {
  const stream = await EventStream.open(to.url, { currency: 'btc', addresses: numbers.map(addressOf), ...options });
  streams.push(stream);
  return stream;
}

/** In short: `tip 4`, `reorg 4 3`, `pending 1`, `confirmed 1`. */
function told({ events }: EventStream): string[] {
  return events.map(({ name, data }) => {
    if (name === 'tip') return `tip ${data.height}`;
    if (name === 'reorg') return `reorg ${data.from.height} ${data.to.height}`;
    const number = Array.from({ length: 20 }, (_, at) => at).find((each) => addressOf(each) === data.address);
    if (name === 'dropped') return `dropped ${number} ${data.dropReason}`;
    return `${data.transaction.status} ${number}`;
  });
}

async function expectTold(stream: EventStream, expected: readonly string[]): Promise<readonly ToldEvent[]> {
  await waitFor(() => stream.events.length >= expected.length, { timeoutMs: 10_000 }).catch(() => undefined);
  expect(told(stream)).toEqual(expected);
  return stream.events;
}

/** A payment of the first coin of an address. */
function payment(from: number, to: number) {
  const coin = world.coins().find(({ number }) => number === from)!;
  return world.pay([coin], [[to, coin.value]]);
}

it('tells of payments when they arrive and when a block has them, and of the block after its payments', async () => {
  const stream = await listen([1, 2]);
  const [tip] = await expectTold(stream, ['tip 3']);
  expect(tip!.data).toEqual({
    currency: 'btc',
    ...(await api.get(`/v0/addresses/btc/${addressOf(1)}/balance`)).json.tip,
  });
  const first = payment(1, 9);
  await world.arrive([first]);
  await expectTold(stream, ['tip 3', 'pending 1']);
  await world.mine([first, payment(3, 9)], [[2, 5n]]);
  const events = await expectTold(stream, ['tip 3', 'pending 1', 'confirmed 2', 'confirmed 1', 'tip 4']);
  const { json } = await api.get(`/v0/addresses/btc/${addressOf(1)}/transactions`);
  expect(events[3]!.data).toEqual({ currency: 'btc', address: addressOf(1), transaction: json.transactions[0] });
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(stream.others[0]).toMatch(/^retry: \d+$/);
});

it('tells once of what leaves without a block, why, and what took its place', async () => {
  const stream = await listen([1, 2, 3, 9]);
  const [first, second, third] = [payment(1, 9), payment(2, 9), payment(3, 9)];
  await world.arrive([first, second, third]);
  const arrived = ['tip 3', ...['1', '9', '2', '9', '3', '9'].map((number) => `pending ${number}`)];
  await waitFor(() => stream.events.length === arrived.length);
  const other = world.pay(first.spends, [[2, first.spends[0]!.value]]);
  await world.arrive([other], [first.txid, third.txid]);
  const double = world.pay(second.spends, [[0, second.spends[0]!.value]]);
  await waitFor(() => stream.events.length === arrived.length + 6);
  await world.mine([double]);
  await waitFor(() => stream.events.length === arrived.length + 10);
  const news = told(stream).slice(arrived.length);
  expect(news.slice(0, 6).sort()).toEqual(
    [
      'dropped 1 replaced',
      'dropped 3 expired',
      'dropped 9 expired',
      'dropped 9 replaced',
      'pending 1',
      'pending 2',
    ].sort(),
  );
  expect(news.slice(6)).toEqual(['confirmed 2', 'tip 4', 'dropped 2 conflicted', 'dropped 9 conflicted']);
  const dropped = stream.events.filter(({ name }) => name === 'dropped').map(({ data }) => data);
  const of = (dropReason: string | null, address: number) =>
    dropped.find((data) => data.dropReason === dropReason && data.address === addressOf(address));
  expect(of('replaced', 1)).toMatchObject({ currency: 'btc', txid: first.txid, replacedBy: other.txid });
  expect(of('expired', 3)).toMatchObject({ txid: third.txid, replacedBy: null });
  expect(of('conflicted', 2)).toMatchObject({ txid: second.txid, replacedBy: double.txid });
  expect(of('conflicted', 2).droppedAt).toBeGreaterThan(1_700_000_000);
  const { json } = await api.get(`/v0/transactions/btc/${first.txid}`);
  expect(json).toMatchObject({
    ...{ status: 'dropped', dropReason: 'replaced', replacedBy: other.txid, firstSeen: 1_700_000_000 },
    ...{ blockHeight: null, confirmations: 0, outputs: [{ address: addressOf(9) }] },
  });
  const history = await api.get(`/v0/addresses/btc/${addressOf(9)}/transactions`);
  expect(history.json).toMatchObject({ total: 0, transactions: [] });
  // One that comes back was first seen when it was.
  await world.arrive([third]);
  expect((await api.get(`/v0/transactions/btc/${third.txid}`)).json).toMatchObject({ status: 'pending' });
  await waitFor(() => stream.events.length === arrived.length + 12);
  expect(told(stream).slice(-2).sort()).toEqual(['pending 3', 'pending 9']);
});

it('goes on after any event, also within a block, on any server', async () => {
  const stream = await listen([1, 2, 3]);
  await expectTold(stream, ['tip 3']);
  await world.mine([payment(1, 2), payment(3, 1)], [[2, 5n]]);
  const all = ['tip 3', 'confirmed 2', 'confirmed 2', 'confirmed 1', 'confirmed 3', 'confirmed 1', 'tip 4'];
  await waitFor(() => stream.events.length === all.length);
  const other = await start();
  for (const [at, { id }] of stream.events.entries()) {
    const resumed = await listen([1, 2, 3], { lastEventId: id }, at % 2 === 0 ? api : other);
    await waitFor(() => resumed.events.length === all.length - at - 1);
    expect(resumed.events).toEqual(stream.events.slice(at + 1));
    expect(resumed.others[0]).toMatch(/^retry/);
  }
});

it('tells those who come back what arrived meanwhile, though nothing has changed since', async () => {
  const stream = await listen([1, 2]);
  await world.arrive([payment(1, 9)]);
  await expectTold(stream, ['tip 3', 'pending 1']);
  await world.arrive([payment(2, 9)]);
  await expectTold(stream, ['tip 3', 'pending 1', 'pending 2']);
  // The channel stands behind both, with the same block as this client.
  const resumed = await listen([1, 2], { lastEventId: stream.events[1]!.id });
  await expectTold(resumed, ['pending 2']);
});

it('tells of a reorganisation what is so now: blocks above the fork, and all that is pending', async () => {
  const [kept, taken] = [payment(1, 9), payment(2, 9)];
  await world.arrive([kept]);
  const stream = await listen([1, 2]);
  await world.mine([taken]);
  await expectTold(stream, ['tip 3', 'confirmed 2', 'tip 4']);
  const was = world.tip;
  await world.replace(1, [{ pays: [[1, 7n]], payments: [] }]);
  const events = await expectTold(stream, [
    ...['tip 3', 'confirmed 2', 'tip 4', 'reorg 4 3'],
    ...['confirmed 1', 'tip 4', 'pending 1', 'pending 2'],
  ]);
  const fork = world.chain.blocks[3]!;
  expect(events[3]!.data).toEqual({
    currency: 'btc',
    from: { height: 4, hash: was.hash },
    to: { height: 3, hash: fork.hash },
  });
  // Who was away is told the same; who was told of nothing that went, nothing of it.
  const later = await listen([1, 2], { lastEventId: stream.events[2]!.id });
  await expectTold(later, ['reorg 4 3', 'confirmed 1', 'tip 4', 'pending 1', 'pending 2']);
  const before = await listen([1, 2], { lastEventId: stream.events[0]!.id });
  await expectTold(before, ['confirmed 1', 'tip 4', 'pending 2']);
});

it('tells of a reorganisation in the middle of a block only those who were told of the block', async () => {
  await world.mine(
    [],
    Array.from({ length: 150 }, () => [1, 1n] as const),
  );
  const coins = world.coins().filter(({ number, value }) => number === 1 && value === 1n);
  const [watching, other, blocks] = [await listen([1]), await listen([2]), await listen([])];
  for (const stream of [watching, other, blocks]) await expectTold(stream, ['tip 4']);
  // The first page of the block has been read, the second one has not.
  const [database] = api.databases.all;
  const { read } = database!;
  vi.spyOn(database!, 'read').mockImplementation(async (look, options) => {
    const found = await read.call(database, look, options);
    if (!(found as { next?: unknown } | null)?.next) return found;
    vi.restoreAllMocks();
    await world.replace(1, [{ pays: [[2, 7n]], payments: [] }]);
    return found;
  });
  await world.mine(coins.map((coin) => world.pay([coin], [[1, 1n]])));
  const page = Array.from({ length: 100 }, () => 'confirmed 1');
  const pending = Array.from({ length: 150 }, () => 'pending 1');
  await expectTold(watching, ['tip 4', ...page, 'reorg 5 4', 'tip 5', ...pending]);
  await expectTold(other, ['tip 4', 'confirmed 2', 'tip 5']);
  await expectTold(blocks, ['tip 4', 'tip 5']);
});

it('tells of an arrival that a block took and gave back before anybody looked', async () => {
  const stream = await listen([1]);
  await expectTold(stream, ['tip 3']);
  const id = stream.lastId!;
  stream.close();
  const first = payment(1, 9);
  await world.arrive([first]);
  await world.mine([first]);
  await world.replace(1, []);
  await expectTold(await listen([1], { lastEventId: id }), ['pending 1']);
});

it('tells of many payments to a client that takes its time, with no more than a bound waiting for it', async () => {
  const stream = await listen([1]);
  await expectTold(stream, ['tip 3']);
  stream.pause();
  // Some megabytes: more than the sockets take by themselves.
  const pays = Array.from({ length: 40 }, () => [1, 1n] as const);
  for (let block = 0; block < 3; block++) {
    const coins = world.coins().filter(({ number, value }) => number === 1 && value === 1n);
    const payments = coins.slice(0, 400).map((coin) => world.pay([coin], pays.slice(0, 1)));
    await world.mine(payments, block === 0 ? Array.from({ length: 400 }, () => [1, 1n] as const) : [[0, 1n]]);
  }
  await waitFor(async () => (await api.get('/metrics')).text.includes('event="transaction"'));
  stream.resume();
  await waitFor(() => stream.events.at(-1)?.name === 'tip' && stream.events.at(-1)?.data.height === 6);
  const entries = stream.events.filter(({ name }) => name === 'transaction');
  const { json } = await api.get(`/v0/addresses/btc/${addressOf(1)}/transactions?limit=1000`);
  const since = json.transactions.filter(({ blockHeight }: { blockHeight: number }) => blockHeight > 3).reverse();
  expect(since.length).toBeGreaterThan(800);
  expect(entries.map(({ data }) => data.transaction.txid)).toEqual(since.map(({ txid }: { txid: string }) => txid));
});

it('ends with the server, and leaves no stream behind', async () => {
  const stopping = new AbortController();
  const draining = await start({ stopping: stopping.signal });
  const stream = await listen([1], {}, draining);
  const quiet = await listen([], {}, draining);
  const open = async () => /chaintrail_streams_open (\d+)/.exec((await draining.get('/metrics')).text)?.[1];
  expect(await open()).toBe('2');
  stopping.abort();
  await waitFor(() => stream.isEnded && quiet.isEnded);
  expect(await open()).toBe('0');
});

const secret = 'a secret of more than thirty-two bytes, for tests';
const bearer = async (claims: object) => {
  const token = await new SignJWT({ sub: 'ann', ...claims }).setProtectedHeader({ alg: 'HS256' });
  return { authorization: `Bearer ${await token.sign(Buffer.from(secret))}` };
};
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;

/** The server's side of the streams that are opened meanwhile. */
async function responsesOf(open: () => Promise<unknown>): Promise<ServerResponse[]> {
  const responses: ServerResponse[] = [];
  const note = (message: unknown): void => void responses.push((message as { response: ServerResponse }).response);
  diagnostics.subscribe('http.server.request.start', note);
  await open().finally(() => diagnostics.unsubscribe('http.server.request.start', note));
  return responses;
}

/** As where the network takes no more: what is written waits. @returns what sends it */
function hold(socket: Socket): () => void {
  const held: (() => void)[] = [];
  const own = socket as unknown as Record<string, unknown>;
  for (const name of ['_write', '_writev']) {
    const write = own[name] as (...args: unknown[]) => void;
    own[name] = (...args: unknown[]) => held.push(() => write.apply(socket, args));
  }
  return () => {
    delete own['_write'];
    delete own['_writev'];
    for (const write of held) write();
  };
}

it('counts what slow clients have not taken, and keeps it short where others hold much', async () => {
  const { unsent } = api.lanes;
  const [response] = await responsesOf(() => listen([1]));
  const slow = streams.at(-1)!;
  const other = await listen([1]);
  await expectTold(slow, ['tip 3']);
  await waitFor(() => unsent.bytes === 0);
  let release = hold(response!.socket!);
  await world.mine(
    [],
    Array.from({ length: 300 }, () => [1, 1n]),
  );
  await expectTold(other, ['tip 3', 'confirmed 1', 'tip 4']);
  expect(unsent.bytes).toBe(response!.writableLength);
  expect(unsent.bytes).toBeGreaterThan(500);
  release();
  await waitFor(() => unsent.bytes === 0);
  // All but what the client may be told until it takes some of it.
  const others = Object.assign(new EventEmitter(), { destroyed: false }) as EventEmitter & Response;
  unsent.hold('others', MOST_UNSENT_BYTES - 10_000, others);
  release = hold(response!.socket!);
  const coins = world.coins().filter(({ number, value }) => number === 1 && value === 1n);
  await world.mine(coins.map((coin) => world.pay([coin], [[1, 1n]])));
  await expectTold(other, ['tip 3', 'confirmed 1', 'tip 4', ...Array<string>(300).fill('confirmed 1'), 'tip 5']);
  expect(response!.writableLength).toBeGreaterThan(0);
  expect(response!.writableLength).toBeLessThan(10_000);
  expect(unsent.bytes).toBeLessThanOrEqual(MOST_UNSENT_BYTES);
  others.emit('close');
  release();
  await expectTold(slow, told(other));
});

it.each(['expires', 'is revoked'])('writes nothing to a slow client whose token %s', async (how) => {
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-streams-'));
  const file = join(folder, 'revoked');
  await writeFile(file, '');
  const env = { JWT_SECRET: secret, JWT_CLOCK_TOLERANCE_SECONDS: '0', JWT_DENYLIST_FILE: file };
  const checking = await start({ env });
  const other = await listen([1], {}, checking);
  const headers = await bearer({ jti: 'one', exp: inSeconds(how === 'expires' ? 3 : 3_000) });
  const [response] = await responsesOf(() => listen([1], { headers }, checking));
  const failures: unknown[] = [];
  response!.on('error', (error) => failures.push(error));
  const release = hold(response!.socket!);
  await world.mine([], [[1, 5n]]);
  await expectTold(other, ['tip 3', 'confirmed 1', 'tip 4']);
  if (how === 'is revoked') await appendFile(file, 'one\n');
  const revokedAt = performance.now();
  await waitFor(() => response!.writableEnded, { timeoutMs: 10_000 });
  if (how === 'is revoked') expect(performance.now() - revokedAt).toBeLessThan(3_000);
  await world.mine([], [[1, 6n]]);
  await expectTold(other, ['tip 3', 'confirmed 1', 'tip 4', 'confirmed 1', 'tip 5']);
  await waitFor(async () => /chaintrail_streams_open 2/.test((await checking.get('/metrics')).text));
  expect(failures).toEqual([]);
  release();
  await waitFor(() => streams.at(-1)!.isEnded);
  expect(told(streams.at(-1)!)).toEqual(['tip 3', 'confirmed 1', 'tip 4']);
  const again = await checking.get('/', { headers: await bearer({ jti: 'two', exp: inSeconds(60) }) });
  expect(again.json.authentication.isAuthenticated).toBe(true);
  await rm(folder, { recursive: true });
});

it('ends when its token expires, and goes on without one', async () => {
  const checking = await start({ env: { JWT_SECRET: secret, JWT_CLOCK_TOLERANCE_SECONDS: '0' } });
  const expiresAt = inSeconds(4);
  const headers = await bearer({ exp: expiresAt });
  const stream = await listen([1], { headers }, checking);
  const free = await listen([1], {}, checking);
  await waitFor(() => stream.events.length === 1 && free.events.length === 1);
  await waitFor(() => stream.isEnded);
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt * 1_000);
  expect(free.isEnded).toBe(false);
  const lastEventId = stream.lastId!;
  const resumed = await listen([1], { lastEventId, headers }, checking);
  expect(resumed.headers['www-authenticate']).toContain('invalid_token');
  await world.mine([], [[1, 5n]]);
  await expectTold(resumed, ['confirmed 1', 'tip 4']);
});

it('refuses one client too many streams, and too many addresses', async () => {
  const thousand = Array.from({ length: 1_000 }, (_, at) => at + 1);
  for (let n = 0; n < 10; n++) await listen(thousand);
  await expect(listen([1])).rejects.toThrow(/429.*10000 addresses/);
  for (let n = 0; n < 90; n++) await listen([]);
  await expect(listen([])).rejects.toThrow(/429.*100 streams/);
  streams.pop()!.close();
  await waitFor(() => listen([]).then(() => true));
});

async function scopeOf(): Promise<PositionScope> {
  const { rows } = await world.session.query<{ key: Buffer }>('SELECT key FROM chaintrail.installation_key');
  return { chain: 'btc', network: network.name, key: rows[0]!.key };
}

function positionOf(scope: PositionScope, id: string): Position {
  const position = decodePosition(scope, id);
  if (position === null || position === 'foreign') throw new Error(`no id of this server: ${id}`);
  return position;
}

it('lets clients that catch up take turns, however many streams each has', async () => {
  const checking = await start({ env: { JWT_SECRET: secret } });
  const first = await listen([1], {}, checking);
  await expectTold(first, ['tip 3']);
  const lastEventId = first.lastId!;
  await world.mine([], [[1, 5n]]);
  // Until the server has the block, nobody has to catch up.
  await expectTold(first, ['tip 3', 'confirmed 1', 'tip 4']);
  first.close();
  const [database] = checking.databases.all;
  const { read } = database!;
  const asked: string[] = [];
  const held: (() => void)[] = [];
  vi.spyOn(database!, 'read').mockImplementation(async (look, options) => {
    if (options.asking?.lane === 'heavy') {
      asked.push(options.asking.client);
      await new Promise<void>((resolve) => held.push(resolve));
    }
    return read.call(database, look, options);
  });
  const open = async (sub: string) =>
    listen([1], { lastEventId, headers: await bearer({ sub, exp: inSeconds(600) }) }, checking);
  for (let n = 0; n < 30; n++) await open('many');
  await waitFor(() => asked.length > 0);
  const one = await open('one');
  let isTold = false;
  void waitFor(() => one.events.length === 2).then(() => {
    isTold = true;
  });
  for (let turn = 0; !isTold && turn < 60; turn++) {
    await waitFor(() => isTold || held.length > 0);
    held.shift()?.();
  }
  // A reorganisation, rows and the tip are a question or two each; the thirty others need as many each.
  expect(told(one)).toEqual(['confirmed 1', 'tip 4']);
  expect(asked.length).toBeLessThan(20);
  vi.restoreAllMocks();
  for (const go of held.splice(0)) go();
});

it('goes on from nothing that is not there any more', async () => {
  const stream = await listen([1]);
  await expectTold(stream, ['tip 3']);
  const scope = await scopeOf();
  const position = positionOf(scope, stream.lastId!);
  const refused = async (change: object, key = scope.key) => {
    const id = encodePosition({ ...scope, key }, { ...position, ...change });
    return (await api.get(`/v0/stream?currency=btc&lastEventId=${id}`)).json;
  };
  const forged = await refused({ told: endOfBlock(1_000_000) }, Buffer.alloc(32));
  expect(forged).toMatchObject({ status: 410, code: 'position-gone' });
  expect(forged.detail).toMatch(/this server did not send it.*begin without lastEventId/);
  expect(await refused({ liveSince: 5 })).toMatchObject({ status: 410, code: 'position-gone' });
  expect(await refused({ hash: 'ab'.repeat(32) })).toMatchObject({ status: 410, code: 'position-gone' });
  expect(await refused({ told: endOfBlock(1), hash: 'ab'.repeat(32) })).toMatchObject({ status: 410 });
  await world.session.query('UPDATE btc.sync_state SET live_since = NULL');
  expect(await refused({})).toMatchObject({ status: 503, code: 'chain-syncing' });
  // Those that listen are sent away, to be told the same.
  await waitFor(() => stream.isEnded);
});

it('waits for a block that another server told of', async () => {
  const scope = await scopeOf();
  const stream = await listen([1]);
  await expectTold(stream, ['tip 3']);
  const before = positionOf(scope, stream.lastId!);
  await world.mine([], [[1, 5n]]);
  const { height, hash } = world.tip;
  const lastEventId = encodePosition(scope, { ...before, told: endOfBlock(height), hash });
  const standAt = (at: { height: number; hash: string }) =>
    world.session.query(`UPDATE btc.sync_state SET height = $1, hash = decode($2, 'hex')`, [at.height, at.hash]);
  // As on a replica that has not come so far.
  await standAt(world.chain.blocks[3]!);
  const resumed = listen([1], { lastEventId });
  await waitFor(async () => (await api.get('/v0/status')).json.chains[0].indexedHeight === 3);
  // Those that wait have their places, and one look of the channel is for all of them.
  const more = Array.from({ length: 98 }, () => listen([1], { lastEventId }));
  await waitFor(
    async () =>
      await listen([]).then(
        () => false,
        (error) => /429.*100 streams/.test(error.message),
      ),
  );
  const reads = vi.spyOn(api.databases.all[0]!, 'read');
  const startMs = performance.now();
  await waitFor(() => reads.mock.calls.length >= 5);
  expect(reads.mock.calls.length).toBeLessThanOrEqual((performance.now() - startMs) / 100 + 5);
  reads.mockRestore();
  await standAt({ height, hash });
  await world.mine([], [[1, 5n]]);
  await expectTold(await resumed, ['confirmed 1', 'tip 5']);
  for (const each of more) await expectTold(await each, ['confirmed 1', 'tip 5']);
});

it('tells what waits, what it pays, and what the next blocks would take', async () => {
  const before = await api.get('/v0/mempool/btc');
  expect(before.json).toMatchObject({ transactionCount: 0, fees: '0', histogram: [], projectedBlocks: [] });
  const other = await start();
  const [coin] = world.coins();
  const parent = world.pay([coin!], [[4, coin!.value - 1n]]);
  const child = world.pay([{ number: 4, txid: parent.wire, vout: 0, value: coin!.value - 1n }], [[5, 1n]]);
  await world.arrive([parent, child]);
  const { json } = await other.get('/v0/mempool/btc');
  const fees = String(coin!.value - 1n);
  expect(json).toMatchObject({ transactionCount: 2, unknownFeeCount: 0, fees });
  expect(json.projectedBlocks).toMatchObject([{ transactionCount: 2, fees, vsize: json.vsize, full: false }]);
  expect(json.histogram).toMatchObject([{ transactionCount: 2, vsize: json.vsize }]);
  const asked = await other.get('/v0/fees/btc');
  expect(asked.json.estimates).toEqual([1, 2, 3, 6].map((blocks) => ({ blocks, feeRate: null })));
  expect((await other.get('/v0/mempool/eth')).status).toBe(404);
});
