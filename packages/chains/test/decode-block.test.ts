import { decodeUtxoBlock, displayHash, type UtxoBlock } from '@chaintrail/chains';
import { Block } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { btc } from './support/networks.js';
import { listVectors, readVector, vectorsPresent } from './support/vectors.js';
import { blockBytes, coinbase, merkleRootOf, payment, sha256d, strippedBytes } from './support/wire.js';

/** One transaction of the columns in the words of bitcoinjs-lib. */
function transactionAt(block: UtxoBlock, tx: number) {
  const inputs = [];
  for (let i = block.inputStart[tx]!; i < block.inputStart[tx + 1]!; i++) {
    const offset = block.inputPrevTxidOffset[i]!;
    inputs.push([block.bytes.toString('hex', offset, offset + 32), block.inputPrevVout[i]]);
  }
  const outputs = [];
  for (let i = block.outputStart[tx]!; i < block.outputStart[tx + 1]!; i++) {
    const offset = block.outputScriptOffset[i]!;
    outputs.push([block.outputValue[i], block.bytes.toString('hex', offset, offset + block.outputScriptLength[i]!)]);
  }
  return {
    txid: displayHash(block.txids, tx * 32),
    version: block.txVersion[tx],
    lockTime: block.lockTime[tx],
    size: block.txSize[tx],
    weight: block.txWeight[tx],
    inputs,
    outputs,
  };
}

function expectSameAsBitcoinjs(bytes: Buffer): UtxoBlock {
  const block = decodeUtxoBlock(btc, bytes);
  const reference = Block.fromBuffer(bytes);
  expect(block.txCount).toBe(reference.transactions!.length);
  reference.transactions!.forEach((tx, index) => {
    expect(transactionAt(block, index)).toEqual({
      txid: tx.getId(),
      version: tx.version,
      lockTime: tx.locktime,
      size: tx.byteLength(),
      weight: tx.weight(),
      inputs: tx.ins.map((input) => [Buffer.from(input.hash).toString('hex'), input.index]),
      outputs: tx.outs.map((output) => [output.value, Buffer.from(output.script).toString('hex')]),
    });
  });
  expect(block.hash).toBe(reference.getId());
  expect(block.version).toBe(reference.version);
  expect(block.time).toBe(reference.timestamp);
  expect(block.size).toBe(bytes.length);
  return block;
}

describe('decodeUtxoBlock', () => {
  const blocks = listVectors('btc', '.bin');
  it.skipIf(!vectorsPresent).each(blocks)('reads the mainnet block %s as bitcoinjs-lib does', (name) => {
    const block = expectSameAsBitcoinjs(readVector(`btc/${name}`));
    expect(`${block.hash}.bin`).toBe(name);
    expect(block.hogEx).toBe(-1);
  });

  it('reads a built block as bitcoinjs-lib does', () => {
    const plain = {
      ...payment,
      version: 0xffff_ffff,
      inputs: [{ vout: 0xffff_ffff }, { script: Buffer.alloc(300, 1) }],
    };
    const block = expectSameAsBitcoinjs(blockBytes([coinbase, payment, plain]));
    expect(block.parentHash).toBe('cd'.repeat(32));
    expect(block.outputValue).toEqual(
      BigInt64Array.of(5_000_000_000n, 1n, 2_099_999_997_690_000n, 1n, 2_099_999_997_690_000n),
    );
    expect([...block.inputStart]).toEqual([0, 1, 2, 4]);
    expect([...block.outputStart]).toEqual([0, 1, 3, 5]);
  });

  it('grows its columns for a block of many tiny outputs and inputs', () => {
    const outputs = Array.from({ length: 5_000 }, (_, i) => ({ value: BigInt(i), script: Buffer.alloc(0) }));
    const inputs = Array.from({ length: 5_000 }, (_, vout) => ({ vout }));
    const block = expectSameAsBitcoinjs(blockBytes([coinbase, { inputs, outputs }]));
    expect(block.outputValue.length).toBe(5_001);
    expect(block.inputPrevVout.length).toBe(5_001);
  });

  it('keeps values up to the largest an int64 holds', () => {
    const outputs = [{ value: 2n ** 63n - 1n, script: Buffer.alloc(0) }];
    const block = decodeUtxoBlock(btc, blockBytes([coinbase, { inputs: [{}], outputs }]));
    expect(block.outputValue[1]).toBe(2n ** 63n - 1n);
  });

  it('does not change the bytes it reads', () => {
    const bytes = blockBytes([coinbase, payment]);
    const copy = Buffer.from(bytes);
    const block = decodeUtxoBlock(btc, bytes);
    expect(bytes.equals(copy)).toBe(true);
    const txids = [coinbase, payment].map((tx) => sha256d(strippedBytes(tx)));
    expect(block.txids).toEqual(Buffer.concat(txids));
    expect(bytes.subarray(36, 68)).toEqual(merkleRootOf(txids));
  });
});
