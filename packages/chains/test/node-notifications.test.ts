import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Publisher } from 'zeromq';
import { type NotificationStatus, PreflightError, requireUtxoChain, type UtxoNode, type Wake } from '../src/index.js';
import type { JsonRpc } from '../src/rpc/json-rpc.js';
import { publishedSources } from '../src/utxo/node/zmq-sources.js';
import { eventually, FakeNode, REGTEST } from './node-fake.js';

let fake: FakeNode;
let publisher: Publisher;
let endpoint: string;
let stop: AbortController;
let wakes: Wake[];
let statuses: NotificationStatus[];

async function publish(at: string): Promise<string> {
  publisher = new Publisher({ linger: 0 });
  await publisher.bind(at);
  return publisher.lastEndpoint as string;
}

beforeEach(async () => {
  fake = await new FakeNode().start();
  endpoint = await publish('tcp://127.0.0.1:*');
  stop = new AbortController();
  wakes = [];
  statuses = [];
});
afterEach(async () => {
  stop.abort();
  publisher.close();
});

function listen(client: UtxoNode): void {
  client.notifications(
    stop.signal,
    (what) => wakes.push(what),
    (status) => statuses.push(status),
  );
}

const client = (zmqUrl?: string) => fake.client({ endpoint: { url: fake.url, zmqUrl } });
const hash = Buffer.alloc(32, 1);
/** A subscription takes a moment to reach the publisher, and what is published before is lost. */
const published = (topic: string, body: Buffer) =>
  eventually(async () => {
    await publisher.send([topic, body, Buffer.alloc(4)]);
    return wakes.length;
  });

const announce = (...notifications: { type: string; address: string }[]) => {
  fake.methods['getzmqnotifications'] = () => notifications.map((one) => ({ ...one, hwm: 1000 }));
};

it.each([
  ['hashblock', hash, 'block'],
  ['hashtx', hash, 'transaction'],
  ['sequence', Buffer.concat([hash, Buffer.from('C')]), 'block'],
  ['sequence', Buffer.concat([hash, Buffer.from('D')]), 'block'],
  ['sequence', Buffer.concat([hash, Buffer.from('A'), Buffer.alloc(8)]), 'transaction'],
  ['sequence', Buffer.concat([hash, Buffer.from('R'), Buffer.alloc(8)]), 'transaction'],
  ['sequence', Buffer.alloc(0), 'transaction'],
] as const)('%s wakes up where the operator said, %#', async (topic, body, what) => {
  listen(client(endpoint));
  await published(topic, body).toBeGreaterThan(0);
  expect(new Set(wakes)).toEqual(new Set([what]));
  expect(statuses).toEqual([{ endpoints: [endpoint] }]);
});

it('finds out where the node publishes', async () => {
  const port = new URL(endpoint).port;
  announce(
    { type: 'pubrawblock', address: 'tcp://127.0.0.1:1' },
    { type: 'pubhashblock', address: `tcp://0.0.0.0:${port}` },
  );
  listen(client());
  await published('hashblock', hash).toBeGreaterThan(0);
  expect(statuses).toEqual([{ endpoints: [endpoint] }]);
});

it('makes do with whole blocks and transactions', async () => {
  announce({ type: 'pubrawblock', address: endpoint }, { type: 'pubrawtx', address: endpoint });
  listen(client());
  await published('rawblock', Buffer.alloc(1000)).toBeGreaterThan(0);
  await published('rawtx', Buffer.alloc(100)).toBeGreaterThan(wakes.length);
  expect(new Set(wakes)).toEqual(new Set(['block', 'transaction']));
});

it('takes nothing large where hashes are published, and nothing but its topics', async () => {
  listen(client(endpoint));
  await published('hashtx', hash).toBeGreaterThan(0);
  wakes = [];
  await publisher.send(['hashblock', Buffer.alloc(1 << 20), Buffer.alloc(4)]);
  await publisher.send(['anything', hash, Buffer.alloc(4)]);
  // The connection ended at the large message, and has come back.
  await published('hashtx', hash).toBeGreaterThan(0);
  expect(new Set(wakes)).toEqual(new Set(['transaction']));
});

