import { beforeEach, describe, expect, it } from 'vitest';
import { sha256d } from '../src/bytes/hash.js';
import {
  BlockPrunedError,
  displayHash,
  NodeLieError,
  requireUtxoChain,
  type UtxoChain,
  type UtxoNode,
} from '../src/index.js';
import { FakeNode, failureOf, GENESIS, REGTEST, Refusal } from './node-fake.js';

const hash = REGTEST.genesisHash;
const blockFile = `/rest/block/${hash}.bin`;
const spentFile = `/rest/spenttxouts/${hash}.bin`;
let fake: FakeNode;
let node: UtxoNode;

beforeEach(async () => {
  fake = await new FakeNode().start();
  node = fake.client();
});

const asked = () => fake.log.map(({ what }) => what);

describe('without REST', () => {
  it('fetches blocks by RPC, and says that nothing else is offered', async () => {
    expect(await node.rawBlock(hash)).toEqual(GENESIS);
    expect(await node.spentOutputs(hash)).toBeNull();
    expect(node.capabilities).toEqual({ rest: false, spentTxOuts: false });
    expect(asked()).toEqual(['getnetworkinfo', 'GET /rest/chaininfo.json', 'getblock']);
  });

  const lies: readonly [string, unknown, RegExp][] = [
    ['another block', `ff${GENESIS.toString('hex').slice(2)}`, /asked for block 0f9188.*got block/],
    ['a header alone', GENESIS.toString('hex', 0, 80), /a block of 80 bytes/],
    ['part of a header', GENESIS.toString('hex', 0, 79), /the bytes end 1 bytes too early/],
    ['nothing', '', /the bytes end 80 bytes too early/],
    ['half a byte', GENESIS.toString('hex').slice(1), /hex digits in pairs/],
    ['text', 'zz'.repeat(100), /not hex at character 0/],
    ['text after hex', `${GENESIS.toString('hex')}zz`, /not hex at character/],
    ['an object', {}, /hex digits/],
  ];
  it.each(lies)('refuses %s', async (_name, result, message) => {
    fake.methods['getblock'] = () => result;
    const error = await failureOf(node.rawBlock(hash));
    expect(error).toBeInstanceOf(NodeLieError);
    expect(error).toMatchObject({ message: expect.stringMatching(message), facts: { method: 'getblock' } });
  });

  it('passes on why the node has no such block', async () => {
    fake.methods['getblock'] = () => {
      throw new Refusal(-1, 'Block not available (pruned data)');
    };
    await expect(node.rawBlock(hash)).rejects.toMatchObject({
      retryable: false,
      message: 'btc node, getblock: error -1: Block not available (pruned data)',
    });
  });

  it.each([
    ['getblock', 'Block not available (pruned data)', () => node.blockTxids(hash)],
    ['getrawtransaction', 'Block not available', () => node.describedTransactions([hash], hash)],
    ['getrawtransaction', 'Undo data not available (pruned data)', () => node.describedTransactions([hash], hash)],
  ])('tells what is pruned apart: %s, "%s"', async (method, message, ask) => {
    fake.methods[method] = () => {
      throw new Refusal(-1, message);
    };
    expect(await failureOf(ask())).toBeInstanceOf(BlockPrunedError);
  });

  it('takes a web page in place of REST for none', async () => {
    fake.files.set('/rest/chaininfo.json', '<html>Welcome</html>');
    expect(await node.rawBlock(hash)).toEqual(GENESIS);
    expect(node.capabilities.rest).toBe(false);
  });

  it.each([
    ['/Satoshi:29.0.0/', 290000, 0],
    ['/Shibetoshi:1.14.6/', 1140600, false],
  ] as const)('asks %s for hex in words it knows', async (subversion, version, flag) => {
    Object.assign(fake.networkInfo, { subversion, version });
    let params: readonly unknown[] = [];
    fake.methods['getblock'] = (sent) => {
      params = sent;
      return GENESIS.toString('hex');
    };
    await node.rawBlock(hash);
    expect(params).toEqual([hash, flag]);
  });
});

