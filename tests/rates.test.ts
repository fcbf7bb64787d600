/** Rates from contracts on a real EVM to what clients are told. */
import { contractArtifact } from '@chaintrail/anvil';
import { loadIndexerSettings } from '@chaintrail/config';
import { createPool, type Pool, readRates } from '@chaintrail/db';
import { PRICE_FEEDS } from '@chaintrail/devnet';
import { type AnvilNode, anvilOrSkip, createTestDatabase, startAnvil, type TestDatabase } from '@chaintrail/testkit';
import { AbiCoder, encodeBytes32String } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSources } from '../apps/indexer/src/rates/open-sources.js';
import type { RateSource } from '../apps/indexer/src/rates/rate-source.js';
import { ratesJob } from '../apps/indexer/src/rates/start-rates.js';

const binary = anvilOrSkip();
const SIGNAL = new AbortController().signal;
const RATE_FEEDS = PRICE_FEEDS.map(({ symbol, address }) => `${symbol}=${address}`).join();

describe.runIf(binary !== undefined)('rates of contracts on a node', () => {
  let node: AnvilNode;
  let database: TestDatabase;
  let pool: Pool;
  let sources: RateSource[];
  const warnings: string[] = [];

  const addressOf = (symbol: string) => PRICE_FEEDS.find((feed) => feed.symbol === symbol)!.address;
  const find = async () => {
    warnings.length = 0;
    const log = { debug: () => undefined, warn: ({ problem }: { problem: string }) => warnings.push(problem) } as never;
    await ratesJob({ sources, pools: [pool], maxAgeSeconds: 93_600, log })(SIGNAL);
  };
  const rateOf = async (symbol: string) => {
    const [rate] = await readRates(pool, [{ symbol, moment: Math.floor(Date.now() / 1000) + 60 }]);
    return rate ?? null;
  };

  beforeAll(async () => {
    node = await startAnvil(binary!);
    await layFeeds(node);
    await node.mine();
    database = await createTestDatabase();
    pool = createPool(database.url, { applicationName: 'rates-test' });
    const env = { ETH_RPC_URL: node.rpcUrl, ETH_NETWORK: 'local', ETH_RATE_FEEDS: RATE_FEEDS };
    const { chains } = loadIndexerSettings({ ...env, DATABASE_URL: database.url });
    sources = openSources({ chains, exchanges: [] });
  });
  afterAll(async () => {
    await Promise.all((sources ?? []).map((source) => source.close()));
    await pool?.end();
    await database?.drop();
    await node?.stop();
  });

  it('are written as the contracts say them', async () => {
    await find();
    expect(warnings).toEqual([]);
    const { timestamp } = await node.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false);
    for (const { symbol, middle, address } of PRICE_FEEDS) {
      const answer = await node.rpc<string>('eth_call', { to: address, data: '0xfeaf968c' }, 'latest');
      const said = BigInt(`0x${answer.slice(66, 130)}`);
      expect(said >= (middle * 99n) / 100n && said <= (middle * 101n) / 100n, symbol).toBe(true);
      const rate = await rateOf(symbol);
      expect(rate).toMatchObject({ sources: ['feed:eth'], asOf: Number(timestamp) });
      const [whole = '', fraction = ''] = rate!.rate.split('.');
      expect(BigInt(whole + fraction.padEnd(8, '0')), symbol).toBe(said);
    }
  });

  it('are not written of a contract that became another one, nor of one that is gone', async () => {
    await pool.query('TRUNCATE chaintrail.rates');
    const code = await node.rpc('eth_getCode', addressOf('LTC'), 'latest');
    await node.rpc('anvil_setCode', addressOf('BTC'), code);
    await node.rpc('anvil_setCode', addressOf('ZEC'), '0x');
    await node.mine();
    await find();
    expect(await rateOf('BTC')).toBeNull();
    expect(await rateOf('ZEC')).toBeNull();
    expect(await rateOf('LTC')).not.toBeNull();
    expect(warnings).toEqual([
      'feed:eth: the feed of BTC is none: it calls itself "LTC / USD"',
      'feed:eth: the feed of ZEC is none: it calls itself nothing',
    ]);
  });

  it('stay as they were while the node is gone', async () => {
    await pool.query('TRUNCATE chaintrail.rates');
    await find();
    const before = await rateOf('ETH');
    expect(before).not.toBeNull();
    await node.stop();
    await find();
    expect(await rateOf('ETH')).toEqual(before);
    expect(warnings).toEqual([expect.stringMatching(/^feed:eth: /)]);
  });
});

/** Puts the feeds' code where the demo has them: what their making would leave there. */
async function layFeeds(node: AnvilNode): Promise<void> {
  for (const { symbol, middle, address } of PRICE_FEEDS) {
    const pair = encodeBytes32String(`${symbol} / USD`);
    const parameters = AbiCoder.defaultAbiCoder().encode(['bytes32', 'int256'], [pair, middle]);
    const data = `${contractArtifact('PriceFeed').bytecode}${parameters.slice(2)}`;
    await node.rpc('anvil_setCode', address, await node.rpc<string>('eth_call', { data }, 'latest'));
  }
}
