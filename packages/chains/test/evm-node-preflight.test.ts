import { beforeEach, describe, expect, it } from 'vitest';
import { type EvmNode, type EvmNodeOptions, NodeLieError, PreflightError } from '../src/index.js';
import { chainOf, ETH, FakeEvmNode, hashAt, hex, networkOf } from './evm-node-fake.js';
import { failureOf, Refusal } from './node-fake.js';

let fake: FakeEvmNode;
let node: EvmNode;

beforeEach(async () => {
  fake = await new FakeEvmNode(30).start();
  node = fake.client();
});

const MAINNET = networkOf(ETH, 'mainnet');

async function follow(options: Partial<EvmNodeOptions>): Promise<void> {
  await node.close();
  node = fake.client(options);
}

async function refusal(startHeight = 0): Promise<PreflightError> {
  const error = await failureOf(node.preflight(startHeight));
  expect(error).toBeInstanceOf(PreflightError);
  return error as PreflightError;
}

const refuse = (code: number, message: string) => () => {
  throw new Refusal(code, message);
};

describe('a node that can be followed', () => {
  it('says what it is', async () => {
    expect(await node.preflight(0)).toEqual({
      subversion: 'Geth/v1.16.4-stable/linux-amd64/go1.25.1',
      chain: '31337',
      blocks: 29,
      headers: 29,
      bestHash: hashAt(29),
      initialBlockDownload: false,
      pruned: false,
      pruneHeight: null,
      warnings: [],
    });
  });

  it('may have a name that is odd, or keep it to itself', async () => {
    fake.methods['web3_clientVersion'] = () => `evil\n\u001b[2J${'x'.repeat(1000)}`;
    expect((await node.preflight(0)).subversion).toMatch(/^evil \[2Jx{90,100}…$/);
    delete fake.methods['web3_clientVersion'];
    expect((await node.preflight(0)).subversion).toBe('unknown');
    fake.methods['web3_clientVersion'] = () => 7;
    expect((await node.preflight(0)).subversion).toBe('unknown');
  });

  it('may start above its tip', async () => {
    expect(await node.preflight(1000)).toMatchObject({ blocks: 29 });
  });

  it('is warned about where its tip is old', async () => {
    fake.chainId = 1;
    fake.blocks[0] = { ...(fake.blocks[0] as (typeof fake.blocks)[number]), hash: `0x${MAINNET.genesisHash}` };
    fake.mine({ timestamp: hex(Math.floor(Date.now() / 1000) - 7200) });
    await follow({ network: MAINNET });
    expect((await node.preflight(2)).warnings).toEqual([expect.stringContaining('120 minutes old')]);
  });
});

describe('a private network of proof of work', () => {
  const mined = (height: number, fields: object) => {
    fake.blocks[height] = { ...(fake.blocks[height] as (typeof fake.blocks)[number]), ...fields };
  };

  it('is refused where it is older than London, from the first block that is to be read', async () => {
    mined(1, { difficulty: '0x20000' });
    mined(7, { difficulty: '0x20000', baseFeePerGas: '0x7' });
    expect((await refusal()).message).toMatch(/block 1 was mined .* before London.*ETH_START_HEIGHT/);
    expect(await node.preflight(7)).toMatchObject({ blocks: 29 });
  });

  it('is none where authorities make the blocks', async () => {
    mined(1, { difficulty: '0x2' });
    expect(await node.preflight(0)).toMatchObject({ blocks: 29 });
  });
});

describe('a node of another chain', () => {
  it.each([
    ['eth', 'mainnet', 42_161, 'Arbitrum One mainnet', 'ARB_RPC_URL'],
    ['eth', 'mainnet', 11_155_111, 'Ethereum sepolia', 'ETH_NETWORK=sepolia'],
    ['eth', 'mainnet', 31_337, 'Anvil', 'ETH_NETWORK=local'],
    ['op', 'mainnet', 8453, 'Base mainnet', 'BASE_RPC_URL'],
    ['base', 'mainnet', 1, 'Ethereum mainnet', 'ETH_RPC_URL'],
    ['arb', 'mainnet', 42_170, 'Arbitrum Nova', 'ARB_RPC_URL'],
    ['eth', 'mainnet', 987_654, 'a chain that is not known here', '987654'],
    ['eth', 'local', 42_161, 'Arbitrum One mainnet', 'ARB_RPC_URL'],
  ])('%s %s, found %i', async (code, network, chainId, name, remedy) => {
    const chain = chainOf(code);
    await follow({ chain, network: networkOf(chain, network) });
    fake.chainId = chainId;
    const { message, retryable } = await refusal();
    expect(message).toContain(name);
    expect(message).toContain(remedy);
    expect(retryable).toBe(false);
  });

  it('is found out by its genesis block, too', async () => {
    fake.chainId = 1;
    await follow({ network: MAINNET });
    expect((await refusal()).message).toContain('genesis block');
  });

  it('passes without a genesis block, where old blocks were dropped', async () => {
    fake.chainId = 1;
    await follow({ network: MAINNET });
    const all = fake.methods['eth_getBlockByNumber'] as (params: readonly unknown[]) => unknown;
    fake.methods['eth_getBlockByNumber'] = (params) => (params[0] === '0x0' ? null : all(params));
    expect(await node.preflight(5)).toMatchObject({ chain: '1' });
  });

  it('is found out when the endpoint leads there later', async () => {
    await follow({ network: networkOf(ETH, 'sepolia') });
    fake.chainId = 11_155_111;
    await node.tip();
    fake.chainId = 10;
    expect(await failureOf(node.tip())).toBeInstanceOf(PreflightError);
  });

  it('is welcome where the network is one of the operator’s own', async () => {
    for (const chainId of [1, 1337, 987_654]) {
      fake.chainId = chainId;
      expect(await node.preflight(0)).toMatchObject({ chain: String(chainId) });
    }
  });
});

describe('a node that has dropped old blocks', () => {
  const FIRST = 17;
  const drop = (method: string, gone: () => unknown) => {
    const all = fake.methods[method] as (params: readonly unknown[]) => unknown;
    fake.methods[method] = (params) => {
      const height = Number(params[0]);
      return height > 0 && height < FIRST ? gone() : all(params);
    };
  };

  it.each<[string, string, () => unknown]>([
    ['blocks (geth)', 'eth_getBlockByNumber', refuse(4444, 'pruned history unavailable')],
    ['blocks (nethermind)', 'eth_getBlockByNumber', () => null],
    ['receipts (geth)', 'eth_getBlockReceipts', refuse(4444, 'pruned history unavailable')],
    ['receipts (nethermind)', 'eth_getBlockReceipts', () => null],
    ['state for receipts (erigon)', 'eth_getBlockReceipts', refuse(-32000, 'history has been pruned for this block')],
  ])('names the first height that is there: %s', async (_what, method, gone) => {
    drop(method, gone);
    for (const start of [0, 1, FIRST - 1])
      expect((await refusal(start)).message).toContain(`ETH_START_HEIGHT=${FIRST}`);
    expect(await node.preflight(FIRST)).toMatchObject({ blocks: 29 });
  });

  it('as op-reth before Bedrock, by an internal error for ever, names the first height', async () => {
    drop('eth_getBlockReceipts', refuse(-32603, 'could not get L1 block info from L2 block'));
    for (const start of [0, 1, FIRST - 1])
      expect((await refusal(start)).message).toContain(`ETH_START_HEIGHT=${FIRST}`);
  });

  it('is to be replaced for a while where blocks are stored: another start would be another index', async () => {
    drop('eth_getBlockReceipts', refuse(4444, 'pruned history unavailable'));
    const failure = (await failureOf(node.preflight(FIRST - 2, true))) as Error;
    expect(failure.message).toContain('What is indexed stays: let ETH_RPC_URL lead to such a node');
    expect(failure.message).not.toContain('START_HEIGHT');
  });

  it.each<[string, () => unknown]>([
    ['crashes', refuse(-32000, 'method handler crashed')],
    ['is an internal error', refuse(-32603, 'internal')],
    ['is null', () => null],
    ['is too large for the node', refuse(-32008, 'Response is too big')],
  ])('is told apart from one whose answer about one block %s', async (_what, answer) => {
    const all = fake.methods['eth_getBlockReceipts'] as (params: readonly unknown[]) => unknown;
    for (const bad of [1, 12]) {
      fake.methods['eth_getBlockReceipts'] = (params) => (Number(params[0]) === bad ? answer() : all(params));
      expect(await node.preflight(bad)).toMatchObject({ blocks: 29, pruned: false });
    }
  });

  it('is told apart from one that is in trouble altogether', async () => {
    fake.methods['eth_getBlockReceipts'] = refuse(-32603, 'database is closed');
    const failure = (await failureOf(node.preflight(FIRST))) as Error & { retryable: boolean };
    expect(failure.retryable).toBe(true);
    expect(failure.message).not.toContain('START_HEIGHT');
  });

  it('is believed where it says so itself and that is true', async () => {
    drop('eth_getBlockByNumber', () => null);
    fake.methods['eth_capabilities'] = () => ({
      blocks: { oldestBlock: '0x5' },
      receipts: { oldestBlock: hex(FIRST) },
    });
    expect((await refusal()).message).toContain(`ETH_START_HEIGHT=${FIRST}`);
    expect(fake.calls.filter(({ method }) => method === 'eth_getBlockByNumber').length).toBeLessThan(10);
    fake.methods['eth_capabilities'] = () => ({ blocks: { oldestBlock: '0x5' } });
    expect((await refusal()).message).toContain(`ETH_START_HEIGHT=${FIRST}`);
  });
});

describe('what answers is no usable node:', () => {
  it('nobody', async () => {
    await fake.stop();
    const { message, retryable } = await refusal();
    expect(message).toContain('start the node, or correct ETH_RPC_URL');
    expect(retryable).toBe(true);
    await fake.start();
  });

  it('another service', async () => {
    fake.misbehave = ({ response }) => {
      response.end('<html>hello</html>');
      return true;
    };
    expect((await refusal()).message).toContain('is not a node of Ethereum');
  });

  it('a node with too few modules', async () => {
    delete fake.methods['eth_chainId'];
    expect((await refusal()).message).toContain('--http.api');
  });

  it('a URL that is none', () => {
    for (const url of ['ftp://x', 'nonsense', 'http://u:p@x']) {
      expect(() => fake.client({ endpoint: { url } })).toThrow('ETH_RPC_URL');
    }
    expect(() => fake.client({ endpoint: { url: fake.url, wsUrl: 'http://x/s3cr3t' } })).toThrow('ETH_WS_URL is not');
  });
});

describe('the tip', () => {
  const base = () => ({ height: 29, hash: hashAt(29), networkHeight: 29, catchingUp: false });

  it('comes with what is final, in one request', async () => {
    expect(await node.tip()).toEqual({ ...base(), finalized: { height: 0, hash: hashAt(0) } });
    expect(fake.log).toEqual(['batch of 4']);
  });

  it.each<[string, () => unknown, boolean]>([
    ['names no block yet', refuse(-39001, 'Unknown block'), true],
    ['names no block yet, in other words', refuse(-32000, 'finalized block not found'), true],
    ['is null', () => null, true],
    ['is not known', refuse(-32602, 'invalid argument 0: hex string without 0x prefix'), false],
  ])('has nothing final where the tag %s', async (_what, answer, asksAgain) => {
    const all = fake.methods['eth_getBlockByNumber'] as (params: readonly unknown[]) => unknown;
    fake.methods['eth_getBlockByNumber'] = (params) => (params[0] === 'finalized' ? answer() : all(params));
    expect(await node.tip()).toEqual({ ...base(), finalized: null });
    expect(await node.tip()).toEqual({ ...base(), finalized: null });
    expect(fake.log[1]).toBe(asksAgain ? 'batch of 4' : 'batch of 3');
  });

  it.each<[string, unknown, boolean, number]>([
    ['far behind', { currentBlock: '0x1d', highestBlock: '0x3e8' }, true, 1000],
    [
      'at the tip, indexing transactions (geth)',
      { currentBlock: '0x1d', highestBlock: '0x1d', txIndexRemainingBlocks: '0x9' },
      false,
      29,
    ],
    ['in words of its own, at the tip (nitro)', { batchSeen: 7, broadcasterQueuedMessagesPos: 0 }, false, 29],
    ['before the highest block is known', { currentBlock: '0x0', highestBlock: '0x0' }, false, 29],
  ])('of a node that is syncing %s', async (_what, syncing, catchingUp, networkHeight) => {
    fake.methods['eth_syncing'] = () => syncing;
    expect(await node.tip()).toMatchObject({ catchingUp, networkHeight });
  });

  it('of a syncing node that does not say how far is old when its block is', async () => {
    fake.methods['eth_syncing'] = () => ({ msgCount: 5 });
    fake.mine({ timestamp: hex(Math.floor(Date.now() / 1000) - 3600) });
    expect(await node.tip()).toMatchObject({ catchingUp: true });
  });

  it.each<[boolean, string, unknown]>([
    [true, 'names a higher block', { currentBlock: '0x1d', highestBlock: '0x28' }],
    [true, 'is syncing in words of its own', { batchSeen: 7 }],
    [false, 'indexes transactions', { currentBlock: '0x1d', highestBlock: '0x1d', txIndexRemainingBlocks: '0x9' }],
    [false, 'indexes states (geth --dev)', { currentBlock: '0x1d', highestBlock: '0x0', stateIndexRemaining: '0x1' }],
    [false, 'is not syncing', false],
  ])('%s that a node with a shorter chain is behind: it %s', async (expected, _what, syncing) => {
    fake.methods['eth_syncing'] = () => syncing;
    expect(await node.isBehind({ height: 40, hash: hashAt(40) }, await node.tip())).toBe(expected);
  });

  it('is behind where another node of a load balancer has the block', async () => {
    const tip = await node.tip();
    fake.mine();
    expect(await node.isBehind({ height: 30, hash: hashAt(30) }, tip)).toBe(true);
    expect(await node.isBehind({ height: 30, hash: hashAt(31) }, tip)).toBe(false);
  });

  it('is read from a node that takes no batches, and again where a part of it may pass', async () => {
    fake.misbehave = ({ response, calls }) => {
      if (calls.length === 1) return false;
      const error = { code: -32005, message: 'Batched requests are not supported by this server' };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
      return true;
    };
    expect(await node.tip()).toEqual({ ...base(), finalized: { height: 0, hash: hashAt(0) } });
    let asks = 0;
    fake.methods['eth_syncing'] = () => {
      asks += 1;
      if (asks === 1) throw new Refusal(-32005, 'rate limit');
      return false;
    };
    expect(await node.tip()).toEqual({ ...base(), finalized: { height: 0, hash: hashAt(0) } });
  });

  it('that cannot be is refused', async () => {
    for (const answer of [{}, 'x', { hash: '0x1', number: '0x1' }]) {
      fake.methods['eth_getBlockByNumber'] = () => answer;
      expect(await failureOf(node.tip())).toBeInstanceOf(NodeLieError);
    }
  });
});
