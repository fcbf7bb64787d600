import { DecodeError, decodeUtxoBlock, decodeUtxoTransaction, requireUtxoChain } from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactSize, i64 } from './support/wire.js';
import { referenceTxid } from './support/zcash-reference-txid.js';
import {
  coinbaseBytes,
  joinSplits,
  type ModernTransaction,
  modernTransactionBytes,
  NO_ACTIONS,
  NO_SAPLING,
  overwintered,
  u32,
  zcashBlockBytes,
} from './support/zcash-wire.js';

const zec = requireUtxoChain('zec');

const everything: ModernTransaction = {
  version: 6,
  branch: 0x37a5_165b,
  lockTime: 0,
  expiry: 0,
  inputs: [{ txid: Buffer.alloc(32, 1), vout: 0, script: Buffer.alloc(10), sequence: 0 }],
  outputs: [{ value: 1n, script: Buffer.alloc(25) }],
  sapling: { ...NO_SAPLING, spends: [Buffer.alloc(96)], outputs: [Buffer.alloc(756)], balance: 5n },
  orchard: { ...NO_ACTIONS, actions: [Buffer.alloc(820)] },
  ironwood: { ...NO_ACTIONS, actions: [Buffer.alloc(820)] },
};
const good = zcashBlockBytes([
  { bytes: coinbaseBytes },
  { bytes: modernTransactionBytes(everything), txid: referenceTxid(everything) },
]);

/** True when the bytes decode, or are refused as they should be. */
function isJudged(decode: () => unknown): boolean {
  try {
    decode();
    return true;
  } catch (error) {
    return error instanceof DecodeError;
  }
}

describe('a hostile block', () => {
  it('is refused at every length but its own', () => {
    expect(decodeUtxoBlock(zec, good).txCount).toBe(2);
    for (let length = 0; length < good.length; length++) {
      expect(() => decodeUtxoBlock(zec, good.subarray(0, length)), `${length} bytes`).toThrow(DecodeError);
    }
    expect(() => decodeUtxoBlock(zec, Buffer.concat([good, Buffer.of(0)]))).toThrow(
      '1 bytes follow the last transaction',
    );
  });

  it('is not the wanted one after any single bit flip of its header, solution and all', () => {
    const { hash } = decodeUtxoBlock(zec, good);
    expect(decodeUtxoBlock(zec, good, { hash }).hash).toBe(hash);
    for (let bit = 0; bit < 177 * 8; bit++) {
      const flipped = Buffer.from(good);
      flipped[bit >>> 3]! ^= 1 << (bit & 7);
      expect(() => decodeUtxoBlock(zec, flipped, { hash }), `bit ${bit}`).toThrow(DecodeError);
    }
  });

  it('never fails in another way, whatever the bytes', () => {
    const header = good.subarray(0, 177);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
        const bytes = Buffer.from(noise);
        expect(isJudged(() => decodeUtxoBlock(zec, bytes))).toBe(true);
        expect(isJudged(() => decodeUtxoBlock(zec, Buffer.concat([header, bytes])))).toBe(true);
        expect(isJudged(() => decodeUtxoTransaction(zec, Buffer.concat([overwintered(4), bytes])))).toBe(true);
        expect(isJudged(() => decodeUtxoTransaction(zec, Buffer.concat([overwintered(6), bytes])))).toBe(true);
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.uint8Array({ minLength: 1, maxLength: 9 }), (at, noise) => {
        const changed = Buffer.from(good);
        changed.set(noise.subarray(0, good.length - at), at);
        expect(isJudged(() => decodeUtxoBlock(zec, changed))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a hostile transaction', () => {
  const huge = compactSize(0x0200_0000);
  const v4 = Buffer.concat([overwintered(4), Buffer.of(0, 0), u32(0), u32(0)]);
  const v6 = Buffer.concat([overwintered(6), u32(0), u32(0), u32(0), Buffer.of(0, 0)]);
  const rest = Buffer.alloc(900);
  const maxMoney = 2_100_000_000_000_000n;
  const actions = (count: number, balance: bigint) =>
    Buffer.concat([Buffer.of(count), Buffer.alloc(820 * count + 1), i64(balance), Buffer.alloc(32)]);

  it.each<[string, Buffer[]]>([
    ['has version 0', [u32(0), rest]],
    ['version 3 of group 892f2085 is unknown', [u32(0x8000_0003), u32(0x892f_2085), rest]],
    ['version 7 of group 1 is unknown: a newer release may know it', [u32(0x8000_0007), u32(1), rest]],
    ['33554432 inputs cannot fit', [u32(1), huge, rest]],
    ['33554432 outputs cannot fit', [u32(1), Buffer.of(0), huge, rest]],
    ['33554432 JoinSplits cannot fit', [u32(2), Buffer.of(0, 0), u32(0), huge, rest]],
    ['33554432 Sapling spends cannot fit', [v4, i64(0n), huge, rest]],
    ['33554432 Sapling outputs cannot fit', [v4, i64(0n), Buffer.of(0), huge, rest]],
    ['33554432 Sapling spends cannot fit', [v6, huge, rest]],
    ['33554432 Sapling outputs cannot fit', [v6, Buffer.of(0), huge, rest]],
    ['33554432 actions cannot fit', [v6, Buffer.of(0, 0), huge, rest]],
    ['33554432 actions cannot fit', [v6, Buffer.of(0, 0, 0), huge, rest]],
    ['balance comes without spends and outputs', [v4, i64(1n), Buffer.of(0, 0, 0)]],
    ['balance is above 21 million coins', [v4, i64(maxMoney + 1n), Buffer.of(0, 0, 0)]],
    ['balance is above 21 million coins', [v6, Buffer.of(0, 0), actions(1, -maxMoney - 1n), rest]],
    ['balance is above 21 million coins', [v6, Buffer.of(0, 0), actions(1, -(2n ** 63n)), rest]],
    ['amount is above 21 million coins', [u32(2), Buffer.of(0, 0), u32(0), joinSplits([[maxMoney + 1n, 0n]], 1802)]],
    ['amount is above 21 million coins', [u32(2), Buffer.of(0, 0), u32(0), joinSplits([[0n, -1n]], 1802)]],
    [
      'move more coins than there are',
      [u32(2), Buffer.of(0, 0), u32(0), joinSplits([[maxMoney, 0n] as const, [1n, 0n] as const], 1802)],
    ],
    ['a proof of 1 actions has 0 bytes, not 4992', [v6, Buffer.of(0, 0), actions(1, 0n), rest]],
    ['the bytes end', [v6, Buffer.of(0, 0), actions(1, 0n), compactSize(4992), rest]],
    ['1 bytes follow the transaction', [v6, Buffer.of(0, 0, 0, 0, 0)]],
  ])('%s', (message, parts) => {
    const bytes = Buffer.concat(parts);
    expect(() => decodeUtxoTransaction(zec, bytes)).toThrow(DecodeError);
    expect(() => decodeUtxoTransaction(zec, bytes)).toThrow(message);
  });

  it('may move all coins there are', () => {
    const bytes = Buffer.concat([u32(2), Buffer.of(0, 0), u32(0), joinSplits([[maxMoney, 0n]], 1802)]);
    expect(decodeUtxoTransaction(zec, bytes)!.poolDeltas![0]).toBe(maxMoney);
  });
});
