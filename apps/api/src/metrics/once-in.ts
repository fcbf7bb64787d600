/** What is made at most once in a while, and is the same for whoever asks meanwhile. A failure is not kept. */
export function onceIn<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  let untilMs = 0;
  return () => {
    if (made && performance.now() < untilMs) return made;
    const making = make();
    made = making;
    // From when it is there: making takes longer than this on a busy machine.
    untilMs = Number.POSITIVE_INFINITY;
    making.then(
      () => {
        untilMs = performance.now() + ms;
      },
      () => {
        untilMs = 0;
      },
    );
    return making;
  };
}
