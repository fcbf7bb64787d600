import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NEW_HEADS } from '../src/evm/node/evm-connection.js';
import type { EvmNode, NotificationStatus } from '../src/index.js';
import { receiveNotifications } from '../src/rpc/websocket-notifications.js';
import { FakeEvmNode, hashAt } from './evm-node-fake.js';
import { eventually, failureOf } from './node-fake.js';

let fake: FakeEvmNode;
let stop: AbortController;
let wakes: number;
let statuses: NotificationStatus[];
let ended: Promise<void> | null;

beforeEach(async () => {
  fake = await new FakeEvmNode().start();
  stop = new AbortController();
  wakes = 0;
  statuses = [];
  ended = null;
});
afterEach(async () => {
  stop.abort();
  await ended;
});

function listen(silentMs = 60_000, authorization?: string): void {
  ended = receiveNotifications(NEW_HEADS, {
    url: new URL(`${fake.wsUrl}/s3cr3t`),
    authorization: async () => authorization,
    silentMs,
    signal: stop.signal,
    onWake: () => {
      wakes += 1;
    },
    onStatus: (status) => statuses.push(status),
  });
}

const endpoints = () => ({ endpoints: [`ws://${new URL(fake.url).host}`] });
const subscribed = (count = 1) => eventually(() => fake.sockets.length).toBeGreaterThanOrEqual(count);
const problems = () => statuses.flatMap((status) => ('problem' in status ? [status.problem] : []));

it('wakes for every head', async () => {
  listen();
  await eventually(() => statuses).toEqual([endpoints()]);
  fake.sockets[0]?.head();
  fake.sockets[0]?.head();
  await eventually(() => wakes).toBe(2);
});

it('sends credentials, and shows no path', async () => {
  listen(60_000, 'Basic abc');
  await eventually(() => statuses).toHaveLength(1);
  expect(fake.sockets[0]).toMatchObject({ path: '/ws/s3cr3t', authorization: 'Basic abc' });
  fake.sockets[0]?.destroy();
  await eventually(() => statuses).toHaveLength(3);
  expect(JSON.stringify(statuses)).not.toContain('s3cr3t');
});

it('subscribes again after the connection is lost, and looks for what it missed', async () => {
  listen();
  await eventually(() => statuses).toHaveLength(1);
  fake.sockets[0]?.destroy();
  await eventually(() => wakes).toBe(1);
  await eventually(() => statuses).toEqual([
    endpoints(),
    expect.objectContaining({ problem: expect.any(String) }),
    endpoints(),
  ]);
  fake.sockets[1]?.head();
  await eventually(() => wakes).toBe(2);
});

it('subscribes again when the feed falls silent, which is no problem', async () => {
  listen(100);
  await subscribed(3);
  expect(wakes).toBeGreaterThanOrEqual(2);
  expect(problems()).toEqual([]);
});

it('leaves a socket that never answers the subscription', async () => {
  fake.onMessage = () => undefined;
  listen(100);
  await subscribed(2);
  expect(problems()).toEqual([expect.stringContaining('no answer in time')]);
});

it('is told of a node that is not there, once', async () => {
  await fake.stop();
  listen();
  await eventually(() => wakes).toBeGreaterThanOrEqual(2);
  expect(problems()).toHaveLength(1);
  await fake.start();
  await eventually(() => statuses.at(-1)).toEqual(endpoints());
});

it('is told of a node that refuses', async () => {
  fake.onMessage = (socket) => {
    socket.send({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'notifications not\nsupported' } });
  };
  listen();
  await eventually(problems).toEqual([expect.stringContaining('notifications not supported')]);
});

describe('a hostile server', () => {
  it.each<[string, string]>([
    ['sends what is not JSON', '{'],
    ['sends a message beyond all measure', `"${'x'.repeat(2 ** 20)}"`],
  ])('that %s is left', async (_what, text) => {
    listen();
    await eventually(() => statuses).toHaveLength(1);
    fake.sockets[0]?.sendText(text);
    await subscribed(2);
    expect(problems()).toHaveLength(1);
    await eventually(() => fake.sockets[0]?.isOpen).toBe(false);
  });

  it('wakes nobody with other messages', async () => {
    listen();
    await eventually(() => statuses).toHaveLength(1);
    for (const text of ['null', '7', '[]', '{"id":99,"result":"0x"}', '{"method":"other"}'])
      fake.sockets[0]?.sendText(text);
    fake.sockets[0]?.head();
    await eventually(() => wakes).toBe(1);
    expect(fake.sockets).toHaveLength(1);
  });
});

