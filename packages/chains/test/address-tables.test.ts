/** Addresses of Bitcoin, Litecoin and Dogecoin in every form their users have, and mistakes that are made with them. */
import { formatAddress } from '@chaintrail/chains';
import { address as bitcoinjs } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { type InvalidAddress, itReads, itRefuses } from './support/address-tables.js';
import { bitcoinjsNetwork, btc, doge, ltc, networkOf, parseAddress } from './support/networks.js';

const HASH = '76a04053bda0a88bda5177b86a15c3b29f559873';
const X = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const p2pkh = `76a914${HASH}88ac`;
const p2sh = `a914${HASH}87`;
const p2wpkh = `0014${HASH}`;

const bitcoin = networkOf(btc, 'mainnet');
const litecoin = networkOf(ltc, 'mainnet');
const dogecoin = networkOf(doge, 'mainnet');

/**
 * Texts that belong to none of these chains, or is no address at all. Private keys of the number one stand for real
 * ones.
 */
const foreignEverywhere: InvalidAddress[] = [
  ['0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe', 'foreign-network', 'an address of Ethereum'],
  ['0XDE0B295669A9FD93D5F28D9EC85E40F4CB697BAE', 'foreign-network', 'an address of Ethereum'],
  ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'foreign-network', 'Bitcoin Cash mainnet'],
  ['qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'foreign-network', 'Bitcoin Cash mainnet'],
  ['thor1dheycdevq39qlkxs2a6wuuzyn4aqxhve4qxtxt', 'foreign-network', 'another chain (prefix “thor”)'],
  ['KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn', 'malformed', 'holds 25 bytes, not 38'],
  ['5HpHagT65TZzG1PH3CSu63k8DbpvD8s5ip4nEB3kEsreAnchuDf', 'malformed', 'holds 25 bytes, not 37'],
  [
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
    'malformed',
    'holds 25 bytes, not 82',
  ],
  ['4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b', 'malformed', 'the hash of a transaction'],
];

describe('Bitcoin', () => {
  itReads(btc, bitcoin, [
    ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', p2pkh],
    ['3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', p2sh],
    ['bc1qw6syq5aa5z5ghkj3w7ux59wrk204txrn9k4rmm', 'bc1qw6syq5aa5z5ghkj3w7ux59wrk204txrn9k4rmm', p2wpkh],
    ['BC1QW6SYQ5AA5Z5GHKJ3W7UX59WRK204TXRN9K4RMM', 'bc1qw6syq5aa5z5ghkj3w7ux59wrk204txrn9k4rmm', p2wpkh],
    // Pay-to-anchor. bitcoinjs-lib knows it neither way.
    ['bc1pfeessrawgf', 'bc1pfeessrawgf', '51024e73'],
    ['BC1PFEESSRAWGF', 'bc1pfeessrawgf', '51024e73'],
    // Witness version 16, for later.
    ['bc1sw50qgdz25j', 'bc1sw50qgdz25j', '6002751e'],
  ]);
  itReads(btc, networkOf(btc, 'testnet4'), [
    ['mrLC19Je2BuWQDkWSTriGYPyQJXKkkBmCx', 'mrLC19Je2BuWQDkWSTriGYPyQJXKkkBmCx', p2pkh],
    ['2N44ThNe8NXHyv4bsX8AoVCXquBRW94Ls7W', '2N44ThNe8NXHyv4bsX8AoVCXquBRW94Ls7W', p2sh],
  ]);
  itRefuses(btc, bitcoin, [
    ...foreignEverywhere,
    ['LW3ByJXVHpiJsuy3u2sdieFQkXHtuk93Yi', 'foreign-network', 'Litecoin mainnet'],
    ['MJiPwX84iBe4WnFDwsYGgtnz1XonPhUqhf', 'foreign-network', 'Litecoin mainnet'],
    ['DFxLFMAJWaNYA7TVTUstzPMFRSevAwTSLq', 'foreign-network', 'Dogecoin mainnet'],
    ['A3FWNUmzq8fXceLoG8DM7PAxPQbNUjae2B', 'foreign-network', 'Dogecoin mainnet'],
    ['CTH8H8Zj6DSnXFBKQeDG28ogAS92iS16Bp', 'foreign-network', 'Bitcoin Cash mainnet'],
    ['2N44ThNe8NXHyv4bsX8AoVCXquBRW94Ls7W', 'foreign-network', 'Bitcoin testnet'],
  ]);

  it('pay-to-anchor is beyond bitcoinjs-lib', () => {
    const script = Buffer.from('51024e73', 'hex');
    expect(() => bitcoinjs.fromOutputScript(script, bitcoinjsNetwork(bitcoin))).toThrow();
    expect(() => bitcoinjs.toOutputScript('bc1pfeessrawgf', bitcoinjsNetwork(bitcoin))).toThrow();
  });
});

