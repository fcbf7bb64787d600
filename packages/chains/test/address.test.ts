import * as ecc from '@bitcoinerlab/secp256k1';
import type { UtxoNetwork } from '@chaintrail/chains';
import { addressKeyOfScript, formatAddress, scriptOfAddressKey, writeAddress } from '@chaintrail/chains';
import { address as bitcoinjs, initEccLib } from 'bitcoinjs-lib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bitcoinjsNetwork, btc, everyNetwork, ltc, networkOf, parseAddress } from './support/networks.js';

const mainnet = networkOf(btc, 'mainnet');
const litecoin = networkOf(ltc, 'mainnet');

const hashes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const legacyKeys = fc.tuple(fc.constantFrom(0x00, 0x01), hashes(20));
const v0Keys = fc.tuple(fc.constant(0x10), fc.constantFrom(20, 32).chain(hashes));
/** MWEB's own versions 8 and 9 are left out: they are no addresses on Litecoin. */
const laterVersions = fc.integer({ min: 1, max: 16 }).filter((version) => version !== 8 && version !== 9);
const laterKeys = fc.tuple(
  laterVersions.map((version) => 0x10 + version),
  fc.uint8Array({ minLength: 2, maxLength: 40 }),
);
const p2sh32Keys = fc.tuple(fc.constant(0x02), hashes(32));
const toKey = ([kind, payload]: [number, Uint8Array]) => Buffer.from([kind, ...payload]);

/** Every kind of key that has an address on the network. */
function keysOf(network: UtxoNetwork) {
  if (network.cashAddrPrefix !== null) return fc.oneof(legacyKeys, p2sh32Keys).map(toKey);
  return (network.hrp === null ? legacyKeys : fc.oneof(legacyKeys, v0Keys, laterKeys)).map(toKey);
}

describe.each(everyNetwork)('addresses of $title', ({ chain, network }) => {
  it('reads the example of the parameters, and writes it back', () => {
    expect(formatAddress(network, parseAddress(chain, network, network.addressExample))).toBe(network.addressExample);
  });

  it('key → address → key is the identity, in upper case too', () => {
    fc.assert(
      fc.property(keysOf(network), (key) => {
        const text = formatAddress(network, key);
        expect(parseAddress(chain, network, text)).toEqual(key);
        const oneCase = key[0]! >= 0x10 || network.cashAddrPrefix !== null;
        if (oneCase) expect(parseAddress(chain, network, text.toUpperCase())).toEqual(key);
      }),
    );
  });
});

