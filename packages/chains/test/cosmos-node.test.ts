import { beforeEach, describe, expect, it } from 'vitest';
import {
  BlockNotFoundError,
  type CosmosNode,
  type CosmosNodeOptions,
  decodeCosmosBlock,
  NodeError,
  NodeLieError,
  type NotificationStatus,
  PreflightError,
  TooLargeError,
} from '../src/index.js';
import { FakeCosmosNode, MOCKNET, networkOf, RUNE, refuse } from './cosmos-node-fake.js';
import { eventually, failureOf } from './node-fake.js';

let fake: FakeCosmosNode;
let node: CosmosNode;

beforeEach(async () => {
  fake = await new FakeCosmosNode(30).start();
  node = fake.client();
});

async function follow(options: Partial<CosmosNodeOptions>): Promise<void> {
  await node.close();
  node = fake.client(options);
}

/** In place of the node so far. */
async function restart(other: FakeCosmosNode, options: Partial<CosmosNodeOptions> = {}): Promise<void> {
  await node.close();
  await fake.stop();
  fake = await other.start();
  node = fake.client(options);
}

const HIGHER = 'AB'.repeat(32);

describe('the tip', () => {
  it('is the newest block', async () => {
    const { height, hash } = fake.tip;
    expect(await node.tip()).toEqual({
      ...{ height, hash, networkHeight: 30, catchingUp: false },
      finalized: { height, hash },
    });
  });

  it('is the one before while the newest is being executed', async () => {
    fake.executing = 1;
    expect(await node.tip()).toMatchObject({ height: 29, hash: fake.blocks[28]!.hash, networkHeight: 30 });
    fake.executing = 0;
    expect(await node.tip()).toMatchObject({ height: 30, hash: fake.tip.hash });
  });

  it('is one that was seen before where a server of a load balancer is behind the one that named it', async () => {
    const status = fake.rpc.methods['status']!;
    await node.tip();
    const [named, tip] = [await status([]), fake.tip];
    fake.rpc.methods['status'] = () => {
      const { sync_info: info } = named as { sync_info: object };
      return { ...(named as object), sync_info: { ...info, latest_block_height: '31', latest_block_hash: HIGHER } };
    };
    expect(await node.tip()).toMatchObject({ height: 30, hash: tip.hash, networkHeight: 31 });
    fake.blocks.pop();
    expect(await node.tip()).toMatchObject({ height: 30, hash: tip.hash, networkHeight: 31 });
  });

  it('asks for the results of a block once', async () => {
    await node.tip();
    await node.tip();
    expect(fake.rpc.calls.filter(({ method }) => method === 'block_results')).toHaveLength(1);
  });

  it('is not there before the first block: wait', async () => {
    await restart(new FakeCosmosNode(0));
    expect(await failureOf(node.tip())).toMatchObject({
      retryable: true,
      message: expect.stringMatching(/no block yet/),
    });
  });

  it('of another chain is refused', async () => {
    await follow({ network: networkOf('mainnet') });
    await expect(node.tip()).rejects.toThrow(
      /"localthor", but THORChain mainnet is "thorchain-1": point RUNE_RPC_URL at/,
    );
    fake.chainId = 'thorchain-1';
    expect(await node.tip()).toMatchObject({ height: 30 });
  });

  it.each([null, {}, { node_info: {}, sync_info: {} }, 'x'])('is no lie to believe: %j', async (answer) => {
    fake.rpc.methods['status'] = () => answer;
    await expect(node.tip()).rejects.toThrow(NodeLieError);
  });

  it('is waited for', async () => {
    const { height, hash } = fake.tip;
    const waiting = node.waitForNewBlock({ height, hash }, 60_000);
    fake.mine();
    expect(await waiting).toEqual({ height: 31, hash: fake.tip.hash });
    expect(await node.waitForNewBlock({ height: 31, hash: fake.tip.hash }, 20)).toBeNull();
    expect(await node.waitForNewBlock(fake.tip, 60_000, AbortSignal.timeout(20))).toBeNull();
  });
});

