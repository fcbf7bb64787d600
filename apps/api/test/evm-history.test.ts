/** Histories and transactions of Ethereum and its layer 2s. */
import { formatAddress, requireChain } from '@chaintrail/chains';
import { closeSession, openSession, type Session } from '@chaintrail/db';
import { waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ART,
  AT,
  COIN,
  CONTRACT,
  EVM_BLOCKS,
  FRIEND,
  ITEMS,
  MINER,
  OWNER,
  OWNER_BALANCE,
  WEI,
} from './support/evm-demo.js';
import { TIME_0 } from './support/seed-chain.js';
import {
  accountOf,
  blockHash,
  insert,
  insertBalance,
  SECONDS,
  seedEvmChain,
  txidOf,
} from './support/seed-evm-chain.js';
import { PENDING_EVM_TXID, seedEvmMempool } from './support/seed-evm-mempool.js';
import { serve } from './support/served.js';
import type { Reply } from './support/start-api.js';

const network = requireChain('eth').networks.find(({ name }) => name === 'local')!;
const textOf = (key: Buffer): string => formatAddress(network, key);
const owner = textOf(OWNER);
const shown = (hex: string): string => `0x${hex}`;

const api = serve(async ({ databaseUrl: url, session }) => {
  await seedEvmChain(url, { chain: 'eth', blocks: EVM_BLOCKS, tracedTo: AT.tip });
  await seedEvmChain(url, { chain: 'op', blocks: EVM_BLOCKS.slice(0, 8), tracedTo: AT.pays });
  await seedEvmChain(url, { chain: 'arb', blocks: EVM_BLOCKS, live: false });
  await seedEvmChain(url, {
    chain: 'base',
    blocks: [{ transactions: [] }, ...POISON.map(([, block]) => block)],
  });
  for (const [asset, forges] of [
    [COIN, false],
    [FAKE, true],
  ] as const)
    await insert(session, 'base.tokens', {
      ...{ asset, address: textOf(asset), standard: 'erc20', first_height: 1, forges },
    });
  // As the contract said of the blocks 2 and 11; the last log is newer.
  await insert(session, 'base.token_balances', {
    ...{ address_key: OWNER, asset: FAKE, first_touched: 3, touched: 12, forged_to: 11, balance: 0, height: 11 },
  });
  const first = { standard: 'erc20', first_height: 5 };
  await insert(session, 'eth.tokens', {
    asset: COIN,
    address: textOf(COIN),
    name: 'Coin',
    symbol: 'CN',
    decimals: 6,
    ...first,
  });
  await insertBalance(session, 'eth', [OWNER, OWNER_BALANCE, AT.withdraws]);
});

const [EVE, LOOKALIKE, FAKE] = [accountOf('eve'), accountOf('look-alike'), accountOf('fake coin')];
/** Logs that eve makes contracts write, or log that she made. */
const logs = (...moves: readonly (readonly [from: Buffer, to: Buffer, asset: Buffer, amount: bigint])[]) => ({
  transactions: [
    {
      ...{ from: EVE, to: CONTRACT },
      transfers: moves.map(([from, to, asset, amount]) => ({
        ...{ kind: 'token' as const, from, to, asset, amount, standard: 'erc20' as const },
      })),
    },
  ],
});
const NOTHING = [OWNER, LOOKALIKE, COIN, 0n] as const;
const FORGED = [OWNER, LOOKALIKE, FAKE, 5n] as const;
/** A list of 23 logs, more than a page has. */
const many = <T>(each: T): T[] => Array.from({ length: 23 }, () => each);
/** By height: what the transaction is for the owner. */
const POISON = [
  ['in', { transactions: [{ from: FRIEND, to: OWNER, value: 1n }] }],
  ['mention', logs(NOTHING)],
  ['mention', logs(FORGED)],
  ['out', logs([OWNER, LOOKALIKE, COIN, 5n])],
  ['out', logs(...many(NOTHING), [OWNER, LOOKALIKE, COIN, 7n])],
  ['out', logs(...many(FORGED), [OWNER, LOOKALIKE, COIN, 7n])],
  ['mention', logs([LOOKALIKE, OWNER, COIN, 0n])],
  ['in', logs([FRIEND, OWNER, FAKE, 9n])],
  ['mention', logs(...many(FORGED))],
  ['self', logs(NOTHING, [OWNER, FRIEND, COIN, 1n], [FRIEND, OWNER, COIN, 1n])],
  ['out', { transactions: [{ ...logs(NOTHING).transactions[0]!, from: OWNER }] }],
  ['out', logs([OWNER, LOOKALIKE, FAKE, 5n])],
] as const;

