import { keccak_256 } from '@noble/hashes/sha3.js';
import { getAddress, getIcapAddress } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keccak256 } from '../src/bytes/keccak.js';
import { AddressError, EVM_CHAINS, formatAddress, parseAddress, UTXO_CHAINS, writeAddress } from '../src/index.js';
import { ETH, evmPlace } from './support/evm-answers.js';

const keys = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Buffer.from(bytes));
const parse = (text: string) => parseAddress(ETH, text);
const textOf = (key: Buffer) => formatAddress(ETH.network, key);

function failure(text: string): AddressError {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof AddressError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('addresses of the EVM', () => {
  it('are written as ethers writes them', () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(textOf(key)).toBe(getAddress(`0x${key.toString('hex')}`));
      }),
      { numRuns: 500 },
    );
  });

  // EIP-55, "Test Cases".
  it.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('are read and written: %s', (text) => {
    expect(textOf(parse(text))).toBe(text);
  });

  it('are written into memory', () => {
    const target = Buffer.alloc(64);
    const all = Buffer.from(`00${'ab'.repeat(20)}`, 'hex');
    expect(writeAddress(ETH.network, all, 1, 20, target, 3)).toBe(42);
    expect(target.toString('latin1', 3, 45)).toBe(getAddress(`0x${'ab'.repeat(20)}`));
    expect(() => writeAddress(ETH.network, all, 0, 21, target, 0)).toThrow(RangeError);
  });

  it('are read in any case, with and without 0x', () => {
    fc.assert(
      fc.property(keys, (key) => {
        const lower = key.toString('hex');
        const mixed = textOf(key).slice(2);
        const forms = [lower, lower.toUpperCase(), mixed].flatMap((digits) => [digits, `0x${digits}`, `0X${digits}`]);
        for (const form of forms) expect(parse(form)).toEqual(key);
      }),
    );
  });

  it('are read in the form that ethers writes as ICAP, in any case', () => {
    fc.assert(
      fc.property(keys, (key) => {
        const icap = getIcapAddress(`0x${key.toString('hex')}`);
        expect(parse(icap)).toEqual(key);
        expect(parse(icap.toLowerCase())).toEqual(key);
      }),
    );
  });

  it('are refused with a typing mistake, as ethers does', () => {
    fc.assert(
      fc.property(keys, fc.nat({ max: 39 }), (key, at) => {
        const digits = [...textOf(key).slice(2)];
        const other = digits[at] === digits[at]!.toLowerCase() ? digits[at]!.toUpperCase() : digits[at]!.toLowerCase();
        fc.pre(other !== digits[at]);
        digits[at] = other;
        const text = digits.join('');
        fc.pre(text !== text.toLowerCase() && text !== text.toUpperCase());
        expect(() => getAddress(`0x${text}`)).toThrow();
        expect(failure(`0x${text}`)).toMatchObject({ code: 'checksum', message: expect.stringContaining('EIP-55') });
      }),
    );
  });

  it('are refused as ICAP with wrong check digits, as ethers does', () => {
    fc.assert(
      fc.property(keys, fc.nat({ max: 98 }), (key, check) => {
        const icap = getIcapAddress(`0x${key.toString('hex')}`);
        const text = `XE${String(check).padStart(2, '0')}${icap.slice(4)}`;
        fc.pre(text !== icap && (check - Number(icap.slice(2, 4))) % 97 !== 0);
        expect(() => getAddress(text)).toThrow();
        expect(failure(text)).toMatchObject({ code: 'checksum' });
      }),
    );
  });

  it('are refused as ICAP beyond 160 bits', () => {
    const digits = 'Z'.repeat(31);
    const check = 98n - (BigInt([...`${digits}XE00`].map((digit) => Number.parseInt(digit, 36)).join('')) % 97n);
    expect(failure(`XE${String(check).padStart(2, '0')}${digits}`)).toMatchObject({ code: 'malformed' });
  });

  it.each([
    ['', 'malformed', /is empty/],
    ['0x', 'malformed', /40 hexadecimal digits, not 0/],
    ['0x1234', 'malformed', /40 hexadecimal digits, not 4/],
    [`0x${'a'.repeat(64)}`, 'malformed', /hash of a transaction or a block, or a key/],
    ['vitalik.eth', 'malformed', /names are not resolved/],
    [`0x${'a'.repeat(39)}g`, 'malformed', /character 42 is no hexadecimal digit/],
    [`0x${'a'.repeat(39)}\u200b`, 'malformed', /character 42/],
    [`ethereum:0x${'a'.repeat(40)}`, 'malformed', /payment link/],
    ['XE81ETHXREGKITTYCATS', 'malformed', /names an account of an institution/],
    ['a'.repeat(500), 'malformed', /500 characters/],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'foreign-network', /Bitcoin mainnet/],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'foreign-network', /Bitcoin mainnet/],
  ])('are not: %s', (text, code, problem) => {
    expect(failure(text)).toMatchObject({ code, message: expect.stringMatching(problem) });
    expect(failure(text).message).toMatch(/expected an address of Ethereum mainnet such as 0x/);
  });

  it('of other families are told apart by the example of each network', () => {
    for (const { network, chain } of UTXO_CHAINS.flatMap((chain) =>
      chain.networks.map((network) => ({ chain, network })),
    )) {
      expect(failure(network.addressExample), chain.code).toMatchObject({ code: 'foreign-network' });
    }
  });

  it('never appear in messages', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3, maxLength: 130 }), (text) => {
        fc.pre(!/^[\sa-z0-9]{0,6}$/i.test(text));
        expect(failure(text).message).not.toContain(text);
      }),
    );
  });

  it('of every network are written and read as their example shows', () => {
    for (const chain of EVM_CHAINS) {
      for (const { name, addressExample } of chain.networks) {
        const place = evmPlace(chain, name);
        expect(formatAddress(place.network, parseAddress(place, addressExample))).toBe(addressExample);
      }
    }
  });
});

describe('Keccak-256', () => {
  it('is that of an independent implementation, at every length', () => {
    // Inputs of one block and of two, then of as much as the memory takes at once and more.
    const lengths = [...Array.from({ length: 2 * 136 + 2 }, (_, length) => length), 65_007, 65_008, 65_009, 200_000];
    for (const length of lengths) {
      const message = Buffer.alloc(length, length);
      expect(Buffer.from(keccak256(message).subarray(0, 32))).toEqual(Buffer.from(keccak_256(message)));
    }
  });
});