describe('hashes of blocks', () => {
  it('come in order, by twenty and ten', async () => {
    await restart(new FakeCosmosNode(450));
    fake.rpc.log.length = 0;
    expect(await node.blockHashes(3, 430)).toEqual(fake.blocks.slice(2, 432).map(({ hash }) => hash));
    expect(fake.rpc.log.sort()).toEqual(['batch of 10', 'batch of 10', 'batch of 2']);
  });

  it('end where the chain ends', async () => {
    expect(await node.blockHashes(28, 100)).toEqual(fake.blocks.slice(27).map(({ hash }) => hash));
    expect(await node.blockHashes(31, 100)).toEqual([]);
    expect(await node.blockHashes(1, 0)).toEqual([]);
  });

  it('are none where the node dropped the first', async () => {
    fake.earliest = 10;
    expect(await node.blockHashes(5, 10)).toEqual([]);
    expect(await node.blockHashAt(9)).toBeNull();
    expect(await node.blockHashAt(10)).toBe(fake.blocks[9]!.hash);
    expect(await node.blockHashAt(31)).toBeNull();
    expect(await node.blockHashAt(0)).toBeNull();
  });

  it('that do not follow one another are a lie', async () => {
    fake.blocks[4] = { ...fake.blocks[4]!, block: new FakeCosmosNode(1, 5).tip.block };
    await expect(node.blockHashes(1, 10)).rejects.toThrow(/block 5 does not follow the one before it/);
  });

  it.each([-1, 1.5, Number.NaN])('at %d are asked for by mistake', async (height) => {
    await expect(node.blockHashAt(height)).rejects.toThrow(RangeError);
  });
});

describe('a block', () => {
  it('comes with its results, as the decoder wants them', async () => {
    const place = { family: 'cosmos' as const, chain: RUNE, network: MOCKNET };
    const raw = await node.rawBlock(fake.tip);
    expect(decodeCosmosBlock(place, fake.tip, { ...raw, opening: null })).toMatchObject({ txCount: 0 });
  });

  it('that is larger than is read says which one, and what is left to do', async () => {
    const large = fake.mine(1, { txs_results: null, finalize_block_events: null, padding: 'x'.repeat(60_000) });
    await follow({ maxBlockBytes: 50_000 });
    // The tip is where it is: blocks below it are indexed.
    expect(await node.tip()).toMatchObject({ height: 31, hash: large.hash });
    await node.rawBlock(fake.blocks[29]!);
    const failure = (await failureOf(node.rawBlock(large))) as Error;
    expect(failure).toBeInstanceOf(TooLargeError);
    expect(failure).toMatchObject({ retryable: false });
    expect(failure.message).toMatch(
      /the results of block 31 are larger than 50000 bytes, .* neither a setting nor another/,
    );
    expect(failure.message).toMatch(/report the height, and use a newer version/);
    await follow({ maxBlockBytes: 100 });
    await expect(node.rawBlock(large)).rejects.toThrow(/block 31 (is|are) larger than 100 bytes/);
    await follow({ maxBlockBytes: 100_000 });
    await node.rawBlock(large);
  });

  it('is no reason to read other answers of any size: the sentence says what to do', async () => {
    await follow({ maxCallBytes: 5_000, restEndpoint: { url: fake.restUrl } });
    const { status } = fake.rpc.methods;
    fake.rpc.methods['status'] = (params) => ({ ...(status!(params) as object), padding: 'x'.repeat(6_000) });
    fake.rest['/cosmos/bank/v1beta1/supply'] = () => ({ supply: [], padding: 'x'.repeat(6_000) });
    const larger =
      /the answer is larger than 5000 bytes, the most that is read of this call: .*let RUNE_(RPC|REST)_URL/;
    await expect(node.tip()).rejects.toThrow(larger);
    await expect(node.bankSupply(30)).rejects.toThrow(larger);
    expect(await node.blockHashAt(30)).toBe(fake.tip.hash);
  });

  it('that is not there is not found', async () => {
    await expect(node.rawBlock({ height: 31, hash: fake.tip.hash })).rejects.toThrow(BlockNotFoundError);
    fake.earliest = 5;
    await expect(node.rawBlock(fake.blocks[3]!)).rejects.toThrow(/is not available, lowest height is 5/);
  });

  it('that is being executed is waited for', async () => {
    fake.executing = 1;
    let asked = 0;
    const results = fake.rpc.methods['block_results']!;
    fake.rpc.methods['block_results'] = (params) => {
      if (++asked === 3) fake.executing = 0;
      return results(params);
    };
    await node.rawBlock(fake.tip);
    expect(asked).toBe(3);
  });

  it('may fail for a moment, and for longer', async () => {
    let left = 2;
    const block = fake.rpc.methods['block']!;
    fake.rpc.methods['block'] = (params) => (left-- > 0 ? refuse('unexpected EOF') : block(params));
    await node.rawBlock(fake.tip);
    fake.rpc.methods['block'] = () => refuse('unexpected EOF');
    expect(await failureOf(node.rawBlock(fake.tip))).toMatchObject({
      retryable: true,
      message: 'rune node, block: error -32603: unexpected EOF',
    });
  });
});

