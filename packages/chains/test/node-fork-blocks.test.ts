import { beforeEach, describe, expect, it } from 'vitest';
import { PreflightError, requireUtxoChain, type UtxoNetwork, type UtxoNode } from '../src/index.js';
import { BTC, FakeNode, failureOf, REGTEST } from './node-fake.js';

const ours = 'ab'.repeat(32);
const theirs = 'cd'.repeat(32);
const network: UtxoNetwork = { ...REGTEST, forkBlocks: [{ height: 2, hash: ours, what: 'the fork of last year' }] };
let fake: FakeNode;
let node: UtxoNode;

beforeEach(async () => {
  fake = await new FakeNode().start();
  fake.hashes.push('01'.repeat(32));
  node = fake.client({ network });
});

const askedForFork = () => fake.log.filter(({ what }) => what === 'getblockhash').length;

it('refuses a node on another branch, with both ways out', async () => {
  fake.hashes.push(theirs, '02'.repeat(32));
  const error = await failureOf(node.preflight(0));
  expect(error).toBeInstanceOf(PreflightError);
  expect(error).toMatchObject({
    retryable: false,
    message:
      `btc: the node is not on Bitcoin regtest: at the fork of last year it went another way (its block 2 is ${theirs}, ` +
      `not ${ours}): point BTC_RPC_URL at a Bitcoin node (${BTC.minimumNode.name} or newer), or upgrade this one and let ` +
      'it sync that branch again',
  });
});

it('follows a node below the fork, and looks once when it gets there', async () => {
  await node.preflight(0);
  const before = askedForFork();
  expect(await node.tip()).toMatchObject({ height: 1 });
  expect(askedForFork()).toBe(before);
  fake.hashes.push(ours);
  expect(await node.tip()).toMatchObject({ height: 2 });
  expect(await node.tip()).toMatchObject({ height: 2 });
  expect(askedForFork()).toBe(before + 1);
});

it('stops at a fork that the node takes the other way', async () => {
  await node.preflight(0);
  fake.hashes.push(theirs);
  await expect(node.tip()).rejects.toThrow(PreflightError);
});

it('looks again when the node may be another one', async () => {
  fake.hashes.push(ours);
  await node.tip();
  const { url } = fake;
  await fake.stop();
  await failureOf(node.tip());
  fake.hashes[2] = theirs;
  await fake.start();
  expect(fake.url).toBe(url);
  await expect(node.tip()).rejects.toThrow('went another way');
});

describe('zcash', () => {
  const zec = requireUtxoChain('zec');
  const mainnet = zec.networks.find(({ name }) => name === 'mainnet') as UtxoNetwork;
  const zebrad = { version: zec.minimumNode.version, subversion: '/Zebra:7.0.0/' };
  const knowsNu7 = { '77190ad9': { name: 'NU7', activationheight: 3_543_405, status: 'active' } };
  const now = () => Math.floor(Date.now() / 1000);

  const preflight = async (networkInfo: Record<string, unknown>, chainInfo: Record<string, unknown>) => {
    fake.hashes[0] = mainnet.genesisHash;
    Object.assign(fake.networkInfo, networkInfo);
    Object.assign(fake.chainInfo, { chain: 'main', ...chainInfo });
    return fake.client({ chain: zec, network: mainnet }).preflight(0);
  };

  beforeEach(() => {
    fake.methods['getblockheader'] = () => ({ time: now() });
  });

  it('is not followed on zcashd', async () => {
    const error = await failureOf(
      preflight({ version: 6_200_050, subversion: '/MagicBean:6.20.0/' }, { upgrades: knowsNu7 }),
    );
    expect(error).toMatchObject({
      name: 'PreflightError',
      message:
        'zec: the node is zcashd (/MagicBean:6.20.0/), which does not follow Zcash since July 2026: point ZEC_RPC_URL at ' +
        `${zec.minimumNode.name} or newer`,
    });
  });

  it('says that a closed connection may be a wrong cookie, for which zebrad has no other answer', async () => {
    fake.misbehave = ({ request }) => {
      request.socket.destroy();
      return true;
    };
    expect(await failureOf(preflight(zebrad, {}))).toMatchObject({
      name: 'PreflightError',
      retryable: true,
      message: expect.stringMatching(/connection closed .* credentials .* cookie file \(ZEC_RPC_COOKIE_FILE\)/),
    });
  });

  it.each([{ upgrades: { '37a5165b': {} } }, {}])('is not followed on a dead fork: %j', async (chainInfo) => {
    await expect(preflight(zebrad, chainInfo)).rejects.toThrow(
      `zec: the node /Zebra:7.0.0/ does not know the network upgrade NU7 (77190ad9), so it is left behind on a dead ` +
        `fork: upgrade it to ${zec.minimumNode.name} or newer`,
    );
  });

  const day = 86_400;
  it.each([
    ['weeks before', 90_000, 15 * day, []],
    [
      'days before',
      90_000,
      3.5 * day,
      ['stops at block 90000, in about 3 days: upgrade zebrad to its newest release before'],
    ],
    [
      'hours before',
      90_000,
      5_000,
      ['stops at block 90000, in about 1 hour: upgrade zebrad to its newest release before'],
    ],
    // The node takes a day off its estimate.
    [
      'the last day',
      90_000,
      -5_000,
      ['stops at block 90000, within a day or so: upgrade zebrad to its newest release before'],
    ],
    ['after', 1, -day, ['has reached the end of its support at block 1: upgrade zebrad to its newest release']],
  ])(
    'warns of the end of support, by the time that the node names: %s',
    async (_when, block_height, left, warnings) => {
      fake.methods['getdeprecationinfo'] = () => ({ end_of_service: { block_height, estimated_time: now() + left } });
      const sentences = warnings.map((warning) => `this release of zebrad ${warning}`);
      expect((await preflight(zebrad, { upgrades: knowsNu7 })).warnings).toEqual(sentences);
    },
  );

  it('is not followed on a release before NU7', async () => {
    await expect(
      preflight({ version: 6_030_000, subversion: '/Zebra:6.3.0/' }, { upgrades: { '37a5165b': {} } }),
    ).rejects.toThrow(
      'zec: the node /Zebra:6.3.0/ (version 6030000) is too old to follow Zcash: upgrade it to zebrad 7.0.0',
    );
  });

  it('is syncing while its tip is a day behind the clock, which is all that zebrad says', async () => {
    const client = fake.client({ chain: zec, network: mainnet });
    Object.assign(fake.chainInfo, { chain: 'main', estimatedheight: 5 });
    expect(await client.tip()).toMatchObject({ networkHeight: 1, catchingUp: false });
    // A day is 3,456 blocks since NU7.
    Object.assign(fake.chainInfo, { estimatedheight: 3_400 });
    expect(await client.tip()).toMatchObject({ networkHeight: 1, catchingUp: false });
    Object.assign(fake.chainInfo, { estimatedheight: 3_500 });
    expect(await client.tip()).toMatchObject({ networkHeight: 3_500, catchingUp: true });
  });
});
