/** Rows of Cosmos chains, written live and by first syncs, held against what the blocks were made of. */
import { type CosmosBlock, DecodeError, entryTxid } from '@chaintrail/chains';
import { dumpRows, type RowDump } from '@chaintrail/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Session } from '../src/connection.js';
import type { PreparedAccountBlock } from '../src/write/account/prepared-block.js';
import { openCosmosFirstSync } from '../src/write/cosmos/cosmos-first-sync.js';
import { openCosmosLedger } from '../src/write/cosmos/cosmos-ledger.js';
import { type Ledger, registerChain } from '../src/write/ledger.js';
import {
  accountOf,
  BlockMaker,
  entry,
  FIRST_HEIGHT,
  type MadeBlock,
  place,
  placed,
  prepared,
} from './support/cosmos-blocks.js';
import { cosmosTruth } from './support/cosmos-truth.js';
import { brokenAt } from './support/first-sync.js';
import { indexedDatabases, type OpenDatabase, unindexedDatabases } from './support/opened-databases.js';

const open = unindexedDatabases('rune');
const openIndexed = indexedDatabases();

/** The rows of a ledger that was given the blocks, so many at once. */
async function liveRows(blocks: readonly MadeBlock[], atOnce = 1): Promise<RowDump> {
  const { database, session } = await openIndexed('rune');
  await extend(await openCosmosLedger(session, place, FIRST_HEIGHT), blocks, atOnce);
  return dumpRows(database.url, 'rune');
}

async function extend(ledger: Ledger<PreparedAccountBlock>, blocks: readonly MadeBlock[], atOnce: number) {
  for (let at = 0; at < blocks.length; at += atOnce) {
    const cursor = await ledger.cursor();
    await ledger.replaceAfter(cursor, cursor, blocks.slice(at, at + atOnce));
  }
}

function firstSyncOf({ session, pool }: OpenDatabase, ownSession = session) {
  return openCosmosFirstSync({ session: ownSession, pool, place, historyFrom: FIRST_HEIGHT, memory: 0, threads: 0 });
}

async function loadInFirstSync(target: OpenDatabase, blocks: readonly MadeBlock[], atOnce: number): Promise<void> {
  await registerChain(target.session, 'rune', place.network.name, FIRST_HEIGHT);
  await firstSyncOf(target).begin();
  for (let at = 0; at < blocks.length; at += atOnce) {
    // Each time as after a restart.
    const load = await firstSyncOf(target).openLoad(() => undefined);
    await load.add(blocks.slice(at, at + atOnce));
    await load.flush();
  }
  await (await firstSyncOf(target).openLoad(() => undefined)).end();
}

const seeds = fc.integer({ min: 1, max: 1_000_000 });

