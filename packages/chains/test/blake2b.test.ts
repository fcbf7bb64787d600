import { blake2b } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Blake2b } from '../src/bytes/blake2b.js';

const reference = (message: Uint8Array, personalization: Uint8Array, dkLen: number) =>
  Buffer.from(blake2b(message, { dkLen, personalization })).toString('hex');

function digestOf(hasher: Blake2b, pieces: readonly Buffer[], digestBytes: number): string {
  const target = Buffer.alloc(digestBytes + 2, 0xee);
  hasher.begin();
  for (const piece of pieces) hasher.add(piece);
  hasher.end(target, 1);
  expect([target[0], target.at(-1)]).toEqual([0xee, 0xee]);
  return target.toString('hex', 1, 1 + digestBytes);
}

describe('Blake2b', () => {
  const personalization = Buffer.from('ZTxIdSOutM__Hash');

  it.each([0, 1, 127, 128, 129, 255, 256, 257, 65_407, 65_408, 65_409, 65_536, 65_537, 130_944, 200_000])(
    'hashes %d bytes as @noble/hashes does',
    (length) => {
      const message = Buffer.alloc(length);
      for (let i = 0; i < length; i++) message[i] = (i * 7 + (i >>> 8)) & 0xff;
      const hasher = new Blake2b(personalization, 32);
      expect(digestOf(hasher, [message], 32)).toBe(reference(message, personalization, 32));
      const third = Math.floor(length / 3);
      const pieces = [message.subarray(0, third), message.subarray(third)];
      expect(digestOf(hasher, pieces, 32)).toBe(reference(message, personalization, 32));
    },
  );

  it('hashes any pieces with any personalization to any length as @noble/hashes does', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 });
    const name = fc.uint8Array({ minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(pieces, name, fc.integer({ min: 1, max: 64 }), (parts, personal, digestBytes) => {
        const buffers = parts.map((part) => Buffer.from(part));
        const hasher = new Blake2b(personal, digestBytes);
        expect(digestOf(hasher, buffers, digestBytes)).toBe(reference(Buffer.concat(buffers), personal, digestBytes));
      }),
      { numRuns: 300 },
    );
  });

  it('hashes part of a buffer', () => {
    const message = Buffer.from('0123456789');
    const target = Buffer.alloc(32);
    new Blake2b(personalization, 32).begin().add(message, 2, 5).end(target, 0);
    expect(target.toString('hex')).toBe(reference(Buffer.from('234'), personalization, 32));
  });

  it('refuses what has no meaning', () => {
    expect(() => new Blake2b(Buffer.alloc(15), 32)).toThrow(RangeError);
    expect(() => new Blake2b(personalization, 0)).toThrow(RangeError);
    expect(() => new Blake2b(personalization, 65)).toThrow(RangeError);
  });
});
