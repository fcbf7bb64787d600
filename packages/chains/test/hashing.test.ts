import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { displayHash, foldPairs, hash160Into, merkleRoot, rehash, sha256d, wireHash } from '../src/bytes/hash.js';
import { merkleRootOf, sha256d as plainSha256d } from './support/wire.js';

describe('hashes', () => {
  it.each([0, 1, 32, 64, 80, 10_000])('sha256d of %i bytes is SHA-256 twice', (length) => {
    const data = randomBytes(length);
    expect(sha256d(data)).toEqual(plainSha256d(data));
  });

  it('hash160 is RIPEMD-160 of SHA-256', () => {
    const data = randomBytes(33);
    const target = Buffer.alloc(22, 0xff);
    hash160Into(data, target, 1);
    const expected = createHash('ripemd160').update(createHash('sha256').update(data).digest()).digest('hex');
    expect(target.toString('hex')).toBe(`ff${expected}ff`);
  });

  it('shows hashes byte-reversed and reads them back', () => {
    const wire = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
    const display = '1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100';
    expect(displayHash(wire)).toBe(display);
    expect(displayHash(Buffer.concat([Buffer.of(9, 9), wire]), 2)).toBe(display);
    expect(wireHash(display.toUpperCase())).toEqual(wire);
    expect(wire[0]).toBe(0); // the input is not reversed in place
    expect(() => wireHash(display.slice(2))).toThrow(RangeError);
  });
});

describe('many hashes at once', () => {
  const counts = [0, 1, 2, 3, 63];

  it.each(counts)('rehash replaces %i hashes by their SHA-256, and nothing behind them', (count) => {
    const hashes = Array.from({ length: count + 1 }, () => randomBytes(32));
    const target = Buffer.concat(hashes);
    rehash(target, count);
    const expected = hashes.map((hash, i) => (i < count ? createHash('sha256').update(hash).digest() : hash));
    expect(target).toEqual(Buffer.concat(expected));
  });

  it.each(counts)('foldPairs hashes %i pairs to the front, and leaves what follows them', (count) => {
    const pairs = Array.from({ length: count + 1 }, () => randomBytes(64));
    const target = Buffer.concat(pairs);
    foldPairs(target, count);
    expect(target.subarray(0, 32 * count)).toEqual(Buffer.concat(pairs.slice(0, count).map(plainSha256d)));
    expect(target.subarray(64 * count)).toEqual(pairs[count]);
  });
});

describe('merkleRoot', () => {
  const leaves = (count: number) => Array.from({ length: count }, () => randomBytes(32));

  it.each([1, 2, 3, 4, 5, 7, 8, 11, 33, 100, 1_001])('of %i hashes equals the plain recursion', (count) => {
    const hashes = leaves(count);
    const { root, mutated } = merkleRoot(Buffer.concat(hashes));
    expect(root).toEqual(merkleRootOf(hashes));
    expect(mutated).toBe(false);
  });

  it('sees lists that repeat their end and keep the root (CVE-2012-2459)', () => {
    for (const count of [3, 5, 6, 7]) {
      const hashes = leaves(count);
      const repeated = count === 6 ? [...hashes, ...hashes.slice(4)] : [...hashes, hashes[count - 1]!];
      const honest = merkleRoot(Buffer.concat(hashes));
      const forged = merkleRoot(Buffer.concat(repeated));
      expect(forged).toEqual({ root: honest.root, mutated: true });
    }
  });

  it('refuses an empty list and broken lengths', () => {
    expect(() => merkleRoot(Buffer.alloc(0))).toThrow(RangeError);
    expect(() => merkleRoot(Buffer.alloc(33))).toThrow(RangeError);
  });
});
