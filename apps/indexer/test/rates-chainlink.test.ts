import type { BlockRef, EvmCall } from '@chaintrail/chains';
import { AbiCoder, Interface } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainlinkSource, type FeedNode } from '../src/rates/chainlink.js';
import { type ChainlinkFeeds, MAINNET_FEEDS } from '../src/rates/chainlink-feeds.js';

const NOW = 1_790_000_000;
const SIGNAL = new AbortController().signal;
const TIP = { height: 9, hash: '09'.repeat(32), networkHeight: 9, catchingUp: false };
const [BTC, ETH, SEQUENCER] = ['0x'.padEnd(42, 'b'), '0x'.padEnd(42, 'e'), '0x'.padEnd(42, '5')] as [
  string,
  string,
  string,
];
const FEEDS: ChainlinkFeeds = { prices: { BTC, ETH }, sequencer: SEQUENCER, heartbeat: { ETH: 3_600 } };
/** Coded by an independent implementation. */
const ABI = new Interface([
  'function description() view returns (string)',
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
]);

interface Feed {
  readonly description?: string;
  readonly decimals?: number;
  readonly answer?: bigint;
  readonly startedAt?: number;
  readonly updatedAt?: number;
}

interface Lie {
  readonly btc?: Feed | null;
  readonly sequencer?: Feed | null;
  readonly tip?: Partial<typeof TIP>;
  readonly blockTime?: number | null;
  /** In the place of every answer about BTC. */
  readonly raw?: Buffer | null;
}

function fakeNode({ btc = {}, sequencer = {}, tip = {}, blockTime = NOW - 5, raw }: Lie): FeedNode {
  const feeds: Record<string, Feed | null> = {
    [BTC]: btc && { description: 'BTC / USD', answer: 6_712_345_000_000n, ...btc },
    [ETH]: { description: 'ETH / USD', answer: 351_200_000_000n, updatedAt: NOW - 60 },
    [SEQUENCER]: sequencer && { description: 'L2 Sequencer', answer: 0n, startedAt: NOW - 90_000, ...sequencer },
  };
  const answer = ({ to, data }: EvmCall): Buffer | null => {
    const address = `0x${to.toString('hex')}`;
    if (raw !== undefined && address === BTC) return raw;
    const feed = feeds[address];
    if (!feed) return null;
    const { description, decimals = 8, answer = 1n, updatedAt = NOW - 60, startedAt = updatedAt } = feed;
    const name = ABI.getFunction(`0x${data.toString('hex')}`)!.name;
    const values = {
      description: [description],
      decimals: [decimals],
      latestRoundData: [5n, answer, startedAt, updatedAt, 5n],
    };
    return Buffer.from(ABI.encodeFunctionResult(name, values[name as keyof typeof values]).slice(2), 'hex');
  };
  return {
    tip: async () => ({ ...TIP, ...tip }),
    blockTime: async () => blockTime,
    calls: async (calls, block: BlockRef) => {
      expect(block).toMatchObject({ height: TIP.height, hash: TIP.hash });
      return calls.map(answer);
    },
    close: async () => undefined,
  };
}

const ask = (lie: Lie, feeds = FEEDS) => chainlinkSource('chainlink:op', fakeNode(lie), feeds).ask(NOW, SIGNAL);

/** BTC has none, and why; the other feed of the node is read nevertheless. */
async function expectNoBtc(lie: Lie, why: RegExp): Promise<void> {
  const { quotes, problems } = await ask(lie);
  expect(quotes.map(({ symbol }) => symbol)).toEqual(['ETH']);
  expect(problems).toEqual([expect.stringMatching(why)]);
}

async function expectNothing(lie: Lie, why: RegExp): Promise<void> {
  expect(await ask(lie)).toEqual({ quotes: [], problems: [expect.stringMatching(why)] });
}

