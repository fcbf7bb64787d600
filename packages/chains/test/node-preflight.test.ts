import { beforeEach, describe, expect, it } from 'vitest';
import { type NodeClientOptions, PreflightError, requireUtxoChain, type UtxoNetwork } from '../src/index.js';
import { BTC, FakeNode, failureOf, REGTEST, Refusal } from './node-fake.js';

let fake: FakeNode;

beforeEach(async () => {
  fake = await new FakeNode().start();
});

const preflight = (startHeight = 0, options: Partial<NodeClientOptions> = {}) =>
  fake.client(options).preflight(startHeight);

async function refusal(startHeight = 0, options: Partial<NodeClientOptions> = {}): Promise<PreflightError> {
  const error = await failureOf(preflight(startHeight, options));
  expect(error).toBeInstanceOf(PreflightError);
  return error as PreflightError;
}

it.each([
  // A regtest node says that it is syncing whenever its last block is a day old.
  ['regtest, old but complete', { initialblockdownload: true, headers: 0 }, { networkHeight: 0, catchingUp: false }],
  ['regtest, with blocks to come', { initialblockdownload: true, headers: 9 }, { networkHeight: 9, catchingUp: true }],
  [
    'headers ahead of a synced node',
    { initialblockdownload: false, headers: 1 },
    { networkHeight: 1, catchingUp: false },
  ],
  [
    'headers below blocks',
    { initialblockdownload: false, blocks: 7, headers: 5 },
    { networkHeight: 7, catchingUp: false },
  ],
])("says whether its tip is the network's: %s", async (_name, facts, expected) => {
  Object.assign(fake.chainInfo, facts);
  const node = fake.client();
  expect(await node.tip()).toMatchObject(expected);
});

it('passes a node that may leave witnesses out, and does not tell', async () => {
  fake.networkInfo['version'] = 250_000;
  const asked: unknown[] = [];
  for (const answer of [{}, { size: 285 }, 'none', null]) {
    fake.methods['getblock'] = (params) => {
      asked.push(params);
      if (answer === null) throw new Refusal(-1, 'bytes only');
      return answer;
    };
    expect(await preflight()).toMatchObject({ version: 250_000 });
  }
  expect(asked).toEqual(Array(4).fill([REGTEST.genesisHash, 1]));
});

const BLOCK = { height: 5, hash: 'ab'.repeat(32) };
const branch = (status: string, height = 5, hash = BLOCK.hash) => ({ height, hash, status, branchlen: 1 });
const [HIGHER, OTHER] = ['cd', 'ef'].map((byte) => byte.repeat(32));

it.each<[boolean, string, unknown, unknown]>([
  [true, 'it has the header alone', [branch('headers-only')], []],
  [true, 'it reads its chain again', [branch('valid-headers', 9, HIGHER), branch('active', 0, OTHER)], []],
  [true, 'another node of a load balancer has the block', [branch('active')], []],
  [true, 'a peer has come so far, and it has no headers yet', [branch('active', 0)], [{ startingheight: 5 }]],
  [true, 'a peer has shown it headers', [branch('active', 0)], [{ startingheight: -1, synced_headers: 7 }]],
  [false, 'the block was taken back', [branch('invalid'), branch('headers-only', 7, OTHER)], [{ startingheight: 9 }]],
  [false, 'blocks above it were taken back, too', [branch('invalid', 9, HIGHER)], [{ startingheight: 9 }]],
  [false, 'its branch is parked', [branch('parked')], []],
  [false, 'nobody knows so high a block', [branch('active', 0), branch('headers-only', 4, OTHER)], [{ id: 1 }]],
  [false, 'it shows neither branches nor peers', null, null],
])('%s that a node with a shorter chain is behind: %s', async (expected, _name, tips, peers) => {
  const node = fake.client();
  if (tips) fake.methods['getchaintips'] = () => tips;
  if (peers) fake.methods['getpeerinfo'] = () => peers;
  expect(await node.isBehind(BLOCK, await node.tip())).toBe(expected);
});

