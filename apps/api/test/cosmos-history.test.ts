/** Histories and transactions of THORChain and MAYAChain. */
import { createPool } from '@chaintrail/db';
import { describe, expect, it } from 'vitest';
import {
  ASGARD,
  AT,
  CONTRACT,
  COSMOS_BLOCKS,
  DEPOSIT_MEMO,
  FEE,
  FIRST,
  FRIEND,
  OWNER,
  OWNER_BALANCE,
  RUNE,
  shownTxid,
  textOf,
  txidOf,
} from './support/cosmos-demo.js';
import { TIME_0 } from './support/seed-chain.js';
import { COSMOS_SECONDS, cosmosHash, seedCosmosChain } from './support/seed-cosmos-chain.js';
import { serve } from './support/served.js';
import type { Reply } from './support/start-api.js';

const owner = textOf(OWNER);

const api = serve(async ({ databaseUrl: url }) => {
  await seedCosmosChain(url, { chain: 'rune', firstHeight: FIRST, blocks: COSMOS_BLOCKS });
  // Without what was there before.
  const [, ...later] = COSMOS_BLOCKS;
  await seedCosmosChain(url, { chain: 'cacao', firstHeight: FIRST + 1, blocks: later });
});

const history = (query = '', address = owner, code = 'rune'): Promise<Reply> =>
  api.get(`/v0/addresses/${code}/${address}/transactions${query}`);
const balance = (query = '', address = owner, code = 'rune'): Promise<Reply> =>
  api.get(`/v0/addresses/${code}/${address}/balance${query}`);
const transaction = (txid: string, code = 'rune'): Promise<Reply> => api.get(`/v0/transactions/${code}/${txid}`);
const txidsOf = ({ json }: Reply): string[] => json.transactions.map(({ txid }: { txid: string }) => txid);
const upper = (hex: string): string => hex.toUpperCase();
const timeOf = (height: number): number => TIME_0 + height * COSMOS_SECONDS;
const TIP = { height: AT.tip, hash: upper(cosmosHash('rune', AT.tip)), time: timeOf(AT.tip) };

/** Newest first. */
const OWNERS = [
  ...['calls', 'fails', 'pays itself', 'pays tokens', 'pays'].map(shownTxid),
  ...['block:6:end:0', shownTxid('deposit'), 'block:5:begin', 'block:5:opening'],
];

describe('a history', () => {
  it('has all that touched the address, and says what it did to it', async () => {
    const reply = await history();
    expect(txidsOf(reply)).toEqual(OWNERS);
    expect(reply.json).toMatchObject({
      ...{ currency: 'rune', address: owner, name: null, decimals: 8, total: 9, offset: 0, next: null, tip: TIP },
      historyFrom: FIRST,
    });
    const rows = reply.json.transactions.map(({ kind, direction, amount }: Record<string, string>) => [
      ...[kind, direction, BigInt(amount!)],
    ]);
    expect(rows).toEqual([
      ['transaction', 'in', 0n],
      ['transaction', 'out', -FEE],
      ['transaction', 'self', -FEE],
      ['transaction', 'out', -FEE],
      ['transaction', 'out', -3n * RUNE - FEE],
      ['end', 'in', RUNE],
      ['transaction', 'out', -10n * RUNE - FEE],
      ['begin', 'in', 0n],
      ['opening', 'in', 100n * RUNE],
    ]);
  });

  it('has exact balances, the last of which is the balance', async () => {
    let expected = OWNER_BALANCE;
    for (const { amount, balanceAfter } of (await history()).json.transactions) {
      expect(balanceAfter).toBe(String(expected));
      expected -= BigInt(amount);
    }
    expect(expected).toBe(0n);
    expect((await balance()).json.balance).toBe(String(OWNER_BALANCE));
  });

  it('refuses cursors of other addresses, orders and chains', async () => {
    const { next } = (await history('?limit=1')).json;
    expect((await history(`?cursor=${next}`, textOf(FRIEND))).json.code).toBe('invalid-cursor');
    expect((await history(`?cursor=${next}`, textOf(OWNER, 'cacao'), 'cacao')).json.code).toBe('invalid-cursor');
    expect((await history(`?cursor=${next}&order=asc`)).json.code).toBe('invalid-parameter');
  });

  it("lists at most 20 transfers, the address's own first", async () => {
    const [{ transfers, transferCount }] = (await history('?limit=1')).json.transactions;
    expect(transferCount).toBe(32);
    expect(transfers).toHaveLength(20);
    expect(transfers.slice(0, 3)).toEqual([
      {
        ...{ kind: 'token', from: textOf(FRIEND), to: owner, asset: 'btc-btc', amount: '9' },
        ...{ decimals: 8, symbol: 'BTC', name: null, tokenId: null },
      },
      {
        ...{ kind: 'token', from: textOf(FRIEND), to: owner, asset: 'x/other', amount: '9' },
        ...{ decimals: null, symbol: null, name: null, tokenId: null },
      },
      {
        ...{ kind: 'token', from: textOf(CONTRACT), to: textOf(FRIEND), asset: 'x/ruji', amount: '1' },
        ...{ decimals: 8, symbol: 'RUJI', name: 'Rujira', tokenId: null },
      },
    ]);
  });

  it('names modules, and is empty for an address that nothing touched', async () => {
    expect((await history('', textOf(ASGARD))).json).toMatchObject({ name: 'asgard', total: 4 });
    expect((await history('', textOf(Buffer.alloc(20, 1)))).json).toMatchObject({ name: null, total: 0 });
  });
});

