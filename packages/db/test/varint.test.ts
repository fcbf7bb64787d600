import { amountOf } from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SAFE_VARINT_BYTES, VarintReader, varintRoom, writeVarint } from '../src/write/history/varint.js';
import { anyAmount, anyPayment } from './support/amounts.js';

const value = fc.oneof(
  anyPayment,
  anyAmount.map((amount) => (amount < 0n ? -amount : amount)),
  fc.integer({ min: 0, max: 45 }).chain((bytes) =>
    fc.bigInt({ min: -1n, max: 1n }).map((offset) => {
      const power = 128n ** BigInt(bytes) + offset;
      return power;
    }),
  ),
);

describe('a varint', () => {
  it('is read as it was written, beside others, in the room that was asked for', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 40 }), (values) => {
        const amounts = values.map(amountOf);
        const target = Buffer.alloc(amounts.reduce((sum: number, amount) => sum + varintRoom(amount), 3));
        let at = 3;
        for (const amount of amounts) {
          const next = writeVarint(target, at, amount);
          expect(next - at).toBeLessThanOrEqual(varintRoom(amount));
          if (typeof amount === 'number') expect(next - at).toBeLessThanOrEqual(MAX_SAFE_VARINT_BYTES);
          // Nothing is longer than it has to be.
          const bits = amount === 0 ? 1 : BigInt(amount).toString(2).length;
          expect(next - at).toBe(Math.ceil(bits / 7));
          at = next;
        }
        const reader = new VarintReader(target.subarray(0, at), 3);
        expect(amounts.map(() => reader.next())).toEqual(amounts);
        expect(reader.at).toBe(at);
        expect(() => reader.next()).toThrow(RangeError);
      }),
      { numRuns: 300 },
    );
  });

  it('that is cut anywhere is refused', () => {
    fc.assert(
      fc.property(value, (amount) => {
        const target = Buffer.alloc(varintRoom(amountOf(amount)));
        const end = writeVarint(target, 0, amountOf(amount));
        for (let cut = 0; cut < end; cut++) {
          expect(() => new VarintReader(target.subarray(0, cut)).next()).toThrow(RangeError);
        }
      }),
    );
  });

  it('of more bits than a double can hold is exact', () => {
    for (const exact of [2n ** 1023n, 2n ** 1024n, 2n ** 1500n + 1n, 2n ** 1500n - 1n]) {
      const target = Buffer.alloc(varintRoom(exact));
      const end = writeVarint(target, 0, exact);
      expect(new VarintReader(target.subarray(0, end)).next()).toBe(exact);
      expect(end).toBeLessThanOrEqual(varintRoom(-exact));
    }
  });
});