it('takes a node that downloads, and one that shows headers alone, for behind', async () => {
  const node = fake.client();
  fake.chainInfo['headers'] = 5;
  expect(await node.isBehind(BLOCK, await node.tip())).toBe(true);
  fake.methods['getchaintips'] = () => [branch('invalid')];
  expect(await node.isBehind(BLOCK, { ...(await node.tip()), catchingUp: true })).toBe(true);
});

it('takes a public network at its word that it is syncing, even before it knows headers', async () => {
  Object.assign(fake.chainInfo, { chain: 'main', initialblockdownload: true, headers: 0 });
  const node = fake.client({ network: BTC.networks[0]! });
  expect(await node.tip()).toMatchObject({ height: 0, catchingUp: true });
});

it('describes a node that can be used', async () => {
  Object.assign(fake.chainInfo, { initialblockdownload: true, headers: 900 });
  fake.offerRest({ spentTxOuts: true });
  const node = fake.client();
  expect(await node.preflight(0)).toEqual({
    version: 290000,
    subversion: '/Satoshi:29.0.0/',
    chain: 'regtest',
    blocks: 0,
    headers: 900,
    bestHash: fake.hashes[0],
    initialBlockDownload: true,
    pruned: false,
    pruneHeight: null,
    warnings: [],
  });
  expect(node.capabilities).toEqual({ rest: true, spentTxOuts: true });
});

describe('another network', () => {
  it('that is known: two remedies', async () => {
    Object.assign(fake.chainInfo, { chain: 'main' });
    const { message, retryable } = await refusal();
    expect(message).toBe(
      'btc: the node follows mainnet, but regtest is configured: set BTC_NETWORK=mainnet or point BTC_RPC_URL at a regtest node',
    );
    expect(retryable).toBe(false);
  });

  it('that is not known: one', async () => {
    Object.assign(fake.chainInfo, { chain: 'moon\u0007net' });
    expect((await refusal()).message).toBe(
      'btc: the node follows "moon net", but regtest is configured: point BTC_RPC_URL at a regtest node',
    );
  });

  it('is noticed later, too', async () => {
    const node = fake.client();
    await node.tip();
    Object.assign(fake.chainInfo, { chain: 'main' });
    await expect(node.tip()).rejects.toThrow(PreflightError);
  });
});

it.each(['mainnet', 'testnet'])(
  'tells networks apart, for one of %s, that a node calls by one name',
  async (configured) => {
    const chain = requireUtxoChain('zec');
    const [network, regtest] = [configured, 'regtest'].map((name) => chain.networks.find((one) => one.name === name));
    fake.hashes[0] = regtest!.genesisHash;
    Object.assign(fake.chainInfo, { chain: 'test' });
    expect((await refusal(0, { chain, network: network! })).message).toBe(
      `zec: the node follows regtest, but ${configured} is configured: set ZEC_NETWORK=regtest or point ZEC_RPC_URL at a ` +
        `${configured} node`,
    );
  },
);

it('tells networks apart that begin with the same block', async () => {
  const chain = requireUtxoChain('bch');
  const [testnet4, chipnet, regtest] = ['testnet4', 'chipnet', 'regtest'].map((name) =>
    chain.networks.find((one) => one.name === name),
  );
  for (const found of [testnet4!, chipnet!]) {
    fake.hashes[0] = found.genesisHash;
    Object.assign(fake.chainInfo, { chain: found.nodeChain });
    expect((await refusal(0, { chain, network: regtest! })).message).toContain(`the node follows ${found.name}, but`);
  }
});

it('refuses another chain of the same network name', async () => {
  fake.hashes[0] = 'ab'.repeat(32);
  expect((await refusal()).message).toMatch(
    /^btc: the node follows another chain \(its genesis block is abab.*is 0f91.*\): point BTC_RPC_URL at a Bitcoin node$/,
  );
});

