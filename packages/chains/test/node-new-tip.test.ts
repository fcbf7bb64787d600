import { beforeEach, describe, expect, it } from 'vitest';
import type { BlockRef, UtxoNode } from '../src/index.js';
import { eventually, FakeNode, Refusal } from './node-fake.js';

const next = 'ab'.repeat(32);
let fake: FakeNode;
let node: UtxoNode;
let genesis: BlockRef;
/** Parameters of the long polls that the fake has received. */
let polls: (readonly unknown[])[];
let arrive: () => void;

beforeEach(async () => {
  fake = await new FakeNode().start();
  node = fake.client({ connections: 1 });
  genesis = { height: 0, hash: fake.hashes[0] as string };
  polls = [];
  const arrival = new Promise<void>((resolve) => {
    arrive = () => {
      fake.hashes.push(next);
      resolve();
    };
  });
  fake.methods['waitfornewblock'] = async (params) => {
    polls.push(params);
    await arrival;
    return { hash: next, height: 1 };
  };
});

const longPollStarted = () => eventually(() => polls.length).toBeGreaterThan(0);

it('answers at once when the tip is another one already', async () => {
  arrive();
  expect(await node.waitForNewBlock(genesis, 60_000)).toEqual({ hash: next, height: 1 });
  expect(polls).toEqual([]);
});

it('answers when a block arrives, while ordinary calls go on', async () => {
  const waiting = node.waitForNewBlock(genesis, 60_000);
  await longPollStarted();
  expect(await node.tip()).toEqual({ ...genesis, networkHeight: 0, catchingUp: false });
  expect(await node.blockHashes(0, 1)).toEqual([genesis.hash]);
  arrive();
  expect(await waiting).toEqual({ hash: next, height: 1 });
  expect(polls).toEqual([[250]]);
});

it('tells Bitcoin Core 30 which tip is known, so that no block can slip through', async () => {
  Object.assign(fake.networkInfo, { subversion: '/Satoshi:30.0.0/', version: 300000 });
  const waiting = node.waitForNewBlock(genesis, 60_000);
  await longPollStarted();
  arrive();
  await waiting;
  expect(polls).toEqual([[250, genesis.hash]]);
});

it('asks in slices, and answers null when the time is over', async () => {
  fake.methods['waitfornewblock'] = (params) => {
    polls.push(params);
    return new Promise((resolve) => setTimeout(resolve, params[0] as number, { hash: genesis.hash, height: 0 }));
  };
  expect(await node.waitForNewBlock(genesis, 300)).toBeNull();
  expect(polls.length).toBeGreaterThan(0);
  for (const [forMs] of polls) expect(forMs).toBeLessThanOrEqual(300);
});

it('reads no tip for a caller who comes back at once', async () => {
  fake.methods['waitfornewblock'] = (params) =>
    new Promise((resolve) => setTimeout(resolve, params[0] as number, { hash: genesis.hash, height: 0 }));
  expect(await node.waitForNewBlock(genesis, 50)).toBeNull();
  delete fake.methods['waitfornewblock'];
  expect(await node.waitForNewBlock(genesis, 50)).toBeNull();
  expect(fake.log.filter(({ what }) => what === 'getblockchaininfo')).toEqual([]);
});

it('answers null when it is told to stop', async () => {
  const stop = new AbortController();
  const waiting = node.waitForNewBlock(genesis, 60_000, stop.signal);
  await longPollStarted();
  stop.abort();
  expect(await waiting).toBeNull();
  expect(await node.waitForNewBlock(genesis, 60_000, AbortSignal.abort())).toBeNull();
});

it('leaves the long poll to the next wait when it is woken up', async () => {
  for (let wakeUps = 0; wakeUps < 5; wakeUps++) {
    const wake = new AbortController();
    const waiting = node.waitForNewBlock(genesis, 60_000, wake.signal);
    await longPollStarted();
    wake.abort();
    expect(await waiting).toBeNull();
  }
  const waiting = node.waitForNewBlock(genesis, 60_000);
  arrive();
  expect(await waiting).toEqual({ hash: next, height: 1 });
  expect(polls).toHaveLength(1);
});

it('takes no block for new that came before the one it knows', async () => {
  const later = { hash: 'ef'.repeat(32), height: 2 };
  const firstPoll = fake.methods['waitfornewblock'] as (params: readonly unknown[]) => unknown;
  fake.methods['waitfornewblock'] = (params) =>
    polls.length === 0 ? firstPoll(params) : new Promise((resolve) => setTimeout(resolve, 20, later));
  const wake = new AbortController();
  const early = node.waitForNewBlock(genesis, 60_000, wake.signal);
  await longPollStarted();
  wake.abort();
  await early;
  fake.hashes.push(next, later.hash);
  const waiting = node.waitForNewBlock(later, 300);
  await eventually(() => fake.log.filter(({ what }) => what === 'getblockchaininfo').length).toBe(2);
  // The answer to the poll of the earlier wait names a block that has a successor by now.
  arrive();
  fake.hashes.length = 3;
  expect(await waiting).toBeNull();
});

it('fails when the client is closed', async () => {
  const waiting = expect(node.waitForNewBlock(genesis, 60_000)).rejects.toMatchObject({ retryable: false });
  await longPollStarted();
  await node.close();
  await waiting;
});

it('survives a broken connection', async () => {
  let broken = false;
  fake.misbehave = ({ request, body }) => {
    if (broken || !body.includes('waitfornewblock')) return false;
    broken = true;
    request.socket.destroy();
    return true;
  };
  const waiting = node.waitForNewBlock(genesis, 60_000);
  await longPollStarted();
  arrive();
  expect(await waiting).toEqual({ hash: next, height: 1 });
});

describe('a node without the method', () => {
  it('is asked for its tip instead', async () => {
    fake.methods['waitfornewblock'] = (params) => {
      polls.push(params);
      arrive();
      throw new Refusal(-32601, 'Method not found');
    };
    expect(await node.waitForNewBlock(genesis, 60_000)).toEqual({ hash: next, height: 1 });
    expect(polls).toHaveLength(1);
  });

  it('is not waited for beyond the time', async () => {
    delete fake.methods['waitfornewblock'];
    expect(await node.waitForNewBlock(genesis, 300)).toBeNull();
    expect(await node.waitForNewBlock(genesis, 300)).toBeNull();
    expect(fake.log.filter(({ what }) => what === 'waitfornewblock')).toHaveLength(1);
  });
});
