import { AbiCoder, encodeBytes32String, Interface } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenCalls } from '../src/index.js';

// ethers is the independent implementation of the ABI.
const erc20 = new Interface([
  'function balanceOf(address)',
  'function name()',
  'function symbol()',
  'function decimals()',
]);
const erc1155 = new Interface(['function balanceOf(address,uint256)']);
const abi = AbiCoder.defaultAbiCoder();
const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex');
const answer = (type: string, value: unknown) => bytesOf(abi.encode([type], [value]));
const KEY = Buffer.alloc(20, 0xab);
const MAX = 2n ** 256n - 1n;

describe('calls of token contracts', () => {
  it('are written as ethers writes them', () => {
    const owner = `0x${KEY.toString('hex')}`;
    expect(tokenCalls.balanceOf(KEY)).toEqual(bytesOf(erc20.encodeFunctionData('balanceOf', [owner])));
    expect(tokenCalls.balanceOfToken(KEY, MAX)).toEqual(bytesOf(erc1155.encodeFunctionData('balanceOf', [owner, MAX])));
    expect(tokenCalls.name).toEqual(bytesOf(erc20.encodeFunctionData('name')));
    expect(tokenCalls.symbol).toEqual(bytesOf(erc20.encodeFunctionData('symbol')));
    expect(tokenCalls.decimals).toEqual(bytesOf(erc20.encodeFunctionData('decimals')));
  });

  it('are of addresses and token ids only', () => {
    expect(() => tokenCalls.balanceOf(Buffer.alloc(21))).toThrow(RangeError);
    expect(() => tokenCalls.balanceOfToken(KEY, MAX + 1n)).toThrow(RangeError);
    expect(() => tokenCalls.balanceOfToken(KEY, -1n)).toThrow(RangeError);
  });
});

describe('balances and decimals', () => {
  it.each([0n, 1n, 10n ** 30n, MAX])('are read: %s', (value) => {
    expect(tokenCalls.decodeNumber(answer('uint256', value))).toBe(value);
    expect(tokenCalls.decodeNumber(Buffer.concat([answer('uint256', value), KEY]))).toBe(value);
  });

  it('are not known of what is no token', () => {
    for (const nothing of [null, Buffer.alloc(0), Buffer.alloc(31)]) {
      expect(tokenCalls.decodeNumber(nothing)).toBeNull();
      expect(tokenCalls.decodeDecimals(nothing)).toBeNull();
      expect(tokenCalls.decodeText(nothing, 64)).toBeNull();
    }
  });

  it.each([
    [0n, 0],
    [18n, 18],
    [77n, 77],
    [78n, null],
    [MAX, null],
  ])('of %s decimals are %s', (said, read) => {
    expect(tokenCalls.decodeDecimals(answer('uint256', said))).toBe(read);
  });
});

describe('names', () => {
  const read = (value: string) => tokenCalls.decodeText(answer('string', value), 64);

  it.each(['USD Coin', 'Tether USD', '百度', 'Ünïcödé', 'A"B\\C', '🐸'])('are read as strings: %s', (name) => {
    expect(read(name)).toBe(name);
  });

  it('are read as the 32 bytes of older tokens', () => {
    expect(tokenCalls.decodeText(bytesOf(encodeBytes32String('Maker')), 64)).toBe('Maker');
    expect(tokenCalls.decodeText(Buffer.alloc(32, 0x41), 64)).toBe('A'.repeat(32));
    expect(tokenCalls.decodeText(Buffer.alloc(32), 64)).toBeNull();
  });

  it.each([
    ['', null],
    ['   ', null],
    ['\u200b\u202e\u0000', null],
    ['A\u0000B', 'A'],
    ['A\n\tB', 'A B'],
    ['\u202eDSU', 'DSU'],
    ['U\u200bS\u200dD\u2060C\ufeff', 'USDC'],
    ['\u2066USDT\u2069', 'USDT'],
    ['A\u2028B', 'A B'],
    [`a${'\u0301'.repeat(50)}`, 'a\u0301\u0301'],
    ['\u3164\u115f', null],
    ['\ue000x', 'x'],
    ['x'.repeat(100), 'x'.repeat(64)],
    ['🐸'.repeat(100), '🐸'.repeat(64)],
  ])('that hide or turn something are cleaned: %j', (said, shown) => {
    expect(read(said)).toBe(shown);
  });

  it('that are not UTF-8 lose what is not', () => {
    const name = Buffer.concat([Buffer.from('AB'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('CD')]);
    expect(tokenCalls.decodeText(answer('bytes', name), 64)).toBe('ABCD');
  });

  it('that claim to be longer than the answer are cut', () => {
    const said = answer('string', 'Token');
    said.fill(0xff, 32, 64);
    expect(tokenCalls.decodeText(said, 64)).toBeNull();
    said.fill(0, 32, 60);
    expect(tokenCalls.decodeText(said, 64)).toBe('Token');
  });

  it('are short and harmless, whatever a contract answers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, asString) => {
        const said = asString ? answer('bytes', bytes) : Buffer.from(bytes);
        const name = tokenCalls.decodeText(said, 20);
        if (name === null) return;
        expect([...name].length).toBeLessThanOrEqual(20);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u);
        expect(name).toBe(name.trim());
        expect(name).not.toBe('');
      }),
    );
  });
});