const history = (query = '', address = owner, code = 'eth'): Promise<Reply> =>
  api.get(`/v0/addresses/${code}/${address}/transactions${query}`);
const transaction = (height: number, index = 0, code = 'eth'): Promise<Reply> =>
  api.get(`/v0/transactions/${code}/0x${txidOf(code, height, index)}`);
const txidsOf = ({ json }: Reply): string[] => json.transactions.map(({ txid }: { txid: string }) => txid);

/** Newest first. */
const OWNERS = [
  blockHash('eth', AT.withdraws),
  ...([AT.self, AT.internal] as const).map((height) => txidOf('eth', height, 0)),
  ...[2, 1, 0].map((index) => txidOf('eth', AT.tokens, index)),
  ...([AT.creates, AT.fails, AT.pays, AT.paid] as const).map((height) => txidOf('eth', height, 0)),
].map(shown);

describe('a history', () => {
  it('has all that touched the address, and says what it did to it', async () => {
    const reply = await history();
    expect(txidsOf(reply)).toEqual(OWNERS);
    expect(reply.json).toMatchObject({
      currency: 'eth',
      address: owner,
      decimals: 18,
      total: 10,
      offset: 0,
      next: null,
    });
    expect(reply.json.tip).toEqual({
      ...{ height: AT.tip, hash: shown(blockHash('eth', AT.tip)), time: TIME_0 + AT.tip * SECONDS },
    });
    const seen = reply.json.transactions.map(({ direction, amount }: { direction: string; amount: string }) => [
      ...[direction, BigInt(amount)],
    ]);
    expect(seen).toEqual([
      ['in', 32n * WEI],
      ['self', -80n],
      ['in', 2n * WEI],
      ['self', 0n],
      ['in', 0n],
      ['out', -60n],
      ['out', -1n - 50n],
      ['out', -9_000n],
      ['out', -10n * WEI - 21_000n],
      ['in', 100n * WEI],
    ]);
  });

  it('says the net effect and the value by names that its transactions have, too, with the same meaning', async () => {
    for (const item of (await history()).json.transactions) {
      expect(item.amount).toBe(item.netAmount);
      const { json } = await api.get(`/v0/transactions/eth/${item.txid}`);
      expect(json.value).toBe(item.value);
      for (const name of ['amount', 'netAmount']) expect(json).not.toHaveProperty(name);
    }
    const block = (await api.get(`/v0/blocks/eth/${AT.pays}`)).json.transactions[0];
    expect(block.value).toBe(String(10n * WEI));
    expect(block).not.toHaveProperty('amount');
  });

  it('has exact balances where the node said one and traces leave nothing out', async () => {
    const { transactions } = (await history()).json;
    let balance = OWNER_BALANCE;
    for (const { amount, balanceAfter } of transactions) {
      expect(balanceAfter).toBe(String(balance));
      balance -= BigInt(amount);
    }
    expect(balance).toBe(0n);
    const friends = (await history('', textOf(FRIEND))).json.transactions;
    expect(friends.every(({ balanceAfter }: { balanceAfter: null }) => balanceAfter === null)).toBe(true);
  });

  it('refuses cursors of other addresses, orders and chains', async () => {
    const { next } = (await history('?limit=1')).json;
    expect((await history(`?cursor=${next}`, textOf(FRIEND))).json.code).toBe('invalid-cursor');
    expect((await history(`?cursor=${next}`, owner, 'op')).json.code).toBe('invalid-cursor');
    expect((await history(`?cursor=${next}&order=asc`)).json.code).toBe('invalid-parameter');
    expect((await history(`?cursor=${next.slice(0, -2)}xx`)).json.code).toBe('invalid-cursor');
  });

  it("lists at most 20 transfers, the address's own first", async () => {
    const { transactions } = (await history('?limit=1&offset=3')).json;
    const [{ transfers, transferCount }] = transactions;
    expect(transferCount).toBe(33);
    expect(transfers).toHaveLength(20);
    const [items, art, back, other] = transfers;
    expect(items).toMatchObject({ asset: textOf(ITEMS), standard: 'erc1155', tokenId: '5', amount: '3', to: owner });
    expect(art).toMatchObject({ asset: textOf(ART), standard: 'erc721', tokenId: String(2n ** 200n), symbol: null });
    expect(back).toMatchObject({ from: owner, to: textOf(FRIEND), amount: '2' });
    expect(other).toMatchObject({ to: textOf(accountOf('other 0')) });
  });

  it('is empty for an address that nothing touched', async () => {
    expect((await history('', textOf(accountOf('nobody')))).json).toMatchObject({ total: 0, transactions: [] });
  });

  it('leaves out what is not traced yet, and says so', async () => {
    const { json } = await history('', owner, 'op');
    expect(json.total).toBe(8);
    const seen = json.transactions.map(({ internalTransfers }: { internalTransfers: string }) => internalTransfers);
    expect(seen).toEqual([...Array(6).fill('pending'), 'complete', 'complete']);
  });
});

