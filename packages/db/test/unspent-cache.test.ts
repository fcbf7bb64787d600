import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressBook } from '../src/write/address-book.js';
import { UnspentCache } from '../src/write/utxo/unspent-cache.js';

/** The smallest capacity: one segment. What is held above 0.7 of it is surplus. */
const CAPACITY = 8_192;
const MOST = Math.floor(CAPACITY * 0.7);

interface Output {
  readonly txid: Buffer;
  readonly vout: number;
  readonly txKey: number;
  readonly high: number;
  readonly low: number;
  readonly key: Buffer;
}

/** Small and repeatable; fast-check's own values would be far too many here. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** The cache, and beside it what it must hold: by outpoint, the oldest first. */
class Played {
  readonly cache: UnspentCache;
  readonly model = new Map<string, Output>();
  private readonly order: string[] = [];
  private readonly random: (below: number) => number;
  private txKey = 0;

  constructor(seed: number, memoryBytes = 0) {
    this.cache = new UnspentCache(memoryBytes);
    this.random = randomNumbers(seed);
  }

  addTransaction(): void {
    const { random } = this;
    this.txKey += 1 + random(5) * random(2 ** 20);
    const txid = Buffer.alloc(32);
    for (let at = 0; at < 32; at += 4) txid.writeUInt32LE(random(2 ** 32), at);
    for (let outputs = 1 + random(5), vout = random(3); outputs > 0; outputs--, vout += 1 + random(2)) {
      const key = Buffer.alloc([0, 3, 21, 33, 41][random(5)]!, random(256));
      const output = { txid, vout, txKey: this.txKey, high: random(2 ** 32), low: random(2 ** 32), key };
      this.cache.add(txid, 0, vout, output.txKey, output.high, output.low, Buffer.concat([txid, key]), 32, key.length);
      this.model.set(nameOf(output), output);
      this.order.push(nameOf(output));
    }
  }

  /** Spends an output: mostly a young one, as in a chain. */
  spend(): void {
    const output = this.someOutput();
    if (output === undefined) return;
    const bytes = Buffer.concat([Buffer.alloc(7), output.txid]);
    if (this.random(4) === 0) this.cache.takeMade(output.txKey, output.vout);
    else this.requireOutput(this.cache.take(bytes, 7, output.vout), output);
    this.model.delete(nameOf(output));
    if (this.cache.take(bytes, 7, output.vout) !== -1) throw new Error('an output can be taken twice');
  }

  /** Asks for outputs that are not there; nothing may change. */
  miss(): void {
    const output = this.someOutput();
    if (output === undefined) return;
    const other = Buffer.from(output.txid);
    other[31]! ^= 1;
    const missing = [this.cache.take(other, 0, output.vout), this.cache.take(output.txid, 0, output.vout + 1_000)];
    if (missing.some((record) => record !== -1)) throw new Error('an output is found that is not there');
    this.cache.takeMade(output.txKey, output.vout + 1_000);
    this.cache.takeMade(this.txKey + 1, 0);
    this.cache.takeMade(0, 0);
  }

  takeOldest(count: number): void {
    const records = this.cache.takeOldest(count);
    const oldest = [...this.model.values()].slice(0, records.length);
    expect(records.length).toBeGreaterThanOrEqual(Math.min(count, oldest.length));
    for (const [n, output] of oldest.entries()) {
      this.requireOutput(records[n]!, output);
      this.model.delete(nameOf(output));
    }
    // Whole transactions, and not one more than it takes.
    const next = this.model.values().next().value;
    expect(oldest.at(-1)?.txKey).not.toBe(next?.txKey ?? -1);
    expect(oldest.findIndex(({ txKey }) => txKey === oldest.at(-1)!.txKey)).toBeLessThan(Math.max(1, count));
  }

  check(): void {
    const oldest: Output | undefined = this.model.values().next().value;
    expect(this.cache.live).toBe(this.model.size);
    expect(this.cache.oldestTxKey()).toBe(oldest?.txKey ?? null);
    expect(this.cache.surplus).toBe(Math.max(0, this.model.size - MOST));
  }

