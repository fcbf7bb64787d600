/** Goes through ranges of keys or heights: all in order, or in a sample those that time allows, drawn at random. */
import { ALL_ACCOUNT_KEYS, accountKeyRanges, type CheckName, estimateHistoryRows, type KeyRange } from '@chaintrail/db';
import type { Audit, RangeWalk } from './audit.js';
import { shuffled } from './seeded-random.js';
import type { Tally } from './tally.js';

/**
 * @param look looks at the next stretch of a range. @returns where the one after it begins, null at the end of the
 * range
 * @returns part of all ranges that are over, 0 to 1
 */
export async function walkRanges<Range, Cursor>(
  audit: Audit,
  tally: Tally,
  walk: RangeWalk<Cursor>,
  ranges: readonly Range[],
  look: (range: Range, from: Cursor | null) => Promise<Cursor | null>,
): Promise<number> {
  const count = ranges.length;
  const order = audit.scope === 'full' ? null : shuffled(count, audit.position.seed);
  const isOver = timeLimit(audit, tally.name);
  while (walk.done < count && !(walk.done > 0 && isOver())) {
    walk.place = await look(ranges[order?.[walk.done] ?? walk.done]!, walk.place);
    if (walk.place === null) walk.done++;
    await audit.step(tally.underway(walk.done / count));
  }
  return count === 0 ? 1 : walk.done / count;
}

export interface HeightRange {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/** @returns `first` to `last`, both included, in ranges of `size` blocks */
export function heightRanges(first: number, last: number, size: number): HeightRange[] {
  const count = Math.max(0, Math.ceil((last - first + 1) / size));
  return Array.from({ length: count }, (_, n) => ({
    from: first + n * size,
    to: Math.min(last, first + (n + 1) * size - 1),
  }));
}

/** Whether the chain is so small that its keys are looked at as one range. */
export async function isSmall({ session, code, limits }: Audit): Promise<boolean> {
  return (await estimateHistoryRows(session, code)) < limits.smallHistories;
}

/** @param bytes so many at the beginning of keys tell one range from the next; 256 ranges for each */
export function keyRanges(whole: boolean, bytes: number): readonly KeyRange[] {
  return whole ? [ALL_ACCOUNT_KEYS] : accountKeyRanges(bytes);
}

/** Whether a check that looks at a part only has had its time. What it took before an interruption counts. */
function timeLimit({ scope, position, limits }: Audit, check: CheckName): () => boolean {
  const startedMs = Date.now() - (position.spentMs[check] ?? 0);
  return () => {
    const spentMs = Date.now() - startedMs;
    position.spentMs[check] = spentMs;
    return scope === 'sample' && spentMs >= limits.sampleMs;
  };
}
