import { DecodeError, decodeUtxoBlock, displayHash } from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btc, doge } from './support/networks.js';
import { readVector, vectorsPresent } from './support/vectors.js';
import {
  blockBytes,
  coinbase,
  compactSize,
  payment,
  sha256d,
  strippedBytes,
  transactionBytes,
} from './support/wire.js';

const readHexVector = (path: string) => Buffer.from(readVector(path).toString('latin1').trim(), 'hex');

const hashes = (count: number) => Buffer.concat([compactSize(count), Buffer.alloc(32 * count, 0x5a)]);
const index = Buffer.from('07000000', 'hex');

interface Proof {
  readonly parentCoinbase?: Buffer;
  readonly merkleBranch?: Buffer;
  readonly chainBranch?: Buffer;
}

/** The parent's coinbase, its block hash, two Merkle branches with their index, the parent's header. */
function proofBytes({ parentCoinbase = strippedBytes(coinbase), merkleBranch, chainBranch }: Proof = {}): Buffer {
  return Buffer.concat([
    parentCoinbase,
    Buffer.alloc(32, 0x11),
    merkleBranch ?? hashes(9),
    index,
    chainBranch ?? hashes(0),
    index,
    Buffer.alloc(80, 0x22),
  ]);
}

const plain = { ...payment, inputs: [{ txid: Buffer.alloc(32, 1) }] };
const version = 0x0062_0104;

function mergedMined(proof: Buffer): Buffer {
  const block = blockBytes([coinbase, plain]);
  block.writeUInt32LE(version, 0);
  return Buffer.concat([block.subarray(0, 80), proof, block.subarray(80)]);
}

describe('recorded Dogecoin blocks', () => {
  it.skipIf(!vectorsPresent).each([
    ['12345', '7f61a9fa36cde50065c2093db84111b6ce09ac5dd1810f80f111c7a44f8ed593', 1, 31],
    ['371337', '60323982f9c5ff1b5a954eac9dc1269352835f47c2c5222691d80f0d50dcf053', 0x0062_0102, 6],
    ['2264125', '1b88f6539c8ca6c09b77b841a7cc55238b1a16358236f90ce39bb92c9bb2af23', 0x0062_0103, 25],
  ])('%s is read to its last byte', (height, hash, blockVersion, txCount) => {
    const bytes = readHexVector(`doge/${height}.hex`);
    const block = decodeUtxoBlock(doge, bytes);
    expect(block).toMatchObject({ hash, version: blockVersion, txCount, size: bytes.length, hogEx: -1 });
    expect(block.outputTokenLength).toBeNull();
    expect([...block.txWeight]).toEqual([...block.txSize].map((size) => 4 * size));
  });

  it.skipIf(!vectorsPresent)('with a proof is no Bitcoin block, nor one without its proof', () => {
    const bytes = readHexVector('doge/371337.hex');
    expect(() => decodeUtxoBlock(btc, bytes)).toThrow(DecodeError);
    const transactions = bytes.subarray(bytes.length - 500);
    expect(() => decodeUtxoBlock(doge, Buffer.concat([bytes.subarray(0, 80), transactions]))).toThrow(DecodeError);
  });
});

describe('a merged-mined block', () => {
  const witnessed = transactionBytes({
    ...coinbase,
    inputs: [{ ...coinbase.inputs[0]!, witness: [Buffer.alloc(32)] }],
  });

  it.each<[string, Proof]>([
    ['with a plain coinbase of the parent', {}],
    ['whose parent coinbase comes with its witness', { parentCoinbase: witnessed }],
    ['with a long chain branch', { chainBranch: hashes(30) }],
    ['with no branches', { merkleBranch: hashes(0) }],
  ])('%s is named by its own header and read behind the proof', (_name, proof) => {
    const bytes = mergedMined(proofBytes(proof));
    const hash = displayHash(sha256d(bytes.subarray(0, 80)));
    const block = decodeUtxoBlock(doge, bytes, { hash });
    expect(block.hash).toBe(hash);
    expect(block).toMatchObject({ version, txCount: 2, size: bytes.length });
    expect(displayHash(block.txids, 32)).toBe(displayHash(sha256d(strippedBytes(plain))));
  });

  it('keeps amounts above 2^53 exact', () => {
    const outputs = [{ value: 10n ** 18n - 1n, script: Buffer.alloc(0) }];
    const block = decodeUtxoBlock(doge, blockBytes([coinbase, { ...plain, outputs }]));
    expect(block.outputValue[1]).toBe(999_999_999_999_999_999n);
  });

  it('has no transactions with witnesses of its own', () => {
    expect(() => decodeUtxoBlock(doge, blockBytes([coinbase, payment]))).toThrow('a transaction has no inputs');
  });
});

describe('a hostile proof', () => {
  const good = mergedMined(proofBytes());

  it('is refused at every length but its own', () => {
    for (let length = 0; length < good.length; length++) {
      expect(() => decodeUtxoBlock(doge, good.subarray(0, length)), `${length} bytes`).toThrow(DecodeError);
    }
    expect(decodeUtxoBlock(doge, good).txCount).toBe(2);
  });

  it.each<[string, Proof]>([
    ['33554432 hashes of a Merkle branch cannot fit', { merkleBranch: compactSize(0x0200_0000) }],
    ['33554432 hashes of a Merkle branch cannot fit', { chainBranch: compactSize(0x0200_0000) }],
    [
      '33554432 inputs of the parent coinbase cannot fit',
      { parentCoinbase: Buffer.concat([Buffer.alloc(4), Buffer.of(0, 1), compactSize(0x0200_0000)]) },
    ],
    ['has no inputs', { parentCoinbase: Buffer.alloc(10) }],
    ['not in its shortest form', { chainBranch: Buffer.from('fd0100', 'hex') }],
  ])('%s', (message, proof) => {
    expect(() => decodeUtxoBlock(doge, mergedMined(proofBytes(proof)))).toThrow(message);
  });

  it('never fails in another way, whatever the bytes', () => {
    const decodes = (bytes: Buffer) => {
      try {
        return decodeUtxoBlock(doge, bytes).size === bytes.length;
      } catch (error) {
        return error instanceof DecodeError;
      }
    };
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodes(Buffer.concat([good.subarray(0, 80), bytes]))).toBe(true);
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 80, max: good.length - 1 }),
        fc.uint8Array({ minLength: 1, maxLength: 9 }),
        (at, bytes) => {
          const changed = Buffer.from(good);
          changed.set(bytes.subarray(0, good.length - at), at);
          expect(decodes(changed)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
