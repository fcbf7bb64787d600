/**
 * Seeded pseudo-random numbers (sfc32 by Chris Doty-Humphrey): the only source of chance of the demo network, so that
 * one seed is one chain on every machine. Not for secrets.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  /** @param stream gives each part of a run decisions of its own */
  constructor(seed: number, stream = '') {
    const ofStream = (hash: number, char: string): number => Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
    const start = [...stream].reduce(ofStream, seed);
    this.a = start | 0;
    this.b = Math.floor(start / 4_294_967_296) | 0;
    this.c = 0x2545f491;
    for (let round = 0; round < 15; round++) this.uint32();
  }

  /** @returns 0 … 2^32 - 1 */
  uint32(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** @returns a fraction in [0, 1) */
  fraction(): number {
    return this.uint32() / 4_294_967_296;
  }

  /** @returns an integer in [0, limit) */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** @returns an integer in [low, high] */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('nothing to pick from');
    return items[this.below(items.length)] as T;
  }

  /** Picks by weight, a whole number: what has weight 2 comes twice as often as what has weight 1. */
  weighted<T>(choices: readonly (readonly [choice: T, weight: number])[]): T {
    let left = this.below(choices.reduce((sum, [, weight]) => sum + weight, 0));
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    throw new RangeError('nothing to choose from');
  }

  /** An exponentially distributed waiting time, at least 1. */
  waiting(mean: number): number {
    return Math.max(1, Math.round(-Math.log(1 - this.fraction()) * mean));
  }

  bytes(length: number): Buffer {
    const out = Buffer.allocUnsafe(length);
    let at = 0;
    for (; at + 4 <= length; at += 4) out.writeUInt32LE(this.uint32(), at);
    for (; at < length; at++) out[at] = this.uint32() & 0xff;
    return out;
  }

  /** A share of an amount: `low` … `high` are fractions, exact to a millionth. */
  share(amount: bigint, low: number, high: number): bigint {
    const millionths = Math.floor((low + (high - low) * this.fraction()) * 1e6);
    return (amount * BigInt(millionths)) / 1_000_000n;
  }
}