describe('a transaction', () => {
  it('tells what it asked for, what it moved, and what was paid for it', async () => {
    const { json } = await transaction(shownTxid('deposit'));
    const reserve = expect.stringMatching(/^tthor1/);
    const rune = { asset: null, decimals: 8, symbol: 'RUNE', name: null, tokenId: null };
    expect(json).toEqual({
      ...{ family: 'cosmos', currency: 'rune', txid: shownTxid('deposit'), kind: 'transaction', status: 'confirmed' },
      ...{ blockHeight: AT.swaps, blockHash: upper(cosmosHash('rune', AT.swaps)), blockIndex: 0 },
      ...{ timestamp: timeOf(AT.swaps), confirmations: AT.tip - AT.swaps + 1, fee: String(FEE), decimals: 8 },
      ...{ from: owner, to: null, value: String(10n * RUNE), gasUsed: 123_456, gasWanted: 50_000_000, code: 0 },
      ...{
        failure: null,
        memo: DEPOSIT_MEMO,
        inTxid: null,
        transferCount: 2,
        messageCount: 1,
        nextOffset: null,
        alsoIn: [],
        outcome: { status: 'paid', reason: null, txid: 'block:6:end:0' },
        tip: TIP,
      },
      messages: [
        {
          ...{ type: '/types.MsgDeposit', from: owner, memo: DEPOSIT_MEMO },
          coins: [{ asset: 'THOR.RUNE', amount: '1000000000' }],
        },
      ],
      transfers: [
        { kind: 'fee', from: owner, to: reserve, amount: String(FEE), ...rune },
        { kind: 'native', from: owner, to: textOf(ASGARD), amount: String(10n * RUNE), ...rune },
      ],
      payouts: [
        {
          ...{ inTxid: shownTxid('deposit'), txid: 'block:6:end:0', chain: 'THOR', to: owner },
          ...{ asset: 'THOR.RUNE', amount: String(RUNE), decimals: 8, memo: null },
        },
        {
          ...{ inTxid: shownTxid('deposit'), txid: shownTxid('on Bitcoin'), chain: 'BTC' },
          ...{ to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', asset: 'BTC.BTC', amount: '4123', decimals: 8 },
          memo: `OUT:${shownTxid('deposit')}`,
        },
      ],
      answers: ['block:6:end:0'],
    });
  });

  it('is found in any case, with 0x or without, and blocks themselves by their text', async () => {
    const lower = txidOf('deposit').toString('hex');
    for (const text of [lower, upper(lower), `0x${lower}`, `0X${upper(lower)}`])
      expect((await transaction(text)).json.txid, text).toBe(shownTxid('deposit'));
    const answer = (await transaction('block:6:end:0')).json;
    expect(answer).toMatchObject({
      ...{ kind: 'end', status: 'confirmed', inTxid: shownTxid('deposit'), blockIndex: null, fee: null, from: null },
      ...{ value: null, code: null, gasUsed: null, gasWanted: null, memo: null, messages: [], answers: [] },
      payouts: [{ txid: 'block:6:end:0' }],
    });
    expect((await transaction('block:6:end:1')).json).toMatchObject({ inTxid: null, payouts: [] });
    expect((await transaction('block:5:begin')).json).toMatchObject({
      kind: 'begin',
      transfers: [{ kind: 'mint', from: null, to: owner, asset: 'tcy', symbol: 'TCY', decimals: 8 }],
    });
    expect((await transaction('block:5:opening')).json).toMatchObject({
      ...{ kind: 'opening', transferCount: 3 },
      messages: [{ type: 'opening', source: 'genesis', unknownDenoms: ['maya.mimir'] }],
    });
  });

  it.each([
    ['pays', { to: textOf(FRIEND), value: String(3n * RUNE), memo: 'thanks' }],
    ['pays tokens', { to: textOf(FRIEND), value: null }],
    [
      'fails',
      { status: 'failed', code: 5, failure: 'insufficient funds', value: String(500n * RUNE), transferCount: 1 },
    ],
    ['observed', { from: null, to: null, value: null, payouts: [{ inTxid: shownTxid('deposit') }], answers: [] }],
    ['calls', { from: textOf(FRIEND), to: textOf(CONTRACT), value: '0', transferCount: 32 }],
  ])('%s', async (name, expected) => {
    expect((await transaction(shownTxid(name))).json).toMatchObject(expected);
  });

  it('of another chain leads to what was paid for it here', async () => {
    const { json } = await transaction(shownTxid('on Ethereum'));
    expect(json).toMatchObject({ status: 404, code: 'unknown-transaction', answers: ['block:10:end:0'], tip: TIP });
    expect((await transaction(json.answers[0])).json.inTxid).toBe(shownTxid('on Ethereum'));
    expect((await transaction('ab'.repeat(32))).json).not.toHaveProperty('answers');
  });

  it('is refused with what ids of the chain look like', async () => {
    for (const text of [
      'block:6:end',
      'block:06:begin',
      'block:x:begin',
      'block:6:begin:1',
      'BLOCK:6:begin',
      'zz',
      'a'.repeat(63),
    ]) {
      const { json } = await transaction(text);
      expect(json, text).toMatchObject({ status: 400, code: 'invalid-parameter' });
      expect(json.detail).toMatch(/^txid: expected .*64 hexadecimal digits.*THORChain.*block:<height>:begin/);
    }
    for (const text of ['block:7:begin', 'ab'.repeat(32)])
      expect((await transaction(text)).json, text).toMatchObject({ status: 404, code: 'unknown-transaction' });
  });
});

it('shows texts of strangers on one line, with nothing that turns what is beside them, and keeps them as they are', async () => {
  const pool = createPool(api.databaseUrl, { applicationName: 'texts' });
  const written = 'pay \u202Eecila\u0007\r\nnow \u0939\u093f\u0928\u094d\u0926\u0940';
  const shown = 'pay ecila now \u0939\u093f\u0928\u094d\u0926\u0940';
  const stored = [written, JSON.stringify([{ type: '/types.MsgSend', note: { [written]: [written, 7, null] } }])];
  const row = 'WHERE txid = $1 RETURNING memo';
  try {
    const before = await pool.query('SELECT memo, failure, messages FROM rune.transactions WHERE txid = $1', [
      txidOf('pays'),
    ]);
    const update = 'UPDATE rune.transactions SET code = 5, memo = $2, failure = $2, messages = $3';
    const { rows } = await pool.query(`${update} ${row}`, [txidOf('pays'), ...stored]);
    expect(rows).toEqual([{ memo: written }]);
    const { json } = await transaction(shownTxid('pays'));
    expect(json).toMatchObject({ memo: shown, failure: shown });
    expect(json.messages).toEqual([{ type: '/types.MsgSend', note: { [shown]: [shown, 7, null] } }]);
    const listed = (await history()).json.transactions.find(({ txid }: { txid: string }) => txid === shownTxid('pays'));
    expect(listed.memo).toBe(shown);
    const { memo, failure, messages } = before.rows[0];
    await pool.query('UPDATE rune.transactions SET code = 0, memo = $2, failure = $3, messages = $4 WHERE txid = $1', [
      ...[txidOf('pays'), memo, failure, JSON.stringify(messages)],
    ]);
  } finally {
    await pool.end();
  }
});
