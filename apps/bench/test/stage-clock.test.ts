import { expect, test } from 'vitest';
import { partOf, StageClock } from '../src/sync/stage-clock.js';
import type { SyncState } from '../src/sync/sync-state.js';

const state = (changes: Partial<SyncState>): SyncState => ({
  phase: 'syncing',
  reason: null,
  stage: null,
  share: null,
  height: null,
  nodeHeight: 100,
  liveSinceMs: null,
  ...changes,
});

test('time belongs to what was seen at its beginning', () => {
  const clock = new StageClock(1000);
  clock.look(1500, null);
  clock.look(2000, state({ stage: 'load' }));
  clock.look(2050, state({ stage: 'load', height: 7 }));
  clock.look(4000, state({ stage: 'unspent', height: 90 }));
  clock.look(4200, state({ stage: 'sort', height: 90 }));
  clock.look(5000, state({ stage: 'index', height: 90 }));
  clock.look(6000, state({ height: 90 }));
  expect(clock.finish(6250)).toEqual({
    start: 1,
    load: 2,
    unspent: 0.2,
    sort: 0.8,
    tokens: 0,
    index: 1,
    handOver: 0.25,
    total: 5.25,
  });
});

test('a sync that ended before it was last looked at is not counted beyond its end', () => {
  const clock = new StageClock(0);
  clock.look(100, state({ height: 1 }));
  clock.look(1000, state({ height: 5 }));
  const seconds = clock.finish(980);
  expect(seconds).toMatchObject({ start: 0.1, handOver: 0.88, total: 0.98 });
});

test('where there are no stages, everything from the first block on is the hand-over', () => {
  expect(partOf(null)).toBe('start');
  expect(partOf(state({ phase: 'starting' }))).toBe('start');
  expect(partOf(state({ height: 0 }))).toBe('handOver');
  expect(partOf(state({ stage: 'sort', height: 9 }))).toBe('sort');
});
