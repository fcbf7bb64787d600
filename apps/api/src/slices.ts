/** Work for the event loop that is done a few milliseconds at a time, whoever it is for. */

/** Health checks and small answers wait for one slice at most. */
const SLICE_MS = 4;

const waiting: (() => void)[] = [];

/** One slice in each turn of the loop: however many lists are gone through at once, what else there is comes between. */
function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(grant);
  });
}

function grant(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(grant);
}

/** The entries of a list in slices that take some milliseconds to make. */
export async function* inSlices<T>(entries: Iterable<T>): AsyncGenerator<T[]> {
  const iterator = entries[Symbol.iterator]();
  for (;;) {
    await nextSlice();
    const until = performance.now() + SLICE_MS;
    const slice: T[] = [];
    do {
      const { done, value } = iterator.next();
      if (done) {
        if (slice.length > 0) yield slice;
        return;
      }
      slice.push(value);
    } while (performance.now() < until);
    yield slice;
  }
}

/** All entries of a list, made in slices. */
export async function madeInSlices<T>(entries: Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const slice of inSlices(entries)) all.push(...slice);
  return all;
}
