/** What is wrong, as far as the run has seen. A run with a finding fails. */

/** Enough to see what is wrong; one mistake tends to show in thousands of answers. */
const KEPT = 50;

export interface Finding {
  readonly chain: string;
  readonly what: string;
}

export class Findings {
  readonly kept: Finding[] = [];
  readonly #counts = new Map<string, number>();

  add(chain: string, what: string): void {
    this.#counts.set(chain, this.count(chain) + 1);
    if (this.kept.length < KEPT) this.kept.push({ chain, what });
  }

  count(chain: string): number {
    return this.#counts.get(chain) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }
}
