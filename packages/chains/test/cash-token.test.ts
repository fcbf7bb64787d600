import { type CashToken, DecodeError, readCashToken } from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenPrefixLength } from '../src/utxo/bitcoin-cash/cash-token.js';

const category = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
const displayed = Buffer.from(category).reverse().toString('hex');
const prefix = (rest: string) => Buffer.concat([Buffer.of(0xef), category, Buffer.from(rest, 'hex')]);

const nft = (capability: 'none' | 'mutable' | 'minting', commitment = '') => ({ capability, commitment });

const valid: [string, string, Omit<CashToken, 'category'>][] = [
  ['one token', '1001', { amount: '1', nft: null }],
  ['252 tokens', '10fc', { amount: '252', nft: null }],
  ['253 tokens', '10fdfd00', { amount: '253', nft: null }],
  ['65,536 tokens', '10fe00000100', { amount: '65536', nft: null }],
  ['2^32 tokens', '10ff0000000001000000', { amount: '4294967296', nft: null }],
  ['as many tokens as there can be', '10ffffffffffffffff7f', { amount: '9223372036854775807', nft: null }],
  ['an NFT', '20', { amount: '0', nft: nft('none') }],
  ['a mutable NFT', '21', { amount: '0', nft: nft('mutable') }],
  ['a minting NFT', '22', { amount: '0', nft: nft('minting') }],
  ['an NFT with a commitment', '6003010203', { amount: '0', nft: nft('none', '010203') }],
  ['a commitment of 40 bytes', `6128${'cc'.repeat(40)}`, { amount: '0', nft: nft('mutable', 'cc'.repeat(40)) }],
  [
    'a commitment of 128 bytes, allowed since May 2026',
    `6280${'cc'.repeat(128)}`,
    { amount: '0', nft: nft('minting', 'cc'.repeat(128)) },
  ],
  ['an NFT and tokens', '3202', { amount: '2', nft: nft('minting') }],
  ['all there is', '720101fdff00', { amount: '255', nft: nft('minting', '01') }],
];

const malformed: [string, string][] = [
  ['nothing behind the category', ''],
  ['neither tokens nor an NFT', '00'],
  ['the reserved bit', '80'],
  ['the reserved bit with tokens', '9001'],
  ['a capability without NFT', '1101'],
  ['a capability that does not exist', '23'],
  ['a commitment without NFT', '500101'],
  ['a commitment only', '400101'],
  ['an empty commitment', '6000'],
  ['a commitment that is cut short', '60020a'],
  ['a commitment without length', '60'],
  ['a length that is cut short', '60fd01'],
  ['a length not in its shortest form', `60fd0100${'cc'.repeat(40)}`],
  ['a length beyond all memory', '60ffffffffffffffffff'],
  ['no tokens at all', '1000'],
  ['an amount that is missing', '10'],
  ['an amount that is cut short', '10fffffffff0'],
  ['an amount not in its shortest form', '10fdfc00'],
  ['an amount of four bytes not in its shortest form', '10feffff0000'],
  ['an amount of eight bytes not in its shortest form', '10ffffffffff00000000'],
  ['an amount above 2^63 − 1', '10ff0000000000000080'],
  ['an amount missing behind a commitment', '700101'],
];

describe('a token prefix', () => {
  it.each(valid)('of %s', (_name, rest, token) => {
    const bytes = prefix(rest);
    const script = Buffer.concat([Buffer.alloc(3, 0xef), bytes, Buffer.from('76a914', 'hex')]);
    expect(tokenPrefixLength(script, 3, script.length - 3)).toBe(bytes.length);
    expect(readCashToken(script, 3, bytes.length)).toEqual({ category: displayed, ...token });
    expect(readCashToken(bytes, 0, bytes.length)).toEqual({ category: displayed, ...token });
    for (let length = 0; length < bytes.length; length++) expect(tokenPrefixLength(bytes, 0, length)).toBe(0);
  });

  it.each(malformed)('with %s is none', (_name, rest) => {
    const bytes = prefix(rest);
    expect(tokenPrefixLength(bytes, 0, bytes.length)).toBe(0);
    expect(() => readCashToken(bytes, 0, bytes.length)).toThrow(DecodeError);
  });

  it('starts with its own byte', () => {
    const bytes = prefix('1001');
    bytes[0] = 0xee;
    expect(tokenPrefixLength(bytes, 0, bytes.length)).toBe(0);
  });

  it.each([0, 34, 36, 1000])('is read from exactly its own bytes, not from %s', (length) => {
    const bytes = Buffer.concat([prefix('1001'), Buffer.alloc(10)]);
    expect(readCashToken(bytes, 0, 35).amount).toBe('1');
    expect(() => readCashToken(bytes, 0, length)).toThrow('these bytes are no token prefix at byte 0');
  });

  it('never reaches outside its field, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), fc.nat(255), fc.nat(60), (rest, bitfield, length) => {
        const bytes = Buffer.concat([prefix(Buffer.of(bitfield).toString('hex')), rest]);
        const field = Math.min(length, bytes.length);
        const prefixLength = tokenPrefixLength(bytes, 0, field);
        expect(prefixLength).toBeLessThanOrEqual(field);
        if (prefixLength > 0) expect(readCashToken(bytes, 0, prefixLength).category).toBe(displayed);
      }),
      { numRuns: 2000 },
    );
  });
});
