/** One line that says where a run is: rewritten on a terminal, now and then anew elsewhere. */
const LINE_EVERY_MS = 10_000;

export class ProgressLine {
  readonly #out: NodeJS.WriteStream;
  #lastMs = Number.NEGATIVE_INFINITY;
  #last = '';

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  show(what: string, leftMs: number): void {
    const line = `${timeLeft(leftMs)} left · ${what}`;
    if (this.#out.isTTY) {
      this.#out.write(`\r\x1b[K${line.slice(0, this.#out.columns - 1)}`);
      return;
    }
    const isNews = what.split(':')[0] !== this.#last;
    if (!isNews && performance.now() - this.#lastMs < LINE_EVERY_MS) return;
    this.#lastMs = performance.now();
    this.#last = what.split(':')[0] ?? '';
    this.#out.write(`${line}\n`);
  }

  /** Leaves the line for what is printed next. */
  end(): void {
    if (this.#out.isTTY) this.#out.write('\r\x1b[K');
  }
}

/** "9:05" */
export function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
