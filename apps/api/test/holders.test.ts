/** Holders of tokens: what is known of them, in which order, and what is said of the rest. */
import { formatAddress, requireChain } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import { describe, expect, it } from 'vitest';
import { ASGARD, CONTRACT, COSMOS_BLOCKS, FIRST, FRIEND, OWNER, RUNE, textOf } from './support/cosmos-demo.js';
import { demoChain } from './support/demo-chain.js';
import { ART, COIN, EVM_BLOCKS, ITEMS } from './support/evm-demo.js';
import { seedChain } from './support/seed-chain.js';
import { seedCosmosChain } from './support/seed-cosmos-chain.js';
import { accountOf, insert, seedEvmChain } from './support/seed-evm-chain.js';
import { serve } from './support/served.js';

const TIP = EVM_BLOCKS.length - 1;
const MANY = accountOf('token of many');
const REBASING = accountOf('rebasing');
const MAX_UINT256 = 2n ** 256n - 1n;

let session: Session;
const api = serve(async ({ databaseUrl: url, ...made }) => {
  session = made.session;
  await seedEvmChain(url, { chain: 'eth', blocks: EVM_BLOCKS });
  await seedCosmosChain(url, { chain: 'rune', firstHeight: FIRST, blocks: COSMOS_BLOCKS });
  // Nobody knows what was there before its first indexed block.
  await seedCosmosChain(url, { chain: 'cacao', firstHeight: FIRST + 1, blocks: COSMOS_BLOCKS.slice(1) });
  const chain = { network: 'regtest', blocks: demoChain().blocks };
  await seedChain(url, { chain: 'btc', ...chain });
  await seedChain(url, { chain: 'bch', ...chain });
  const token = (asset: Buffer, standard: string, drifts = false) =>
    insert(session, 'eth.tokens', {
      ...{ asset, standard, drifts, first_height: 1, address: '', name: 'Coin', symbol: 'COIN', decimals: 6 },
    });
  await token(COIN, 'erc20');
  await token(ART, 'erc721');
  await token(ITEMS, 'erc1155');
  await token(MANY, 'erc20');
  await token(REBASING, 'erc20', true);
  // Known: asked since the last transfer. Nothing any more; asked before the last transfer; never; without an answer.
  await held(COIN, 'rich', { balance: MAX_UINT256, touched: 5, height: 5 });
  await held(COIN, 'owner', { balance: 40n, touched: 5, height: TIP });
  await held(COIN, 'friend', { balance: 7n, touched: 6, height: 6 });
  await held(COIN, 'gone', { balance: 0n, touched: 5, height: 5 });
  await held(COIN, 'old', { balance: 1_000n, touched: 7, height: 6 });
  await held(COIN, 'never', { balance: null, touched: 2, height: null });
  await held(COIN, 'mute', { balance: null, touched: 2, height: 8 });
  await held(ART, 'owner', { balance: 3n, touched: 5, height: 5 });
  await held(ITEMS, 'owner', { balance: 3n, touched: 5, height: 5, tokenId: 5n });
  await held(ITEMS, 'friend', { balance: 9n, touched: 5, height: 5, tokenId: 5n });
  await held(ITEMS, 'friend', { balance: 1n, touched: 5, height: 5, tokenId: MAX_UINT256 });
  await held(ITEMS, 'never', { balance: null, touched: 5, height: null, tokenId: MAX_UINT256 });
  await held(REBASING, 'owner', { balance: 3n, touched: 5, height: 5 });
});

interface Held {
  readonly balance: bigint | null;
  readonly touched: number;
  readonly height: number | null;
  readonly tokenId?: bigint;
}

async function held(asset: Buffer, name: string, { balance, touched, height, tokenId }: Held): Promise<void> {
  await insert(session, 'eth.token_balances', {
    ...{ address_key: accountOf(name), asset, first_touched: 1, touched, height, balance, token_id: tokenId ?? null },
  });
}

