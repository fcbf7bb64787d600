import { loadAuditSettings, loadIndexerSettings, SettingsError } from '@chaintrail/config';
import { describe, expect, test } from 'vitest';

const ENV = { DATABASE_URL: 'postgres://u:p@db/chaintrail', LTC_RPC_URL: 'http://u:p@node:9332' };

describe('scheduled work', () => {
  test('is an audit a day in the process itself, unless said otherwise', () => {
    expect(loadIndexerSettings(ENV)).toMatchObject({ auditEveryMs: 86_400_000, redisUrl: undefined });
    const settings = loadIndexerSettings({ ...ENV, AUDIT_EVERY_HOURS: '0', REDIS_URL: 'redis://:secret@redis:6379/2' });
    expect(settings.auditEveryMs).toBe(0);
    expect(settings.redisUrl?.reveal()).toBe('redis://:secret@redis:6379/2');
    expect(JSON.stringify(settings)).not.toContain('secret@');
  });

  test.each(['http://redis:6379', 'redis:6379', 'redis://'])('does not take %s for a Redis', (url) => {
    expect(() => loadIndexerSettings({ ...ENV, REDIS_URL: url })).toThrow(/REDIS_URL is not valid; expected redis:/);
  });
});

describe('an audit', () => {
  test('needs a node and a database', () => {
    expect(loadAuditSettings(ENV).chains.map(({ chain }) => chain.code)).toEqual(['ltc']);
    const { LTC_RPC_URL } = ENV;
    for (const env of [{}, { LTC_RPC_URL }]) expect(() => loadAuditSettings(env)).toThrow(SettingsError);
  });
});

describe('rates', () => {
  const eth = { DATABASE_URL: ENV.DATABASE_URL, ETH_RPC_URL: 'http://node:8545' };
  const address = `0x${'aB'.repeat(20)}`;
  const feedsOf = (text: string) => {
    const [chain] = loadIndexerSettings({ ...eth, ETH_RATE_FEEDS: text }).chains;
    return chain?.family === 'evm' ? chain.rateFeeds : undefined;
  };

  test('ask no exchange unless it is named', () => {
    expect(loadIndexerSettings(ENV)).toMatchObject({ ratesExchanges: [], ratesMaxAgeSeconds: 93_600 });
    const named = (RATES_EXCHANGES: string) => loadIndexerSettings({ ...ENV, RATES_EXCHANGES }).ratesExchanges;
    expect(named('Kraken, bitstamp kraken')).toEqual(['kraken', 'bitstamp']);
    expect(named('all')).toHaveLength(5);
    expect(() => named('binance')).toThrow(/RATES_EXCHANGES is "binance"; expected all, or some of kraken/);
    expect(() => named('kraken,all')).toThrow(SettingsError);
  });

  test('are asked of the contracts that are named', () => {
    expect(feedsOf(`btc=${address}, ETH=${address} sequencer=${address}`)).toEqual({
      prices: { BTC: address, ETH: address },
      sequencer: address,
    });
    for (const text of ['BTC', `BTC=${address}0`, 'BTC=0x12', `BTC=${address},btc=${address}`, ',', `B=${address}`]) {
      expect(() => feedsOf(text), text).toThrow(/ETH_RATE_FEEDS is .*; expected SYMBOL=0xADDRESS/);
    }
  });
});
