import { afterEach, describe, expect, test } from 'vitest';
import { Subscriber } from 'zeromq';
import { type SimulatedNode, startSimulatedNode } from '../src/index.js';
import { bch, btc, call, doge } from './helpers.js';

interface Message {
  readonly topic: string;
  readonly body: Buffer;
  readonly counter: number;
}

let node: SimulatedNode | null = null;
let socket: Subscriber | null = null;

afterEach(async () => {
  socket?.close();
  await node?.close();
  node = null;
  socket = null;
});

/** Starts a node and listens to it; `until` reads on until a message is of that kind. */
async function listen(
  chain: typeof btc,
): Promise<{ node: SimulatedNode; until: (accept: (message: Message) => boolean) => Promise<Message[]> }> {
  const started = await startSimulatedNode({ chain, blocks: 130, zmq: true });
  const subscriber = new Subscriber();
  node = started;
  socket = subscriber;
  subscriber.connect(started.zmqAddress as string);
  subscriber.subscribe();
  // A subscription takes a moment to arrive: what is published before is lost.
  const first = subscriber.receive();
  let heard = false;
  first.then(
    () => {
      heard = true;
    },
    () => undefined,
  );
  while (!heard) {
    started.addTransactions(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const until = async (accept: (message: Message) => boolean): Promise<Message[]> => {
    const messages: Message[] = [];
    for await (const [topic, body, counter] of subscriber) {
      const message = { topic: String(topic), body: body as Buffer, counter: (counter as Buffer).readUInt32LE(0) };
      messages.push(message);
      if (accept(message)) return messages;
    }
    throw new Error('the socket was closed');
  };
  return { node: started, until };
}

const hex = ({ body }: Message): string => body.toString('hex');

describe('what Core publishes', () => {
  test('blocks with their transactions, in order, with a counter for each topic', async () => {
    const { node, until } = await listen(btc);
    const tip = node.mine();
    const messages = await until(({ topic, body }) => topic === 'rawblock' && body.length > 80);
    const announced = messages.filter(({ topic }) => topic === 'hashblock').map(hex);
    expect(announced).toEqual([tip.hash]);
    const block = await call(node.endpoint, 'getblock', tip.hash);
    const hashes = messages.filter(({ topic }) => topic === 'hashtx').map(hex);
    expect(hashes.join()).toContain(block.tx.join());
    const connected = messages.filter(({ topic, body }) => topic === 'sequence' && body[32] === 0x43);
    expect(connected.map((message) => hex(message).slice(0, 64))).toEqual([tip.hash]);
    for (const topic of ['hashtx', 'rawtx']) {
      const counters = messages.filter((message) => message.topic === topic).map(({ counter }) => counter);
      expect(counters).toEqual(counters.map((_, index) => (counters[0] as number) + index));
    }
  });

  test('additions and removals with their sequence numbers', async () => {
    const { node, until } = await listen(btc);
    const [added] = node.addTransactions(1) as [string];
    const gone = node.evict(1_000);
    const labelled = await until(({ topic, body }) => topic === 'sequence' && body.toString('latin1', 32, 33) === 'R');
    expect(labelled.some((message) => message.topic === 'sequence' && hex(message).startsWith(`${added}41`))).toBe(
      true,
    );
    const removed = labelled.at(-1) as Message;
    expect(gone).toContain(hex(removed).slice(0, 64));
    const { mempool_sequence } = await call(node.endpoint, 'getrawmempool', false, true);
    expect(Number(removed.body.readBigUInt64LE(33))).toBeLessThan(mempool_sequence);
  });

  test('a shorter chain is disconnected without a new tip', async () => {
    const { node, until } = await listen(btc);
    const old = node.tip();
    node.invalidate(1);
    const [returned] = node.addTransactions(1) as [string];
    const messages = await until((message) => hex(message).startsWith(`${returned}41`));
    expect(messages.some((message) => hex(message) === `${old.hash}44`)).toBe(true);
    expect(messages.filter(({ topic }) => topic === 'hashblock')).toEqual([]);
  });

  test('getzmqnotifications names topics and address, after a restart too', async () => {
    const { node } = await listen(btc);
    const expected = ['hashblock', 'hashtx', 'rawblock', 'rawtx', 'sequence'].map((topic) => ({
      type: `pub${topic}`,
      address: node.zmqAddress,
      hwm: 1000,
    }));
    expect(await call(node.endpoint, 'getzmqnotifications')).toEqual(expected);
    await node.restart({ downMs: 1, warmUpMs: 0 });
    expect(await call(node.endpoint, 'getzmqnotifications')).toEqual(expected);
  });
});

test.each([
  ['doge', doge],
  ['bch', bch],
] as const)('%s publishes no sequence', async (_code, chain) => {
  const { node, until } = await listen(chain);
  const tip = node.mine();
  const messages = await until(({ topic }) => topic === 'rawblock');
  expect(new Set(messages.map(({ topic }) => topic))).toEqual(new Set(['hashtx', 'rawtx', 'hashblock', 'rawblock']));
  expect(messages.filter(({ topic }) => topic === 'hashblock').map(hex)).toEqual([tip.hash]);
});

test('without the option nothing is published', async () => {
  node = await startSimulatedNode({ chain: btc, blocks: 1 });
  expect(node.zmqAddress).toBeNull();
  expect(await call(node.endpoint, 'getzmqnotifications')).toEqual([]);
});
