import {
  addressKeyOfScript,
  DecodeError,
  decodeUtxoTransaction,
  displayHash,
  formatAddress,
  type UtxoChain,
} from '@chaintrail/chains';
import { Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { baseUnits, parseExactJson } from '../src/rpc/exact-json.js';
import { bch, btc, doge, ltc, networkOf } from './support/networks.js';
import { readVector, vectorsPresent } from './support/vectors.js';
import { payment, transactionBytes } from './support/wire.js';

interface RecordedTransaction {
  readonly hex: string;
  readonly txid: string;
  readonly version: number;
  readonly locktime: number;
  readonly vsize?: number;
  readonly vin: readonly { readonly txid?: string; readonly vout?: number }[];
  readonly vout: readonly {
    /** In coins, with every digit that was recorded. */
    readonly value: number | string;
    readonly scriptPubKey: { readonly hex: string; readonly addresses?: readonly string[]; readonly address?: string };
  }[];
}

/** What the node said of a transaction, next to what is read from its bytes. */
function expectAsRecorded(chain: UtxoChain, recorded: RecordedTransaction): void {
  const network = networkOf(chain, 'mainnet');
  const bytes = Buffer.from(recorded.hex, 'hex');
  const read = decodeUtxoTransaction(chain, bytes)!;
  expect(displayHash(read.txids)).toBe(recorded.txid);
  expect(read.txVersion[0]).toBe(recorded.version >>> 0);
  expect(read.lockTime[0]).toBe(recorded.locktime);
  expect(read.txSize[0]).toBe(bytes.length);
  if (recorded.vsize) expect(Math.ceil(read.txWeight[0]! / 4)).toBe(recorded.vsize);
  recorded.vin.forEach((input, i) => {
    if (!input.txid) return;
    expect(displayHash(bytes, read.inputPrevTxidOffset[i])).toBe(input.txid);
    expect(read.inputPrevVout[i]).toBe(input.vout);
  });
  expect(read.outputValue.length).toBe(recorded.vout.length);
  recorded.vout.forEach(({ value, scriptPubKey }, i) => {
    expect(read.outputValue[i]).toBe(baseUnits(value, chain.decimals));
    const offset = read.outputScriptOffset[i]!;
    const length = read.outputScriptLength[i]!;
    expect(bytes.toString('hex', offset, offset + length)).toBe(scriptPubKey.hex);
    const address = scriptPubKey.address ?? scriptPubKey.addresses?.[0];
    const key = addressKeyOfScript(chain, bytes, offset, length);
    if (address) expect(key && formatAddress(network, key)).toBe(address);
  });
}

describe('decodeUtxoTransaction', () => {
  it.skipIf(!vectorsPresent).each([
    { chain: btc, path: 'btc/transactions-bitcoin.json' },
    { chain: ltc, path: 'ltc/transactions-litecoin.json' },
    { chain: doge, path: 'doge/transactions-dogecoin.json' },
    { chain: bch, path: 'bch/transactions-bcash.json' },
  ])('reads the recorded transactions of $chain.name', ({ chain, path }) => {
    const recordings = parseExactJson(readVector(path).toString('utf8'));
    const { txDetails } = recordings as { txDetails: Record<string, RecordedTransaction> };
    const transactions = Object.values(txDetails);
    expect(transactions.length).toBeGreaterThan(0);
    for (const recorded of transactions) expectAsRecorded(chain, recorded);
  });

  it('reads one transaction as bitcoinjs-lib does', () => {
    const bytes = transactionBytes(payment);
    const read = decodeUtxoTransaction(btc, bytes)!;
    const reference = Transaction.fromBuffer(bytes);
    expect(displayHash(read.txids)).toBe(reference.getId());
    expect(read.txWeight[0]).toBe(reference.weight());
    expect([...read.outputStart]).toEqual([0, 2]);
  });

  it('refuses every cut, and bytes behind the end', () => {
    const bytes = transactionBytes(payment);
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeUtxoTransaction(btc, bytes.subarray(0, length)), `${length} bytes`).toThrow(DecodeError);
    }
    expect(() => decodeUtxoTransaction(btc, Buffer.concat([bytes, bytes]))).toThrow('follow the transaction');
  });
});
