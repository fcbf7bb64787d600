import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlockRef, UtxoNode } from '../src/index.js';
import { FakeNode, Refusal } from './node-fake.js';

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
afterEach(async () => {
  await node.close();
  await fake.stop();
});

const longPollStarted = () => expect.poll(() => polls.length).toBeGreaterThan(0);

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
  expect(await node.waitForNewBlock(genesis, 50)).toBeNull();
  expect(polls.length).toBeGreaterThan(0);
  for (const [forMs] of polls) expect(forMs).toBeLessThanOrEqual(50);
});

it('answers null when it is told to stop', async () => {
  const stop = new AbortController();
  const waiting = node.waitForNewBlock(genesis, 60_000, stop.signal);
  await longPollStarted();
  stop.abort();
  expect(await waiting).toBeNull();
  expect(await node.waitForNewBlock(genesis, 60_000, AbortSignal.abort())).toBeNull();
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
    expect(await node.waitForNewBlock(genesis, 20)).toBeNull();
    expect(await node.waitForNewBlock(genesis, 20)).toBeNull();
    expect(fake.log.filter(({ what }) => what === 'waitfornewblock')).toHaveLength(1);
  });
});