describe('a transaction', () => {
  it('tells what it paid, called and used', async () => {
    const { json } = await transaction(AT.pays);
    expect(json).toEqual({
      ...{ family: 'evm', currency: 'eth', txid: shown(txidOf('eth', AT.pays, 0)), status: 'confirmed', decimals: 18 },
      ...{ blockHeight: AT.pays, blockHash: shown(blockHash('eth', AT.pays)), blockIndex: 0, firstSeen: null },
      ...{ timestamp: TIME_0 + AT.pays * SECONDS, confirmations: 8, fee: '21000', type: 2, from: owner },
      ...{ blobFee: '5', l1Fee: null, operatorFee: null, to: textOf(FRIEND), value: String(10n * WEI), nonce: 7 },
      ...{ gasLimit: 90_000, gasUsed: 21_000, gasPrice: '1000000007', method: null, contractCreated: null, memo: null },
      transferCount: 1,
      transfers: [
        {
          ...{ kind: 'native', from: owner, to: textOf(FRIEND), asset: null, standard: null, tokenId: null },
          ...{ amount: String(10n * WEI), decimals: 18, symbol: 'ETH', name: null },
        },
      ],
      internalTransfers: 'complete',
      nextOffset: null,
      alsoIn: [],
      tip: { height: AT.tip, hash: shown(blockHash('eth', AT.tip)), time: TIME_0 + AT.tip * SECONDS },
    });
  });

  it('may have failed, and then has moved nothing', async () => {
    expect((await transaction(AT.fails)).json).toMatchObject({
      ...{ status: 'failed', value: String(3n * WEI), fee: '9000', method: '0xa9059cbb', transfers: [] },
    });
    // Before Byzantium only running it tells.
    expect((await transaction(AT.self)).json).toMatchObject({ status: null });
  });

  it('may create a contract, move tokens, or make contracts send something on', async () => {
    expect((await transaction(AT.creates)).json).toMatchObject({
      to: null,
      contractCreated: textOf(CONTRACT),
      type: 0,
    });
    expect((await transaction(AT.tokens)).json.transfers).toMatchObject([
      { kind: 'token', asset: textOf(COIN), symbol: 'CN', name: 'Coin', decimals: 6, amount: '40', tokenId: null },
    ]);
    expect((await transaction(AT.tokens, 2)).json.transfers).toHaveLength(33);
    expect((await transaction(AT.internal)).json.transfers).toMatchObject([
      { kind: 'native', to: textOf(CONTRACT) },
      { kind: 'internal', from: textOf(CONTRACT), to: owner, amount: String(2n * WEI) },
    ]);
  });

  it('may be what the block itself moved, under the hash of the block', async () => {
    const { json } = await api.get(`/v0/transactions/eth/0x${blockHash('eth', AT.withdraws)}`);
    expect(json).toMatchObject({
      ...{ type: null, from: null, to: null, value: null, fee: null, nonce: null, gasUsed: null, gasPrice: null },
      ...{ status: 'confirmed', blockHash: json.txid, blockIndex: 0, transferCount: 2 },
      transfers: [
        { kind: 'withdrawal', from: null, to: owner, amount: String(32n * WEI) },
        { kind: 'fee', from: null, to: textOf(MINER), amount: '9' },
      ],
    });
  });

  it('is found by its id in any case, with and without 0x', async () => {
    const id = txidOf('eth', AT.pays, 0);
    for (const text of [id, id.toUpperCase(), `0x${id}`, `0x${id.toUpperCase()}`, `0X${id}`])
      expect((await api.get(`/v0/transactions/eth/${text}`)).json.txid, text).toBe(`0x${id}`);
  });

  it('is unknown where no block has it, and refused where it is no id', async () => {
    expect((await api.get(`/v0/transactions/eth/0x${'ab'.repeat(32)}`)).json).toMatchObject({
      ...{ status: 404, code: 'unknown-transaction', tip: { hash: shown(blockHash('eth', AT.tip)) } },
    });
    for (const text of [
      '0x',
      `0x${'ab'.repeat(31)}`,
      `0x0x${'ab'.repeat(32)}`,
      'ab'.repeat(33),
      `0x${'zz'.repeat(32)}`,
    ])
      expect((await api.get(`/v0/transactions/eth/${text}`)).json.code, text).toBe('invalid-parameter');
  });
});