const local = requireChain('eth').networks.find(({ name }) => name === 'local')!;
const ethOf = (key: Buffer): string => formatAddress(local, key);
const ask = (chain: string, asset: string, query = '') =>
  api.get(`/v0/tokens/${chain}/${encodeURIComponent(asset)}/holders${query}`);

describe('holders of a token of an EVM chain', () => {
  it('are those whose balance is known, or was before the last transfer, the largest first; the others are counted', async () => {
    const { status, json } = await ask('eth', ethOf(COIN).toLowerCase());
    expect(status).toBe(200);
    const holder = (name: string, balance: bigint, height: number, changedSince = false) => ({
      ...{ address: ethOf(accountOf(name)), name: null, balance: String(balance), height, changedSince },
    });
    expect(json).toEqual({
      ...{ currency: 'eth', asset: ethOf(COIN), symbol: 'COIN', name: 'Coin', decimals: 6 },
      ...{ standard: 'erc20', tokenId: null, limit: 25, offset: 0, total: 4, totalReason: null, unknown: 2 },
      ...{ complete: false, incompleteReasons: ['unknown-balances', 'older-balances'], next: null, historyFrom: 0 },
      tip: expect.objectContaining({ height: TIP }),
      holders: [
        holder('rich', MAX_UINT256, 5),
        holder('old', 1_000n, 6, true),
        holder('owner', 40n, TIP),
        holder('friend', 7n, 6),
      ],
    });
  });

  it('are complete where all are known', async () => {
    expect((await ask('eth', ethOf(ART))).json).toMatchObject({
      ...{ standard: 'erc721', total: 1, unknown: 0, complete: true, incompleteReasons: [] },
      holders: [{ balance: '3' }],
    });
  });

  it('may be old where balances change without a transfer', async () => {
    const { json } = await ask('eth', ethOf(REBASING));
    expect(json).toMatchObject({ total: 1, unknown: 0, complete: false, incompleteReasons: ['drifts'] });
  });

  it('are those of one token of ERC-1155', async () => {
    const five = (await ask('eth', ethOf(ITEMS), '?tokenId=5')).json;
    expect(five).toMatchObject({ standard: 'erc1155', tokenId: '5', total: 2, complete: true });
    expect(five.holders.map(({ balance }: { balance: string }) => balance)).toEqual(['9', '3']);
    const last = (await ask('eth', ethOf(ITEMS), `?tokenId=${MAX_UINT256}`)).json;
    expect(last).toMatchObject({ tokenId: String(MAX_UINT256), total: 1, unknown: 1, complete: false });
    expect((await ask('eth', ethOf(ITEMS))).json).toMatchObject({
      ...{ status: 400, code: 'invalid-parameter' },
      detail: 'tokenId: the contract counts each of its tokens apart (ERC-1155); say which one',
    });
    expect((await ask('eth', ethOf(ART), '?tokenId=5')).json).toMatchObject({
      ...{ status: 400, code: 'invalid-parameter' },
      detail: 'tokenId: the contract is known for no transfer of this token by ERC-1155; leave it out',
    });
  });

  it('are not known in full where the history starts later', async () => {
    await session.query('UPDATE eth.sync_state SET history_from = 2');
    const { json } = await ask('eth', ethOf(ART));
    await session.query('UPDATE eth.sync_state SET history_from = 0');
    expect(json).toMatchObject({ total: 1, unknown: 0, complete: false, incompleteReasons: ['later-start'] });
  });

  it('are each listed once, by offsets and by cursors, also those who have the same', async () => {
    await session.query(
      `INSERT INTO eth.token_balances (address_key, asset, first_touched, touched, height, balance)
       SELECT substr(sha256(n::text::bytea), 1, 20), $1, 1, 1, 1, CASE n % 3 WHEN 0 THEN trunc(10::numeric ^ (n % 60)) ELSE 77 END
       FROM generate_series(1, 300) n`,
      [MANY],
    );
    const { rows } = await session.query<{ key: Buffer }>(
      'SELECT address_key AS key FROM eth.token_balances WHERE asset = $1 ORDER BY balance DESC, address_key DESC',
      [MANY],
    );
    const expected = rows.map(({ key }) => ethOf(key));
    const whole = (await ask('eth', ethOf(MANY), '?limit=1000')).json;
    expect(addressesOf(whole)).toEqual(expected);
    for (const limit of [1, 7, 299]) {
      const [walked, paged]: string[][] = [[], []];
      for (let next: string | null = ''; next !== null; ) {
        const { json } = await ask('eth', ethOf(MANY), `?limit=${limit}${next && `&cursor=${next}`}`);
        if (next !== '') expect(json).toMatchObject({ offset: null, total: null, totalReason: 'cursor', unknown: 0 });
        walked!.push(...addressesOf(json));
        next = json.next;
      }
      expect(walked).toEqual(expected);
      for (let offset = 0; offset < 300; offset += limit) {
        const { json } = await ask('eth', ethOf(MANY), `?limit=${limit}&offset=${offset}`);
        expect(json).toMatchObject({ total: 300, offset });
        paged!.push(...addressesOf(json));
      }
      expect(paged).toEqual(expected);
    }
  });

  it('are counted up to ten thousand', async () => {
    const asset = accountOf('token of everybody');
    await session.query(`INSERT INTO eth.tokens (asset, first_height, standard, address) VALUES ($1, 1, 'erc20', '')`, [
      asset,
    ]);
    await session.query(
      `INSERT INTO eth.token_balances (address_key, asset, first_touched, touched, height, balance)
       SELECT substr(sha256(n::text::bytea), 1, 20), $1, 1, 1, CASE WHEN n % 2 = 0 THEN 1 END, CASE WHEN n % 2 = 0 THEN n END
       FROM generate_series(1, 20002) n`,
      [asset],
    );
    const { json } = await ask('eth', ethOf(asset), '?offset=10000');
    expect(json).toMatchObject({ total: null, totalReason: 'too-many', unknown: null, complete: false });
    expect(json.holders).toEqual([expect.objectContaining({ balance: '2' })]);
    expect((await ask('eth', ethOf(asset), '?offset=10001')).json).toMatchObject({ status: 400 });
  });
});

