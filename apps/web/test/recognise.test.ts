import { type Chaintrail, ChaintrailError, type Currency } from '@chaintrail/client';
import { describe, expect, it } from 'vitest';
import { recognise } from '../src/search/recognise.js';

const chain = (currency: string, family: string, more: Partial<Currency> = {}) =>
  ({ currency, family, historyFrom: 0, indexedHeight: 500, features: [], ...more }) as unknown as Currency;
const TOKENS = { features: ['tokens'] } as unknown as Partial<Currency>;
const CHAINS = [
  ...[chain('btc', 'utxo'), chain('ltc', 'utxo', { historyFrom: 300 })],
  ...[chain('eth', 'evm', { ...TOKENS, indexedHeight: 100 }), chain('rune', 'cosmos', TOKENS)],
];
const EVM_ADDRESS = `0x${'Ab'.repeat(20)}`;

/** Answers what it is told to, by route and currency; anything else is not there. What was asked is kept. */
function search(text: string, answers: Readonly<Record<string, object>> = {}) {
  const asked: string[] = [];
  const route = (name: string) => async (currency: string) => {
    const key = `${name} ${currency}`;
    asked.push(key);
    const answer = answers[key] ?? new ChaintrailError('unknown-block', 'not here');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const client = {
    ...{ transaction: route('tx'), block: route('block') },
    ...{ balance: route('address'), holdersPage: route('token') },
    get: (_path: string, { path }: { path: { currency: string } }) => route('account')(path.currency),
  } as unknown as Chaintrail;
  return recognise(client, CHAINS, text, new AbortController().signal).then((found) => ({ ...found, asked }));
}

describe('asks those that a text may be of', () => {
  it.each([
    ['a height', '200', ['block btc', 'block rune']],
    ['a hash', 'ab'.repeat(32), CHAINS.flatMap(({ currency }) => [`tx ${currency}`, `block ${currency}`])],
    [
      'a hash with 0x',
      `0x${'AB'.repeat(32)}`,
      CHAINS.flatMap(({ currency }) => [`tx ${currency}`, `block ${currency}`]),
    ],
    ['what a block moved', 'block:5:end:0', ['tx rune']],
    ['an address of the EVM', EVM_ADDRESS, ['address eth', 'token eth']],
    ['an extended key', `zpub${'6rFR7y4Q2A'.repeat(10)}`, ['account btc', 'account ltc']],
    ['a descriptor', 'wpkh(xpub/<0;1>/*)#abcdefgh', ['account btc', 'account ltc']],
    ['a private key', `xprv${'6rFR7y4Q2A'.repeat(10)}`, []],
    ['a private key in a descriptor', `wpkh(tprv${'6rFR7y4Q2A'.repeat(10)}/0/*)`, []],
    ['a private key in WIF', 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1', []],
    ['an uncompressed one', '5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss', []],
    ['one in a descriptor', 'pkh([deadbeef/1]L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1)#abcdefgh', []],
    ['whatever else', 'bc1q', [...CHAINS.map(({ currency }) => `address ${currency}`), 'token eth', 'token rune']],
  ])('%s', async (_what, text, expected) => {
    expect((await search(text)).asked).toEqual(expected);
  });
});

it('names what it finds as the API does', async () => {
  const { hits, troubles } = await search(EVM_ADDRESS, {
    'address eth': { address: '0xCanonical', name: null, transactionCount: 1 },
    'token eth': { asset: '0xasset', name: 'Coin', symbol: 'COIN' },
  });
  expect(hits.map(({ kind, id, about }) => [kind, id, about])).toEqual([
    ['address', '0xCanonical', '1 transaction'],
    ['token', '0xasset', 'Coin'],
  ]);
  expect(troubles).toEqual([]);
});

it('finds a block by its hash, not what the block itself moved, which has the same', async () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const entry = { txid: hash, status: 'confirmed' };
  const block = { height: 100, hash };
  const found = await search(hash, { 'tx eth': entry, 'block eth': block, 'tx btc': entry });
  expect(found.hits.map(({ kind, currency }) => [kind, currency.currency])).toEqual([
    ['tx', 'btc'],
    ['block', 'eth'],
  ]);
});

it('says which chains could not answer, and once why', async () => {
  const away = new ChaintrailError('chain-syncing', 'the first sync is at 12 %', { status: 503 });
  const { hits, troubles } = await search('200', { 'block btc': { height: 200, hash: 'h' }, 'block rune': away });
  expect(hits).toHaveLength(1);
  expect(troubles).toEqual(['the first sync is at 12 %']);
});
