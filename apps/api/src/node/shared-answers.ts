/**
 * Answers to questions that have one answer for good: whoever asks while it is under way shares it, and the last ones
 * used are kept.
 */
export class SharedAnswers<T> {
  readonly #answers = new Map<string, Promise<T>>();
  readonly #most: number;
  readonly #isFinal: (answer: T) => boolean;

  /** @param isFinal whether an answer may be given again; one that is not is shared while it is under way only */
  constructor(most: number, isFinal: (answer: T) => boolean) {
    this.#most = most;
    this.#isFinal = isFinal;
  }

  get(question: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(question);
    const answer = known ?? ask();
    // A Map keeps the order of insertion: the first one is the one that was not used for longest.
    this.#answers.delete(question);
    this.#answers.set(question, answer);
    if (!known) {
      this.#forgetOldest();
      const forget = (): void => this.#forget(question, answer);
      answer.then((value) => this.#isFinal(value) || forget(), forget);
    }
    return answer;
  }

  #forget(question: string, answer: Promise<T>): void {
    if (this.#answers.get(question) === answer) this.#answers.delete(question);
  }

  #forgetOldest(): void {
    for (const question of this.#answers.keys()) {
      if (this.#answers.size <= this.#most) return;
      this.#answers.delete(question);
    }
  }
}
