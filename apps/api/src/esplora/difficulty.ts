/** How far the difficulty will move, as mempool.space computes it (`backend/src/api/difficulty-adjustment.ts`). Pure. */

interface Retarget {
  readonly height: number;
  /** Time of the first block since the last adjustment, unix seconds. */
  readonly start: number;
  readonly now: number;
  readonly blockSeconds: number;
  readonly period: number;
  /** Difficulty before the last adjustment, and since then. */
  readonly before: number;
  readonly since: number;
}

/** No adjustment is by more than a factor of four. */
const MOST_CHANGE = 4;
/** Before so much of a period, nothing can be told. */
const TOLD_FROM = 146;

export function retarget({ height, start, now, blockSeconds, period, before, since }: Retarget) {
  const blocks = height % period;
  const remainingBlocks = period - blocks;
  const seconds = Math.max(0, now - start);
  const timeAvg = blocks > 0 ? seconds / blocks : blockSeconds;
  const told = blocks >= TOLD_FROM || seconds > 0 ? blockSeconds / Math.max(timeAvg, 1 / MOST_CHANGE) : 1;
  const factor = Math.min(MOST_CHANGE, Math.max(1 / MOST_CHANGE, told));
  const remainingTime = remainingBlocks * timeAvg;
  return {
    progressPercent: (blocks / period) * 100,
    difficultyChange: (factor - 1) * 100,
    estimatedRetargetDate: Math.round((now + remainingTime) * 1_000),
    remainingBlocks,
    remainingTime: Math.round(remainingTime * 1_000),
    previousRetarget: (since / before - 1) * 100,
    previousTime: start,
    nextRetargetHeight: height + remainingBlocks,
    timeAvg: Math.round(timeAvg * 1_000),
    adjustedTimeAvg: Math.round(timeAvg * 1_000),
    timeOffset: 0,
    expectedBlocks: seconds / blockSeconds,
  };
}