it.each([
  ['btc', { version: 29_000_000, subversion: '/Bitcoin Cash Node:29.0.0(EB32.0)/' }, 'Bitcoin Cash'],
  ['btc', { version: 320_500, subversion: '/Bitcoin ABC:0.32.5(EB32.0)/' }, 'eCash'],
  ['bch', { version: 290_000, subversion: '/Satoshi:29.0.0/' }, 'Bitcoin'],
] as const)('refuses, as %s, a node with the same genesis block: %j', async (code, networkInfo, follows) => {
  Object.assign(fake.networkInfo, networkInfo);
  const chain = requireUtxoChain(code);
  const network = chain.networks.find(({ name }) => name === 'regtest') as UtxoNetwork;
  expect((await refusal(0, { chain, network })).message).toBe(
    `${code}: the node is ${networkInfo.subversion}, which follows ${follows}: point ${code.toUpperCase()}_RPC_URL at a ` +
      `${chain.name} node`,
  );
});

it('refuses a node that is too old', async () => {
  Object.assign(fake.networkInfo, { version: 240100, subversion: '/Satoshi:24.1.0/' });
  expect((await refusal()).message).toBe(
    `btc: the node /Satoshi:24.1.0/ (version 240100) is too old to follow Bitcoin: upgrade it to ${BTC.minimumNode.name} or newer`,
  );
});

it('asks for what the network needs, where that is more', async () => {
  const network = { ...REGTEST, minimumNode: { version: 300_000, name: 'Bitcoin Core 30' } };
  expect((await refusal(0, { network })).message).toContain('upgrade it to Bitcoin Core 30 or newer');
});

it('refuses what does not know the first question', async () => {
  delete fake.methods['getnetworkinfo'];
  expect((await refusal()).message).toMatch(
    /^btc: what answers at .* is too old or another software \(.*Method not found\): run Bitcoin Core 25 or newer there$/,
  );
});