describe('unconfirmed transactions', () => {
  const txid = PENDING_EVM_TXID;
  beforeAll(() => seedEvmMempool(api.databaseUrl, 'op', OWNER, FRIEND));

  it('come first in a history, and count in the pending balance', async () => {
    const [first, ...others] = (await history('', owner, 'op')).json.transactions;
    expect(first).toMatchObject({
      ...{
        txid: shown(txid),
        status: 'pending',
        direction: 'out',
        amount: '-5',
        value: '5',
        balanceAfter: null,
        fee: null,
      },
      ...{ blockHeight: null, blockHash: null, timestamp: null, firstSeen: TIME_0, confirmations: 0, transfers: [] },
      ...{ gasUsed: null, gasPrice: '99', nonce: 8, internalTransfers: 'pending' },
    });
    expect(others).toHaveLength(8);
    const { json } = await api.get(`/v0/addresses/op/${owner}/balance`);
    expect(json).toMatchObject({ pending: '-5', pendingTransactionCount: 1, transactionCount: 8, balance: null });
  });

  it('lead by cursor to the confirmed ones, and are found by their id', async () => {
    const { next } = (await history('?limit=1', owner, 'op')).json;
    const second = await history(`?limit=1&cursor=${next}`, owner, 'op');
    expect(txidsOf(second)).toEqual([shown(txidOf('op', AT.self, 0))]);
    expect((await api.get(`/v0/transactions/op/${txid}`)).json).toMatchObject({ status: 'pending', value: '5' });
  });
});

describe('what these chains have not', () => {
  it('are unspent outputs', async () => {
    const { status, json } = await api.get(`/v0/addresses/eth/${owner}/utxos`);
    expect([status, json.code]).toEqual([404, 'no-unspent-outputs']);
    expect(json.detail).toContain('Ethereum keeps accounts');
  });

  it('is an answer during the first sync', async () => {
    for (const what of ['transactions', 'balance'])
      expect((await api.get(`/v0/addresses/arb/${owner}/${what}`)).json).toMatchObject({
        status: 503,
        code: 'chain-syncing',
      });
    expect((await transaction(AT.pays, 0, 'arb')).status).toBe(503);
  });
});

describe('an address', () => {
  it('is read in any case and answered in one', async () => {
    const hex = OWNER.toString('hex');
    for (const text of [`0x${hex}`, `0x${hex.toUpperCase()}`, owner])
      expect((await history('?limit=1', text)).json.address, text).toBe(owner);
  });

  it.each(['0x', 'x', `0x${'00'.repeat(19)}`, `0x${'00'.repeat(21)}`, `0x${'g0'.repeat(20)}`, '%F0%9F%92%A9', 'XE'])(
    'is not %s',
    async (text) => {
      const { status, json } = await history('', text);
      expect([status, json.code]).toEqual([400, 'address-malformed']);
    },
  );

  it('with a wrong checksum is a typing mistake', async () => {
    const at = [...owner].findIndex((letter, index) => index > 1 && /[a-f]/i.test(letter));
    const letter = owner[at]!;
    const swapped = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
    const { status, json } = await history('', `${owner.slice(0, at)}${swapped}${owner.slice(at + 1)}`);
    expect([status, json.code]).toEqual([400, 'address-checksum']);
  });
});