  private requireOutput(record: number, output: Output): void {
    const { cache } = this;
    if (record < 0) throw new Error(`${nameOf(output)} is not found`);
    const { bytes, at } = cache.bytesOf(record);
    const key = cache.keyOf(record);
    const isSame =
      output.txid.equals(bytes.subarray(at, at + 32)) &&
      cache.voutOf(record) === output.vout &&
      cache.txKeyOf(record) === output.txKey &&
      cache.highOf(record) === output.high &&
      cache.lowOf(record) === output.low &&
      output.key.equals(key.bytes.subarray(key.at, key.at + key.length));
    if (!isSame) throw new Error(`${nameOf(output)} is found as another`);
  }

  private someOutput(): Output | undefined {
    const { order, random } = this;
    for (let tries = 0; tries < 50; tries++) {
      const back = random(3) === 0 ? random(order.length) : random(Math.min(order.length, 400));
      const output = this.model.get(order[order.length - 1 - back] ?? '');
      if (output !== undefined) return output;
    }
    return this.model.values().next().value;
  }
}

function nameOf({ txid, vout }: Pick<Output, 'txid' | 'vout'>): string {
  return `${txid.toString('latin1')}:${vout}`;
}

describe('the cache of unspent outputs', () => {
  it.each([
    // Part of the operations that add a transaction (three outputs), and what is done about the surplus.
    { name: 'grows far beyond its capacity, as when it is read back', adds: 40, keeps: true, operations: 90_000 },
    { name: 'stays within its capacity while the oldest leave', adds: 40, keeps: false, operations: 110_000 },
    { name: 'holds little while much is made and spent', adds: 24.7, keeps: true, operations: 150_000 },
  ])('$name', ({ adds, keeps, operations }) => {
    const played = new Played(0x5eed + adds);
    const random = randomNumbers(operations);
    for (let n = 0; n < operations; n++) {
      const dice = random(1_000);
      if (dice < 10 * adds) played.addTransaction();
      else if (dice < 995) played.spend();
      else played.miss();
      if (!keeps && n % 3_000 === 0 && played.cache.surplus > 0) played.takeOldest(played.cache.surplus);
      if (n % 5_000 === 0) played.check();
      if (n % 40_000 === 39_999) played.takeOldest([0, 1, 2, 700][random(4)]!);
    }
    // Emptied by spending, then by taking what is left.
    for (let n = played.model.size >> 1; n > 0; n--) played.spend();
    played.check();
    played.takeOldest(100_000);
    played.takeOldest(Number.POSITIVE_INFINITY);
    played.check();
    expect(played.cache.live).toBe(0);
    // And used again.
    for (let n = 0; n < 20_000; n++) played.addTransaction();
    for (let n = 0; n < 30_000; n++) played.spend();
    played.check();
  });

  it('does the same in any order of operations', () => {
    const operation = fc.constantFrom('add', 'add', 'spend', 'spend', 'miss', 'oldest', 'one', 'none');
    fc.assert(
      fc.property(fc.integer(), fc.array(operation, { maxLength: 120 }), (seed, operations) => {
        const played = new Played(seed);
        for (const each of operations) {
          if (each === 'add') played.addTransaction();
          else if (each === 'spend') played.spend();
          else if (each === 'miss') played.miss();
          else played.takeOldest({ oldest: 7, one: 1, none: 0 }[each]);
          played.check();
        }
      }),
      { numRuns: 200 },
    );
  });

  it('has the room that its memory is for', () => {
    const cache = new UnspentCache(100_000 * 120);
    const txid = Buffer.alloc(32);
    for (let n = 0; n < 70_001; n++) {
      txid.writeUInt32LE(n, 0);
      cache.add(txid, 0, 0, n, 0, 1, txid, 0, 21);
    }
    expect([cache.live, cache.surplus]).toEqual([70_001, 1]);
  });

  it('knows an address by its number in a book', () => {
    const cache = new UnspentCache(0);
    const book = new AddressBook();
    const [known, other] = [Buffer.alloc(21, 1), Buffer.alloc(41, 2)];
    book.numberOf(known);
    for (const [n, key] of [known, other, Buffer.alloc(0)].entries()) {
      cache.add(Buffer.alloc(32), 0, n, 5, 0, 1, key, 0, key.length);
    }
    const records = [0, 1, 2].map((vout) => cache.take(Buffer.alloc(32), 0, vout));
    expect(records.map((record) => cache.addressOf(record, book))).toEqual([0, 1, -1]);
    expect(book.key(1)).toEqual(other);
  });
});
