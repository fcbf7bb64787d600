import { formatAddress, writeAddress } from '@chaintrail/chains';
import bchaddr from 'bchaddrjs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InvalidAddress, itReads, itRefuses, type ValidAddress } from './support/address-tables.js';
import { bch, btc, doge, ltc, networkOf, parseAddress } from './support/networks.js';

const mainnet = networkOf(bch, 'mainnet');
const testnet = networkOf(bch, 'testnet');
const regtest = networkOf(bch, 'regtest');
const litecoinTestnet = networkOf(ltc, 'testnet');

const P2PKH = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
const P2SH = 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq';
const P2SH32 = 'bitcoincash:pvqqqqqqqqqqqqqqqqqqqqqqzg69v7ysqqqqqqqqqqqqqqqqqqqqqpkp7fqn0';
const p2pkh = '76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac';
const p2sh = 'a91476a04053bda0a88bda5177b86a15c3b29f55987387';
const p2sh32 = 'aa20000000000000000000000000000012345678900000000000000000000000000087';

describe('every form in which addresses are written', () => {
  const valid: ValidAddress[] = [
    [P2PKH, P2PKH, p2pkh],
    ['qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', P2PKH, p2pkh],
    ['BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A', P2PKH, p2pkh],
    // bchaddrjs refuses this one.
    ['QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A', P2PKH, p2pkh],
    // Token-aware forms, which bchaddrjs refuses.
    ['bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w', P2PKH, p2pkh],
    ['zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w', P2PKH, p2pkh],
    ['ZPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVRQEKRQ9W', P2PKH, p2pkh],
    ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', P2PKH, p2pkh],
    ['CTH8H8Zj6DSnXFBKQeDG28ogAS92iS16Bp', P2PKH, p2pkh],
    // Those of the Simple Ledger Protocol, whose checksum is another; the third is a wallet's own.
    ['simpleledger:qpm2qsznhks23z7629mms6s4cwef74vcwvg3pncxyr', P2PKH, p2pkh],
    ['QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVG3PNCXYR', P2PKH, p2pkh],
    [
      'simpleledger:qrthmpgy3dkccxy0qtrqu5cpt3krel58evpy9wdsj8',
      'bitcoincash:qrthmpgy3dkccxy0qtrqu5cpt3krel58evdlw4csve',
      '76a914d77d85048b6d8c188f02c60e53015c6c3cfe87cb88ac',
    ],
    ['SIMPLELEDGER:PPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVL5UUL9L7', P2SH, p2sh],
    [P2SH, P2SH, p2sh],
    ['ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq', P2SH, p2sh],
    ['bitcoincash:rpm2qsznhks23z7629mms6s4cwef74vcwv59yeyr7n', P2SH, p2sh],
    ['3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', P2SH, p2sh],
    ['HHLN6S9BcP1JLSrMhgD5qe57iVEMFMLCBT', P2SH, p2sh],
    [P2SH32, P2SH32, p2sh32],
    [P2SH32.slice('bitcoincash:'.length).toUpperCase(), P2SH32, p2sh32],
    ['bitcoincash:rvqqqqqqqqqqqqqqqqqqqqqqzg69v7ysqqqqqqqqqqqqqqqqqqqqqn9alsp2y', P2SH32, p2sh32],
  ];
  itReads(bch, mainnet, valid);
  itReads(bch, testnet, [
    ['mrLC19Je2BuWQDkWSTriGYPyQJXKkkBmCx', testnet.addressExample, p2pkh],
    ['qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap', testnet.addressExample, p2pkh],
    ['slptest:qpm2qsznhks23z7629mms6s4cwef74vcwvmvf54x0u', testnet.addressExample, p2pkh],
  ]);
  itReads(bch, regtest, [
    ['mrLC19Je2BuWQDkWSTriGYPyQJXKkkBmCx', regtest.addressExample, p2pkh],
    ['slpreg:qpm2qsznhks23z7629mms6s4cwef74vcwv8yzl8w8w', regtest.addressExample, p2pkh],
    ['QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWV6YCWVZ78', regtest.addressExample, p2pkh],
  ]);
});