it('survives a restart of the node', async () => {
  listen(client(endpoint));
  await published('hashblock', hash).toBeGreaterThan(0);
  publisher.close();
  wakes = [];
  await eventually(() => publish(endpoint).catch(() => null)).toBe(endpoint);
  await published('hashblock', hash).toBeGreaterThan(0);
});

it('ends with the signal', async () => {
  listen(client(endpoint));
  await published('hashblock', hash).toBeGreaterThan(0);
  stop.abort();
  const before = wakes.length;
  for (let times = 0; times < 20; times++) await publisher.send(['hashblock', hash]);
  await fake.client().tip();
  expect(wakes.length).toBe(before);
});

describe('a node that publishes nothing', () => {
  it.each([
    ['is told apart', () => announce()],
    ['does not know the question', () => undefined],
  ])('%s', async (_name, prepare) => {
    prepare();
    listen(client());
    await eventually(() => statuses).toEqual([{ endpoints: [] }]);
  });

  it('is not asked, where the software has none', async () => {
    announce({ type: 'pubhashblock', address: endpoint });
    const zec = requireUtxoChain('zec');
    listen(fake.client({ chain: zec, network: zec.networks[0] ?? REGTEST }));
    await eventually(() => statuses).toEqual([{ endpoints: [] }]);
    expect(fake.log).toEqual([]);
  });

  it('is a problem told in a sentence where the endpoint does not exist', async () => {
    listen(client('ipc:///nowhere/at/all'));
    await eventually(() => statuses.length).toBe(1);
    await published('hashblock', hash).toBe(0);
  });
});

it.each(['http://127.0.0.1:1', '127.0.0.1:28332', 'tcp://user:secret@host:1', 'tcp://*:1', 'tcp://host'])(
  'refuses the setting %s without repeating it',
  (zmqUrl) => {
    expect(() => client(zmqUrl)).toThrow(
      new PreflightError('btc', 'BTC_ZMQ_URL is not a ZMQ endpoint: write it like tcp://127.0.0.1:28332'),
    );
  },
);

it('takes several endpoints', async () => {
  listen(client(`${endpoint}, tcp://127.0.0.1:9`));
  await published('hashtx', hash).toBeGreaterThan(0);
  expect(statuses).toEqual([{ endpoints: [endpoint, 'tcp://127.0.0.1:9'] }]);
});

describe('addresses', () => {
  const sources = (host: string, ...published: [string, string][]) => {
    const answer = published.map(([type, address]) => ({ type, address, hwm: 1000 }));
    const rpc: Pick<JsonRpc, 'call'> = { call: () => Promise.resolve(answer) };
    return publishedSources('btc', rpc as JsonRpc, host);
  };

  it.each([
    ['tcp://*:28332', 'tcp://node.lan:28332'],
    ['tcp://0.0.0.0:28332', 'tcp://node.lan:28332'],
    ['tcp://127.0.0.1:28332', 'tcp://node.lan:28332'],
    ['tcp://[::]:28332', 'tcp://node.lan:28332'],
    ['tcp://10.1.2.3:28332', 'tcp://10.1.2.3:28332'],
    ['ipc:///run/zmq', 'ipc:///run/zmq'],
  ])('%s is %s from here', async (address, expected) => {
    expect(await sources('node.lan', ['pubhashblock', address])).toEqual([
      { endpoint: expected, topics: ['hashblock'] },
    ]);
  });

  it.each(['pgm://x', 'tcp://a b:1', '', 'inproc://x', 'tcp://10.1.2.3'])('%s is of no use', async (address) => {
    expect(await sources('node.lan', ['pubhashblock', address])).toEqual([]);
  });

  it('are taken for the smallest messages, each once', async () => {
    const [one, two] = ['tcp://10.0.0.1:1', 'tcp://10.0.0.1:2'];
    const all = ['pubrawtx', 'pubhashtx', 'pubsequence', 'pubrawblock', 'pubhashblock'];
    expect(await sources('node.lan', ...all.map((type): [string, string] => [type, one]))).toEqual([
      { endpoint: one, topics: ['hashblock', 'sequence'] },
    ]);
    expect(await sources('node.lan', ['pubhashblock', one], ['pubrawtx', two])).toEqual([
      { endpoint: one, topics: ['hashblock'] },
      { endpoint: two, topics: ['rawtx'] },
    ]);
  });
});
