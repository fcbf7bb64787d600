import { AddressError, type AddressErrorCode, formatAddress } from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeBase58Check } from '../src/bytes/base58.js';
import { addressError } from './support/address-tables.js';
import { btc, everyNetwork, ltc, networkOf, parseAddress } from './support/networks.js';

const mainnet = networkOf(btc, 'mainnet');
const litecoin = networkOf(ltc, 'mainnet');

const onBitcoin = (text: string) => addressError(() => parseAddress(btc, mainnet, text));
const onTestnet = (text: string) => addressError(() => parseAddress(btc, networkOf(btc, 'testnet'), text));
const onLitecoin = (text: string) => addressError(() => parseAddress(ltc, litecoin, text));

function encodeBase58Check(payload: Uint8Array): string {
  const target = Buffer.alloc(200);
  return target.toString('latin1', 0, writeBase58Check(payload, target, 0));
}

type Case = [string, AddressErrorCode, string];

describe('the invalid addresses of BIP350 and BIP173', () => {
  it.each<Case>([
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'malformed', 'needs a bech32m checksum'],
    ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'malformed', 'needs a bech32m checksum'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'malformed', 'version 0 needs a bech32 checksum'],
    ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'malformed', 'character 60 (“o”)'],
    ['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'malformed', 'no witness version'],
    ['bc1pw5dgrnzv', 'malformed', 'does not have 1 bytes'],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
      'malformed',
      'does not have 41 bytes',
    ],
    ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'malformed', 'version 0 does not have 16 bytes'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'malformed', 'padding'],
    ['bc1gmk9yu', 'malformed', 'no witness version'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum', 'typing mistake'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du', 'malformed', 'needs a bech32m checksum'],
  ])('%s is %s on Bitcoin mainnet', (text, code, message) => {
    expect(onBitcoin(text)).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it.each<Case>([
    ['tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', 'malformed', 'needs a bech32m checksum'],
    ['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'malformed', 'needs a bech32 checksum'],
    ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 'malformed', 'never mixed'],
    ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', 'malformed', 'padding'],
    ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7', 'malformed', 'never mixed'],
    ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv', 'malformed', 'padding'],
    ['tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', 'foreign-network', 'prefix “tc”'],
  ])('%s is %s on Bitcoin testnet', (text, code, message) => {
    expect(onTestnet(text)).toMatchObject({ code, message: expect.stringContaining(message) });
  });
});

