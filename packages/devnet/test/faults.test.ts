import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SimulatedNode, startSimulatedNode } from '../src/index.js';
import { FaultInjector } from '../src/node/faults.js';
import { sha256d } from '../src/utxo/hash.js';
import { btc, call, getBytes, post } from './helpers.js';

let node: SimulatedNode;
beforeAll(async () => {
  node = await startSimulatedNode({ chain: btc, blocks: 130, spentTxOuts: true });
});
afterEach(() => node.setFaults([]));
afterAll(() => node.close());

const hashOf = (raw: Buffer): string => sha256d(raw.subarray(0, 80)).reverse().toString('hex');
const block = async (hash: string): Promise<Buffer> =>
  Buffer.from(await call(node.endpoint, 'getblock', hash, 0), 'hex');

describe('of the connection', () => {
  test.each([
    ['busy', 503],
    ['internal-error', 500],
    ['unauthorized', 401],
  ] as const)('%s answers %i', async (kind, status) => {
    node.setFaults([{ kind }]);
    expect((await post(node.endpoint, { id: 1, method: 'getnetworkinfo' })).status).toBe(status);
    expect((await getBytes(node.endpoint, '/rest/chaininfo.json')).status).toBe(status);
  });

  test('reset and truncated break the connection', async () => {
    node.setFaults([{ kind: 'reset', times: 1 }, { kind: 'truncated' }]);
    await expect(call(node.endpoint, 'getnetworkinfo')).rejects.toThrow();
    await expect(getBytes(node.endpoint, `/rest/block/${node.tip().hash}.bin`)).rejects.toThrow();
    expect(node.faultCounts()).toMatchObject({ reset: 1, truncated: 1 });
  });

  test('garbage is no JSON, and a huge body is as long as it says', async () => {
    node.setFaults([
      { kind: 'garbage', methods: ['getnetworkinfo'] },
      { kind: 'huge-body', bytes: 3 << 20, methods: ['rest/block'] },
    ]);
    const { status, text } = await post(node.endpoint, { id: 1, method: 'getnetworkinfo' });
    expect(status).toBe(200);
    expect(() => JSON.parse(text)).toThrow();
    expect((await getBytes(node.endpoint, `/rest/block/${node.tip().hash}.bin`)).bytes).toHaveLength(3 << 20);
  });

  test('latency delays the answer and nothing else', async () => {
    node.setFaults([{ kind: 'latency', delayMs: 400, methods: ['getblockhash'] }]);
    const order: string[] = [];
    const slow = call(node.endpoint, 'getblockhash', 9).then((hash) => order.push(`hash ${hash.length}`));
    const quick = call(node.endpoint, 'getnetworkinfo').then(() => order.push('network'));
    await Promise.all([slow, quick]);
    expect(order).toEqual(['network', 'hash 64']);
  });

  test('warming up is error -28, and 503 on REST', async () => {
    node.setFaults([{ kind: 'warming-up' }]);
    await expect(call(node.endpoint, 'getnetworkinfo')).rejects.toThrow('-28 Loading block index…');
    expect((await getBytes(node.endpoint, '/rest/chaininfo.json')).status).toBe(503);
  });
});

describe('of the content', () => {
  test('wrong-block: the bytes of another block', async () => {
    node.setFaults([{ kind: 'wrong-block', methods: ['getblock'] }]);
    expect(hashOf(await block(node.tip().hash))).toBe(await call(node.endpoint, 'getblockhash', 129));
  });

  test('flipped-bit: a transaction, too', async () => {
    const [txid] = node.addTransactions(1);
    const truth = await call(node.endpoint, 'getrawtransaction', txid);
    node.setFaults([{ kind: 'flipped-bit', times: 1 }]);
    expect(await call(node.endpoint, 'getrawtransaction', txid)).not.toBe(truth);
    expect(await call(node.endpoint, 'getrawtransaction', txid)).toBe(truth);
  });

  test('flipped-bit: exactly one', async () => {
    const truth = await block(node.tip().hash);
    node.setFaults([{ kind: 'flipped-bit' }]);
    const lie = await block(node.tip().hash);
    const bits = truth.reduce(
      (sum, byte, at) => sum + (byte ^ (lie[at] as number)).toString(2).replaceAll('0', '').length,
      0,
    );
    expect(bits).toBe(1);
  });

  test('wrong-parent: a block that is valid in itself and links to nothing', async () => {
    node.setFaults([{ kind: 'wrong-parent', times: 1 }]);
    const hash = await call(node.endpoint, 'getblockhash', 120);
    const raw = await block(hash);
    expect(hashOf(raw)).toBe(hash);
    const parent = Buffer.from(raw.subarray(4, 36)).reverse().toString('hex');
    await expect(block(parent)).rejects.toThrow('-5 Block not found');
    expect(await call(node.endpoint, 'getblockhash', 120)).not.toBe(hash);
  });

  test('stale-tip: the tip of some blocks ago, everywhere', async () => {
    node.setFaults([{ kind: 'stale-tip', depth: 3 }]);
    const info = await call(node.endpoint, 'getblockchaininfo');
    expect(info.blocks).toBe(127);
    expect(info.bestblockhash).toBe(await call(node.endpoint, 'getblockhash', 127));
  });

  test('wrong-height: the hash of the block below', async () => {
    const below = await call(node.endpoint, 'getblockhash', 49);
    node.setFaults([{ kind: 'wrong-height' }]);
    expect(await call(node.endpoint, 'getblockhash', 50)).toBe(below);
  });

  test('spent-lie: one amount differs', async () => {
    let path = '';
    let truth: Buffer = Buffer.alloc(0);
    for (let height = 110; truth.length < 20; height++) {
      path = `/rest/spenttxouts/${await call(node.endpoint, 'getblockhash', height)}.bin`;
      truth = (await getBytes(node.endpoint, path)).bytes;
    }
    node.setFaults([{ kind: 'spent-lie' }]);
    const lie = (await getBytes(node.endpoint, path)).bytes;
    expect(lie.readBigInt64LE(3) ^ truth.readBigInt64LE(3)).toBe(1n);
    expect(lie.subarray(11)).toEqual(truth.subarray(11));
  });

  test('changed-fields: members of an answer', async () => {
    node.setFaults([
      { kind: 'changed-fields', methods: ['getblockchaininfo'], fields: { pruned: true, pruneheight: 50 } },
    ]);
    expect(await call(node.endpoint, 'getblockchaininfo')).toMatchObject({
      pruned: true,
      pruneheight: 50,
      blocks: 130,
    });
  });
});

describe('are chosen', () => {
  test('by method and number', async () => {
    node.setFaults([{ kind: 'busy', methods: ['getblockhash'], times: 2 }]);
    expect(await call(node.endpoint, 'getnetworkinfo')).toBeTruthy();
    await expect(call(node.endpoint, 'getblockhash', 1)).rejects.toThrow('HTTP 503');
    await expect(call(node.endpoint, 'getblockhash', 1)).rejects.toThrow('HTTP 503');
    expect(await call(node.endpoint, 'getblockhash', 1)).toHaveLength(64);
  });

  test('by seed', () => {
    const pattern = (seed: number): string => {
      const injector = new FaultInjector(seed);
      injector.set([{ kind: 'busy', rate: 0.4 }]);
      return Array.from({ length: 30 }, () => (injector.draw('getnetworkinfo', 'busy') ? 'x' : '.')).join('');
    };
    const first = pattern(3);
    expect(first).toMatch(/x.*\..*x/);
    expect(pattern(3)).toBe(first);
    expect(pattern(4)).not.toBe(first);
  });
});
