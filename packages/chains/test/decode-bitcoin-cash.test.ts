import {
  addressKeyOfScript,
  DecodeError,
  decodeUtxoBlock,
  decodeUtxoTransaction,
  displayHash,
  formatAddress,
  isUnspendable,
  readCashToken,
} from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bch, btc, networkOf } from './support/networks.js';
import { readVector, vectorsPresent } from './support/vectors.js';
import { blockBytes, coinbase, payment, strippedBytes } from './support/wire.js';

const mainnet = networkOf(bch, 'mainnet');
const p2pkh = Buffer.from(`76a914${'11'.repeat(20)}88ac`, 'hex');
const fungible = Buffer.from(`ef${'aa'.repeat(32)}10fd0102`, 'hex');
const withOutputs = (...scripts: Buffer[]) => ({
  ...payment,
  inputs: [{ txid: Buffer.alloc(32, 1) }],
  outputs: scripts.map((script, i) => ({ value: BigInt(i), script })),
});

describe.skipIf(!vectorsPresent)('block 833,705 of Bitcoin Cash', () => {
  const bytes = vectorsPresent ? readVector('bch/833705.bin') : Buffer.alloc(0);
  const read = () => decodeUtxoBlock(bch, bytes);

  it('is read to its last byte', () => {
    expect(read()).toMatchObject({
      hash: '000000000000000001900fef5f37e48acf123e617dd02c12280803103bdb1426',
      txCount: 357,
      size: 205_538,
    });
  });

  it('has its transactions sorted by txid, so that some come before what they spend', () => {
    const { txids, txCount, inputStart, inputPrevTxidOffset } = read();
    const order = new Map<string, number>();
    for (let tx = 0; tx < txCount; tx++) order.set(displayHash(txids, 32 * tx), tx);
    const sorted = [...order.keys()].slice(1);
    expect(sorted).toEqual([...sorted].sort());
    let forward = 0;
    for (let tx = 1; tx < txCount; tx++) {
      for (let i = inputStart[tx]!; i < inputStart[tx + 1]!; i++) {
        if ((order.get(displayHash(bytes, inputPrevTxidOffset[i])) ?? 0) > tx) forward++;
      }
    }
    expect(forward).toBe(35);
  });

  it('has 24 outputs with tokens, whose scripts are what follows the tokens', () => {
    const block = read();
    const outputs = [...block.outputTokenLength!].flatMap((tokenLength, output) => (tokenLength > 0 ? [output] : []));
    expect(outputs).toHaveLength(24);
    const described = outputs.map((output) => {
      const at = block.outputScriptOffset[output]!;
      const tokenLength = block.outputTokenLength![output]!;
      const key = addressKeyOfScript(bch, bytes, at, block.outputScriptLength[output]!);
      return { ...readCashToken(bytes, at - tokenLength, tokenLength), address: key && formatAddress(mainnet, key) };
    });
    expect(described.slice(0, 2)).toEqual([
      {
        category: 'b0b6fc3d5cda81f4bb3fe464767dcc33e80b6356e4838f4dda40a1871a625950',
        amount: '0',
        nft: {
          capability: 'mutable',
          commitment: '763d932c30ca45715f9861dc205243f1520bfafa7c44d6658e7f0700797f0700e0630000',
        },
        address: 'bitcoincash:pdm0hsy0twjt6zv0psx6z2sn6keznd5vd4lre0ge0jgwcqdwz94tjqaeveg6z',
      },
      {
        category: '8473d94f604de351cdee3030f6c354d36b257861ad8e95bbc0a06fbab2a2f9cf',
        amount: '213348',
        nft: null,
        address: 'bitcoincash:pv2dx3ngfyre34k7zthqkk0l93ahnd00tmdfkk76utrlkzs2mt7x66xjkt9gq',
      },
    ]);
    expect(described.every(({ address }) => address !== null)).toBe(true);
  });
});

