import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TxidTable } from '../src/write/utxo/utxo-batch.js';

/** Many begin alike, as far as the table's hash looks and beyond. */
const txid = fc
  .tuple(fc.constantFrom(0, 4, 8, 31), fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(3))
  .map(([shared, bytes, last]) => {
    const made = Buffer.from(bytes).fill(0x77, 0, shared);
    made[31] = last;
    return made;
  });

describe('a table of txids', () => {
  it('finds what it holds, the last of equal ones, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(txid, { maxLength: 300 }), fc.array(txid, { maxLength: 50 }), (held, others) => {
        const table = new TxidTable(Buffer.concat(held));
        const model = new Map(held.map((bytes, n) => [bytes.toString('hex'), n]));
        for (const wanted of [...held, ...others]) {
          const elsewhere = Buffer.concat([Buffer.alloc(11), wanted]);
          expect(table.find(elsewhere, 11)).toBe(model.get(wanted.toString('hex')) ?? -1);
        }
      }),
    );
  });

  it('holds no, one and many transactions', () => {
    for (const count of [0, 1, 2, 7, 8, 5_000]) {
      const txids = Buffer.alloc(32 * count);
      for (let n = 0; n < count; n++) txids.writeUInt32BE(n, 32 * n + (n % 50 === 0 ? 28 : 0));
      const table = new TxidTable(txids);
      const found = Array.from({ length: count }, (_, n) => table.find(txids, 32 * n));
      expect(found).toEqual(Array.from({ length: count }, (_, n) => n));
      expect(table.find(Buffer.alloc(32, 0xff), 0)).toBe(-1);
    }
  });
});