describe('Litecoin', () => {
  itReads(ltc, litecoin, [
    ['LW3ByJXVHpiJsuy3u2sdieFQkXHtuk93Yi', 'LW3ByJXVHpiJsuy3u2sdieFQkXHtuk93Yi', p2pkh],
    ['MJiPwX84iBe4WnFDwsYGgtnz1XonPhUqhf', 'MJiPwX84iBe4WnFDwsYGgtnz1XonPhUqhf', p2sh],
    // The old form of the same, which Bitcoin shares.
    ['3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'MJiPwX84iBe4WnFDwsYGgtnz1XonPhUqhf', p2sh],
    ['ltc1qw6syq5aa5z5ghkj3w7ux59wrk204txrnp208rt', 'ltc1qw6syq5aa5z5ghkj3w7ux59wrk204txrnp208rt', p2wpkh],
    // Base58, although it begins like bech32.
    [
      'LTC1kkkkkkkkkkkkkkkkkkkkkkkkozRrEQ',
      'LTC1kkkkkkkkkkkkkkkkkkkkkkkkozRrEQ',
      '76a914576316e39bb7f59d4f0ac15a3e5e0836d1dffb2288ac',
    ],
    ['LTC1QW6SYQ5AA5Z5GHKJ3W7UX59WRK204TXRNP208RT', 'ltc1qw6syq5aa5z5ghkj3w7ux59wrk204txrnp208rt', p2wpkh],
    [
      'ltc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpj6zg2',
      'ltc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpj6zg2',
      `5120${X}`,
    ],
    ['ltc1pfees06t9sd', 'ltc1pfees06t9sd', '51024e73'],
    // Version 8 is MWEB's with 32 bytes only.
    [
      'ltc1g42424242424242424242424242424242szna3f',
      'ltc1g42424242424242424242424242424242szna3f',
      `5814${'aa'.repeat(20)}`,
    ],
  ]);
  for (const name of ['testnet', 'regtest']) {
    itReads(ltc, networkOf(ltc, name), [
      ['QXRDpPWNPdM54FMv9ECpZtyH3ZsL5zGe29', 'QXRDpPWNPdM54FMv9ECpZtyH3ZsL5zGe29', p2sh],
      ['2N44ThNe8NXHyv4bsX8AoVCXquBRW94Ls7W', 'QXRDpPWNPdM54FMv9ECpZtyH3ZsL5zGe29', p2sh],
    ]);
  }
  itRefuses(ltc, litecoin, [
    ...foreignEverywhere,
    ['bc1qw6syq5aa5z5ghkj3w7ux59wrk204txrn9k4rmm', 'foreign-network', 'Bitcoin mainnet'],
    ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'foreign-network', 'Bitcoin mainnet'],
    ['DFxLFMAJWaNYA7TVTUstzPMFRSevAwTSLq', 'foreign-network', 'Dogecoin mainnet'],
    [`ltcmweb1qq${'q'.repeat(101)}`, 'not-indexable', 'shielded'],
    ['T33ydQRKp4FCW5LCLLUB7deioUMoveiwekdwUwyfRDeGZm76aUjV', 'malformed', 'holds 25 bytes, not 38'],
  ]);

  // For these scripts bitcoinjs-lib makes up addresses, where litecoind has none: HogAddr and peg-in.
  const made = [8, 9].map((version) => bitcoinjs.toBech32(Buffer.alloc(32, 0xaa), version, 'ltc'));
  itRefuses(
    ltc,
    litecoin,
    made.map((text, i): InvalidAddress => [text, 'not-indexable', `version ${8 + i} is MWEB's own`]),
  );
});

