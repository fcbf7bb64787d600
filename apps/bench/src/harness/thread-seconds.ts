import { readdirSync, readFileSync } from 'node:fs';
import { parseStat } from './proc-text.js';

export interface ThreadSeconds {
  readonly main: number;
  /** Of every other thread that used any, the busiest first: decoders, the collector's, the compiler's. */
  readonly others: readonly number[];
}

/** Processor time of a process by thread. A thread that ends keeps what it had when it was last looked at. */
export class ThreadWatch {
  readonly #pid: number;
  readonly #seconds = new Map<string, number>();

  constructor(pid: number) {
    this.#pid = pid;
  }

  look(): void {
    const folder = `/proc/${this.#pid}/task`;
    for (const thread of namesIn(folder)) {
      const text = readStat(`${folder}/${thread}/stat`);
      if (text !== null) this.#seconds.set(thread, parseStat(text).seconds);
    }
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

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (hasEnded(error)) return [];
    throw error;
  }
}

function readStat(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (hasEnded(error)) return null;
    throw error;
  }
}

/** ESRCH: it ended between the opening and the reading of its file. */
function hasEnded(error: unknown): boolean {
  return ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');
}
