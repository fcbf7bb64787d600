import { LRUCache } from 'lru-cache';

/** Answers that stay: whoever asks while one is under way shares it, and the last ones used are kept. */
export class SharedAnswers<T> {
  readonly #answers: LRUCache<string, Promise<T>>;
  readonly #isFinal: (answer: T) => boolean;

  /** @param most answers that are kept, those under way among them. @param isFinal whether an answer may be given again; one that is not is shared while it is under way only */
  constructor(most: number, isFinal: (answer: T) => boolean) {
    this.#answers = new LRUCache({ max: most });
    this.#isFinal = isFinal;
  }

  get(question: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(question);
    if (known) return known;
    const answer = ask();
    this.#answers.set(question, answer);
    const forget = (): void => {
      if (this.#answers.peek(question) === answer) this.#answers.delete(question);
    };
    answer.then((value) => this.#isFinal(value) || forget(), forget);
    return answer;
  }
}
