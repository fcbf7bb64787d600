import { threadSecondsOf } from './processes.js';

export interface ThreadSeconds {
  readonly main: number;
  /** Of every other thread that used any, the busiest first: decoders, the collector's, the compiler's. */
  readonly others: readonly number[];
}

/** Processor time of a process by thread. A thread that has ended keeps its time of the last look. */
export class ThreadWatch {
  readonly #pid: number;
  readonly #seconds = new Map<string, number>();

  constructor(pid: number) {
    this.#pid = pid;
  }

  look(): void {
    for (const [thread, seconds] of threadSecondsOf(this.#pid)) this.#seconds.set(thread, seconds);
  }

  /** Seconds of each thread by its id. */
  get byThread(): ReadonlyMap<string, number> {
    return this.#seconds;
  }

  /** @returns null on a machine without /proc */
  seconds(): ThreadSeconds | null {
    const main = String(this.#pid);
    if (!this.#seconds.has(main)) return null;
    const others = [...this.#seconds].filter(([thread, seconds]) => thread !== main && seconds > 0);
    return {
      main: this.#seconds.get(main) as number,
      others: others.map(([, seconds]) => seconds).sort((a, b) => b - a),
    };
  }
}
