import { Random as Stream } from '@chaintrail/devnet';

/** Decisions of a run, by seed: the same seed decides the same, as far as processes on a busy machine allow. */
export class Random extends Stream {
  /** @param seed a whole number; `stream` gives each part of a run decisions of its own */
  constructor(seed: number, stream: string) {
    let state = seed >>> 0;
    for (const char of stream) state = Math.imul(state ^ char.charCodeAt(0), 0x01000193) >>> 0;
    super(state);
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
