import { describe, expect, it } from 'vitest';
import { DecodeError, decodePendingTransaction } from '../src/index.js';
import { address, hash, hex } from './support/evm-answers.js';

// As go-ethereum's txpool_content shows it: no block yet.
const pending = {
  ...{ blockHash: null, blockNumber: null, transactionIndex: null, from: address(1), to: address(2), type: '0x2' },
  ...{
    gas: '0x5208',
    gasPrice: '0x9',
    maxFeePerGas: '0x14',
    maxPriorityFeePerGas: '0x1',
    hash: hash(5).toUpperCase().replace('X', 'x'),
  },
  ...{ input: '0xa9059cbb00', nonce: '0x7', value: hex(10n ** 18n), chainId: '0x1', v: '0x1', r: '0x1', s: '0x1' },
};

describe('pending transactions', () => {
  it('are decoded', () => {
    expect(decodePendingTransaction(pending)).toEqual({
      ...{ txid: hash(5).slice(2), type: 2, from: Buffer.from(address(1).slice(2), 'hex') },
      ...{
        to: Buffer.from(address(2).slice(2), 'hex'),
        value: 10n ** 18n,
        nonce: 7,
        gasLimit: 21_000,
        gasPrice: 20,
        method: 0xa9059cbb,
      },
    });
  });

  it('offer the price of their gas where they have no maximum', () => {
    const { maxFeePerGas: _, ...legacy } = pending;
    expect(decodePendingTransaction({ ...legacy, type: undefined })).toMatchObject({ gasPrice: 9, type: 0 });
  });

  it('may create a contract, or call nothing', () => {
    expect(decodePendingTransaction({ ...pending, to: null })).toMatchObject({ to: null, method: null });
    expect(decodePendingTransaction({ ...pending, input: '0x' })).toMatchObject({ method: null });
  });

  it.each([
    ['hash', '0x12'],
    ['hash', undefined],
    ['from', null],
    ['to', '0x12'],
    ['value', '12'],
    ['value', `0x1${'0'.repeat(64)}`],
    ['value', 12],
    ['nonce', hex(2n ** 53n)],
    ['gas', undefined],
    ['maxFeePerGas', '0x'],
    ['type', '0x100'],
    ['input', null],
  ])('are refused with a %s of %s', (name, value) => {
    const decode = () => decodePendingTransaction({ ...pending, [name]: value });
    expect(decode).toThrow(DecodeError);
    expect(decode).toThrow(/pending transaction: malformed/);
  });

  it.each([null, 5, 'text', undefined])('are objects, not %s', (json) => {
    expect(() => decodePendingTransaction(json)).toThrow(DecodeError);
  });
});
