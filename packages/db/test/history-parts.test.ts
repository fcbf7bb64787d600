/** Parts of long histories: what is looked at for one page is bounded, and what is said of the rest is true. */
import { LONG_HISTORY, longHistoryEntry, seedLongHistory } from '@chaintrail/testkit';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  EXAMINED_ROWS,
  type HistoryPart,
  readCosmosHistory,
  readEvmHistory,
  readUtxoHistory,
  WHOLE_HISTORY,
} from '../src/index.js';
import { EXAMINED_TRANSFERS } from '../src/read/history-part.js';
import { historyStatement } from '../src/read/history-statement.js';
import { utxoHistorySql } from '../src/read/utxo/read-utxo-history.js';
import { createIndexedChain } from '../src/write/chain-indexes.js';
import { LONG_ACCOUNT, longTxKey, seedLongCosmosAccount } from './support/cosmos-long-history.js';
import { LONG_KEY, longKey, seedLongEvmHistory } from './support/evm-long-history.js';
import { openReadDatabase } from './support/opened-databases.js';
import { explain, pagesRead, plansOf } from './support/plan.js';

const ROWS = 25_000;
const TOKEN = Buffer.alloc(20, 0x77);
/** Rows of the UTXO chains' address: those that go out, and those of which only the fee is lost. */
const isOut = (n: number): boolean => n % 7_000 === 3;
const isSelf = (n: number): boolean => n % 9_000 === 1;
/** Rows of the account: those with a token, and two that hold more transfers than a page looks at. */
const hasToken = (n: number): boolean => n % 3_000 === 5;
const VAST = [20_000, 20_010] as const;

const db = openReadDatabase(async (session) => {
  await seedLongHistory(session, ROWS);
  await session.query(`UPDATE btc.address_transactions SET delta = CASE WHEN seq % 7000 = 3 THEN -5 ELSE 0 END
    WHERE seq % 7000 = 3 OR seq % 9000 = 1`);
  await seedLongEvmHistory(session, ROWS);
  const token = (key: number, rows: string): string =>
    `INSERT INTO eth.transfers (tx_key, idx, kind, standard, from_key, to_key, asset, amount)
     SELECT ${key}, idx, 'token', 'erc20', '\\x11', '\\x22', '\\x99', 1 FROM generate_series(1, ${rows}) idx`;
  for (const n of VAST) await session.query(token(longKey(n), `${EXAMINED_TRANSFERS * 0.6}`));
  for (let n = 0; n < ROWS; n++)
    if (hasToken(n)) {
      await session.query(
        `INSERT INTO eth.transfers (tx_key, idx, kind, standard, from_key, to_key, asset, amount) VALUES ($1, 1, 'token', 'erc20', $2, '\\x22', $3, 1)`,
        [longKey(n), LONG_KEY, TOKEN],
      );
    }
  await seedLongCosmosAccount(session, { rows: ROWS, assets: 4_000 });
  await session.query('ANALYZE');
});

type Found = {
  readonly total: number | null;
  readonly offset: number | null;
  readonly rows: readonly { readonly transaction: { readonly txid: string } }[];
  readonly next: object | null;
};
interface Asked {
  readonly newestFirst: boolean;
  readonly offset: number;
  readonly limit: number;
  // biome-ignore lint/suspicious/noExplicitAny: every family has positions of its own
  readonly from: any;
  readonly part: HistoryPart;
}
const LONG = {
  btc: (page: Asked): Promise<Found | null> => readUtxoHistory(db.pool, 'btc', LONG_HISTORY.addressKey, page),
  eth: (page: Asked): Promise<Found | null> => readEvmHistory(db.pool, 'eth', LONG_KEY, page),
  rune: (page: Asked): Promise<Found | null> => readCosmosHistory(db.pool, 'rune', LONG_ACCOUNT, page),
};
const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Txids of a walk, and how many pages it took. */
async function walked(
  read: (page: Asked) => Promise<Found | null>,
  newestFirst: boolean,
  part: HistoryPart,
  limit: number,
) {
  const txids: string[] = [];
  let pages = 0;
  for (let from: object | null = null; ; pages++) {
    const page: Found = (await read({ newestFirst, offset: 0, limit, from, part }))!;
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    expect([page.total, page.offset]).toEqual([null, null]);
    txids.push(...page.rows.map(({ transaction }) => transaction.txid));
    from = page.next;
    if (from === null) return { txids, pages: pages + 1 };
  }
}

