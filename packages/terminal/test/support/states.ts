import type { OperatorChainState } from '@chaintrail/db';
import { type SyncProgress, syncProgressOf } from '../../src/sync-progress.js';

export const SYNCING: OperatorChainState = {
  chain: 'btc',
  network: 'mainnet',
  historyFrom: 0,
  height: 812_345,
  hash: '00',
  blockTime: 1,
  nodeHeight: 900_000,
  phase: 'syncing',
  reason: null,
  liveSince: null,
  blocksPerSecond: 10,
  transactionsPerSecond: 8122.7,
  etaSeconds: 11_520,
  stage: 'load',
  share: 0.61279,
  heartbeatAt: 1,
  heartbeatAgeSeconds: 1,
};

export function progressOf(change: Partial<OperatorChainState> = {}): SyncProgress {
  const progress = syncProgressOf({ ...SYNCING, ...change });
  if (!progress) throw new Error('no progress');
  return progress;
}
