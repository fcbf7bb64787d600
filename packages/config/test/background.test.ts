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