const hashed = (n: number): string => longHistoryEntry(n).txid;
const CASES = [
  [
    'btc',
    { direction: 'out' },
    range(ROWS + 1)
      .filter((n) => n > 0 && isOut(n))
      .map(hashed),
  ],
  [
    'btc',
    { direction: 'self' },
    range(ROWS + 1)
      .filter((n) => n > 0 && isSelf(n) && !isOut(n))
      .map(hashed),
  ],
  ['eth', { asset: { key: TOKEN } }, range(ROWS).filter(hasToken).map(hashed)],
  ['eth', { direction: 'self' }, [hashed(0)]],
  [
    'rune',
    { asset: { denom: 'asset-7' }, direction: 'in' },
    range(ROWS)
      .filter((n) => n % 4_000 === 7)
      .map(hashed),
  ],
  ['rune', { direction: 'self' }, [hashed(0)]],
] as const satisfies readonly (readonly [keyof typeof LONG, Partial<HistoryPart>, readonly string[]])[];

describe.each(CASES)('of a long history of %s what is %j', (code, which, oldestFirst) => {
  const part: HistoryPart = { ...WHOLE_HISTORY, ...which };
  const read = LONG[code];

  it.each([true, false])(
    'is found by `next` over pages that may have nothing; newest first: %s',
    async (newestFirst) => {
      const expected = newestFirst ? [...oldestFirst].reverse() : oldestFirst;
      for (const limit of [1, 50]) {
        const { txids, pages } = await walked(read, newestFirst, part, limit);
        expect(txids).toEqual(expected);
        // Those that go through all there is, those that are full, and those that stop at vast transactions.
        expect(pages).toBeGreaterThanOrEqual(Math.ceil(ROWS / EXAMINED_ROWS));
        expect(pages).toBeLessThanOrEqual(Math.ceil(ROWS / EXAMINED_ROWS) + expected.length / limit + VAST.length + 1);
      }
    },
  );

  it('is not counted, and has no page behind an offset', async () => {
    const page = await read({ newestFirst: true, offset: 1, limit: 5, from: null, part });
    expect(page).toMatchObject({ total: null, offset: null, next: null });
  });
});

