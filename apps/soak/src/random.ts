/** Decisions of a run, by seed: the same seed decides the same, as far as processes on a busy machine allow. */
export class Random {
  #state: number;

  /** @param seed a whole number; `stream` gives each part of a run decisions of its own */
  constructor(seed: number, stream: string) {
    let state = seed >>> 0;
    for (const char of stream) state = Math.imul(state ^ char.charCodeAt(0), 0x01000193) >>> 0;
    this.#state = state;
  }

  /** 0 ≤ result < 1. Mulberry32 (Tommy Ettinger, public domain): short, and good enough for choices. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** @throws RangeError when there is nothing to pick from */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('nothing to pick from');
    return items[this.between(0, items.length - 1)] as T;
  }

  /** Picks by weight: a name with weight 2 comes twice as often as one with weight 1. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = this.fraction() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return this.pick(choices)[0];
  }
}