describe('mistakes', () => {
  const invalid: InvalidAddress[] = [
    ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6b', 'malformed', 'character 54 (“b”)'],
    ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q', 'checksum', 'typing mistake'],
    ['qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6', 'checksum', 'typing mistake'],
    ['bitcoincash:', 'checksum', 'typing mistake'],
    ['simpleledger:qpm2qsznhks23z7629mms6s4cwef74vcwvg3pncxyq', 'checksum', 'typing mistake'],
    // The prefix is part of the checksum.
    ['simpleledger:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'checksum', 'the prefix of another chain'],
    ['slptest:qpm2qsznhks23z7629mms6s4cwef74vcwvmvf54x0u', 'foreign-network', 'Bitcoin Cash testnet/testnet4'],
    ['qpm2qsznhks23z7629mms6s4cwef74vcwvmvf54x0u', 'foreign-network', 'Bitcoin Cash testnet/testnet4'],
    ['bitcoincash:qpm2', 'checksum', 'typing mistake'],
    ['bitcoincash:Qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'malformed', 'never mixed'],
    ['BITCOINCASH:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'malformed', 'never mixed'],
    ['qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6A', 'malformed', 'never mixed'],
    [`${P2PKH}?amount=0.1&label=${'x'.repeat(200)}`, 'malformed', 'leave the question mark and all that follows out'],
    [`${P2PKH} `, 'malformed', 'character 55 is neither'],
    [`bitcoincash:${P2PKH}`, 'malformed', 'character 24 is neither'],
    [`bitcoincash:${'q'.repeat(200)}`, 'malformed', '212 characters are more than any address has'],
    ['bitcoincash:1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'malformed', 'never mixed'],
    ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggv', 'checksum', 'typing mistake'],
    // P2PKH with a hash of 32 bytes; for its twin with type 1 bchaddrjs makes up a legacy address of 50 characters.
    ['bitcoincash:qvqqqqqqqqqqqqqqqqqqqqqqzg69v7ysqqqqqqqqqqqqqqqqqqqqqgt0235t7', 'malformed', 'type 0 with 32 bytes'],
    ['bitcoincash:qyfrg4ncjqfrg4ncjqfq7fl2aqtf', 'malformed', 'it has 24 bytes and has 11'],
    ['bitcoincash:ypm2qsznhks23z7629mms6s4cwef74vcwv279a32dj', 'malformed', 'type 4 with 20 bytes'],
    ['bitcoincash:spm2qsznhks23z7629mms6s4cwef74vcwv4glwxl5g', 'malformed', 'the version of the address'],
  ];
  itRefuses(bch, mainnet, invalid);
});

describe('addresses of other networks', () => {
  const everyTestnet = 'Bitcoin Cash testnet/testnet4/chipnet/scalenet';
  itRefuses(bch, mainnet, [
    [testnet.addressExample, 'foreign-network', everyTestnet],
    ['qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap', 'foreign-network', everyTestnet],
    [regtest.addressExample, 'foreign-network', 'Bitcoin Cash regtest'],
    ['mrLC19Je2BuWQDkWSTriGYPyQJXKkkBmCx', 'foreign-network', 'Bitcoin testnet'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'foreign-network', 'Bitcoin mainnet'],
    ['rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3', 'foreign-network', 'Litecoin regtest'],
    ['DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE', 'foreign-network', 'Dogecoin mainnet'],
    // Starts like a CashAddr without prefix.
    [formatAddress(litecoinTestnet, Buffer.alloc(21, 1)), 'foreign-network', 'Litecoin testnet/regtest'],
    ['ecash:qpm2qsznhks23z7629mms6s4cwef74vcwva87rkuu2', 'foreign-network', 'another chain (prefix “ecash”)'],
    ['bitcoin:1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'malformed', 'leave the prefix up to the colon out'],
  ]);
  for (const [chain, name] of [
    [btc, 'mainnet'],
    [ltc, 'mainnet'],
    [doge, 'mainnet'],
  ] as const) {
    itRefuses(chain, networkOf(chain, name), [
      [P2PKH, 'foreign-network', 'this is an address of Bitcoin Cash mainnet'],
      ['BITCOINCASH:garbage', 'foreign-network', 'this is an address of Bitcoin Cash mainnet'],
      ['qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'foreign-network', 'this is an address of Bitcoin Cash mainnet'],
      [P2SH32.slice('bitcoincash:'.length), 'foreign-network', 'this is an address of Bitcoin Cash mainnet'],
      ['qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q', 'malformed', 'holds 25 bytes'],
    ]);
  }
});

describe('against bchaddrjs', () => {
  const keys = fc
    .tuple(fc.constantFrom(0, 1), fc.uint8Array({ minLength: 20, maxLength: 20 }))
    .map(([kind, hash]) => Buffer.from([kind, ...hash]));
  const testnetLegacy = { ...testnet, cashAddrPrefix: null };
  const mainnetLegacy = { ...mainnet, cashAddrPrefix: null };

  it('every hash has the same address in every form', () => {
    fc.assert(
      fc.property(keys, (key) => {
        const text = formatAddress(mainnet, key);
        const legacy = formatAddress(mainnetLegacy, key);
        expect(bchaddr.toCashAddress(legacy)).toBe(text);
        expect(bchaddr.toLegacyAddress(text)).toBe(legacy);
        expect(parseAddress(bch, mainnet, bchaddr.toBitpayAddress(text))).toEqual(key);
        expect(bchaddr.toCashAddress(formatAddress(testnetLegacy, key))).toBe(formatAddress(testnet, key));
      }),
    );
  });

  it('what that library gets wrong is right here', () => {
    expect(bchaddr.isValidAddress(P2SH32)).toBe(true);
    expect(bchaddr.toLegacyAddress(P2SH32)).toHaveLength(50);
    expect(bchaddr.isValidAddress('QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A')).toBe(false);
    expect(bchaddr.isValidAddress('bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w')).toBe(false);
  });
});

describe('writeAddress', () => {
  it('has the names of P2SH32 on Bitcoin Cash only', () => {
    const key = Buffer.concat([Buffer.of(2), Buffer.alloc(32, 7)]);
    expect(formatAddress(mainnet, key)).toMatch(/^bitcoincash:p[a-z0-9]{60}$/);
    expect(() => formatAddress(networkOf(btc, 'mainnet'), key)).toThrow(RangeError);
    expect(() => formatAddress(mainnet, key.subarray(0, 21))).toThrow(RangeError);
    expect(() => formatAddress(mainnet, Buffer.from(`10${'aa'.repeat(20)}`, 'hex'))).toThrow(RangeError);
  });

  it('writes the longest of all names within 90 bytes', () => {
    const key = Buffer.concat([Buffer.of(2), Buffer.alloc(32, 0xff)]);
    const target = Buffer.alloc(90, 0xee);
    const length = writeAddress(mainnet, key, 0, key.length, target, 0);
    expect(length).toBe(73);
    expect(parseAddress(bch, mainnet, target.toString('latin1', 0, length))).toEqual(key);
    expect(target.subarray(length).every((byte) => byte === 0xee)).toBe(true);
  });
});

it('one wrong character is always noticed', () => {
  const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.split('');
  const start = 'bitcoincash:'.length;
  fc.assert(
    fc.property(
      fc.constantFrom(P2PKH, P2SH32),
      fc.nat(200),
      fc.constantFrom(...alphabet),
      fc.boolean(),
      (text, n, c, bare) => {
        const at = start + (n % (text.length - start));
        fc.pre(text[at] !== c);
        const wrong = text.slice(0, at) + c + text.slice(at + 1);
        expect(() => parseAddress(bch, mainnet, bare ? wrong.slice(start) : wrong)).toThrow();
      },
    ),
    { numRuns: 1000 },
  );
});
