import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressBook, MAX_KEY_BYTES } from '../src/write/address-book.js';

/** Few different bytes, so that keys often begin alike, and one is often the start of another. */
const alikeKey = fc
  .array(fc.constantFrom(0, 1, 255), { minLength: 1, maxLength: MAX_KEY_BYTES })
  .map((bytes) => Buffer.from(bytes));
const anyKey = fc.uint8Array({ minLength: 1, maxLength: MAX_KEY_BYTES }).map((bytes) => Buffer.from(bytes));
/** As chains have them: a kind and a hash. */
const realKey = fc
  .tuple(fc.constantFrom(0, 1, 0x10, 0x11), fc.uint8Array({ minLength: 20, maxLength: 20 }))
  .map(([kind, hash]) => Buffer.from([kind, ...hash]));

function expectOrder(book: AddressBook, keys: readonly Buffer[]): void {
  const order = [...book.sorted()];
  expect(order.map((number) => book.key(number).toString('hex'))).toEqual(
    keys.toSorted((a, b) => a.compare(b)).map((key) => key.toString('hex')),
  );
}

describe('an address book', () => {
  it('numbers keys in the order they first come in, and sorts them by their bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(alikeKey, anyKey, realKey), { maxLength: 200 }), fc.nat(7), (keys, offset) => {
        const book = new AddressBook();
        const numbers = new Map<string, number>();
        for (const key of keys) {
          const name = key.toString('hex');
          const isNew = !numbers.has(name);
          if (isNew) numbers.set(name, numbers.size);
          const source = Buffer.concat([Buffer.alloc(offset, 9), key, Buffer.alloc(3, 9)]);
          expect(book.numberOf(source, offset, key.length)).toBe(numbers.get(name));
          expect(book.count).toBe(numbers.size);
        }
        for (const [name, number] of numbers) expect(book.key(number).toString('hex')).toBe(name);
        expectOrder(
          book,
          [...numbers.keys()].map((name) => Buffer.from(name, 'hex')),
        );
      }),
    );
  });

  it('takes a key where it was told to be written, and forgets one that it knows', () => {
    const book = new AddressBook();
    for (const [text, number] of [
      ['ab', 0],
      ['abc', 1],
      ['ab', 0],
      ['b', 2],
      ['abc', 1],
    ] as const) {
      const at = book.reserve();
      expect(book.bytes.length - at).toBeGreaterThanOrEqual(MAX_KEY_BYTES);
      expect(book.intern(book.bytes.write(text, at))).toBe(number);
    }
    expect([book.count, book.starts[3]]).toEqual([3, 6]);
  });

  it.each([1, 21, MAX_KEY_BYTES])('grows with keys of %i bytes and still knows all of them', (length) => {
    const book = new AddressBook();
    const keys = Array.from({ length: length === 1 ? 256 : 20_000 }, (_, n) => {
      const key = Buffer.alloc(length, 0x5a);
      // Half of them differ in their last bytes only, the other half in the first ones.
      if (length === 1) key[0] = n;
      else if (n % 2 === 0) key.writeUIntBE(n, length - 3, 3);
      else key.writeUIntLE(n, 0, 3);
      return key;
    });
    const numbers = Array.from(keys.keys());
    expect(keys.map((key) => book.numberOf(key))).toEqual(numbers);
    expect(keys.map((key) => book.numberOf(key))).toEqual(numbers);
    expect(book.count).toBe(keys.length);
    expectOrder(book, keys);
  });

  it('sorts some of its keys, also where it holds as many as a bucket of a long chain', () => {
    // Bitcoin has some 600 million P2PKH addresses: those whose hash begins with one byte are 2.3 million.
    const count = 2 ** 21 + 1;
    const book = new AddressBook();
    const key = Buffer.alloc(5);
    for (let n = 0; n < count; n++) {
      key.writeUInt32BE(Math.imul(n, 0x9e3779b1) >>> 0, 1); // distinct: the factor is odd
      book.numberOf(key);
    }
    expect(book.count).toBe(count);
    const numbers = Uint32Array.from({ length: 2_000 }, (_, n) => count - 1 - 1_000 * n);
    const keys = Array.from(numbers, (n) => Buffer.from(book.key(n)));
    expect(Array.from(book.sorted(numbers), (n) => Buffer.from(book.key(n)))).toEqual(
      keys.toSorted((a, b) => a.compare(b)),
    );
    expect(book.sorted(new Uint32Array())).toEqual(new Uint32Array());
  });
});