describe('mistakes', () => {
  it.each<Case>([
    ['', 'malformed', 'the address is empty'],
    ['1'.repeat(121), 'malformed', '121 characters are more than any address has'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'checksum', 'typing mistake'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf', 'malformed', 'holds 25 bytes, not 24'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNl', 'malformed', 'character 34 (“l”) does not occur'],
    [' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'malformed', 'character 1 is neither'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa\n', 'malformed', 'character 35 is neither'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t\u212a', 'malformed', 'character 42 is neither'],
    ['\u0131A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'malformed', 'character 1 is neither'],
    ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'malformed', 'leave the prefix up to the colon out'],
    [`BITCOIN:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4?label=${'x'.repeat(90)}`, 'malformed', 'leave the prefix'],
    ['litecoin:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'malformed', 'leave the prefix'],
    [':1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'malformed', 'character 1 is neither'],
    ['bc1', 'checksum', 'typing mistake'],
    ['bc1b1qqqqqq', 'malformed', 'character 4 (“b”)'],
    [`bc1${'q'.repeat(100)}`, 'malformed', 'at most 90 characters, not 103'],
    ['0x742d35Cc6634C0532925a3b844Bc454e4438f44e', 'foreign-network', 'an address of Ethereum'],
    ['0x742d35cc6634c0532925a3b844bc454e1438f4', 'malformed', 'character 1 (“0”)'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7Div0Na', 'malformed', 'character 32 (“0”)'],
    ['hello', 'malformed', 'character 3 (“l”)'],
  ])('%j is %s', (text, code, message) => {
    expect(onBitcoin(text)).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('always says what is expected, and never repeats what was typed', () => {
    const privateKey = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
    const { code, message } = onBitcoin(privateKey);
    expect(code).toBe('malformed');
    expect(message).toBe(
      'a base58 address holds 25 bytes, not 37; expected an address of Bitcoin mainnet such as bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
  });
});

describe('addresses of other networks', () => {
  it.each<[string, string]>([
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'an address of Bitcoin testnet/testnet4/signet'],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'an address of Bitcoin regtest'],
    ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'an address of Litecoin mainnet'],
    [
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      'an address of Bitcoin testnet/testnet4/signet/regtest or Litecoin testnet/regtest',
    ],
    [formatAddress(litecoin, Buffer.alloc(21)), 'an address of Litecoin mainnet'],
  ])('%s on Bitcoin mainnet', (text, message) => {
    expect(onBitcoin(text)).toMatchObject({ code: 'foreign-network', message: expect.stringContaining(message) });
  });

  it('are told apart on every pair of mainnets', () => {
    const mainnets = everyNetwork.filter(({ network }) => network.name === 'mainnet');
    expect(mainnets.length).toBeGreaterThan(3);
    for (const own of mainnets) {
      for (const other of mainnets) {
        if (own === other) continue;
        const error = addressError(() => parseAddress(own.chain, own.network, other.network.addressExample));
        expect(error.code, `${other.title} on ${own.title}`).toBe('foreign-network');
        expect(error.message).toContain(other.chain.name);
      }
    }
  });

  it('of segwit are told apart on every pair of networks', () => {
    for (const own of everyNetwork) {
      for (const other of everyNetwork) {
        if (other.network.hrp === null || own.network.hrp === other.network.hrp) continue;
        const error = addressError(() => parseAddress(own.chain, own.network, other.network.addressExample));
        expect(error.code, `${other.title} on ${own.title}`).toBe('foreign-network');
        expect(error.message).toContain(other.chain.name);
      }
    }
  });

  it('a base58 address of a chain that is not known names its version', () => {
    const dash = formatAddress({ ...mainnet, p2pkh: [76] }, Buffer.alloc(21));
    expect(onBitcoin(dash)).toMatchObject({
      code: 'foreign-network',
      message: expect.stringContaining('another chain (version 76)'),
    });
  });

  it('a base58 address with a version of two bytes that is not known is too long', () => {
    for (const first of [0, 0x33]) {
      const text = encodeBase58Check(Buffer.concat([Buffer.of(first, 0x1e), Buffer.alloc(20, 1)]));
      expect(onBitcoin(text)).toMatchObject({
        code: 'malformed',
        message: expect.stringContaining('holds 25 bytes, not 26'),
      });
    }
  });
});

describe('addresses that cannot be looked up', () => {
  const mweb = `ltcmweb1qq${'q'.repeat(101)}`;

  it('MWEB addresses on Litecoin, whichever network', () => {
    for (const text of [mweb, mweb.toUpperCase(), mweb.replace('ltcmweb', 'tmweb')]) {
      expect(onLitecoin(text)).toMatchObject({ code: 'not-indexable', message: expect.stringContaining('shielded') });
    }
  });

  it('MWEB addresses on Bitcoin are simply foreign', () => {
    expect(onBitcoin(mweb)).toMatchObject({
      code: 'foreign-network',
      message: expect.stringContaining('an MWEB address of Litecoin'),
    });
  });

  it("MWEB's own witness versions", () => {
    for (const version of [8, 9]) {
      const key = Buffer.alloc(33, 7);
      key[0] = 0x10 + version;
      const text = formatAddress({ ...litecoin, mwebHrp: null }, key);
      expect(text).toMatch(/^ltc1/);
      expect(onLitecoin(text)).toMatchObject({
        code: 'not-indexable',
        message: expect.stringContaining(`version ${version}`),
      });
    }
  });
});

describe('any text at all', () => {
  it('is an address or an AddressError', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 130 }),
      fc.stringMatching(/^(bc1|tb1|ltc1|LTC1|ltcmweb1|x1|bitcoincash:|BCHTEST:|q|p|z|0x)?[a-zA-Z0-9]{0,60}$/),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const { chain, network } of everyNetwork) {
          try {
            expect(parseAddress(chain, network, text)).toBeInstanceOf(Buffer);
          } catch (error) {
            expect(error).toBeInstanceOf(AddressError);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('one wrong character is always noticed', () => {
    const texts = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', mainnet.addressExample];
    const alphabet = '023456789acdefghjklmnpqrstuvwxyz'.split('');
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(33), fc.constantFrom(...alphabet), (text, at, character) => {
        fc.pre(text[at] !== character);
        expect(() => parseAddress(btc, mainnet, text.slice(0, at) + character + text.slice(at + 1))).toThrow(
          AddressError,
        );
      }),
      { numRuns: 1000 },
    );
  });
});