describe('outputs with tokens', () => {
  const transaction = withOutputs(p2pkh, Buffer.concat([fungible, p2pkh]), fungible, Buffer.alloc(0));

  it('have a script without them', () => {
    const block = decodeUtxoBlock(bch, blockBytes([coinbase, transaction]));
    expect([...block.outputTokenLength!]).toEqual([0, 0, fungible.length, fungible.length, 0]);
    expect([...block.outputScriptLength]).toEqual([25, 25, 25, 0, 0]);
    const at = block.outputScriptOffset[2]!;
    expect(block.bytes.subarray(at, at + 25)).toEqual(p2pkh);
    expect(readCashToken(block.bytes, at - fungible.length, fungible.length).amount).toBe('513');
    expect([...block.outputValue].slice(1)).toEqual([0n, 1n, 2n, 3n]);
  });

  it('are read alike in a transaction that stands alone', () => {
    const read = decodeUtxoTransaction(bch, strippedBytes(transaction))!;
    expect([...read.outputTokenLength!]).toEqual([0, fungible.length, fungible.length, 0]);
  });

  it('are part of a script that nobody has where they came before the upgrade', () => {
    const block = decodeUtxoBlock(bch, blockBytes([coinbase, transaction]), { tokens: false });
    expect([...block.outputTokenLength!]).toEqual([0, 0, 0, 0, 0]);
    expect([...block.outputScriptLength]).toEqual([25, 25, fungible.length + 25, fungible.length, 0]);
    const at = block.outputScriptOffset[2]!;
    expect(addressKeyOfScript(bch, block.bytes, at, fungible.length + 25)).toBeNull();
    expect(isUnspendable(block.bytes, at, fungible.length + 25)).toBe(false);
  });

  it('are nothing special to Bitcoin', () => {
    const block = decodeUtxoBlock(btc, blockBytes([coinbase, transaction]));
    expect(block.outputTokenLength).toBeNull();
    expect([...block.outputScriptLength]).toEqual([25, 25, fungible.length + 25, fungible.length, 0]);
  });

  it('keep the whole field as their script where the prefix is malformed', () => {
    const malformed = Buffer.concat([Buffer.from(`ef${'aa'.repeat(32)}1000`, 'hex'), p2pkh]);
    const block = decodeUtxoBlock(bch, blockBytes([coinbase, withOutputs(malformed)]));
    expect([...block.outputTokenLength!]).toEqual([0, 0]);
    expect(block.outputScriptLength[1]).toBe(malformed.length);
    expect(addressKeyOfScript(bch, block.bytes, block.outputScriptOffset[1]!, malformed.length)).toBeNull();
  });

  it('grow their column with the others', () => {
    const scripts = Array.from({ length: 3_000 }, (_, i) => (i % 3 === 0 ? fungible : Buffer.alloc(0)));
    const block = decodeUtxoBlock(bch, blockBytes([coinbase, withOutputs(...scripts)]));
    expect([...block.outputTokenLength!].slice(1)).toEqual(scripts.map((script) => script.length));
  });
});

describe('a hostile block', () => {
  it('never fails but by a DecodeError, and tokens never reach outside their field', () => {
    const fields = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.tuple(fc.nat(255), fc.uint8Array({ maxLength: 60 })).map(([bitfield, rest]) => {
        return Uint8Array.from([0xef, ...Buffer.alloc(32, 7), bitfield, ...rest]);
      }),
    );
    fc.assert(
      fc.property(fc.array(fields, { minLength: 1, maxLength: 5 }), (scripts) => {
        const buffers = scripts.map((script) => Buffer.from(script));
        const block = decodeUtxoBlock(bch, blockBytes([coinbase, withOutputs(...buffers)]));
        buffers.forEach((script, i) => {
          const tokenLength = block.outputTokenLength![i + 1]!;
          const at = block.outputScriptOffset[i + 1]! - tokenLength;
          expect(tokenLength + block.outputScriptLength[i + 1]!).toBe(script.length);
          expect(block.bytes.subarray(at, at + script.length)).toEqual(script);
          if (tokenLength > 0) expect(readCashToken(block.bytes, at, tokenLength).category).toHaveLength(64);
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('with the marker of segwit has a transaction without inputs', () => {
    expect(() => decodeUtxoBlock(bch, blockBytes([coinbase, payment]))).toThrow(DecodeError);
    expect(() => decodeUtxoBlock(bch, blockBytes([coinbase, payment]))).toThrow('a transaction has no inputs');
  });
});