describe('an old tip', () => {
  const network = BTC.networks.find(({ name }) => name === 'mainnet') as UtxoNetwork;
  const hour = 3600;
  beforeEach(() => {
    fake.hashes[0] = network.genesisHash;
    Object.assign(fake.chainInfo, { chain: 'main' });
  });

  it.each([
    [6 * hour, []],
    [7 * hour, [expect.stringMatching(/^the node's newest block is 7 hours old: see whether it has peers/)]],
    [60 * hour, [expect.stringContaining('is 2 days old')]],
    [-hour, []],
  ])('of %i seconds', async (age, warnings) => {
    fake.methods['getblockheader'] = () => ({ time: Math.floor(Date.now() / 1000) - age });
    expect((await preflight(0, { network })).warnings).toEqual(warnings);
  });

  it('is no news while the node syncs', async () => {
    Object.assign(fake.chainInfo, { initialblockdownload: true });
    fake.methods['getblockheader'] = () => ({ time: 1 });
    expect((await preflight(0, { network })).warnings).toEqual([]);
  });

  it('is unknown where the node does not show headers, or is wrong about this one', async () => {
    expect((await preflight(0, { network })).warnings).toEqual([]);
    for (const answer of [null, {}, { time: 'x' }, new Refusal(-5, 'Block not found')]) {
      fake.methods['getblockheader'] = () => {
        if (answer instanceof Refusal) throw answer;
        return answer;
      };
      expect((await preflight(0, { network })).warnings).toEqual([]);
    }
  });
});

describe('a pruned node', () => {
  it('that lacks blocks which are needed', async () => {
    Object.assign(fake.chainInfo, { pruned: true, pruneheight: 700_000, blocks: 800_000 });
    expect((await refusal(699_999)).message).toBe(
      'btc: the node is pruned and keeps blocks from height 700000 only, but 699999 is needed: re-sync the node with ' +
        'prune=0, or set BTC_START_HEIGHT=700000 or higher',
    );
    expect(await preflight(700_000)).toMatchObject({ pruned: true, pruneHeight: 700_000 });
  });

  it('that lacks the block after those that are stored', async () => {
    Object.assign(fake.chainInfo, { pruned: true, pruneheight: 700_000, blocks: 800_000 });
    const error = (await failureOf(fake.client().preflight(699_999, true))) as Error;
    // An index that exists ignores another start.
    expect(error.message).toMatch(/re-sync .* prune=0, or let BTC_RPC_URL lead to a node that has them until they are/);
  });

  it('that does not say what it keeps', async () => {
    Object.assign(fake.chainInfo, { pruned: true, blocks: 800_000 });
    expect((await refusal(0)).message).toContain('keeps blocks from height 800000 only');
  });
});

describe('a node that started from a UTXO snapshot', () => {
  const snapshotHash = 'cd'.repeat(32);
  beforeEach(() => {
    fake.methods['getchainstates'] = () => ({
      headers: 900_000,
      chainstates: [
        { blocks: 1234, bestblockhash: 'ab'.repeat(32), validated: true },
        { blocks: 900_000, bestblockhash: 'ef'.repeat(32), snapshot_blockhash: snapshotHash, validated: false },
      ],
    });
    fake.methods['getblockheader'] = ([hash]) => ({ hash, height: 840_000 });
  });

  it('is waited for while blocks below it are missing', async () => {
    const { message, retryable } = await refusal(1000);
    expect(message).toMatch(/snapshot at height 840000.*only up to 1234: wait .*BTC_START_HEIGHT=840001 or higher$/);
    expect(retryable).toBe(true);
  });

  it('has not the block of the snapshot itself', async () => {
    expect((await refusal(840_000)).retryable).toBe(true);
  });

  it('serves what is above it', async () => {
    expect((await preflight(840_001)).chain).toBe('regtest');
  });

  it('serves everything once one chain state is left', async () => {
    fake.methods['getchainstates'] = () => ({ headers: 9, chainstates: [{ blocks: 9, validated: true }] });
    expect((await preflight(0)).chain).toBe('regtest');
  });
});

describe('no node', () => {
  it('at this address', async () => {
    const url = fake.url;
    await fake.stop();
    const endpoint = { url, user: 'someone', password: 'top-secret' };
    const error = await refusal(0, { endpoint });
    expect(error.message).toBe(
      `btc: the node at ${new URL(url).host} cannot be used (btc node, getnetworkinfo: connection refused): ` +
        'start the node, or correct BTC_RPC_URL',
    );
    expect(error.retryable).toBe(true);
    expect(error.stack).not.toMatch(/someone|top-secret/);
    await fake.start();
  });

  it('but something else', async () => {
    fake.misbehave = ({ response }) => {
      response.end('<html>It works!</html>');
      return true;
    };
    const error = await refusal();
    expect(error.message).toMatch(
      /^btc: what answers at 127\.0\.0\.1:\d+ is not a node of Bitcoin .*: correct BTC_RPC_URL$/,
    );
    expect(error.retryable).toBe(false);
  });

  it('that lets us in', async () => {
    fake.misbehave = ({ response }) => {
      response.writeHead(401).end();
      return true;
    };
    const error = await refusal(0, { endpoint: { url: fake.url, user: 'u', password: 'p' } });
    expect(error.message).toMatch(/bad credentials \(HTTP 401\): correct the user and password in BTC_RPC_URL\)$/);
    expect(error.retryable).toBe(false);
  });

  it('that has started already', async () => {
    fake.methods['getnetworkinfo'] = () => {
      throw new Refusal(-28, 'Verifying blocks…');
    };
    const error = await refusal();
    expect(error.message).toMatch(/is starting \(.*Verifying blocks…\): wait$/);
    expect(error.retryable).toBe(true);
  });
});
