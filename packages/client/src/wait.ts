/** The longest time of a timer; a longer one would end at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** @returns the timer, to be cleared by `clearTimeout` */
export function after(ms: number, run: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(run, Math.min(ms, LONGEST_MS));
}

/** Fails with the reason of the signal as soon as that is aborted. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = after(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The outcome of a promise, or the reason of the signal as soon as that is aborted. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

/**
 * An AbortController that is aborted with `parent`, until it is released: a long-lived signal keeps nothing of a
 * request.
 */
export function linkedController(parent: AbortSignal | undefined): {
  readonly controller: AbortController;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const abort = () => controller.abort(parent?.reason);
  if (parent?.aborted) abort();
  parent?.addEventListener('abort', abort, { once: true });
  return { controller, release: () => parent?.removeEventListener('abort', abort) };
}