describe('a block that is larger than any that is read', () => {
  const floating = { ...REGTEST, mostBlockBytes: 200 };

  it.each([
    ['by RPC', false],
    ['by REST', true],
  ])('is named with the bound and the remedy: %s', async (_way, isByRest) => {
    const body = Buffer.concat([GENESIS, Buffer.alloc(100_000)]);
    if (isByRest) fake.offerRest({ spentTxOuts: false });
    fake.files.set(blockFile, body);
    fake.methods['getblock'] = () => body.toString('hex');
    for (const [network, remedy] of [
      [floating, 'a newer version of Chaintrail may read it, and what is indexed below it stays right'],
      [REGTEST, 'no block is so large: let BTC_RPC_URL name another node'],
    ] as const) {
      const client = fake.client({ network, ...(network === REGTEST && { maxBodyBytes: 200 }) });
      const error = await failureOf(client.rawBlock(hash));
      expect(error).toMatchObject({ retryable: false });
      expect(String(error)).toContain(
        `block ${hash} is larger than 200 bytes, the most that is read of Bitcoin (regtest); ${remedy}`,
      );
    }
  });

  it('leaves what a block spends unknown where that is too large, and not the block', async () => {
    fake.offerRest({ spentTxOuts: true });
    const client = fake.client({ maxBodyBytes: GENESIS.length });
    fake.files.set(spentFile, Buffer.alloc(GENESIS.length + 1));
    expect(await client.spentOutputs(hash)).toBeNull();
    expect(await client.rawBlock(hash)).toEqual(GENESIS);
  });

  it('is none of 70 MiB where the limit of the network floats', { timeout: 30_000 }, async () => {
    const bch = requireUtxoChain('bch');
    const network = bch.networks.find(({ name }) => name === 'regtest')!;
    const block = Buffer.concat([GENESIS.subarray(0, 80), Buffer.alloc(70 * 2 ** 20)]);
    fake.offerRest({ spentTxOuts: false });
    fake.files.set(blockFile, block);
    const client = fake.client({ chain: bch, network });
    expect((await client.rawBlock(hash)).equals(block)).toBe(true);
  });
});

describe('with REST', () => {
  it('fetches blocks and, where offered, spent outputs in binary', async () => {
    fake.offerRest({ spentTxOuts: true });
    expect(await node.rawBlock(hash)).toEqual(GENESIS);
    expect(await node.spentOutputs(hash)).toEqual(Buffer.from([1, 0]));
    expect(node.capabilities).toEqual({ rest: true, spentTxOuts: true });
    expect(asked().slice(3)).toEqual([`GET ${blockFile}`, `GET ${spentFile}`]);
  });

  it('refuses another block', async () => {
    fake.offerRest({ spentTxOuts: false });
    fake.files.set(blockFile, Buffer.concat([Buffer.from([255]), GENESIS.subarray(1)]));
    const error = await failureOf(node.rawBlock(hash));
    expect(error).toBeInstanceOf(NodeLieError);
    expect(error).toMatchObject({ facts: { method: blockFile } });
  });

  it('does not ask for spent outputs where they are not offered', async () => {
    fake.offerRest({ spentTxOuts: false });
    expect(await node.spentOutputs(hash)).toBeNull();
    expect(await node.spentOutputs(hash)).toBeNull();
    expect(asked()).toEqual(['getnetworkinfo', 'GET /rest/chaininfo.json', `GET ${spentFile}`]);
  });

  it('retries while the node warms up', async () => {
    fake.offerRest({ spentTxOuts: false });
    fake.misbehave = ({ request, response, number }) => {
      if (request.method === 'POST' || number > 3) return false;
      response.writeHead(503).end('Service temporarily unavailable: Loading block index…');
      return true;
    };
    expect(await node.rawBlock(hash)).toEqual(GENESIS);
    expect(node.capabilities.rest).toBe(true);
  });

  it.each(['', '0'.repeat(63), '../chaininfo.json', 'A'.repeat(64), `${hash}\n`])(
    'never asks for "%s"',
    async (bad) => {
      await expect(node.rawBlock(bad)).rejects.toThrow(RangeError);
      await expect(node.spentOutputs(bad)).rejects.toThrow(RangeError);
      expect(fake.log).toEqual([]);
    },
  );
});