describe('the ledger of a Cosmos chain', () => {
  it('has what blocks were made of, in any batches, with and without an opening', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (seed, atOnce, hasOpening) => {
        const blocks = new BlockMaker(seed, hasOpening).blocks(20);
        const rows = await liveRows(blocks, atOnce);
        expect(rows).toMatchObject(cosmosTruth(blocks.map(placed)));
        expect(rows.address_transactions.length).toBeGreaterThan(20);
        expect(rows.token_history.length).toBeGreaterThan(20);
        expect(rows.blocks).toHaveLength(20);
        await openIndexed.release();
      }),
      { numRuns: 10 },
    );
  });

  it('has the same rows after a first sync, wherever that was interrupted and blocks one by one went on', async () => {
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.integer({ min: 1, max: 29 }),
        fc.integer({ min: 1, max: 9 }),
        async (seed, loaded, atOnce) => {
          const blocks = new BlockMaker(seed).blocks(30);
          const target = await open();
          await loadInFirstSync(target, blocks.slice(0, loaded), atOnce);
          const stages: string[] = [];
          await firstSyncOf(target).finish((stage) => stages.push(stage));
          expect([...new Set(stages)]).toEqual(['sort', 'tokens', 'index']);
          await extend(await openCosmosLedger(target.session, place, FIRST_HEIGHT), blocks.slice(loaded), atOnce);
          expect(await dumpRows(target.database.url, 'rune')).toEqual(await liveRows(blocks));
          await openIndexed.release();
        },
      ),
      { numRuns: 6 },
    );
  });

  it('ends a first sync with the same rows when that is cut short over and over, each time a little later', async () => {
    const blocks = new BlockMaker(7).blocks(25);
    const target = await open();
    await loadInFirstSync(target, blocks, 25);
    let interruptions = 0;
    for (let statements = 2; ; statements++) {
      const broken = brokenAt(target.session, statements);
      const ended = await firstSyncOf(target, broken)
        .finish(() => undefined)
        .then(
          () => true,
          () => false,
        );
      if (ended) break;
      interruptions++;
    }
    expect(interruptions).toBeGreaterThan(10);
    expect(await dumpRows(target.database.url, 'rune')).toEqual(await liveRows(blocks, 25));
  });

  it('takes nothing back: a block that is indexed is final', async () => {
    const { database, session } = await openIndexed('rune');
    const blocks = new BlockMaker(3).blocks(3);
    await extend(await openCosmosLedger(session, place, FIRST_HEIGHT), blocks, 3);
    const before = await dumpRows(database.url, 'rune');
    // Also a ledger that was opened after a restart.
    const ledger = await openCosmosLedger(session, place, 0);
    expect(ledger.historyFrom).toBe(FIRST_HEIGHT);
    const [cursor, below] = [blocks[2]!, blocks[1]!];
    const final = `THORChain: block ${cursor.height} is indexed and final, and is not taken back to `;
    await expect(ledger.replaceAfter(cursor, below, [cursor])).rejects.toThrow(`${final}${below.height}`);
    await expect(ledger.replaceAfter(cursor, null, [cursor])).rejects.toThrow(`${final}the start`);
    const other = { ...cursor, hash: 'ab'.repeat(32) };
    await expect(ledger.replaceAfter(other, cursor, [])).rejects.toThrow(final);
    expect(await dumpRows(database.url, 'rune')).toEqual(before);
  });

  it('leaves the rows of before where the last block is taken back', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.boolean(), async (seed, hasOpening) => {
        const [first, ...others] = new BlockMaker(seed, hasOpening).blocks(8) as [MadeBlock, ...MadeBlock[]];
        const { database, session } = await openIndexed('rune');
        const ledger = await openCosmosLedger(session, place, FIRST_HEIGHT);
        await extend(ledger, [first], 1);
        let below = first;
        for (const block of others) {
          const before = await dumpRows(database.url, 'rune');
          await extend(ledger, [block], 1);
          await ledger.replaceAfter(block, below, []);
          expect(await dumpRows(database.url, 'rune')).toEqual(before);
          await extend(ledger, [block], 1);
          below = block;
        }
        await openIndexed.release();
      }),
      { numRuns: 2 },
    );
  });

  it('holds an opening of very many balances', { timeout: 60_000 }, async () => {
    const { database, session } = await open();
    const accounts = 30_000;
    const transfers = Array.from({ length: accounts }, (_, n) => ({
      kind: 'genesis' as const,
      from: null,
      to: accountOf(n),
      denom: n % 2 === 0 ? null : 'tcy',
      amount: BigInt(n + 1),
    }));
    const opening = entry('opening', entryTxid(FIRST_HEIGHT, 'opening'), { transfers });
    const block = prepared(FIRST_HEIGHT, { time: 1, size: 1, txCount: 0, entries: [opening] });
    const ledger = await openCosmosLedger(session, place, FIRST_HEIGHT);
    await ledger.replaceAfter(null, null, [block]);
    const rows = await dumpRows(database.url, 'rune');
    expect(rows.address_transactions).toHaveLength(accounts);
    expect(rows).toMatchObject(cosmosTruth([placed(block)]));
  });
});

