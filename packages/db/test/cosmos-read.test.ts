/** What is read of Cosmos chains, held against what the blocks were made of. */
import { type CosmosEntry, entryTxid } from '@chaintrail/chains';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CosmosHistory,
  type CosmosHistoryPosition,
  createReadPool,
  openCosmosLedger,
  openSession,
  type Pool,
  readCosmosBalance,
  readCosmosHistory,
  readCosmosTransaction,
  readExample,
  type Session,
  type StoredCosmosTransaction,
} from '../src/index.js';
import {
  accountOf,
  BlockMaker,
  entry,
  FIRST_HEIGHT,
  type MadeBlock,
  place,
  prepared,
} from './support/cosmos-blocks.js';

const BLOCKS = 60;
const ACCOUNTS = 12;

interface Chain {
  readonly database: TestDatabase;
  readonly session: Session;
  readonly pool: Pool;
  readonly blocks: readonly MadeBlock[];
}
const opened: Chain[] = [];

async function chainOf(blocks: readonly MadeBlock[]): Promise<Chain> {
  const database = await createTestDatabase();
  const session = await openSession(database.url, 'cosmos-read-test');
  const pool = createReadPool(database.url, { max: 2, applicationName: 'cosmos-read-test' });
  const chain = { database, session, pool, blocks };
  opened.push(chain);
  const ledger = await openCosmosLedger(session, place, FIRST_HEIGHT);
  for (let at = 0; at < blocks.length; at += 7) {
    const cursor = await ledger.cursor();
    await ledger.replaceAfter(cursor, cursor, blocks.slice(at, at + 7));
  }
  await session.query(`UPDATE rune.sync_state SET live_since = now(), phase = 'live'`);
  return chain;
}

let chain: Chain;
beforeAll(async () => {
  chain = await chainOf(new BlockMaker(7).blocks(BLOCKS));
});
afterAll(async () => {
  for (const { database, session, pool } of opened.splice(0)) {
    await pool.end();
    await session.end();
    await database.drop();
  }
});

const idOf = ({ kind, txid }: CosmosEntry): string =>
  kind === 'transaction' ? txid.toString('hex') : txid.toString('latin1');
const isOf = (account: Buffer) => (key: Buffer | null) => key?.equals(account) === true;

interface Expected {
  readonly txid: string;
  readonly height: number;
  readonly delta: bigint;
  readonly balance: bigint;
}

/** What an account went through, oldest first. */
function historyOf(account: Buffer, { blocks }: Chain = chain): Expected[] {
  const own = isOf(account);
  const rows: Expected[] = [];
  let balance = 0n;
  for (const { height, block } of blocks)
    for (const each of block.entries) {
      if (!own(each.from) && !each.transfers.some(({ from, to }) => own(from) || own(to))) continue;
      const delta = each.transfers.reduce((sum, { from, to, denom, amount }) => {
        if (denom !== null) return sum;
        return sum + (own(to) ? amount : 0n) - (own(from) ? amount : 0n);
      }, 0n);
      balance += delta;
      rows.push({ txid: idOf(each), height, delta, balance });
    }
  return rows;
}