describe('a node that comes back as another', () => {
  it('without REST: the call under way is answered by RPC', async () => {
    fake.offerRest({ spentTxOuts: true });
    await node.rawBlock(hash);
    fake.files.clear();
    expect(await node.rawBlock(hash)).toEqual(GENESIS);
    expect(await node.spentOutputs(hash)).toBeNull();
    expect(node.capabilities).toEqual({ rest: false, spentTxOuts: false });
  });

  it('with REST: the closed connections of an idle client tell', async () => {
    await node.rawBlock(hash);
    await fake.hangUp();
    await fake.stop();
    fake.offerRest({ spentTxOuts: true });
    await fake.start();
    expect(await node.rawBlock(hash)).toEqual(GENESIS);
    expect(node.capabilities).toEqual({ rest: true, spentTxOuts: true });
  });
});

describe('connections for large answers', () => {
  const nodes: readonly [string, number, boolean][] = [
    ['/Satoshi:29.0.0/', 290000, false],
    ['/Satoshi:29.3.0/Knots:20260508/', 290300, false],
    ['/Bitcoin Cash Node:29.0.0(EB32.0)/', 290000, false],
    ['/Satoshi:28.1.0/', 280100, true],
    ['/LitecoinCore:0.21.2.1/', 210201, true],
    ['/Shibetoshi:1.14.9/', 1140900, true],
    ['/Unheard-of:99.0.0/', 990000, true],
  ];
  it.each(nodes)('%s', async (subversion, version, needsNew) => {
    Object.assign(fake.networkInfo, { subversion, version });
    fake.offerRest({ spentTxOuts: false });
    const single = fake.client({ connections: 1 });
    for (let i = 0; i < 3; i += 1) await single.rawBlock(hash);
    await single.call('getnetworkinfo', [], () => null, { large: true });
    await single.call('getnetworkinfo', [], () => null);
    const ports = fake.log.slice(3).map(({ port }) => port);
    expect(ports).toHaveLength(5);
    expect(new Set(ports).size).toBe(needsNew ? 5 : 1);
    expect(ports.at(-1)).toBe(fake.log[0]?.port);
  });
});

describe('headers of other chains', () => {
  const displayHashOf = (header: Buffer) => displayHash(sha256d(header));
  const deliver = async (chain: UtxoChain, block: Buffer, blockHash: string) => {
    fake.methods['getblock'] = () => block.toString('hex');
    return fake.client({ chain }).rawBlock(blockHash);
  };

  it.each([
    ['mainnet', Buffer.from('fd4005', 'hex'), 1344],
    ['regtest', Buffer.from('24', 'hex'), 36],
  ])("cover Zcash's solution: %s", async (_name, length, bytes) => {
    const header = Buffer.concat([Buffer.alloc(140, 4), length, Buffer.alloc(bytes, 7)]);
    const block = Buffer.concat([header, Buffer.from([0])]);
    const zec = requireUtxoChain('zec');
    expect(await deliver(zec, block, displayHashOf(header))).toEqual(block);
    const forged = displayHashOf(header.subarray(0, 80));
    expect(await failureOf(deliver(zec, block, forged))).toBeInstanceOf(NodeLieError);
    for (const short of [header, header.subarray(0, 150), header.subarray(0, 140), header.subarray(0, 80)]) {
      expect(await failureOf(deliver(zec, short, displayHashOf(short)))).toBeInstanceOf(NodeLieError);
    }
  });

  it("leave out the proof of another chain's work", async () => {
    const header = Buffer.alloc(80, 1);
    const block = Buffer.concat([header, Buffer.alloc(500, 2)]);
    expect(await deliver(requireUtxoChain('doge'), block, displayHashOf(header))).toEqual(block);
  });
});