describe('a part of a long history that one page can look at', () => {
  it.each([
    ['btc', 5, isOut, (n: number) => Math.floor((n - 1) / 2_000) + 1, 1],
    ['btc', 8, isSelf, (n: number) => Math.floor((n - 1) / 2_000) + 1, 1],
  ] as const)('is counted: %s from height %d', async (code, height, isAsked, heightOf, first) => {
    const direction = isAsked === isOut ? 'out' : 'self';
    const part: HistoryPart = { ...WHOLE_HISTORY, since: { height }, until: { height: height + 4 }, direction };
    const expected = range(ROWS + first).filter(
      (n) => n >= first && isAsked(n) && heightOf(n) >= height && heightOf(n) <= height + 4,
    );
    const page = await LONG[code]({ newestFirst: false, offset: 0, limit: 5, from: null, part });
    expect(page!.total).toBe(expected.length);
    expect(page!.rows.map(({ transaction }) => transaction.txid)).toEqual(expected.map(hashed).slice(0, 5));
  });

  it('is not counted where its transfers are too many', async () => {
    const heights = { since: { height: longKey(VAST[0]) / 2 ** 20 - 1 }, until: null } as const;
    const [since, until] = [Math.floor(heights.since.height), Math.floor(longKey(VAST[1]) / 2 ** 20) + 1];
    const part: HistoryPart = {
      ...WHOLE_HISTORY,
      since: { height: since },
      until: { height: until },
      asset: { key: TOKEN },
    };
    const page = (await LONG.eth({ newestFirst: true, offset: 0, limit: 5, from: null, part }))!;
    expect(page.total).toBeNull();
    expect(page.next).not.toBeNull();
    const calm: HistoryPart = { ...part, since: { height: 1 }, until: { height: 30 } };
    const expected = range(30 * 200).filter(hasToken).length;
    expect((await LONG.eth({ newestFirst: true, offset: 0, limit: 5, from: null, part: calm }))!.total).toBe(expected);
  });

  it('of one denomination is counted in a history of any length, and read without the rest of it', async () => {
    const oldestFirst = range(ROWS)
      .filter((n) => n % 4_000 === 7)
      .map(hashed);
    const part: HistoryPart = { ...WHOLE_HISTORY, asset: { denom: 'asset-7' } };
    for (const newestFirst of [true, false]) {
      const expected = newestFirst ? [...oldestFirst].reverse() : oldestFirst;
      const read = (offset: number, from: object | null) => LONG.rune({ newestFirst, offset, limit: 3, from, part });
      const first = (await read(0, null))!;
      const second = (await read(0, first.next))!;
      const third = (await read(0, second.next))!;
      expect([first.total, second.total, third.next]).toEqual([expected.length, null, null]);
      const txids = [first, second, third].flatMap(({ rows }) => rows.map(({ transaction }) => transaction.txid));
      expect(txids).toEqual(expected);
      const behind = (await read(5, null))!;
      expect(behind).toMatchObject({ total: expected.length, offset: 5, next: null });
      expect(behind.rows.map(({ transaction }) => transaction.txid)).toEqual(expected.slice(5, 8));
    }
    const vast: HistoryPart = { ...WHOLE_HISTORY, asset: { denom: 'vast' } };
    await db.session.query(`INSERT INTO rune.token_history (tx_key, address_key, asset, delta, balance)
      SELECT tx_key, address_key, 'vast', 1, seq FROM rune.address_transactions`);
    const page = (await LONG.rune({ newestFirst: true, offset: 0, limit: 5, from: null, part: vast }))!;
    expect(page.total).toBeNull();
    expect(page.rows.map(({ transaction }) => transaction.txid)).toEqual(range(5).map((at) => hashed(ROWS - 1 - at)));
    const next = (await LONG.rune({ newestFirst: true, offset: 0, limit: 5, from: page.next, part: vast }))!;
    expect(next.rows[0]?.transaction.txid).toBe(hashed(ROWS - 6));
  });

  it('of blocks alone is counted however long it is, at any offset', async () => {
    const heightOf = {
      btc: (n: number) => Math.floor(n / 2_000) + 1,
      eth: (n: number) => longKey(n),
      rune: (n: number) => longTxKey(n),
    };
    for (const [code, toHeight] of Object.entries(heightOf) as [keyof typeof LONG, (n: number) => number][]) {
      const blockOf = (n: number): number => (code === 'btc' ? toHeight(n) : Math.floor(toHeight(n) / 2 ** 20));
      const [low, high] = [blockOf(3_000), blockOf(22_000)];
      const part: HistoryPart = { ...WHOLE_HISTORY, since: { height: low }, until: { height: high } };
      const inside = range(ROWS).filter((n) => blockOf(n) >= low && blockOf(n) <= high);
      for (const offset of [0, 1, 15_000, inside.length - 3, inside.length]) {
        const page = (await LONG[code]({ newestFirst: false, offset, limit: 5, from: null, part }))!;
        expect(page, code).toMatchObject({ total: inside.length, offset });
        const sought = inside.slice(offset, offset + 5).map((n) => hashed(code === 'btc' ? n + 1 : n));
        expect(page.rows.map(({ transaction }) => transaction.txid)).toEqual(sought);
      }
    }
  });
});

