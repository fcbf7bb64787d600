import { beforeEach, describe, expect, it } from 'vitest';
import {
  BlockNotFoundError,
  type EvmCall,
  type EvmNode,
  NodeError,
  NodeLieError,
  StateUnavailableError,
} from '../src/index.js';
import { FakeEvmNode, hashAt, RefusalWithData } from './evm-node-fake.js';
import { failureOf, Refusal, type RpcCall } from './node-fake.js';

let fake: FakeEvmNode;
let node: EvmNode;
const block = { height: 1, hash: hashAt(1) };
const key = Buffer.alloc(20, 1);
const balanceOf = { to: Buffer.alloc(20, 2), data: Buffer.from('70a08231', 'hex') };

beforeEach(async () => {
  fake = await new FakeEvmNode().start();
  node = fake.client();
});

const asked = (method: string): RpcCall[] => fake.calls.filter((call) => call.method === method);

describe('balances', () => {
  it('are pinned to the hash of the block', async () => {
    await node.balances([key], block);
    expect(asked('eth_getBalance')[0]?.params).toEqual([
      `0x${'01'.repeat(20)}`,
      { blockHash: `0x${block.hash}`, requireCanonical: false },
    ]);
  });

  it('of any size are exact', async () => {
    const sizes = [0n, 1n, 2n ** 53n + 1n, 2n ** 256n - 1n];
    fake.methods['eth_getBalance'] = () => `0x${(sizes.shift() ?? 0n).toString(16)}`;
    expect(await node.balances([key, key, key, key], block)).toEqual([0n, 1n, 2n ** 53n + 1n, 2n ** 256n - 1n]);
  });

  describe('of a node that takes no hashes', () => {
    beforeEach(() => {
      const byHeight = fake.methods['eth_getBalance'] as (params: readonly unknown[]) => unknown;
      fake.methods['eth_getBalance'] = (params) => {
        if (typeof params[1] === 'object') throw new Refusal(-32602, 'invalid argument 1: cannot unmarshal object');
        return byHeight(params);
      };
    });

    it('are asked for by height, and by height at once the next time', async () => {
      expect(await node.balances([key], block)).toEqual([257n]);
      expect(await node.balances([key], block)).toEqual([257n]);
      expect(asked('eth_getBalance').map(({ params }) => typeof params[1])).toEqual(['object', 'string', 'string']);
    });

    it('are thrown away where another block is at that height by now', async () => {
      fake.blocks[1] = { ...(fake.blocks[1] as (typeof fake.blocks)[number]), hash: `0x${hashAt(1, 'b')}` };
      expect(await failureOf(node.balances([key], block))).toBeInstanceOf(BlockNotFoundError);
    });
  });

  it('refuse a hash of ours that is none', async () => {
    expect(await failureOf(node.balances([key], { height: 1, hash: `0x${block.hash}` }))).toBeInstanceOf(RangeError);
    expect(fake.calls).toEqual([]);
  });
});

describe('prices of gas', () => {
  it('have no tips in an empty block, whatever the node says', async () => {
    const answer = { oldestBlock: '0x1', baseFeePerGas: ['0x5', '0x6', '0x7'], gasUsedRatio: [0, 0.5] };
    const reward = [
      ['0x0', '0x0', '0x0'],
      ['0x1', '0x2', '0x3'],
    ];
    fake.methods['eth_feeHistory'] = () => ({ ...answer, reward });
    const { nextBaseFee, blocks } = await node.feeHistory({ height: 2, hash: hashAt(2) }, 2);
    expect([nextBaseFee, blocks.map(({ tips }) => tips)]).toEqual([7n, [null, [1n, 2n, 3n]]]);
  });
});

