/** Histories of Cosmos chains as they are read, held against what the blocks were made of. */
import { entryTxid } from '@chaintrail/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CosmosHistory,
  type CosmosHistoryPosition,
  openCosmosLedger,
  readCosmosBalances,
  readCosmosHistory,
  readCosmosTransaction,
  readExample,
} from '../src/index.js';
import { accountOf, BlockMaker, entry, FIRST_HEIGHT, place, prepared } from './support/cosmos-blocks.js';
import {
  ACCOUNTS,
  chainOf,
  closeChains,
  type Expected,
  historyOf,
  type ReadChain,
} from './support/cosmos-read-world.js';

const BLOCKS = 60;

let chain: ReadChain;
beforeAll(async () => {
  chain = await chainOf(new BlockMaker(7).blocks(BLOCKS));
});
afterAll(closeChains);

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
      const expected = historyOf(accountOf(n), chain);
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
    const total = historyOf(accountOf(1), chain).length;
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

it('an example is an address with a history, and a transaction', async () => {
  const found = (await readExample(chain.pool, 'rune'))!;
  expect(found.height).toBe(FIRST_HEIGHT + BLOCKS - 1);
  expect(found.transactions).toBe((await page(found.addressKey!, {})).total);
  expect(found.txid).toMatch(/^[0-9a-f]{64}$/);
  const { transaction } = (await readCosmosTransaction(chain.pool, 'rune', Buffer.from(found.txid, 'hex')))!;
  // A reorganisation takes the newest blocks back, and with them what was shown of them.
  expect(transaction!.block.height).toBeLessThanOrEqual(found.height - 12);
});

it('nothing is told while the first sync is under way', async () => {
  const own = await chainOf(new BlockMaker(12).blocks(3));
  await own.session.query('UPDATE rune.sync_state SET live_since = NULL');
  const history = { newestFirst: true, offset: 0, from: null, limit: 5 };
  expect(await readCosmosHistory(own.pool, 'rune', accountOf(1), history)).toMatchObject({ total: 0, rows: [] });
  expect(await readCosmosBalances(own.pool, 'rune', [accountOf(1)], null)).toMatchObject([
    { totals: null, tokens: [] },
  ]);
  const { txid } = own.blocks[0]!.block.entries[0]!;
  expect((await readCosmosTransaction(own.pool, 'rune', txid))!.transaction).toBeNull();
  expect(await readExample(own.pool, 'rune')).toBeNull();
  expect(await readCosmosBalances(own.pool, 'cacao', [accountOf(1)], null)).toBeNull();
});