describe('holders of a denomination', () => {
  const holdersOf = async (denom: string) => {
    const { json } = await ask('rune', denom);
    return json.holders.map(({ address, balance }: { address: string; balance: string }) => [address, BigInt(balance)]);
  };

  it('are exact, with those left out who have nothing any more', async () => {
    expect(await holdersOf('tcy')).toEqual([
      [textOf(OWNER), 6n * RUNE],
      [textOf(FRIEND), RUNE],
    ]);
    expect(await holdersOf('x/ruji')).toEqual([[textOf(FRIEND), 465n]]);
    // Some proxies decode what is encoded in a path: then the query names it.
    const byPath = await ask('rune', 'x/ruji', '');
    const byQuery = await api.get('/v0/tokens/rune/holders?asset=x/ruji&limit=10');
    expect(byQuery.json).toEqual({ ...byPath.json, limit: 10 });
    expect((await api.get('/v0/tokens/rune/holders')).json).toMatchObject({ code: 'invalid-parameter' });
    expect(await holdersOf('btc-btc')).toEqual([[textOf(OWNER), 9n]]);
    expect(textOf(CONTRACT)).toMatch(/^tthor1/);
    expect((await ask('rune', 'tcy')).json).toMatchObject({
      ...{ asset: 'tcy', symbol: 'TCY', decimals: 8, standard: null, tokenId: null },
      ...{ total: 2, unknown: 0, complete: true, incompleteReasons: [] },
      holders: [{ height: FIRST + COSMOS_BLOCKS.length - 1 }, {}],
    });
  });

  it('lead from page to page', async () => {
    const first = (await ask('rune', 'tcy', '?limit=1')).json;
    const second = (await ask('rune', 'tcy', `?limit=1&cursor=${first.next}`)).json;
    expect([addressesOf(first), addressesOf(second)]).toEqual([[textOf(OWNER)], [textOf(FRIEND)]]);
    expect(second.next).toBeNull();
    expect((await ask('rune', 'x/ruji', `?cursor=${first.next}`)).json).toMatchObject({ code: 'invalid-cursor' });
  });

  it('have the names of modules', async () => {
    await insert(session, 'rune.token_holdings', { tx_key: 1, address_key: ASGARD, asset: 'eth-eth', balance: 5 });
    expect((await ask('rune', 'eth-eth')).json.holders).toMatchObject([{ name: 'asgard', balance: '5' }]);
  });

  it('are not known where it is not known what was there before', async () => {
    const unknown = { total: 0, complete: false, incompleteReasons: ['unknown-balances'], holders: [] };
    expect((await ask('rune', 'maya.mimir')).json).toMatchObject({ ...unknown, unknown: 1 });
    expect((await ask('cacao', 'tcy')).json).toMatchObject({ ...unknown, unknown: 2 });
  });
});