describe('Dogecoin', () => {
  itReads(doge, dogecoin, [
    ['DFxLFMAJWaNYA7TVTUstzPMFRSevAwTSLq', 'DFxLFMAJWaNYA7TVTUstzPMFRSevAwTSLq', p2pkh],
    ['A3FWNUmzq8fXceLoG8DM7PAxPQbNUjae2B', 'A3FWNUmzq8fXceLoG8DM7PAxPQbNUjae2B', p2sh],
    [formatAddress(dogecoin, Buffer.alloc(21, 1)), '9rXaYLQ5g64RP1gsjqT927VFqnb37FVVVF', `a914${'01'.repeat(20)}87`],
  ]);
  itReads(doge, networkOf(doge, 'testnet'), [
    ['nf1PyMuDSYqG362gVJXMEnwYfK3DByPa6E', 'nf1PyMuDSYqG362gVJXMEnwYfK3DByPa6E', p2pkh],
    ['2N44ThNe8NXHyv4bsX8AoVCXquBRW94Ls7W', '2N44ThNe8NXHyv4bsX8AoVCXquBRW94Ls7W', p2sh],
  ]);
  itReads(doge, networkOf(doge, 'regtest'), [
    ['mrLC19Je2BuWQDkWSTriGYPyQJXKkkBmCx', 'mrLC19Je2BuWQDkWSTriGYPyQJXKkkBmCx', p2pkh],
  ]);
  itRefuses(doge, dogecoin, [
    ...foreignEverywhere,
    ['DFxLFMAJWaNYA7TVTUstzPMFRSevAwTSLr', 'checksum', 'typing mistake'],
    ['DFxLFMAJWaNYA7TVTUstzPMFRSevAwTSL', 'malformed', 'holds 25 bytes, not 24'],
    ['dogecoin:DFxLFMAJWaNYA7TVTUstzPMFRSevAwTSLq', 'malformed', 'leave the prefix up to the colon out'],
    ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'foreign-network', 'Bitcoin mainnet'],
    ['3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'foreign-network', 'Bitcoin mainnet'],
    ['LW3ByJXVHpiJsuy3u2sdieFQkXHtuk93Yi', 'foreign-network', 'Litecoin mainnet'],
    ['bc1qw6syq5aa5z5ghkj3w7ux59wrk204txrn9k4rmm', 'foreign-network', 'Bitcoin mainnet'],
    ['nf1PyMuDSYqG362gVJXMEnwYfK3DByPa6E', 'foreign-network', 'Dogecoin testnet'],
    // Zcash: two bytes of version.
    ['t1V9mnyk5Z5cTNMCkLbaDwSskgJZucTLdgW', 'foreign-network', 'Zcash mainnet'],
    ['QNcdLVw8fHkixm6NNyN6nVwxKek4u7qrioRbQmjxac5TVoTtZuot', 'malformed', 'holds 25 bytes, not 38'],
  ]);

  it('has no segwit addresses', () => {
    expect(() => formatAddress(dogecoin, Buffer.from(`10${HASH}`, 'hex'))).toThrow(RangeError);
    const text = bitcoinjs.toBech32(Buffer.from(HASH, 'hex'), 0, 'doge');
    expect(() => parseAddress(doge, dogecoin, text)).toThrow('expected an address of Dogecoin mainnet');
  });
});
