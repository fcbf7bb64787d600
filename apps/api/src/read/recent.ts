/** How long an answer is given again. */
const FRESH_MS = 1_000;

/** One answer for all who ask: asked once a second at most, never twice at a time. Failures are shared as long. */
export class Recent<T> {
  readonly #ask: () => Promise<T>;
  readonly #freshMs: number;
  #answer: Promise<T> | undefined;
  /** Counts from the answer on: a question that takes longer than this is not asked without a pause. */
  #freshUntil = 0;

  constructor(ask: () => Promise<T>, freshMs = FRESH_MS) {
    this.#ask = ask;
    this.#freshMs = freshMs;
  }

  get(): Promise<T> {
    if (this.#answer && performance.now() < this.#freshUntil) return this.#answer;
    this.#freshUntil = Number.POSITIVE_INFINITY;
    const answer = this.#ask().finally(() => {
      if (this.#answer === answer) this.#freshUntil = performance.now() + this.#freshMs;
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