describe('logs that anybody can write', () => {
  const base = (query: string): Promise<Reply> => history(query, owner, 'base');
  const NEWEST_FIRST = POISON.map(([direction], n) => [direction, shown(txidOf('base', n + 1, 0))] as const).reverse();
  const clean = NEWEST_FIRST.filter(([direction]) => direction !== 'mention').map(([, txid]) => txid);
  const mentions = NEWEST_FIRST.filter(([direction]) => direction === 'mention').map(([, txid]) => txid);
  const told: string[] = [];
  let listener: Session;
  beforeAll(async () => {
    listener = await openSession(api.databaseUrl, 'listener');
    listener.on('notification', ({ payload = '' }) => told.push(...(payload.match(/.{80}/g) ?? [])));
    await listener.query('LISTEN chaintrail_losses_base');
  });
  afterAll(() => closeSession(listener));

  it('give no direction to what moved nothing, and hide nothing that moved', async () => {
    for (const query of ['?limit=100', '?limit=100&fields=compact', '?limit=100&fromHeight=1']) {
      const { json } = await base(query);
      const rows = json.transactions.map(({ direction, txid }: Record<string, unknown>) => [direction, txid]);
      expect(rows, query).toEqual(NEWEST_FIRST);
    }
  });

  it.each([
    ['spam=exclude', clean],
    ['direction=mention', mentions],
    ['direction=mention&spam=exclude', []],
    ['direction=out&spam=exclude', NEWEST_FIRST.filter(([direction]) => direction === 'out').map(([, txid]) => txid)],
    ['spam=include', [...NEWEST_FIRST.map(([, txid]) => txid)]],
  ])('are left out or listed, and counted so: %s', async (query, expected) => {
    const whole = await base(`?${query}&limit=100`);
    expect(txidsOf(whole)).toEqual(expected);
    expect(whole.json).toMatchObject({ total: expected.length, next: null });
    const [third] = txidsOf(await base(`?${query}&limit=1&offset=2`));
    expect(third).toBe(expected[2]);
    const walked: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: Reply = await base(`?${query}&limit=2${next && `&cursor=${next}`}`);
      walked.push(...txidsOf(page));
      next = page.json.next;
    }
    expect(walked).toEqual(expected);
  });

  it('are told of in their transaction as what they are', async () => {
    const spoofedIn = async (height: number) =>
      (await transaction(height, 0, 'base')).json.transfers.map(({ spoofed }: { spoofed?: true }) => spoofed ?? null);
    expect(await spoofedIn(2)).toEqual([true]);
    expect(await spoofedIn(3)).toEqual([true]);
    expect(await spoofedIn(4)).toEqual([null]);
    expect(await spoofedIn(10)).toEqual([true, null, null]);
    // A signer means what the log says; and of the last nothing is known yet.
    expect(await spoofedIn(11)).toEqual([null]);
    expect(await spoofedIn(12)).toEqual([null]);
  });

  it('are what the indexer is told of where nothing is known of a loss, once', async () => {
    await base('?limit=100');
    await base('?limit=99');
    const loss = (from: Buffer, asset: Buffer): string => Buffer.concat([from, asset]).toString('hex');
    await waitFor(() => told.includes(loss(OWNER, FAKE)), { what: 'a loss to be told of' });
    expect(told.filter((name) => name.startsWith(OWNER.toString('hex'))).toSorted()).toEqual(
      [loss(OWNER, COIN), loss(OWNER, FAKE)].toSorted(),
    );
    // That was a loss of nothing.
    expect(told).not.toContain(loss(LOOKALIKE, COIN));
  });

  it('take nothing away in CSV, and are not there without spam', async () => {
    const lines = async (query: string) =>
      (await (await fetch(`${api.url}/v0/addresses/base/${owner}/transactions?format=csv${query}`)).text())
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(','));
    const moved = async (query: string) =>
      (await lines(query)).filter((cells) => cells[7] === textOf(FAKE)).map((cells) => [cells[6], cells[10]]);
    expect((await moved('')).filter(([direction]) => direction !== 'mention')).toEqual([
      ['out', '-5'],
      ['in', '9'],
    ]);
    expect(new Set((await moved('')).filter(([direction]) => direction === 'mention').map(String))).toEqual(
      new Set(['mention,0']),
    );
    expect(await moved('&spam=exclude')).toEqual([
      ['out', '-5'],
      ['in', '9'],
    ]);
    const kinds = (await lines('&spam=exclude')).filter((cells) => cells[5] === 'net');
    expect(kinds.map(([txid]) => txid)).toEqual(clean);
  });

  it('are there as such where it is asked how', async () => {
    expect(await base('?spam=yes')).toMatchObject({
      status: 400,
      json: { detail: 'spam: expected include or exclude' },
    });
    const { json } = await base('?spam=exclude&limit=1');
    expect(await base(`?limit=1&cursor=${json.next}`)).toMatchObject({
      status: 400,
      json: { code: 'invalid-parameter' },
    });
  });
});
