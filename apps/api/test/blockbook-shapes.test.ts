/** Shapes of Blockbook, where amounts have more digits than a number of JavaScript. */
import { type ChainCode, chainByCode, chainOnNetwork, type UtxoChainNetwork } from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { shapeEvmTransaction } from '../src/blockbook/shape-evm-transaction.js';
import { shapeSpecific } from '../src/blockbook/shape-specific.js';
import { shapeTransaction } from '../src/blockbook/shape-transaction.js';
import { ExactNumber, jsonText } from '../src/esplora/json-text.js';
import type { LoadedTransaction } from '../src/esplora/transactions.js';

const placeOf = (code: ChainCode) => chainOnNetwork(chainByCode(code)!, 'mainnet') as UtxoChainNetwork;

/** A coinbase with outputs, in a block. */
function coinbaseWith(outputs: readonly { readonly value: bigint; readonly script: Buffer }[], height = 1) {
  const bytes = Buffer.from('00', 'hex');
  const parts = { txid: '00', version: 1, lockTime: 0, size: 1, weight: 4, coinbase: true, inputs: [], outputs };
  const place = { txid: '00', fee: '0', size: 1, block: { height, hash: '00', time: 0, index: 0 }, firstSeen: null };
  return { place, parts, bytes, prevouts: [] } as unknown as LoadedTransaction;
}

describe('exact numbers', () => {
  it('are written with their digits, and no text is taken for one', () => {
    const value = { dollars: new ExactNumber('12345678901234567890.123456'), wei: 2n ** 64n, few: -5n, name: '@7@' };
    expect(jsonText(value).text).toBe(
      '{"dollars":12345678901234567890.123456,"wei":18446744073709551616,"few":-5,"name":"@7@"}',
    );
  });

  it('are values of outputs and fees of a first layer', () => {
    const script = Buffer.from('51', 'hex');
    const specific = shapeSpecific(placeOf('doge'), coinbaseWith([{ value: 9_007_199_254_740_993n, script }]), 1);
    expect(jsonText(specific).text).toContain('"vout":[{"value":90071992.54740993,');
    const shown = {
      transfers: [],
      from: null,
      to: null,
      contractCreated: null,
      method: null,
      status: null,
      type: null,
    };
    const fee = { l1Fee: '9007199254740993' } as unknown as Parameters<typeof shapeEvmTransaction>[0];
    expect(jsonText(shapeEvmTransaction({ ...fee, ...shown, transfers: [] })).text).toContain(
      '"l1Fee":9007199254740993',
    );
  });
});

describe('outputs that nobody can spend', () => {
  const own = { height: 200_000, own: new Set<string>(), isLight: true };
  const spentOf = (script: Buffer, height: number) => {
    const loaded = coinbaseWith([{ value: 1n, script }], height);
    const spent = { unspent: new Set<number>(), taken: new Set<number>() };
    return shapeTransaction(placeOf('btc'), loaded, { ...own, spent }).vout.map((output) => 'spent' in output);
  };

  it('are not spent', () => {
    expect(spentOf(Buffer.from('51', 'hex'), 1)).toEqual([true]);
    expect(spentOf(Buffer.from('6a', 'hex'), 1)).toEqual([false]);
    expect(spentOf(Buffer.alloc(10_001, 0x51), 1)).toEqual([false]);
    for (const height of placeOf('btc').network.unspendableCoinbases)
      expect(spentOf(Buffer.from('51', 'hex'), height)).toEqual([false]);
  });
});