describe('calls', () => {
  it('are pinned, and given a bounded amount of gas', async () => {
    expect(await node.calls([balanceOf], block)).toEqual([Buffer.from(`${'00'.repeat(31)}2a`, 'hex')]);
    const [call, place] = asked('eth_call')[0]?.params ?? [];
    expect(call).toEqual({ to: `0x${'02'.repeat(20)}`, data: '0x70a08231', gas: '0x2dc6c0' });
    expect(place).toEqual({ blockHash: `0x${block.hash}`, requireCanonical: false });
  });

  it('are given less where that is enough', async () => {
    fake.calls.length = 0;
    await node.calls([balanceOf], block, 300_000);
    expect(asked('eth_call')[0]?.params).toMatchObject([{ gas: '0x493e0' }, {}]);
  });

  it('of one contract, and all of a question, share what they may use', async () => {
    const gasOf = async (calls: readonly EvmCall[]) => {
      fake.calls.length = 0;
      await node.calls(calls, block);
      return asked('eth_call').map(({ params }) => Number((params as [{ gas: string }])[0].gas));
    };
    const of = (contract: number): EvmCall => ({ ...balanceOf, to: Buffer.alloc(20, contract) });
    const hostile = Array.from({ length: 60 }, () => of(1));
    expect(await gasOf([...hostile, of(2)])).toEqual([...hostile.map(() => 200_000), 150_000_000 / 61].map(Math.floor));
    expect(Math.min(...(await gasOf(Array.from({ length: 150 }, () => of(1)))))).toBe(100_000);
    const all = await gasOf(Array.from({ length: 100 }, (_, n) => of(n)));
    expect(all.reduce((sum, gas) => sum + gas)).toBe(150_000_000);
  });

  /** The second of three calls fails so. */
  async function secondFails(code: number, message: string, data?: unknown): Promise<unknown> {
    let asks = 0;
    fake.methods['eth_call'] = () => {
      asks += 1;
      if (asks % 3 === 2) throw new RefusalWithData(code, message, data);
      return '0x01';
    };
    return node.calls([balanceOf, balanceOf, balanceOf], block).catch((error: unknown) => error);
  }

  it.each([
    ['a revert', 3, 'execution reverted'],
    ['a revert with a reason', 3, 'execution reverted: ERC20: no'],
    ['a revert of besu', -32000, 'Execution reverted'],
    ['a revert of nethermind', -32015, 'VM execution error.'],
    ['a revert that pretends that state is missing', 3, 'execution reverted: missing trie node'],
    ['a revert that pretends to be a limit', 3, 'execution reverted: batch too large'],
    ['a revert that pretends to be a rate limit', 3, 'execution reverted: rate limit'],
    ['a revert that pretends that the method is missing', -32000, 'execution reverted: the method does not exist'],
    ['no gas left', -32000, 'out of gas'],
    ['a bad opcode', -32000, 'invalid opcode: INVALID'],
    ['reth’s halt', -32003, 'EVM error: InvalidFEOpcode'],
    ['too long a run on geth', -32000, 'execution aborted (timeout = 5s)'],
    ['too long a run', -32000, 'execution timeout'],
    [
      'too much returned on erigon',
      -32000,
      'call returned result on length 200000 exceeding --rpc.returndata.limit 100000',
    ],
    ['an internal error among answers', -32603, 'Internal error'],
  ])('that end in %s are null, the others are not', async (_what, code, message) => {
    expect(await secondFails(code, message)).toEqual([Buffer.from([1]), null, Buffer.from([1])]);
  });

  it('fail as a whole where the state is gone, the block is not there, or the node is busy', async () => {
    expect(await secondFails(-32000, 'missing trie node 0xab')).toBeInstanceOf(StateUnavailableError);
    expect(await secondFails(-32000, 'header for hash not found')).toBeInstanceOf(BlockNotFoundError);
    expect(await secondFails(-32005, 'rate limit')).toMatchObject({ retryable: true });
  });

  it('fail where none of them gets an answer but internal errors', async () => {
    fake.methods['eth_call'] = () => {
      throw new Refusal(-32603, 'Internal error');
    };
    const failure = await failureOf(node.calls([balanceOf, balanceOf], block));
    expect(failure).toBeInstanceOf(NodeError);
    expect(failure).toMatchObject({ retryable: true });
  });

  it('that answer too much are null, alone', async () => {
    const answers = ['0x01', `0x${'00'.repeat(70_000)}`, `0x${'00'.repeat(17 * 2 ** 20)}`, '0x02'];
    fake.methods['eth_call'] = ([call]) => answers[Number((call as { data: string }).data)];
    const calls = [0, 1, 2, 3].map((number) => ({ ...balanceOf, data: Buffer.from([number]) }));
    expect(await node.calls(calls, block)).toEqual([Buffer.from([1]), null, null, Buffer.from([2])]);
  });

  it('that answer what is no data are lies', async () => {
    for (const answer of [7, null, '0x1', 'abcd', '0xzz', {}]) {
      fake.methods['eth_call'] = () => answer;
      expect(await failureOf(node.calls([balanceOf], block)), String(answer)).toBeInstanceOf(NodeLieError);
    }
  });
});