/** What an account has of other denominations after a block, without those of which it has nothing. */
function tokensOf(account: Buffer, until: number): Map<string, bigint> {
  const own = isOf(account);
  const sums = new Map<string, bigint>();
  for (const { height, block } of chain.blocks)
    for (const { from, to, denom, amount } of height > until ? [] : block.entries.flatMap((each) => each.transfers)) {
      if (denom === null) continue;
      sums.set(denom, (sums.get(denom) ?? 0n) + (own(to) ? amount : 0n) - (own(from) ? amount : 0n));
    }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

const page = async (
  account: Buffer,
  rest: Partial<Parameters<typeof readCosmosHistory>[3]>,
): Promise<CosmosHistory> => {
  const found = await readCosmosHistory(chain.pool, 'rune', account, {
    ...{ newestFirst: true, offset: 0, from: null, limit: 10 },
    ...rest,
  });
  if (!found) throw new Error('no chain');
  return found;
};
const shown = ({ rows }: CosmosHistory) =>
  rows.map(({ delta, balance, transaction }) => [transaction.txid, transaction.block.height, delta, balance]);
const told = (rows: readonly Expected[]) =>
  rows.map(({ txid, height, delta, balance }) => [txid, height, String(delta), String(balance)]);

describe('a history', () => {
  it('is what the account went through, at every offset, in both orders, and by cursor', async () => {
    let longest = 0;
    for (let n = 0; n < ACCOUNTS; n++) {
      const expected = historyOf(accountOf(n));
      longest = Math.max(longest, expected.length);
      for (const newestFirst of [true, false]) {
        const inOrder = newestFirst ? [...expected].reverse() : expected;
        let from: CosmosHistoryPosition | null = null;
        for (let offset = 0; offset < inOrder.length; offset += 10) {
          const wanted = told(inOrder.slice(offset, offset + 10));
          const jumped = await page(accountOf(n), { newestFirst, offset });
          expect(shown(jumped)).toEqual(wanted);
          expect(jumped.total).toBe(expected.length);
          const walked: CosmosHistory = await page(accountOf(n), { newestFirst, from });
          expect(shown(walked)).toEqual(wanted);
          expect(walked.offset).toBe(offset);
          expect(jumped.next).toEqual(walked.next);
          from = walked.next;
          expect(from === null).toBe(offset + 10 >= inOrder.length);
        }
      }
    }
    expect(longest).toBeGreaterThan(30);
  });

  it('is empty behind its end, and for an account that nothing touched', async () => {
    const total = historyOf(accountOf(1)).length;
    for (const newestFirst of [true, false]) {
      for (const offset of [total, total + 1, Number.MAX_SAFE_INTEGER])
        expect(await page(accountOf(1), { newestFirst, offset })).toMatchObject({
          total,
          rows: [],
          next: null,
          offset,
        });
      expect(await page(Buffer.alloc(20), { newestFirst })).toMatchObject({ total: 0, rows: [], next: null });
    }
  });

  it('newest first does not show what arrives during a walk, oldest first ends with it', async () => {
    const own = await chainOf(new BlockMaker(8).blocks(20));
    const account = accountOf(2);
    const read = (rest: object) =>
      readCosmosHistory(own.pool, 'rune', account, { newestFirst: true, offset: 0, from: null, limit: 3, ...rest });
    const before = historyOf(account, own);
    const [first, oldest] = [await read({}), await read({ newestFirst: false })];
    const height = FIRST_HEIGHT + 20;
    const mint = { kind: 'mint', from: null, to: account, denom: null, amount: 5n } as const;
    const more = prepared(height, {
      ...{ time: 1_800_000_000, size: 1, txCount: 0 },
      entries: [entry('begin', entryTxid(height, 'begin'), { transfers: [mint] })],
    });
    const ledger = await openCosmosLedger(own.session, place, FIRST_HEIGHT);
    const cursor = await ledger.cursor();
    await ledger.replaceAfter(cursor, cursor, [more]);
    const next = await read({ from: first!.next });
    expect(shown(next!)).toEqual(told([...before].reverse().slice(3, 6)));
    expect(next!.offset).toBe(4);
    const rest = await read({ newestFirst: false, from: oldest!.next, limit: 1_000 });
    expect(shown(rest!).at(-1)).toEqual([`block:${height}:begin`, height, '5', String(before.at(-1)!.balance + 5n)]);
    expect(rest!.rows).toHaveLength(before.length + 1 - 3);
  });
});

describe('a balance', () => {
  it('is the sum of what moved, of every denomination, at every block', async () => {
    const opening = chain.blocks[0]!.block.entries[0]!;
    for (let n = 0; n < ACCOUNTS; n++) {
      const account = accountOf(n);
      const history = historyOf(account);
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
        expect(tokens).toEqual(tokensOf(account, until));
        expect(found!.tokenCount).toBe(tokens.size);
        expect(found!.block?.height).toBe(height ?? undefined);
      }
    }
  });

  it('lists so many denominations, what moved last first', async () => {
    const account = [...Array(ACCOUNTS).keys()]
      .map(accountOf)
      .find((each) => tokensOf(each, Number.MAX_SAFE_INTEGER).size > 2)!;
    const all = await readCosmosBalance(chain.pool, 'rune', account, null);
    const two = await readCosmosBalance(chain.pool, 'rune', account, null, 2);
    expect(two!.tokens).toEqual(all!.tokens.slice(0, 2));
    expect(two!.tokenCount).toBe(all!.tokens.length);
    const { rows } = await chain.session.query<{ asset: string }>(
      `SELECT asset FROM rune.token_history WHERE address_key = $1 GROUP BY asset
       HAVING (array_agg(balance ORDER BY tx_key DESC))[1] <> 0 ORDER BY max(tx_key) DESC, asset`,
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

describe('an entry', () => {
  it('is found by its txid with all that it moved and paid', async () => {
    const all = chain.blocks.flatMap(({ height, block }) => block.entries.map((each) => ({ height, each })));
    const kinds = new Set<string>();
    for (const { height, each } of all) {
      const found = await readCosmosTransaction(chain.pool, 'rune', each.txid);
      const stored = found!.transaction!;
      kinds.add(stored.kind);
      expect(stored).toMatchObject({
        ...{
          kind: each.kind,
          txid: idOf(each),
          index: each.index,
          code: each.code,
          memo: each.memo,
          failure: each.log,
        },
        ...{ gasWanted: each.gasWanted, gasUsed: each.gasUsed, fee: each.fee === null ? null : String(each.fee) },
        ...{ from: each.from?.toString('hex') ?? null, inTxid: each.inTxid?.toString('hex') ?? null },
        ...{ messages: each.messages, transferCount: each.transfers.length },
      });
      expect(stored.block.height).toBe(height);
      expect(stored.transfers).toEqual(
        each.transfers.map(({ kind, from, to, denom, amount }) => ({
          ...{ kind, from: from?.toString('hex') ?? null, to: to?.toString('hex') ?? null },
          ...{ asset: denom, amount: String(amount) },
        })),
      );
      expect(payoutsOf(stored)).toEqual(
        all.flatMap(({ each: paying }) =>
          paying.payouts
            .filter(({ inTxid }) => paying === each || inTxid.equals(each.txid))
            .map(({ inTxid, txid, memo, amount }) => ({
              ...{ inTxid: inTxid.toString('hex'), txid: txid?.toString('hex') ?? idOf(paying) },
              ...{ memo, amount: String(amount) },
            })),
        ),
      );
    }
    expect([...kinds].sort()).toEqual(['begin', 'end', 'opening', 'transaction']);
    expect((await readCosmosTransaction(chain.pool, 'rune', Buffer.alloc(32)))!.transaction).toBeNull();
  });

  it('leads from what was asked for to what was paid, and back', async () => {
    const deposit = entry('transaction', Buffer.alloc(32, 1), { index: 0, from: accountOf(1), memo: '=:BTC.BTC:bc1q' });
    const payout = { inTxid: deposit.txid, chain: 'BTC', to: 'bc1q', asset: 'BTC.BTC', amount: 5n, memo: null };
    const observed = entry('transaction', Buffer.alloc(32, 2), {
      index: 0,
      payouts: [{ ...payout, txid: Buffer.alloc(32, 3) }],
    });
    const end = (height: number, n: number, inTxid: Buffer | null) =>
      entry('end', entryTxid(height, 'end', n), {
        inTxid,
        payouts: inTxid ? [{ ...payout, txid: null, chain: 'THOR', asset: 'THOR.RUNE' }] : [],
      });
    const block = (height: number, entries: CosmosEntry[]) =>
      prepared(height, { time: 1_700_000_000 + height, size: 1, txCount: 1, entries });
    const own = await chainOf([
      block(FIRST_HEIGHT, [deposit, end(FIRST_HEIGHT, 0, deposit.txid), end(FIRST_HEIGHT, 1, null)]),
      block(FIRST_HEIGHT + 1, [observed, end(FIRST_HEIGHT + 1, 0, deposit.txid)]),
    ]);
    const foreign = await chainOf([
      block(FIRST_HEIGHT, [end(FIRST_HEIGHT, 0, deposit.txid)]),
      block(FIRST_HEIGHT + 1, [observed, end(FIRST_HEIGHT + 1, 0, deposit.txid)]),
    ]);
    const found = (await readCosmosTransaction(own.pool, 'rune', deposit.txid))!.transaction!;
    const texts = [`block:${FIRST_HEIGHT}:end:0`, `block:${FIRST_HEIGHT + 1}:end:0`];
    expect(found.answers).toEqual(texts);
    expect(found.payouts.map(({ txid }) => txid)).toEqual([texts[0], '03'.repeat(32), texts[1]]);
    const answer = (await readCosmosTransaction(own.pool, 'rune', Buffer.from(texts[0]!, 'latin1')))!.transaction!;
    expect(answer).toMatchObject({ inTxid: '01'.repeat(32), answers: [] });
    expect(answer.payouts).toHaveLength(1);
    // Of a deposit on another chain there are only the answers.
    const elsewhere = await readCosmosTransaction(foreign.pool, 'rune', deposit.txid);
    expect(elsewhere).toMatchObject({ transaction: null, answers: [texts[0], '02'.repeat(32), texts[1]] });
    const observer = (await readCosmosTransaction(own.pool, 'rune', observed.txid))!.transaction!;
    expect(observer.payouts).toMatchObject([{ inTxid: '01'.repeat(32), txid: '03'.repeat(32) }]);
  });
});

it('an example is an address with a history, and a transaction', async () => {
  const found = (await readExample(chain.pool, 'rune'))!;
  expect(found.height).toBe(FIRST_HEIGHT + BLOCKS - 1);
  expect(found.transactions).toBe((await page(found.addressKey!, {})).total);
  expect(found.txid).toMatch(/^[0-9a-f]{64}$/);
});

it('nothing is told while the first sync is under way', async () => {
  const own = await chainOf(new BlockMaker(12).blocks(3));
  await own.session.query('UPDATE rune.sync_state SET live_since = NULL');
  const history = { newestFirst: true, offset: 0, from: null, limit: 5 };
  expect(await readCosmosHistory(own.pool, 'rune', accountOf(1), history)).toMatchObject({ total: 0, rows: [] });
  expect(await readCosmosBalance(own.pool, 'rune', accountOf(1), null)).toMatchObject({ totals: null, tokens: [] });
  const { txid } = own.blocks[0]!.block.entries[0]!;
  expect((await readCosmosTransaction(own.pool, 'rune', txid))!.transaction).toBeNull();
  expect(await readExample(own.pool, 'rune')).toBeNull();
  expect(await readCosmosBalance(own.pool, 'cacao', accountOf(1), null)).toBeNull();
});

const payoutsOf = ({ payouts }: StoredCosmosTransaction) =>
  payouts.map(({ inTxid, txid, memo, amount }) => ({ inTxid, txid, memo, amount }));