describe('preflight', () => {
  async function refusal(startHeight = 1, isStored = false): Promise<PreflightError> {
    const error = await failureOf(node.preflight(startHeight, isStored));
    expect(error).toBeInstanceOf(PreflightError);
    return error as PreflightError;
  }

  it('says what the node is', async () => {
    expect(await node.preflight(1)).toEqual({
      subversion: 'CometBFT/0.38.17',
      chain: 'localthor',
      blocks: 30,
      headers: 30,
      bestHash: fake.tip.hash,
      initialBlockDownload: false,
      pruned: false,
      pruneHeight: null,
      warnings: [],
    });
    expect(await node.preflight(1000)).toMatchObject({ blocks: 30 });
  });

  it('passes a node that is catching up', async () => {
    fake.catchingUp = true;
    fake.time = '2020-01-01T00:00:00Z';
    expect(await node.preflight(1)).toMatchObject({ initialBlockDownload: true, warnings: [] });
  });

  it('warns of a newest block that is old, but on private networks', async () => {
    fake.time = new Date(Date.now() - 3_600_000).toISOString();
    expect(await node.preflight(1)).toMatchObject({ warnings: [] });
    fake.chainId = 'thorchain-1';
    await follow({ network: networkOf('mainnet') });
    expect((await node.preflight(1)).warnings).toEqual([expect.stringMatching(/newest block is 60 minutes old/)]);
  });

  it('refuses another chain, and names a network of ours', async () => {
    fake.chainId = 'thorchain-1';
    const network = { ...networkOf('stagenet'), chainId: 'thorchain-stagenet-2' };
    await follow({ network });
    const { message, retryable } = await refusal();
    expect(message).toBe(
      'rune: the node follows the chain "thorchain-1", but THORChain stagenet is "thorchain-stagenet-2": set RUNE_NETWORK=mainnet or ' +
        'point RUNE_RPC_URL at a node of THORChain stagenet',
    );
    expect(retryable).toBe(false);
  });

  it('refuses a node that dropped blocks that are needed', async () => {
    fake.earliest = 12;
    expect(await node.preflight(12)).toMatchObject({ pruned: true, pruneHeight: 12 });
    const { message, retryable } = await refusal(11);
    expect(message).toMatch(/no blocks before height 12, but 11 is needed: .* set RUNE_START_HEIGHT=12 or higher/);
    expect(retryable).toBe(false);
    const { message: stored } = await refusal(11, true);
    expect(stored).toMatch(/11 is needed: .* let RUNE_RPC_URL lead to a node that has them until they are indexed$/);
    expect(stored).not.toContain('START_HEIGHT');
  });

  it('names the first block of a chain that begins later', async () => {
    await restart(new FakeCosmosNode(5, 100));
    expect(await node.preflight(100)).toMatchObject({ pruned: false, pruneHeight: null, blocks: 104 });
    const { message } = await refusal(1);
    expect(message).toMatch(/the chain begins with block 100, but 1 is asked for: set RUNE_START_HEIGHT=100/);
  });

  it('refuses a node that keeps no results', async () => {
    fake.rpc.methods['block_results'] = () => refuse('node is not persisting finalize block responses');
    expect((await refusal()).message).toMatch(/set discard_abci_responses = false in the section \[storage\]/);
  });

  it('refuses a node that has the first block without its results', async () => {
    const results = fake.rpc.methods['block_results']!;
    fake.rpc.methods['block_results'] = (params) =>
      Number(params[0]) < 20 ? refuse(`could not find results for height #${params[0]}`) : results(params);
    expect((await refusal(7)).message).toMatch(
      /has block 7 without its results .* set RUNE_START_HEIGHT to a later block/,
    );
    expect((await refusal(7, true)).message).toMatch(/that kept them, or let RUNE_RPC_URL lead to a node/);
    expect(await node.preflight(20)).toMatchObject({ blocks: 30 });
  });

  it('waits for a node without a block', async () => {
    await restart(new FakeCosmosNode(0));
    expect(await refusal()).toMatchObject({
      retryable: true,
      message: expect.stringMatching(/^rune: the node at \S+ has no block yet: it is starting/),
    });
  });

  it('tells of a node that is not there, and of what is none', async () => {
    await follow({ endpoint: { url: 'http://127.0.0.1:1' } });
    expect(await refusal()).toMatchObject({
      retryable: true,
      message: expect.stringMatching(/start the node, or correct RUNE_RPC_URL/),
    });
    await follow({});
    fake.rpc.misbehave = ({ response }) => {
      response.end('<html>');
      return true;
    };
    expect((await refusal()).message).toMatch(/is not a node of THORChain .* correct RUNE_RPC_URL/);
  });

  it.each([
    ['ftp://x', /RUNE_RPC_URL is not an http or https URL: write it like http:\/\/127\.0\.0\.1:27147/],
    ['nonsense', /RUNE_RPC_URL/],
  ])('has nothing to ask at %s', (url, message) => {
    expect(() => fake.client({ endpoint: { url } })).toThrow(message);
    expect(() => fake.client({ endpoint: { url: fake.url, wsUrl: url } })).toThrow(
      /RUNE_WS_URL is not a ws or wss URL/,
    );
  });
});

