import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WalHead } from '../src/read/replicas/wal-head.js';

const KEPT_MS = 30_000;
/** Longest pause between two looks. */
const LOOK_MS = 3_000;
/** Between samples, and until the next look. */
const TOLERANCE_MS = KEPT_MS / 64 + LOOK_MS;

test('a replica lags since the log was first known to be beyond it', () => {
  const head = new WalHead(KEPT_MS);
  head.note(1_000, true, 0);
  head.note(9_000, true, 10_000);
  head.note(20_000, true, 20_000);
  expect([900, 1_000, 9_000, 20_000].map((position) => head.lagMs(position, 21_000))).toEqual([
    21_000, 11_000, 1_000, 0,
  ]);
  expect([9_000, 20_000].map((position) => head.hasReached(position))).toEqual([false, true]);
  // The header of a page that an idle primary has begun is nothing that a replica is sent.
  expect(head.hasReached(20_000 - 40)).toBe(true);
});

test('an idle primary makes nobody lag, and one that is away neither', () => {
  const head = new WalHead(KEPT_MS);
  head.note(5_000, true, 0);
  for (let at = 1_000; at < 3_600_000; at += 1_000) head.note(5_000, true, at);
  expect(head.lagMs(5_000, 3_600_000)).toBe(0);
  expect(head.lagMs(5_000, 36_000_000)).toBe(0);
});

test('a replica that is ahead of what the primary said moves the head, and a primary that fell back is another one', () => {
  const head = new WalHead(KEPT_MS);
  head.note(5_000, true, 0);
  head.note(9_000, false, 1_000);
  // An answer that was overtaken on its way.
  head.note(8_000, true, 1_100);
  expect(head.position).toBe(9_000);
  head.note(300, true, 2_000);
  head.note(400, true, 3_000);
  expect(head.position).toBe(400);
  expect(head.lagMs(400, 4_000)).toBe(0);
});

test('lags within what is kept are told nearly as they are, longer ones as too long', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: LOOK_MS }), fc.integer({ min: 100, max: 100_000 })), {
    minLength: 1,
    maxLength: 200,
  });
  fc.assert(
    fc.property(steps, fc.nat(), (moves, at) => {
      const head = new WalHead(KEPT_MS);
      const log: { readonly position: number; readonly atMs: number }[] = [];
      let [position, now] = [1_000, 0];
      for (const [waitMs, bytes] of moves) {
        now += waitMs;
        position += bytes;
        log.push({ position, atMs: now });
        head.note(position, true, now);
      }
      const replayed = log[at % log.length]!.position;
      const beyond = log.find((sample) => sample.position > replayed + 40);
      const lagMs = beyond ? now - beyond.atMs : 0;
      const told = head.lagMs(replayed, now);
      if (lagMs > KEPT_MS + TOLERANCE_MS) expect(told).toBeGreaterThan(KEPT_MS);
      else {
        expect(told).toBeLessThanOrEqual(lagMs);
        expect(told).toBeGreaterThanOrEqual(lagMs - TOLERANCE_MS);
      }
    }),
  );
});
