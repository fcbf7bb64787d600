import { readFileSync } from 'node:fs';
import {
  addressKeyOfScript,
  decodeUtxoBlock,
  decodeUtxoTransaction,
  displayHash,
  formatAddress,
  scriptType,
} from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { btc, ltc, networkOf } from './support/networks.js';
import { blockBytes, coinbase, payment, transactionBytes, type WireTransaction } from './support/wire.js';

interface RecordedOutput {
  readonly value: string;
  readonly type: string;
  readonly address: string | null;
  readonly script: string;
}

interface Recorded {
  readonly blocks: readonly {
    readonly height: number;
    readonly hash: string;
    readonly full: string;
    readonly stripped: string;
    readonly transactions: readonly {
      readonly txid: string;
      readonly size: number;
      readonly weight: number;
      readonly outputs: readonly RecordedOutput[];
    }[];
  }[];
  readonly mwebOnlyTransaction: string;
}

const fixture = new URL('./fixtures/litecoin-mweb-regtest.json', import.meta.url);
const recorded = JSON.parse(readFileSync(fixture, 'utf8')) as Recorded;
const regtest = networkOf(ltc, 'regtest');

describe.each(recorded.blocks)(
  'block $height of a litecoind with MWEB active',
  ({ hash, full, stripped, transactions }) => {
    it.each([
      ['with MWEB data', full],
      ['without', stripped],
    ])('sent %s reads as the node describes it', (_form, text) => {
      const block = decodeUtxoBlock(ltc, Buffer.from(text, 'hex'));
      expect(block.hash).toBe(hash);
      expect(block.hogEx).toBe(transactions.length - 1);
      const read = Array.from({ length: block.txCount }, (_, tx) => {
        const outputs: RecordedOutput[] = [];
        for (let i = block.outputStart[tx]!; i < block.outputStart[tx + 1]!; i++) {
          const offset = block.outputScriptOffset[i]!;
          const script = block.bytes.subarray(offset, offset + block.outputScriptLength[i]!);
          const key = addressKeyOfScript(ltc, block.bytes, offset, script.length);
          outputs.push({
            value: String(block.outputValue[i]),
            type: scriptType(ltc, script),
            address: key && formatAddress(regtest, key),
            script: script.toString('hex'),
          });
        }
        return { txid: displayHash(block.txids, tx * 32), size: block.txSize[tx], weight: block.txWeight[tx], outputs };
      });
      expect(read).toEqual(transactions);
    });

    it('is no Bitcoin block', () => {
      expect(() => decodeUtxoBlock(btc, Buffer.from(full, 'hex'))).toThrow('unknown transaction flags 0x8');
    });

    it('is refused when cut anywhere before the MWEB block, or inside its head', () => {
      const bytes = Buffer.from(full, 'hex');
      const transparent = Buffer.from(stripped, 'hex').length + 3;
      for (let length = 0; length < transparent + 100; length++) {
        expect(() => decodeUtxoBlock(ltc, bytes.subarray(0, length)), `${length} bytes`).toThrow(/ at byte \d+$/);
      }
    });
  },
);

describe('built Litecoin blocks', () => {
  const none = Buffer.of(0);
  const hogEx: WireTransaction = {
    inputs: [{ txid: Buffer.alloc(32, 5) }],
    outputs: [
      { value: 1_000n, script: Buffer.from(`5820${'aa'.repeat(32)}`, 'hex') },
      { value: 7n, script: Buffer.from(`0014${'bb'.repeat(20)}`, 'hex') },
    ],
    mweb: none,
  };
  const extension = Buffer.concat([Buffer.of(1), Buffer.alloc(200, 9)]);
  const { mweb: _none, ...unflagged } = hogEx;

  it('without MWEB have no HogEx', () => {
    expect(decodeUtxoBlock(ltc, blockBytes([coinbase, payment])).hogEx).toBe(-1);
    expect(decodeUtxoBlock(ltc, blockBytes([coinbase])).hogEx).toBe(-1);
  });

  it('may end with an empty or a full extension block', () => {
    for (const end of [none, extension]) {
      const block = decodeUtxoBlock(ltc, blockBytes([coinbase, payment, hogEx], end));
      expect(block.hogEx).toBe(2);
      expect(block.txSize[2]).toBe(transactionBytes(hogEx).length);
      expect(block.txWeight[2]).toBe(4 * (block.txSize[2]! - 3));
    }
  });

  it.each<[string, Buffer]>([
    ['the bytes end 1 bytes too early', blockBytes([coinbase, hogEx])],
    ['0x2 is no MWEB option byte', blockBytes([coinbase, hogEx], Buffer.of(2))],
    ['the MWEB block is cut short', blockBytes([coinbase, hogEx], extension.subarray(0, 100))],
    ['1 bytes follow the last transaction', blockBytes([coinbase, hogEx], Buffer.of(0, 0))],
    ['201 bytes follow the last transaction', blockBytes([coinbase, payment], extension)],
    ['201 bytes follow the last transaction', blockBytes([coinbase, unflagged], extension)],
    ['a HogEx is not the last transaction', blockBytes([coinbase, hogEx, payment])],
    ['a HogEx is not the last transaction', blockBytes([{ ...coinbase, mweb: none }], none)],
    ['carries an MWEB body', blockBytes([coinbase, { ...payment, mweb: Buffer.alloc(50, 1) }])],
    ['0x3 is no MWEB option byte', blockBytes([coinbase, { ...payment, mweb: Buffer.of(3) }])],
  ])('%s', (message, bytes) => {
    expect(() => decodeUtxoBlock(ltc, bytes)).toThrow(message);
  });

  it('an MWEB-looking output elsewhere does not make a HogEx', () => {
    const script = hogEx.outputs[0]!.script;
    const second = { ...payment, outputs: [payment.outputs[0]!, { value: 1n, script }] };
    expect(decodeUtxoBlock(ltc, blockBytes([coinbase, second])).hogEx).toBe(-1);
    expect(decodeUtxoBlock(btc, blockBytes([coinbase, unflagged])).hogEx).toBe(-1);
  });
});

describe('Litecoin transactions of the mempool', () => {
  it('that are entirely inside the MWEB show nothing', () => {
    const bytes = Buffer.from(recorded.mwebOnlyTransaction, 'hex');
    expect(decodeUtxoTransaction(ltc, bytes)).toBeNull();
    expect(() => decodeUtxoTransaction(btc, bytes)).toThrow('unknown transaction flags');
    // As a node sends it that leaves MWEB data out.
    const stripped = Buffer.from('02000000000000000000', 'hex');
    expect(decodeUtxoTransaction(ltc, stripped)).toBeNull();
    expect(() => decodeUtxoTransaction(btc, stripped)).toThrow('has no inputs');
    expect(() => decodeUtxoTransaction(ltc, stripped.subarray(0, 9))).toThrow('has no inputs');
  });

  it('that peg in are read without their MWEB body', () => {
    const pegIn = { ...payment, mweb: Buffer.concat([Buffer.of(1), Buffer.alloc(900, 3)]) };
    const bytes = transactionBytes(pegIn);
    const read = decodeUtxoTransaction(ltc, bytes)!;
    const bare = decodeUtxoTransaction(ltc, transactionBytes(payment))!;
    expect(read.txids).toEqual(bare.txids);
    expect(read.lockTime[0]).toBe(500_000);
    expect(read.txWeight).toEqual(bare.txWeight);
    expect(read.txSize[0]).toBe(bytes.length);
  });
});