describe('notifications', () => {
  const subscribed = { jsonrpc: '2.0', id: 1, result: {} };
  const block = (padding = 0) => ({
    ...{ jsonrpc: '2.0', id: 1 },
    result: { query: "tm.event='NewBlock'", data: { type: 'tendermint/event/NewBlock', value: 'x'.repeat(padding) } },
  });

  it('wake for blocks, small and large, at the path of the RPC server', async () => {
    const stop = new AbortController();
    const statuses: NotificationStatus[] = [];
    let wakes = 0;
    let sent = '';
    fake.rpc.onMessage = (socket, text) => {
      sent = text;
      socket.send(subscribed);
    };
    node.notifications(
      stop.signal,
      () => {
        wakes += 1;
      },
      (status) => statuses.push(status),
    );
    await eventually(() => statuses).toEqual([{ endpoints: [fake.url.replace('http', 'ws')] }]);
    expect(JSON.parse(sent)).toMatchObject({ method: 'subscribe', params: { query: "tm.event='NewBlock'" } });
    expect(fake.rpc.sockets[0]?.path).toBe('/websocket');
    fake.rpc.sockets[0]?.send(block());
    fake.rpc.sockets[0]?.send(block(2_000_000));
    await eventually(() => wakes).toBe(2);
    stop.abort();
  });

  it('that are refused are a status, with the reason', async () => {
    const statuses: NotificationStatus[] = [];
    fake.rpc.onMessage = (socket) =>
      socket.send({
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32603, message: 'Internal error', data: 'max_subscriptions_per_client 5 reached' },
      });
    node.notifications(
      new AbortController().signal,
      () => undefined,
      (status) => statuses.push(status),
    );
    await eventually(() => statuses.length).toBeGreaterThan(0);
    expect(statuses[0]).toMatchObject({
      problem: expect.stringMatching(/refuses the subscription: max_subscriptions/),
    });
  });
});

it('ends all calls when it is closed', async () => {
  fake.rpc.misbehave = () => true;
  const waiting = failureOf(node.tip());
  await eventually(() => fake.rpc.log.length).toBeGreaterThan(0);
  await node.close();
  expect(await waiting).toBeInstanceOf(NodeError);
});