describe('price feeds', () => {
  it('say prices with the times they were made at', async () => {
    const { quotes, problems } = await ask({});
    expect(problems).toEqual([]);
    expect(quotes).toEqual([
      { symbol: 'BTC', price: 67_123_450_000_000_000_000_000n, asOf: NOW - 60, band: 50n },
      { symbol: 'ETH', price: 3_512_000_000_000_000_000_000n, asOf: NOW - 60, band: 50n },
    ]);
  });

  it('have the decimals that they say', async () => {
    const { quotes } = await ask({ btc: { decimals: 18, answer: 67_123n * 10n ** 18n } });
    expect(quotes[0]?.price).toBe(67_123n * 10n ** 18n);
    await expectNoBtc({ btc: { decimals: 19 } }, /answers no price/);
  });

  it('are not used where they call themselves something else', async () => {
    await expectNoBtc({ btc: { description: 'BTC / EUR' } }, /calls itself "BTC \/ EUR"/);
    await expectNoBtc({ btc: { description: 'WBTC / USD' } }, /calls itself "WBTC \/ USD"/);
    await expectNoBtc({ btc: null }, /calls itself nothing/);
  });

  it('are not used where they answer what is no price', async () => {
    await expectNoBtc({ btc: { answer: 0n } }, /no price/);
    await expectNoBtc({ btc: { answer: -6_712_345_000_000n } }, /no price/);
    await expectNoBtc({ btc: { answer: 10n ** 40n } }, /no price/);
    await expectNoBtc({ btc: { updatedAt: 0 } }, /no price/);
    await expectNoBtc({ raw: Buffer.alloc(0) }, /calls itself nothing/);
    await expectNoBtc({ raw: Buffer.alloc(160, 0xff) }, /calls itself nothing/);
    const endless = AbiCoder.defaultAbiCoder().encode(['uint256', 'uint256'], [32, 2n ** 200n]);
    await expectNoBtc({ raw: Buffer.from(endless.slice(2), 'hex') }, /calls itself nothing/);
  });

  it('are not used once they are late, and not before', async () => {
    expect((await ask({ btc: { updatedAt: NOW - 129_600 } })).quotes).toHaveLength(2);
    await expectNoBtc({ btc: { updatedAt: NOW - 129_601 } }, /last written 129601 seconds ago/);
    await expectNoBtc({ btc: { updatedAt: NOW + 61 } }, /still to come/);
    const heartbeat = { BTC: 3_600 };
    expect((await ask({ btc: { updatedAt: NOW - 5_401 } }, { ...FEEDS, heartbeat })).quotes).toHaveLength(1);
  });

  it('are not used on a node that is behind', async () => {
    await expectNothing({ blockTime: NOW - 3_601 }, /too old/);
    await expectNothing({ blockTime: null }, /too old/);
    await expectNothing({ tip: { catchingUp: true } }, /too old/);
  });

  it('are not used while the sequencer is down, nor in the hour after', async () => {
    await expectNothing({ sequencer: { answer: 1n } }, /sequencer is down/);
    await expectNothing({ sequencer: { startedAt: NOW - 3_599 } }, /less than an hour/);
    await expectNothing({ sequencer: { startedAt: 0 } }, /does not answer/);
    await expectNothing({ sequencer: null }, /does not answer/);
    expect((await ask({ sequencer: { startedAt: NOW - 3_600 } })).quotes).toHaveLength(2);
    expect((await ask({ sequencer: null }, { ...FEEDS, sequencer: null })).quotes).toHaveLength(2);
  });

  it('are read whatever bytes a contract answers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const { quotes } = await ask({ raw: Buffer.from(bytes) });
        expect(quotes.map(({ symbol }) => symbol)).toEqual(['ETH']);
      }),
      { seed: 5 },
    );
  });

  it('are known by well-formed addresses, each once', () => {
    const all = Object.values(MAINNET_FEEDS).flatMap(({ prices, sequencer }) =>
      [...Object.values(prices), sequencer ?? []].flat(),
    );
    for (const address of all) expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(new Set(all.map((address) => address.toLowerCase())).size).toBe(all.length);
  });
});