describe('rows of a Cosmos block', () => {
  const block = (own: Parameters<typeof entry>[2], more: Partial<CosmosBlock> = {}): MadeBlock =>
    prepared(FIRST_HEIGHT, {
      ...{ time: 1, size: 1, txCount: 1 },
      entries: [entry('transaction', Buffer.alloc(32, 7), { index: 0, ...own })],
      ...more,
    });

  async function written(made: MadeBlock): Promise<Session> {
    const { session } = await openIndexed('rune');
    const ledger = await openCosmosLedger(session, place, FIRST_HEIGHT);
    await ledger.replaceAfter(null, null, [made]);
    return session;
  }

  it('keep whatever people write, with what PostgreSQL cannot hold replaced', async () => {
    const hostile = 'a\0b\u{1F600}\ud800\u0001\\u0000 "\\';
    const readable = 'a\ufffdb\u{1F600}\ufffd\u0001\\u0000 "\\';
    const messages = [{ type: '/x', [hostile]: [hostile, 1e300, null, { deep: hostile }] }];
    const session = await written(
      block({
        ...{ memo: hostile, log: hostile, code: 5, gasWanted: 2 ** 64, messages },
        transfers: [{ kind: 'token', from: null, to: accountOf(1), denom: hostile, amount: 2n ** 256n - 1n }],
        payouts: [
          {
            ...{ inTxid: Buffer.alloc(0), txid: null, chain: hostile, to: hostile },
            asset: hostile,
            amount: 1n,
            memo: hostile,
          },
        ],
      }),
    );
    const { rows } = await session.query(
      `SELECT t.memo, t.failure, t.gas_wanted, t.messages, x.asset, x.amount, h.balance, p.to_chain, p.to_address, p.memo AS payout
       FROM rune.transactions t JOIN rune.transfers x USING (tx_key) JOIN rune.token_history h USING (tx_key) JOIN rune.payouts p USING (tx_key)`,
    );
    const most = String(2n ** 256n - 1n);
    expect(rows).toEqual([
      {
        ...{ memo: readable, failure: readable, gas_wanted: null, asset: readable, amount: most, balance: most },
        messages: [{ type: '/x', [readable]: [readable, 1e300, null, { deep: readable }] }],
        ...{ to_chain: readable, to_address: readable, payout: readable },
      },
    ]);
  });

  it('have each party and the signer once an entry, whatever moved, and nobody is paid what was there before', async () => {
    const [a, b, c, d] = [1, 2, 3, 4].map(accountOf) as [Buffer, Buffer, Buffer, Buffer];
    const session = await written(
      block({
        from: d,
        transfers: [
          { kind: 'genesis', from: null, to: a, denom: null, amount: 100n },
          { kind: 'native', from: a, to: b, denom: null, amount: 10n },
          { kind: 'native', from: b, to: a, denom: null, amount: 4n },
          { kind: 'native', from: b, to: b, denom: null, amount: 5n },
          { kind: 'token', from: a, to: c, denom: 'tcy', amount: 7n },
          { kind: 'token', from: c, to: a, denom: 'tcy', amount: 7n },
        ],
      }),
    );
    const { rows } = await session.query(`SELECT address_key, delta, balance, received FROM rune.address_transactions`);
    const row = (address_key: Buffer, delta: number, received: number) => ({
      ...{ address_key, delta: `${delta}`, balance: `${delta}`, received: `${received}` },
    });
    const expected = [row(a, 94, 4), row(b, 6, 15), row(c, 0, 0), row(d, 0, 0)];
    expect(rows).toEqual(expected.toSorted((x, y) => x.address_key.compare(y.address_key)));
    // Coins that came back within the entry changed nothing.
    expect((await session.query('SELECT FROM rune.token_history')).rowCount).toBe(0);
  });

  it('are refused where a number or a name is larger than any', () => {
    expect(() => block({}, { size: 2 ** 31 })).toThrow(DecodeError);
    expect(() => block({ code: 2 ** 31 })).toThrow(DecodeError);
    const denom = 'x'.repeat(600);
    expect(() => block({ transfers: [{ kind: 'mint', from: null, to: accountOf(1), denom, amount: 1n }] })).toThrow(
      DecodeError,
    );
  });
});
