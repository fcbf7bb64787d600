/** Goes through ranges of keys or heights: all of them in order, or in a sample those that time allows, drawn at random. */
import type { Audit } from './audit.js';
import { shuffled } from './draw.js';
import type { Tally } from './tally.js';
import { TimeLimit } from './time-limit.js';

/** Where a walk is. Kept, so that an interrupted one goes on. */
export interface RangeWalk<Place> {
  /** Ranges that are over. */
  done: number;
  /** Within the next one; null at its beginning. */
  place: Place | null;
}

/**
 * @param look looks at the next stretch of a range. @returns where the one after it begins, null at the end of the range
 * @returns part of all ranges that are over, 0 to 1
 */
export async function walkRanges<Range, Place>(
  audit: Audit,
  tally: Tally,
  walk: RangeWalk<Place>,
  ranges: readonly Range[],
  look: (range: Range, place: Place | null) => Promise<Place | null>,
): Promise<number> {
  const count = ranges.length;
  const order = audit.scope === 'full' ? null : shuffled(count, audit.position.seed);
  const time = new TimeLimit(audit, tally.name);
  while (walk.done < count && !(walk.done > 0 && time.isOver())) {
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