describe('the client', () => {
  let node: EvmNode;

  it('listens until it is closed', async () => {
    node = fake.client({ endpoint: { url: fake.url, wsUrl: fake.wsUrl, user: 'me', password: 'pw' } });
    node.notifications(
      stop.signal,
      () => (wakes += 1),
      (status) => statuses.push(status),
    );
    await eventually(() => statuses).toHaveLength(1);
    expect(fake.sockets[0]?.authorization).toMatch(/^Basic /);
    await node.close();
    await eventually(() => fake.sockets[0]?.isOpen).toBe(false);
    expect(wakes).toBe(0);
  });

  it('tells the password of RPC to no other host', async () => {
    const wsUrl = fake.wsUrl.replace('127.0.0.1', 'localhost');
    node = fake.client({ endpoint: { url: fake.url, wsUrl, user: 'me', password: 'pw' } });
    node.notifications(
      stop.signal,
      () => undefined,
      (status) => statuses.push(status),
    );
    await eventually(() => statuses).toHaveLength(1);
    expect(fake.sockets[0]?.authorization).toBeUndefined();
  });

  it('has no notifications without a WebSocket', () => {
    node = fake.client();
    node.notifications(
      stop.signal,
      () => undefined,
      (status) => statuses.push(status),
    );
    expect(statuses).toEqual([{ endpoints: [] }]);
  });

  describe('waits for a new block', () => {
    const tip = { height: 2, hash: hashAt(2) };

    it('and finds it by asking', async () => {
      node = fake.client();
      const waiting = node.waitForNewBlock(tip, 60_000);
      await eventually(() => fake.log.length).toBeGreaterThan(0);
      fake.mine();
      expect(await waiting).toEqual({ height: 3, hash: hashAt(3) });
    });

    it('which is there already', async () => {
      node = fake.client();
      expect(await node.waitForNewBlock({ height: 1, hash: hashAt(1) }, 60_000)).toEqual(tip);
      expect(await node.waitForNewBlock({ height: 2, hash: hashAt(2, 'b') }, 60_000)).toEqual(tip);
    });

    it('no longer than it is told to', async () => {
      node = fake.client();
      expect(await node.waitForNewBlock(tip, 20)).toBeNull();
      const wake = new AbortController();
      const waiting = node.waitForNewBlock(tip, 60_000, wake.signal);
      await eventually(() => fake.log.length).toBeGreaterThan(0);
      wake.abort();
      expect(await waiting).toBeNull();
      expect(await node.waitForNewBlock(tip, 60_000, AbortSignal.abort())).toBeNull();
    });

    it('with one cheap question a second, and none where the caller comes back at once', async () => {
      node = fake.client();
      fake.mine();
      expect(await node.waitForNewBlock(tip, 20)).toBeNull();
      expect(fake.log).toEqual([]);
      const mined = { height: 3, hash: hashAt(3) };
      expect(await node.waitForNewBlock(mined, 1_100)).toBeNull();
      expect(fake.log).toEqual(['eth_blockNumber']);
    });

    it('and leaves nothing behind with the signal, however often', async () => {
      node = fake.client();
      const wake = new AbortController();
      for (let i = 0; i < 20; i++) await node.waitForNewBlock(tip, 1, wake.signal);
      expect(getEventListeners(wake.signal, 'abort')).toEqual([]);
      expect(dependantsOf(wake.signal)).toBe(0);
    });

    it('until the node fails, or the client is closed', async () => {
      node = fake.client();
      fake.methods['eth_blockNumber'] = () => 'x';
      expect(await failureOf(node.waitForNewBlock(tip, 60_000))).toMatchObject({
        facts: { method: 'eth_blockNumber' },
      });
      fake.methods['eth_blockNumber'] = () => '0x2';
      const waiting = failureOf(node.waitForNewBlock(tip, 60_000));
      await node.close();
      expect(await waiting).toMatchObject({ retryable: false });
    });
  });
});

/** Signals that Node holds to be made of this one, which it does for as long as this one lives. */
function dependantsOf(signal: AbortSignal): number {
  const name = Object.getOwnPropertySymbols(signal).find(({ description }) => description === 'kDependantSignals');
  const dependants: unknown = name && Reflect.get(signal, name);
  return dependants instanceof Set ? dependants.size : 0;
}
