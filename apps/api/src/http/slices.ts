/** Work for the event loop that is done a few milliseconds at a time, whoever it is for. */

/**
 * A slice is as long as what else was done since the one before, within these bounds. Small answers wait for a slice in each of the
 * two or three turns that they take: with 4 ms each, twenty connections that ask for the longest pages made a balance take nine times as
 * long as alone, and with 1 ms three times. Where the loop is busy with small answers, long ones still get half of it.
 */
const LEAST_MS = 1;
const MOST_MS = 4;

const waiting: ((sliceMs: number) => void)[] = [];
let askedMs = 0;
let endedMs = 0;

/** One slice in each turn of the loop: however many lists are gone through at once, what else there is comes between. */
function nextSlice(): Promise<number> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) ask();
  });
}

function ask(): void {
  askedMs = performance.now();
  setImmediate(grant);
}

function grant(): void {
  const othersMs = performance.now() - Math.max(askedMs, endedMs);
  waiting.shift()?.(Math.min(Math.max(othersMs, LEAST_MS), MOST_MS));
  if (waiting.length > 0) ask();
}

/** The entries of a list in slices that take some milliseconds to make. */
export async function* inSlices<T>(entries: Iterable<T>): AsyncGenerator<T[]> {
  const iterator = entries[Symbol.iterator]();
  for (;;) {
    const sliceMs = await nextSlice();
    const until = performance.now() + sliceMs;
    const slice: T[] = [];
    let isOver = false;
    do {
      const { done, value } = iterator.next();
      if (done) isOver = true;
      else slice.push(value);
      endedMs = performance.now();
    } while (!isOver && endedMs < until);
    if (slice.length > 0) yield slice;
    if (isOver) return;
  }
}

/** All entries of a list, made in slices. */
export async function madeInSlices<T>(entries: Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const slice of inSlices(entries)) all.push(...slice);
  return all;
}
