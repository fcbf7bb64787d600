/** Balances of Cosmos chains as they are read, held against what the blocks were made of. */
import { entryTxid } from '@chaintrail/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Queryable, readCosmosBalances, readCosmosHistory } from '../src/index.js';
import { accountOf, BlockMaker, entry, FIRST_HEIGHT, prepared } from './support/cosmos-blocks.js';
import {
  ACCOUNTS,
  chainOf,
  closeChains,
  type Expected,
  historyOf,
  isOf,
  type ReadChain,
  tokensOf,
} from './support/cosmos-read-world.js';

const BLOCKS = 60;

/** Balance of one address. */
async function readCosmosBalance(...[db, chain, key, height, limit = 100]: OneParameters) {
  return (await readCosmosBalances(db, chain, [key], height, { limit, from: null, assets: null }))?.[0] ?? null;
}
type OneParameters = [db: Queryable, chain: 'rune', key: Buffer, height: number | null, limit?: number];

let chain: ReadChain;
beforeAll(async () => {
  chain = await chainOf(new BlockMaker(7).blocks(BLOCKS));
});
afterAll(closeChains);

describe('a balance', () => {
  it('is the sum of what moved, of every denomination, at every block', async () => {
    const opening = chain.blocks[0]!.block.entries[0]!;
    for (let n = 0; n < ACCOUNTS; n++) {
      const account = accountOf(n);
      const history = historyOf(account, chain);
      const touchedByOpening = opening.transfers.some(({ to }) => isOf(account)(to));
      for (const height of [null, FIRST_HEIGHT, FIRST_HEIGHT + 1, FIRST_HEIGHT + 30, FIRST_HEIGHT + BLOCKS - 1]) {
        const found = await readCosmosBalance(chain.pool, 'rune', account, height);
        const until = height ?? FIRST_HEIGHT + BLOCKS - 1;
        const rows = history.filter((row) => row.height <= until);
        const timeAt = (row: Expected | undefined) => row && 1_700_000_000 + 6 * row.height;
        expect(found!.isKnown).toBe(true);
        expect(found!.totals?.balance).toBe(rows.at(-1)?.balance.toString());
        expect(found!.totals?.transactionCount).toBe(rows.length === 0 ? undefined : rows.length);
        expect(found!.totals?.firstSeen).toBe(timeAt(rows[0]));
        expect(found!.totals?.lastSeen).toBe(timeAt(rows.at(-1)));
        if (rows.length > 0) expect(found!.totals!.received === null).toBe(touchedByOpening);
        const tokens = new Map(found!.tokens.map(({ asset, balance }) => [asset, BigInt(balance!)] as const));
        expect(tokens).toEqual(tokensOf(account, until, chain));
        expect(found!.tokenCount).toBe(tokens.size);
        expect(found!.block?.height).toBe(height ?? undefined);
      }
    }
  });

  it('of many is that of each, in their order', async () => {
    const keys = [...Array(ACCOUNTS).keys(), 0, ACCOUNTS + 1].map(accountOf);
    for (const height of [null, FIRST_HEIGHT + 30]) {
      const each = await Promise.all(keys.map((key) => readCosmosBalance(chain.pool, 'rune', key, height)));
      const many = await readCosmosBalances(chain.pool, 'rune', keys, height);
      expect(many!.map(withoutAge)).toEqual(each.map((one) => withoutAge(one!)));
    }
  });

  it('lists so many denominations, what it has had longest first', async () => {
    const account = [...Array(ACCOUNTS).keys()]
      .map(accountOf)
      .find((each) => tokensOf(each, Number.MAX_SAFE_INTEGER, chain).size > 2)!;
    const all = await readCosmosBalance(chain.pool, 'rune', account, null);
    const two = await readCosmosBalance(chain.pool, 'rune', account, null, 2);
    expect(two!.tokens).toEqual(all!.tokens.slice(0, 2));
    expect(two!.tokenCount).toBe(all!.tokens.length);
    const { rows } = await chain.session.query<{ asset: string }>(
      `SELECT asset FROM rune.token_history WHERE address_key = $1 GROUP BY asset
       HAVING (array_agg(balance ORDER BY tx_key DESC))[1] <> 0 ORDER BY min(tx_key), asset`,
      [account],
    );
    expect(all!.tokens.map(({ asset }) => asset)).toEqual(rows.map(({ asset }) => asset));
  });

  it('tells what was received where nothing was there before', async () => {
    const account = Buffer.alloc(20, 9);
    const own = await chainOf([
      ...new BlockMaker(9).blocks(3),
      prepared(FIRST_HEIGHT + 3, {
        ...{ time: 1_800_000_000, size: 1, txCount: 0 },
        entries: [
          entry('begin', entryTxid(FIRST_HEIGHT + 3, 'begin'), {
            transfers: [
              { kind: 'mint', from: null, to: account, denom: null, amount: 7n },
              { kind: 'burn', from: account, to: null, denom: null, amount: 3n },
              { kind: 'mint', from: null, to: account, denom: 'tcy', amount: 11n },
            ],
          }),
        ],
      }),
    ]);
    const found = await readCosmosBalance(own.pool, 'rune', account, null);
    expect(found!.totals).toMatchObject({ balance: '4', received: '7', transactionCount: 1 });
    expect(found!.tokens).toEqual([{ asset: 'tcy', balance: '11' }]);
    expect((await readCosmosBalance(own.pool, 'rune', account, FIRST_HEIGHT))!.totals).toBeNull();
  });

  it('is not known without an opening entry, and neither is what it was after a transaction', async () => {
    const own = await chainOf(new BlockMaker(11, false).blocks(20));
    for (let n = 0; n < ACCOUNTS; n++) {
      const found = await readCosmosBalance(own.pool, 'rune', accountOf(n), null);
      expect(found!.isKnown).toBe(false);
      expect(found!.totals ?? {}).toMatchObject(found!.totals ? { balance: null, received: null } : {});
      expect(found!.tokens.every(({ balance }) => balance === null)).toBe(true);
      const history = await readCosmosHistory(own.pool, 'rune', accountOf(n), {
        ...{ newestFirst: true, offset: 0, from: null, limit: 1_000 },
      });
      expect(history!.rows.every(({ balance }) => balance === null)).toBe(true);
      expect(history!.rows.length).toBe(historyOf(accountOf(n), own).length);
    }
  });

  it('is not known of denominations that the genesis does not tell of', async () => {
    const account = Buffer.alloc(20, 3);
    const opening = { type: 'opening', source: 'genesis', unknownDenoms: ['maya.mimir'] };
    const genesis = { kind: 'genesis', from: null, to: account } as const;
    const entries = [
      entry('opening', entryTxid(FIRST_HEIGHT, 'opening'), {
        messages: [opening],
        transfers: [
          { ...genesis, denom: 'maya.mimir', amount: 5n },
          { ...genesis, denom: 'tcy', amount: 6n },
        ],
      }),
    ];
    const own = await chainOf([prepared(FIRST_HEIGHT, { time: 1_700_000_000, size: 1, txCount: 0, entries })]);
    expect(await readCosmosBalance(own.pool, 'rune', account, null)).toMatchObject({
      isKnown: true,
      tokens: [
        { asset: 'tcy', balance: '6' },
        { asset: 'maya.mimir', balance: null },
      ],
      tokenCount: 2,
    });
  });
});

/** Without what the clock says. */
function withoutAge<Row extends { readonly state: object }>({ state, ...row }: Row) {
  return { ...row, state: { ...state, heartbeatAgeSeconds: 0 } };
}
