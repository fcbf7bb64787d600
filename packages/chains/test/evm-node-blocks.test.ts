import { beforeEach, describe, expect, it } from 'vitest';
import {
  BlockNotFoundError,
  BlockPrunedError,
  type EvmNode,
  NodeError,
  NodeLieError,
  TooLargeError,
} from '../src/index.js';
import { FakeEvmNode, hashAt, hex } from './evm-node-fake.js';
import { failureOf, Refusal, Verbatim } from './node-fake.js';

let fake: FakeEvmNode;
let node: EvmNode;

beforeEach(async () => {
  fake = await new FakeEvmNode().start();
  node = fake.client();
});

const hash = hashAt(3);
const transactions = [{ hash: `0x${hashAt(0, 'tx')}` }, { hash: `0x${hashAt(1, 'tx')}` }];
const resultOf = (body: Buffer): unknown => (JSON.parse(body.toString('utf8')) as { result: unknown }).result;
const asked = (method: string) => fake.calls.filter((call) => call.method === method).map(({ params }) => params);

describe('hashes', () => {
  it('come in order and end where the chain does', async () => {
    expect(await node.blockHashes(1, 100)).toEqual([hashAt(1), hashAt(2)]);
    expect(await node.blockHashes(3, 100)).toEqual([]);
    expect(await node.blockHashes(0, 0)).toEqual([]);
    expect(await node.blockHashAt(2)).toBe(hashAt(2));
    expect(await node.blockHashAt(3)).toBeNull();
  });

  it('of many blocks are read a hundred at a time', async () => {
    while (fake.blocks.length < 250) fake.mine();
    expect(await node.blockHashes(0, 240)).toEqual(Array.from({ length: 240 }, (_, height) => hashAt(height)));
    expect(fake.log).toEqual(['batch of 100', 'batch of 100', 'batch of 40']);
  });

  it('end where a node calls a block above its tip an error', async () => {
    fake.methods['eth_getBlockByNumber'] = ([place]) => {
      const block = fake.find(place);
      if (block === null) throw new Refusal(-39001, 'Unknown block');
      return block;
    };
    expect(await node.blockHashes(1, 10)).toEqual([hashAt(1), hashAt(2)]);
  });

  it('are read again when the chain changes meanwhile', async () => {
    let readings = 0;
    fake.methods['eth_getBlockByNumber'] = ([place]) => {
      if (Number(place) === 1) readings += 1;
      const block = fake.find(place);
      return readings === 1 && Number(place) === 2 ? { ...block, parentHash: `0x${hashAt(1, 'b')}` } : block;
    };
    expect(await node.blockHashes(0, 3)).toEqual([hashAt(0), hashAt(1), hashAt(2)]);
    expect(readings).toBe(2);
  });

  it('that never follow one another are no chain for now', async () => {
    fake.methods['eth_getBlockByNumber'] = ([place]) => ({ ...fake.find(place), parentHash: `0x${hashAt(1, 'b')}` });
    expect(await failureOf(node.blockHashes(0, 3))).toMatchObject({ retryable: true });
  });

  it.each([
    ['another block', () => fake.blocks[0]],
    ['a hash that is none', () => ({ ...fake.blocks[1], hash: '0x12' })],
    ['a number that is none', () => ({ ...fake.blocks[1], number: 1 })],
    ['a list', () => []],
  ])('refuse %s in the place of the one asked for', async (_what, answer) => {
    fake.methods['eth_getBlockByNumber'] = answer;
    expect(await failureOf(node.blockHashes(1, 1))).toBeInstanceOf(NodeLieError);
  });
});