describe('against bitcoinjs-lib', () => {
  beforeAll(() => {
    initEccLib(ecc);
    // It warns about every address of a witness version that has no meaning yet.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  /** The library takes a version 1 program only when it is a point of the curve, and none of less than four bytes. */
  const taprootKeys = hashes(32)
    .filter((x) => ecc.isXOnlyPoint(x))
    .map((x): [number, Uint8Array] => [0x11, x]);
  const unknownKeys = fc.tuple(
    laterVersions.filter((version) => version > 1).map((version) => 0x10 + version),
    fc.uint8Array({ minLength: 2, maxLength: 40 }),
  );

  /** It has neither CashAddr nor versions of two bytes. */
  const comparable = everyNetwork.filter(({ network }) => network.cashAddrPrefix === null && network.zcash === null);

  it.each(comparable)('every kind of script has the same address on $title', ({ chain, network }) => {
    const reference = bitcoinjsNetwork(network);
    const segwitKeys = fc.oneof(legacyKeys, v0Keys, taprootKeys, unknownKeys);
    fc.assert(
      fc.property((network.hrp === null ? legacyKeys : segwitKeys).map(toKey), (key) => {
        const script = scriptOfAddressKey(key);
        const text = bitcoinjs.fromOutputScript(script, reference);
        expect(formatAddress(network, addressKeyOfScript(chain, script, 0, script.length)!)).toBe(text);
        expect(Buffer.from(bitcoinjs.toOutputScript(text, reference))).toEqual(script);
      }),
    );
  });
});

describe('the valid addresses of BIP350', () => {
  it.each([
    ['mainnet', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      'testnet',
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    ],
    [
      'mainnet',
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
      '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
    ],
    ['mainnet', 'BC1SW50QGDZ25J', '6002751e'],
    ['mainnet', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '5210751e76e8199196d454941c45d1b3a323'],
    [
      'testnet4',
      'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
      '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
    ],
    [
      'signet',
      'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
      '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
    ],
    [
      'mainnet',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
  ])('%s %s', (name, text, script) => {
    const network = networkOf(btc, name);
    const key = parseAddress(btc, network, text);
    expect(scriptOfAddressKey(key).toString('hex')).toBe(script);
    expect(formatAddress(network, key)).toBe(text.toLowerCase());
  });
});

describe('well-known addresses', () => {
  it.each([
    [mainnet, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '0062e907b15cbf27d5425399ebf6f0fb50ebb88f18'],
    [mainnet, '1111111111111111111114oLvT2', `00${'00'.repeat(20)}`],
    [mainnet, '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', '01e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a'],
    [mainnet, 'bc1pfeessrawgf', '114e73'],
    [networkOf(btc, 'testnet4'), 'tb1pfees9rn5nz', '114e73'],
    [networkOf(btc, 'regtest'), 'bcrt1pfeesnyr2tx', '114e73'],
  ])('of %s: %s', (network, text, key) => {
    expect(parseAddress(btc, network, text).toString('hex')).toBe(key);
    expect(formatAddress(network, Buffer.from(key, 'hex'))).toBe(text);
  });

  it('credits the public key of the genesis block to its P2PKH address', () => {
    const script = Buffer.from(
      '4104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac',
      'hex',
    );
    expect(formatAddress(mainnet, addressKeyOfScript(btc, script, 0, script.length)!)).toBe(
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    );
  });

  it('rewrites the old P2SH form of Litecoin', () => {
    const hash = 'e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a';
    const key = parseAddress(ltc, litecoin, '3P14159f73E4gFr7JterCCQh9QjiTjiZrG');
    expect(key.toString('hex')).toBe(`01${hash}`);
    const text = formatAddress(litecoin, key);
    expect(text).toMatch(/^M/);
    expect(parseAddress(ltc, litecoin, text)).toEqual(key);

    const testnet = networkOf(ltc, 'testnet');
    const old = formatAddress(networkOf(btc, 'testnet'), key);
    expect(old).toMatch(/^2/);
    expect(formatAddress(testnet, parseAddress(ltc, testnet, old))).toMatch(/^Q/);
  });
});

const notKeys: [string, UtxoNetwork, string][] = [
  ['a key of MWEB on Litecoin', litecoin, `18${'aa'.repeat(32)}`],
  ['a short hash', mainnet, '00aabb'],
  ['a long hash', mainnet, `01${'aa'.repeat(21)}`],
  ['a version 0 program of 21 bytes', mainnet, `10${'aa'.repeat(21)}`],
  ['a program of 1 byte', mainnet, '11aa'],
  ['a program of 41 bytes', mainnet, `11${'aa'.repeat(41)}`],
  ['a witness version 17', mainnet, `21${'aa'.repeat(20)}`],
  ['a kind that does not exist', mainnet, `03${'aa'.repeat(20)}`],
  ['P2SH32 outside Bitcoin Cash', mainnet, `02${'aa'.repeat(32)}`],
  ['nothing', mainnet, ''],
  ['a program on a chain without segwit', { ...mainnet, hrp: null }, `10${'aa'.repeat(20)}`],
];

describe('formatAddress', () => {
  it.each(notKeys)('refuses %s', (_name, network, key) => {
    expect(() => formatAddress(network, Buffer.from(key, 'hex'))).toThrow(RangeError);
  });
});

describe('writeAddress', () => {
  it.each(everyNetwork)('writes what formatAddress says, at its place and nowhere else, on $title', ({ network }) => {
    fc.assert(
      fc.property(keysOf(network), fc.nat(9), fc.nat(9), (key, keyOffset, at) => {
        const keys = Buffer.concat([Buffer.alloc(keyOffset, 0x11), key, Buffer.alloc(9, 0x22)]);
        const target = Buffer.alloc(at + 90 + 9, 0xee);
        const length = writeAddress(network, keys, keyOffset, key.length, target, at);
        expect(target.toString('latin1', at, at + length)).toBe(formatAddress(network, key));
        target.fill(0xee, at, at + length);
        expect(target.every((byte) => byte === 0xee)).toBe(true);
      }),
    );
  });

  it.each(notKeys)('refuses %s, and names it', (_name, network, key) => {
    const keys = Buffer.from(`1111${key}2222`, 'hex');
    expect(() => writeAddress(network, keys, 2, key.length / 2, Buffer.alloc(90), 0)).toThrow(
      new RangeError(`${key} is no address key of ${network.name}`),
    );
  });
});
