import { DecodeError, decodeUtxoBlock } from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btc, ltc } from './support/networks.js';
import {
  blockBytes,
  coinbase,
  compactSize,
  payment,
  strippedBytes,
  transactionBytes,
  type WireTransaction,
} from './support/wire.js';

const good = blockBytes([coinbase, payment]);
const header = good.subarray(0, 80);
const decodeBody = (...body: Buffer[]) => decodeUtxoBlock(btc, Buffer.concat([header, ...body]));
const plain: WireTransaction = { ...payment, inputs: [{ txid: Buffer.alloc(32, 1) }] };

describe('a hostile block', () => {
  it('is refused at every length but its own', () => {
    for (let length = 0; length < good.length; length++) {
      expect(() => decodeUtxoBlock(btc, good.subarray(0, length)), `${length} bytes`).toThrow(DecodeError);
    }
    expect(decodeUtxoBlock(btc, good).txCount).toBe(2);
    expect(() => decodeUtxoBlock(btc, Buffer.concat([good, Buffer.of(0)]))).toThrow(
      '1 bytes follow the last transaction',
    );
  });

  it('is refused after any single bit flip outside header and witnesses', () => {
    const block = blockBytes([coinbase, plain]);
    for (let bit = 80 * 8; bit < block.length * 8; bit++) {
      const flipped = Buffer.from(block);
      flipped[bit >>> 3]! ^= 1 << (bit & 7);
      expect(() => decodeUtxoBlock(btc, flipped), `bit ${bit}`).toThrow(DecodeError);
    }
  });

  it('is not the wanted one after any single bit flip of its header', () => {
    const { hash } = decodeUtxoBlock(btc, good);
    expect(decodeUtxoBlock(btc, good, { hash }).hash).toBe(hash);
    for (let bit = 0; bit < 80 * 8; bit++) {
      const flipped = Buffer.from(good);
      flipped[bit >>> 3]! ^= 1 << (bit & 7);
      expect(() => decodeUtxoBlock(btc, flipped, { hash }), `bit ${bit}`).toThrow(`asked for block ${hash}, got block`);
    }
  });

  it('never fails in another way, whatever the bytes', () => {
    const decodes = (chain: typeof btc, bytes: Buffer) => {
      try {
        return decodeUtxoBlock(chain, bytes).size === bytes.length;
      } catch (error) {
        return error instanceof DecodeError;
      }
    };
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(decodes(btc, Buffer.from(bytes))).toBe(true);
        expect(decodes(ltc, Buffer.concat([header, bytes]))).toBe(true);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.uint8Array({ minLength: 1, maxLength: 9 }), (at, bytes) => {
        const changed = Buffer.from(good);
        changed.set(bytes.subarray(0, good.length - at), at);
        expect(decodes(btc, changed)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('names both Merkle roots when the transactions are not those of the header', () => {
    const foreign = Buffer.concat([header, blockBytes([coinbase, plain]).subarray(80)]);
    const wanted = Buffer.from(header.subarray(36, 68)).reverse().toString('hex');
    expect(() => decodeUtxoBlock(btc, foreign)).toThrow(/Merkle root [0-9a-f]{64}, the header says [0-9a-f]{64}/);
    expect(() => decodeUtxoBlock(btc, foreign)).toThrow(wanted);
  });

  it('is refused when it repeats its last transaction, which keeps the Merkle root (CVE-2012-2459)', () => {
    const honest = blockBytes([coinbase, payment, plain]);
    const forged = blockBytes([coinbase, payment, plain, plain]);
    expect(forged.subarray(36, 68)).toEqual(honest.subarray(36, 68));
    expect(decodeUtxoBlock(btc, honest).txCount).toBe(3);
    expect(() => decodeUtxoBlock(btc, forged)).toThrow('CVE-2012-2459');
  });

  it('cannot make memory grow by counts that its bytes cannot hold', () => {
    const huge = compactSize(0x0200_0000);
    const before = process.memoryUsage().arrayBuffers;
    expect(() => decodeBody(huge)).toThrow('33554432 transactions cannot fit');
    expect(() => decodeBody(Buffer.of(1), Buffer.alloc(4), huge, Buffer.alloc(200))).toThrow(
      '33554432 inputs cannot fit',
    );
    const input = strippedBytes(coinbase).subarray(4, 4 + 1 + 41 + 5);
    expect(() => decodeBody(Buffer.of(1), Buffer.alloc(4), input, huge, Buffer.alloc(200))).toThrow(
      'outputs cannot fit',
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 20);
  });
});

describe('a block that breaks a rule', () => {
  const witnessed = transactionBytes(payment);
  const flagsAt = 5;
  const withFlags = (flags: number) => {
    const bytes = Buffer.from(witnessed);
    bytes[flagsAt] = flags;
    return bytes;
  };
  const emptyWitness: WireTransaction = { ...payment, inputs: [{ witness: [] }] };
  const coinbaseInput = coinbase.inputs[0]!;

  it.each<[string, Buffer]>([
    ['has no transactions', Buffer.concat([header, Buffer.of(0), Buffer.alloc(60)])],
    ['first transaction is no coinbase', blockBytes([payment, coinbase])],
    ['first transaction is no coinbase', blockBytes([{ ...coinbase, inputs: [{ ...coinbaseInput, vout: 0 }] }])],
    ['first transaction is no coinbase', blockBytes([{ ...coinbase, inputs: [coinbaseInput, {}] }])],
    ['after the first has a coinbase input', blockBytes([coinbase, { ...payment, inputs: [{}, coinbaseInput] }])],
    ['has no inputs', blockBytes([coinbase, { ...payment, inputs: [], outputs: [] }, plain])],
    ['has no outputs', blockBytes([coinbase, { ...plain, outputs: [] }])],
    ['negative value', blockBytes([coinbase, { ...plain, outputs: [{ value: -1n, script: Buffer.alloc(0) }] }])],
    ['flagged to have witnesses and has none', blockBytes([coinbase, emptyWitness])],
    ['has no inputs', Buffer.concat([header, Buffer.of(1), withFlags(0)])],
    ['unknown transaction flags 0x2', Buffer.concat([header, Buffer.of(1), withFlags(2)])],
    ['unknown transaction flags 0x9', Buffer.concat([header, Buffer.of(1), withFlags(9)])],
    ['not in its shortest form', Buffer.concat([header, Buffer.from('fd0100', 'hex'), transactionBytes(coinbase)])],
  ])('%s', (message, bytes) => {
    expect(() => decodeUtxoBlock(btc, bytes)).toThrow(DecodeError);
    expect(() => decodeUtxoBlock(btc, bytes)).toThrow(message);
  });
});