describe('times of a chain whose header times do not always rise', () => {
  const BLOCKS = 4_000;
  const KEY = Buffer.concat([Buffer.of(0), Buffer.alloc(20, 3)]);
  /** The first of 1,500 blocks a second apart is stamped two hours ahead, as in the storms of test networks. */
  const STORM = { from: 2_000, to: 3_500 } as const;
  /** Others come once a minute, stamped up to two hours beside that, at last up to ten days. */
  const timeOf = (height: number): number => {
    const start = 1_600_000_000 + Math.min(height, STORM.from) * 60;
    if (height === STORM.from) return start + 10_000;
    if (height < STORM.from) return start + ((height * 7_919) % 7_201);
    if (height <= STORM.to) return start + height - STORM.from;
    return start + height - STORM.from + ((height * 7_919_317) % 864_000);
  };
  const heights = range(BLOCKS).map((at) => at + 1);
  let latest = 0;
  const latestTimes = heights.map((height) => (latest = Math.max(latest, timeOf(height))));

  beforeAll(async () => {
    const place = `generate_series(1, ${BLOCKS}) h`;
    await createIndexedChain(db.session, 'doge', 'regtest');
    for (const statement of [
      `INSERT INTO doge.blocks (height, hash, parent_hash, time, max_time, tx_count, size)
       SELECT h, sha256(convert_to('doge ' || h, 'UTF8')), '', time, CASE WHEN latest > time THEN latest END, 1, 100
       FROM unnest('{${heights.map(timeOf).join()}}'::bigint[], '{${latestTimes.join()}}'::bigint[]) WITH ORDINALITY AS times(time, latest, h)`,
      `INSERT INTO doge.transactions (tx_key, txid, version, lock_time, size, vsize, fee, input_tx_keys, input_vouts, output_values, output_keys)
       SELECT h::bigint << 20, sha256(convert_to(h::text, 'UTF8')), 1, 0, 100, 100, 0, '{}', '{}', ARRAY[h], ARRAY['\\x${KEY.toString('hex')}'::bytea] FROM ${place}`,
      `INSERT INTO doge.address_transactions (address_key, seq, tx_key, delta, balance, received)
       SELECT '\\x${KEY.toString('hex')}', h, h::bigint << 20, h, h * (h + 1) / 2, h * (h + 1) / 2 FROM ${place}`,
      `INSERT INTO doge.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
       SELECT 'regtest', 0, height, hash, time, height, 'live', now() FROM doge.blocks WHERE height = ${BLOCKS}`,
      'ANALYZE doge.blocks',
    ])
      await db.session.query(statement);
  });

  it('are exact: all blocks that are stamped in the range, and no other', async () => {
    const moment = fc
      .tuple(fc.constantFrom(...heights), fc.constantFrom(-1, 0, 1, 3_600))
      .map(([height, beside]) => timeOf(height) + beside);
    await fc.assert(
      fc.asyncProperty(moment, moment, fc.boolean(), fc.nat(400), async (one, other, newestFirst, offset) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const inside = heights.filter((height) => timeOf(height) >= low && timeOf(height) <= high);
        if (newestFirst) inside.reverse();
        const part: HistoryPart = { ...WHOLE_HISTORY, since: { time: low }, until: { time: high } };
        let page = (await readUtxoHistory(db.pool, 'doge', KEY, {
          newestFirst,
          offset,
          limit: 300,
          from: null,
          part,
        }))!;
        const seen: number[] = [];
        for (;;) {
          expect(page).toMatchObject({ total: inside.length, offset: offset + seen.length });
          seen.push(...page.rows.map(({ delta }) => Number(delta)));
          for (const { gained, delta } of page.rows) expect(gained).toBe(delta);
          if (page.next === null) break;
          page = (await readUtxoHistory(db.pool, 'doge', KEY, {
            newestFirst,
            offset: 0,
            limit: 300,
            from: page.next,
            part,
          }))!;
        }
        expect(seen).toEqual(inside.slice(offset));
      }),
      { numRuns: 20 },
    );
  });

  it('cost as little where more than a thousand blocks are stamped near both ends', async () => {
    const start = timeOf(STORM.from + 1);
    const statement = historyStatement('doge', utxoHistorySql('doge'), { part: true, compact: false });
    const types =
      'bytea, boolean, bigint, bigint, bigint, bigint, integer, bigint, bigint, bigint, bigint, bigint, bigint, text';
    await db.session.query(`PREPARE page (${types}) AS ${statement}`);
    for (const [since, until] of [
      [start + 3_600, start + 9_000],
      [start + 700, start + 800],
    ] as const) {
      const root = await explain(
        db.session,
        `EXECUTE page ('\\x${KEY.toString('hex')}', true, 0, NULL, NULL, 1, NULL, NULL, ${since}, NULL, ${until}, 0, 1, NULL)`,
      );
      const asked = plansOf(root).find((plan) => plan['Subplan Name'] === 'CTE asked')!;
      // As many as the rows of 2,001 blocks around each end, and the entries of their index, lie in.
      expect(pagesRead(asked)).toBeLessThan(80);
    }
  });
});
