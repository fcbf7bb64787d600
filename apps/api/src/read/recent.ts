/** How old an answer is at most, and how often its question is asked. */
const FRESH_MS = 1_000;

/**
 * An answer that is the same for all who ask. Its question is asked once a second at most, however many wait for it,
 * and never again while it is under way. A failure is shared as long as an answer.
 */
export class Recent<T> {
  readonly #ask: () => Promise<T>;
  #answer: Promise<T> | undefined;
  #isUnderWay = false;
  #askedMs = 0;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  get(): Promise<T> {
    const isFresh = this.#isUnderWay || performance.now() - this.#askedMs < FRESH_MS;
    if (this.#answer && isFresh) return this.#answer;
    this.#askedMs = performance.now();
    this.#isUnderWay = true;
    const answer = this.#ask().finally(() => {
      if (this.#answer === answer) this.#isUnderWay = false;
    });
    // Whoever asked may have left.
    answer.catch(() => undefined);
    this.#answer = answer;
    return answer;
  }

  /** The next who asks gets a new answer. */
  forget(): void {
    this.#answer = undefined;
  }
}
