/** Lets one piece of work run at a time: audits of two chains at once would double what each takes from the indexer. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all that was asked for before it. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined); // told to who asked
    return turn;
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    await this.last;
  }
}
