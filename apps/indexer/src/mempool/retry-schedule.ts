/** Transactions of the node's list that were looked at and not taken: when they are worth another look. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

interface Wait {
  readonly tries: number;
  readonly untilMs: number;
}

export class RetrySchedule {
  private readonly waits = new Map<string, Wait>();

  isDue(txid: string): boolean {
    const wait = this.waits.get(txid);
    return wait === undefined || wait.untilMs <= performance.now();
  }

  /** To be tried again, after a while that grows. */
  again(txid: string): void {
    const tries = (this.waits.get(txid)?.tries ?? 0) + 1;
    this.waits.set(txid, { tries, untilMs: performance.now() + Math.min(LONGEST_MS, FIRST_MS * 2 ** (tries - 1)) });
  }

  /** Not to be tried again while the list has it. */
  leave(txid: string): void {
    this.waits.set(txid, { tries: 0, untilMs: Number.POSITIVE_INFINITY });
  }

  /** It was taken. */
  forget(txid: string): void {
    this.waits.delete(txid);
  }

  /** Those that are due, as far as there are any. */
  due(): string[] {
    const now = performance.now();
    return [...this.waits].flatMap(([txid, { untilMs }]) => (untilMs <= now ? [txid] : []));
  }

  /** Forgets those that the list does not have any more. */
  keepOnly(present: ReadonlySet<string>): void {
    for (const txid of this.waits.keys()) if (!present.has(txid)) this.waits.delete(txid);
  }
}