describe('a block', () => {
  it('comes with its receipts, unparsed, both asked for by hash', async () => {
    fake.mine({ transactions });
    const { block, receipts, uncles } = await node.rawBlock(hash);
    expect(resultOf(block)).toEqual(fake.blocks[3]);
    expect(resultOf(receipts)).toHaveLength(2);
    expect(uncles).toBeNull();
    expect(asked('eth_getBlockByHash')).toEqual([[`0x${hash}`, true]]);
    expect(asked('eth_getBlockReceipts')).toEqual([[`0x${hash}`]]);
  });

  it('without transactions has an empty list of receipts', async () => {
    fake.mine();
    expect(resultOf((await node.rawBlock(hash)).receipts)).toEqual([]);
  });

  it('that is not there is told apart, without waiting for its receipts', async () => {
    expect(await failureOf(node.rawBlock(hash))).toBeInstanceOf(BlockNotFoundError);
    expect(asked('eth_getBlockReceipts').length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['null', () => null],
    ['none', () => []],
  ])('whose receipts are %s for a moment is waited for', async (_what, early) => {
    fake.mine({ transactions });
    const later = fake.methods['eth_getBlockReceipts'] as (params: readonly unknown[]) => unknown;
    let asks = 0;
    fake.methods['eth_getBlockReceipts'] = (params) => {
      asks += 1;
      return asks < 3 ? early() : later(params);
    };
    expect(resultOf((await node.rawBlock(hash)).receipts)).toHaveLength(2);
  });

  it('whose receipts never come may have them later', async () => {
    fake.mine({ transactions });
    fake.methods['eth_getBlockReceipts'] = () => null;
    const failure = await failureOf(node.rawBlock(hash));
    expect(failure).toBeInstanceOf(NodeError);
    expect(failure).toMatchObject({ retryable: true });
  });

  it('that the node has dropped says what to do', async () => {
    fake.mine({ transactions });
    fake.methods['eth_getBlockReceipts'] = () => {
      throw new Refusal(4444, 'pruned history unavailable');
    };
    const failure = await failureOf(node.rawBlock(hash));
    expect(failure).toBeInstanceOf(BlockPrunedError);
    expect(failure).toMatchObject({ retryable: false, facts: { code: 4444 } });
    expect(String(failure)).toContain('ETH_START_HEIGHT');
  });

  it('is asked for receipts by height where the node takes no hash, from then on at once', async () => {
    fake.mine({ transactions });
    const byHeight = fake.methods['eth_getBlockReceipts'] as (params: readonly unknown[]) => unknown;
    fake.methods['eth_getBlockReceipts'] = (params) => {
      if (String(params[0]).length === 66) throw new Refusal(-32602, 'invalid argument 0: hex number > 64 bits');
      return byHeight(params);
    };
    for (let reading = 0; reading < 2; reading++) {
      expect(resultOf((await node.rawBlock(hash)).receipts)).toHaveLength(2);
    }
    expect(asked('eth_getBlockReceipts')).toEqual([[`0x${hash}`], ['0x3'], ['0x3']]);
  });

  it('may have its height in capitals', async () => {
    while (fake.blocks.length < 10) fake.mine();
    const block = fake.mine({ transactions });
    const receipts = fake.methods['eth_getBlockReceipts'] as (params: readonly unknown[]) => unknown;
    fake.methods['eth_getBlockByHash'] = () => ({ ...block, number: '0xA' });
    fake.methods['eth_getBlockReceipts'] = (params) => {
      if (String(params[0]).length === 66) throw new Refusal(-32602, 'invalid argument 0: hex number > 64 bits');
      return receipts(params);
    };
    expect(resultOf((await node.rawBlock(hashAt(10))).receipts)).toHaveLength(2);
  });

  it('takes no receipts of the block that is at its height by now', async () => {
    fake.mine({ transactions });
    fake.methods['eth_getBlockReceipts'] = ([place]) => {
      if (String(place).length === 66) throw new Refusal(-32602, 'invalid argument 0');
      return [{ transactionHash: '0x', blockHash: `0x${hashAt(3, 'b')}` }];
    };
    expect(await failureOf(node.rawBlock(hash))).toBeInstanceOf(BlockNotFoundError);
  });

  it('is asked for single receipts where there is no method for all of them', async () => {
    fake.mine({ transactions });
    delete fake.methods['eth_getBlockReceipts'];
    const receipts = transactions.map((transaction) => ({ transactionHash: transaction.hash }));
    expect(resultOf((await node.rawBlock(hash)).receipts)).toEqual(receipts);
    expect(resultOf((await node.rawBlock(hash)).receipts)).toEqual(receipts);
    expect(asked('eth_getBlockReceipts')).toHaveLength(1);
  });

  it('comes with its uncles', async () => {
    fake.mine({ uncles: [`0x${hashAt(1, 'uncle')}`, `0x${hashAt(2, 'uncle')}`] });
    fake.methods['eth_getUncleByBlockHashAndIndex'] = ([, index]) => ({ number: index });
    const { uncles } = await node.rawBlock(hash);
    expect((JSON.parse(String(uncles)) as { result: unknown }[]).map(({ result }) => result)).toEqual([
      { number: '0x0' },
      { number: '0x1' },
    ]);
    expect(asked('eth_getUncleByBlockHashAndIndex')).toEqual([
      [`0x${hash}`, '0x0'],
      [`0x${hash}`, '0x1'],
    ]);
  });

  it('may be as large as the caller takes, and no larger', async () => {
    const block = fake.mine({ transactions });
    const answer = JSON.stringify({ ...block, input: 'f'.repeat(60_000) });
    fake.methods['eth_getBlockByHash'] = () => new Verbatim(answer);
    expect((await node.rawBlock(hash, { way: 'usual', maxBytes: 2 ** 16 })).block.length).toBeGreaterThan(60_000);
    const failure = await failureOf(node.rawBlock(hash, { way: 'usual', maxBytes: 60_000 }));
    expect(failure).toBeInstanceOf(TooLargeError);
    expect(failure).not.toHaveProperty('facts.code');
  });

  it('in an envelope of any order is taken, one of another call is not', async () => {
    const block = JSON.stringify(fake.mine());
    const envelopes: [(id: number) => string, boolean][] = [
      [(id) => `{"jsonrpc":"2.0","result":${block},"id":${id}}`, true],
      [(id) => ` { "id" : ${id} , "jsonrpc" : "2.0" , "error" : null , "result" : ${block} }\n`, true],
      [(id) => `{"jsonrpc":"2.0","id":${id},"result":${block},"usage":{"units":12}}`, true],
      [(id) => `{"took":[3],"id":${id},"result":${block}}`, true],
      [(id) => `{"jsonrpc":"2.0","id":${id + 1},"result":${block}}`, false],
      [(id) => `{"jsonrpc":"2.0","result":${block},"id":${id + 1}}`, false],
      [() => `{"jsonrpc":"2.0","result":${block}}`, false],
      [(id) => `{"jsonrpc":"2.0","id":${id},"result":[]}`, false],
      [(id) => `{"jsonrpc":"2.0","id":${id},"result":7}`, false],
      [(id) => `{"jsonrpc":"2.0","id":${id},"result":${block.slice(0, -1)}`, false],
      [(id) => `{"jsonrpc":"2.0","id":${id}}`, false],
    ];
    for (const [envelope, isTaken] of envelopes) {
      fake.misbehave = ({ response, calls }) => {
        if (calls[0]?.method !== 'eth_getBlockByHash') return false;
        response.end(envelope(calls[0].id));
        return true;
      };
      const outcome = await node.rawBlock(hash).catch((error: unknown) => error);
      if (isTaken) expect(outcome).toMatchObject({ uncles: null });
      else expect(outcome, envelope(1)).toBeInstanceOf(NodeLieError);
    }
  });

  it('refuses a hash of ours that is none', async () => {
    expect(await failureOf(node.rawBlock('0x12'))).toBeInstanceOf(RangeError);
    expect(await failureOf(node.blockHashes(-1, 1))).toBeInstanceOf(RangeError);
    expect(hex(3)).toBe('0x3');
  });
});
