import type { OperatorChainState } from '@chaintrail/db';
import { expect, test } from 'vitest';
import { localUrl } from '../src/examples.js';
import { sentenceOf } from '../src/watch-chains.js';

const LIVE: OperatorChainState = {
  chain: 'btc',
  network: 'regtest',
  historyFrom: 0,
  height: 10,
  hash: '00',
  blockTime: 1,
  nodeHeight: 10,
  phase: 'live',
  reason: null,
  liveSince: 1,
  blocksPerSecond: null,
  transactionsPerSecond: null,
  etaSeconds: null,
  heartbeatAt: 1,
  stage: null,
  share: null,
  heartbeatAgeSeconds: 1,
};

test.each([
  [{}, 'btc: live on regtest'],
  [{ phase: 'syncing', liveSince: null }, 'btc: syncing regtest'],
  [{ phase: 'syncing' }, ''],
  [
    { phase: 'stalled', reason: 'btc: wrong password; correct BTC_RPC_URL' },
    'btc stalled: wrong password; correct BTC_RPC_URL',
  ],
  [
    { phase: 'stalled', reason: 'btc node, getblock: connection refused' },
    'btc stalled: btc node, getblock: connection refused; see LOG.',
  ],
  [{ phase: 'halted' }, 'btc halted: see LOG'],
  [{ heartbeatAgeSeconds: 60 }, 'btc: the indexer reports nothing; see LOG.'],
] as const)('%j is told as "%s"', (change, sentence) => {
  expect(sentenceOf({ ...LIVE, ...change }, 'LOG')).toBe(sentence);
});

test.each([
  ['0.0.0.0', 'http://localhost:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000'],
  ['2001:db8::1', 'http://[2001:db8::1]:3000'],
])('an API on %s is reached at %s', (host, url) => {
  expect(localUrl(host, 3000)).toBe(url);
});