describe('what has no holders', () => {
  it.each([
    ['btc', 'tcy', 404, 'no-tokens', 'Bitcoin has no tokens that are counted here'],
    [
      ...(['bch', 'tcy', 404, 'no-tokens'] as const),
      'Bitcoin Cash has no tokens that are counted here: CashTokens are shown on the outputs that hold them',
    ],
    ['eth', ethOf(accountOf('nobody')), 404, 'unknown-token', 'no transfer of such a token is indexed on Ethereum'],
    ['rune', 'TCY', 404, 'unknown-token', 'no transfer of such a token is indexed on THORChain'],
    [
      ...(['eth', 'native', 400, 'invalid-parameter'] as const),
      'asset: holders of ETH itself are not listed, only those of tokens; give the contract of a token',
    ],
    [
      ...(['rune', 'rune', 400, 'invalid-parameter'] as const),
      'asset: holders of RUNE itself are not listed, only those of tokens; give another denomination',
    ],
  ])('%s %s', async (chain, asset, status, code, detail) => {
    expect((await ask(chain, asset)).json).toMatchObject({ status, code, detail });
  });

  it.each([
    ['eth', 'x', ''],
    ['eth', '0x12', ''],
    ['rune', 'a b', ''],
    ['rune', 'a\u0000b', ''],
    ['rune', 'ä', ''],
    ['rune', 'x'.repeat(129), ''],
    ['rune', 'tcy', '?tokenId=5'],
    ['eth', ethOf(ITEMS), '?tokenId=-1'],
    ['eth', ethOf(ITEMS), `?tokenId=${'9'.repeat(79)}`],
    ['eth', ethOf(COIN), '?cursor=x'],
    ['eth', ethOf(COIN), `?cursor=${'A'.repeat(100)}`],
    ['eth', ethOf(COIN), '?offset=-1'],
  ])('is refused: %s %s %s', async (chain, asset, query) => {
    expect((await ask(chain, asset, query)).status).toBe(400);
  });

  it('is a cursor of another token, of another of its ids, or a damaged one', async () => {
    const { next } = (await ask('eth', ethOf(ITEMS), '?tokenId=5&limit=1')).json;
    expect((await ask('eth', ethOf(ITEMS), `?tokenId=5&cursor=${next}`)).status).toBe(200);
    const other = next.at(-5) === 'A' ? 'B' : 'A';
    for (const [asset, query] of [
      [ITEMS, `?tokenId=6&cursor=${next}`],
      [COIN, `?cursor=${next}`],
      [ITEMS, `?tokenId=5&cursor=${next.slice(0, -5)}${other}${next.slice(-4)}`],
      [ITEMS, `?tokenId=5&cursor=${next.slice(0, -8)}`],
    ] as const)
      expect((await ask('eth', ethOf(asset), query)).json, query).toMatchObject({ code: 'invalid-cursor' });
    expect((await ask('eth', ethOf(ITEMS), `?tokenId=5&offset=1&cursor=${next}`)).status).toBe(400);
  });
});

function addressesOf({ holders }: { holders: readonly { address: string }[] }): string[] {
  return holders.map(({ address }) => address);
}
