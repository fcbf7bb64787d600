import { expect, test } from 'vitest';
import { countersAt, partOf, StageWatch, stageTable } from '../src/sync/stages.js';

/** @param clock seconds */
const counters = (clock: number, processor: Record<string, number> = {}) =>
  new Map(Object.entries({ clock, ...processor }));

test('time belongs to what was seen at its beginning', () => {
  const watch = new StageWatch(counters(1));
  watch.look('start', counters(1.5));
  watch.look('load', counters(2));
  watch.look('load', counters(2.05));
  watch.look('unspent', counters(4));
  watch.look('sort', counters(4.2));
  watch.look('index', counters(5));
  watch.look('handOver', counters(6));
  watch.look('handOver', counters(6.25));
  expect(watch.figures().seconds).toEqual({
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
  const watch = new StageWatch(counters(0));
  watch.look('handOver', counters(0.1));
  watch.look('handOver', counters(1));
  watch.look('handOver', counters(0.98));
  expect(watch.figures().seconds).toMatchObject({ start: 0.1, handOver: 0.88, total: 0.98 });
});

test('processor time is that of each thread and session in a part, also of those that begin and end in it', () => {
  const watch = new StageWatch(counters(0, { main: 0, 'session 7': 10 }));
  watch.look('load', counters(1, { main: 0.5, 'session 7': 10 }));
  watch.look('load', counters(2, { main: 1, 'thread 2': 2, 'thread 3': 0.25, 'session 7': 11 }));
  watch.look('sort', counters(3, { main: 1.25, 'thread 3': 3, 'session 7': 12, 'session 8': 4 }));
  watch.look('sort', counters(4, { main: 1.25, 'thread 3': 3.5, 'session 7': 12 }));
  const { stages, threadSeconds } = watch.figures();
  expect(stages).toEqual({
    start: { main: 0.5, threads: [], sessions: [] },
    load: { main: 0.75, threads: [3, 2], sessions: [4, 2] },
    sort: { main: 0, threads: [0.5], sessions: [] },
  });
  expect(threadSeconds).toEqual({ main: 1.25, others: [3.5, 2] });
  expect(stageTable(stages).split('\n')[2]).toMatch(/^load +0\.75 +3\.00 2\.00 +4\.00 2\.00$/);
});

test('without /proc only the clock is known', () => {
  expect([...countersAt(2_500, Number.NaN, Number.NaN)]).toEqual([['clock', 2.5]]);
  const watch = new StageWatch(counters(0));
  watch.look('start', counters(1));
  expect(watch.figures().threadSeconds).toEqual({ main: Number.NaN, others: [] });
});

test('where there are no stages, everything from the first block on is the hand-over', () => {
  expect(partOf(null)).toBe('start');
  expect(partOf({ stage: null, height: null })).toBe('start');
  expect(partOf({ stage: null, height: 0 })).toBe('handOver');
  expect(partOf({ stage: 'sort', height: 9 })).toBe('sort');
});
