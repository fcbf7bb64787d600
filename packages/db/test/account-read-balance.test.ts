/** What is stored of the balance of an account, and of its tokens. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type KnownBalance, type Pool, readEvmBalances } from '../src/index.js';
import { createIndexedChain } from '../src/write/chain-indexes.js';
import { beginnings, newWorld } from './support/account-changes.js';
import { OTHER, WALKED } from './support/account-ledger-model.js';
import { AccountWorld } from './support/account-world.js';
import { hashOf, knownAt, refOf, storeAccountWorld, timeOf } from './support/account-world-rows.js';
import { openReadDatabase } from './support/opened-databases.js';

const db = openReadDatabase((session) => createIndexedChain(session, 'eth', 'local'));

/** Of one address. */
async function readEvmBalance(...[db, chain, key, height, limit, known = []]: OneParameters) {
  return (await readEvmBalances(db, chain, [{ key, known }], height, limit))?.[0] ?? null;
}
type OneParameters = [
  db: Pool,
  chain: 'eth',
  key: Buffer,
  height: number | null,
  limit?: number,
  known?: readonly KnownBalance[],
];

function expectedAt(world: AccountWorld, height: number | null, known: readonly number[]) {
  const { model, held } = world;
  const heights = world.heightsUpTo(height ?? model.height);
  const [first, last] = [heights[0], heights.at(-1)];
  const received = world.receivedUpTo(height ?? model.height, known);
  const wanted = world.wantedForReceived(height ?? model.height, known);
  const isIndexed = height !== null && height <= model.height;
  const sum = model.pending.reduce((total, { transaction }) => total + (transaction.told ?? 0), 0);
  return {
    stored:
      held && height === null
        ? {
            ...{ balance: String(held.balance), height: held.height, isCurrent: world.isCurrent },
            time: held.height <= model.height ? timeOf(held.height) : null,
          }
        : null,
    pending:
      height === null
        ? { delta: String(sum), transactionCount: model.pending.length }
        : { delta: '0', transactionCount: 0 },
    transactionCount: heights.length,
    firstSeen: first === undefined ? null : timeOf(first),
    lastSeen: last === undefined ? null : timeOf(last),
    received,
    wanted: wanted === null ? null : refOf(wanted),
    block: isIndexed ? { height, hash: hashOf(`block ${height}`).toString('hex'), time: timeOf(height) } : null,
    ...{ tokens: [], tokenCount: 0, hasMore: false },
  };
}

describe('the balance of an account', () => {
  it('counts what is known up to any height, and says whether what is stored still holds', async () => {
    await fc.assert(
      fc.asyncProperty(beginnings, fc.array(fc.nat(9), { maxLength: 2 }), async (beginning, heights) => {
        const world = newWorld(beginning);
        await storeAccountWorld(db.session, world);
        const known = heights.filter((height) => height <= world.model.height);
        for (const height of [null, ...Array.from({ length: world.model.height + 2 }, (_, h) => h)]) {
          const { state, ...read } = (await readEvmBalance(
            db.pool,
            'eth',
            WALKED,
            height,
            100,
            knownAt(world, known),
          ))!;
          expect(read).toEqual(expectedAt(world, height, known));
          expect(state.height).toBe(world.model.height);
        }
        await expectManyAsEach(knownAt(world, known), known[0] ?? null);
      }),
      { numRuns: 100 },
    );
  });

  async function expectManyAsEach(known: readonly KnownBalance[], height: number | null): Promise<void> {
    const asked = [
      { key: WALKED, known: [] },
      { key: OTHER, known },
      { key: Buffer.alloc(20, 1), known: [] },
      { key: WALKED, known },
    ];
    const each = await Promise.all(
      asked.map(({ key, known: own }) => readEvmBalance(db.pool, 'eth', key, height, 100, own)),
    );
    const many = await readEvmBalances(db.pool, 'eth', asked, height);
    expect(many!.map(withoutAge)).toEqual(each.map((one) => withoutAge(one!)));
  }

  it('is not current where traces that are missing may tell otherwise, and is at the tip', async () => {
    const world = new AccountWorld();
    world.model.mine(() => false, ['block']);
    world.startTracing('live');
    world.refresh();
    await storeAccountWorld(db.session, world);
    expect((await readEvmBalance(db.pool, 'eth', WALKED, null))?.stored?.isCurrent).toBe(true);
    world.model.mine(() => false, ['none']);
    await storeAccountWorld(db.session, world);
    expect((await readEvmBalance(db.pool, 'eth', WALKED, null))?.stored?.isCurrent).toBe(false);
    world.trace(1, false);
    await storeAccountWorld(db.session, world);
    expect((await readEvmBalance(db.pool, 'eth', WALKED, null))?.stored?.isCurrent).toBe(true);
  });

  it('is not what was received where genesis gave something, nor where the balance is not known', async () => {
    const read = async (premine: number, refreshed: boolean) => {
      const world = new AccountWorld(premine);
      world.model.mine(() => false, []);
      world.model.mine(() => false, ['block', 'traces']);
      world.startTracing('full');
      for (let n = 0; n < 3; n++) world.advance();
      if (refreshed) world.refresh();
      await storeAccountWorld(db.session, world);
      const { received, wanted } = (await readEvmBalance(db.pool, 'eth', WALKED, null))!;
      return { received, wanted };
    };
    expect(await read(0, true)).toEqual({ received: { amount: expect.any(String), height: 1 }, wanted: null });
    expect(await read(9_999, true)).toEqual({ received: null, wanted: null });
    expect(await read(0, false)).toEqual({ received: null, wanted: refOf(1) });
  });

  it('counts what was received up to the last block that is traced, and says so', async () => {
    const world = new AccountWorld(0);
    world.model.mine(() => false, []);
    world.model.mine(() => false, ['block']);
    world.startTracing('full');
    for (let n = 0; n < 3; n++) world.advance();
    world.refresh();
    await storeAccountWorld(db.session, world);
    const before = (await readEvmBalance(db.pool, 'eth', WALKED, null))?.received;
    world.model.mine(() => false, ['both']);
    world.refresh();
    world.trace(1, false);
    world.model.mine(() => false, ['both']);
    await storeAccountWorld(db.session, world);
    const after = (await readEvmBalance(db.pool, 'eth', WALKED, null))?.received;
    expect([before?.height, after?.height]).toEqual([1, 2]);
  });

  it('is empty for who was never seen, and null on a chain that is not followed', async () => {
    expect(await readEvmBalance(db.pool, 'eth', Buffer.alloc(20, 1), null)).toMatchObject({
      ...{ stored: null, transactionCount: 0, firstSeen: null, lastSeen: null, tokens: [], tokenCount: 0 },
    });
    await db.session.query('DELETE FROM eth.sync_state');
    expect(await readEvmBalance(db.pool, 'eth', WALKED, null)).toBeNull();
  });
});

describe('tokens of an account', () => {
  const asset = (n: number): Buffer => Buffer.alloc(20, n);
  beforeEach(async () => {
    const world = new AccountWorld();
    world.model.mine(() => false, ['block']);
    await storeAccountWorld(db.session, world);
    await db.session.query('DELETE FROM eth.token_balances; DELETE FROM eth.tokens');
    await db.session.query(
      `INSERT INTO eth.tokens (asset, address, standard, name, symbol, decimals, drifts, first_height)
       VALUES ($1, '0x', 'erc20', 'Name', 'SYM', 6, true, 0), ($2, '0x', 'erc1155', NULL, NULL, NULL, false, 0)`,
      [asset(1), asset(2)],
    );
    await db.session.query(
      `INSERT INTO eth.token_balances (address_key, asset, token_id, first_touched, touched, balance, height) VALUES
       ($1, $2, NULL, 0, 3, 100, 3), ($1, $3, 7, 0, 9, NULL, NULL), ($1, $3, 8, 0, 4, 5, 3), ($1, $3, 9, 0, 5, 0, 6), ($1, $3, 10, 0, 5, 2, 5),
       ($4, $2, NULL, 0, 3, 100, 3)`,
      [WALKED, asset(1), asset(2), OTHER],
    );
  });

  it('are those not known to be none, known ones first, then by what was touched last', async () => {
    const read = await readEvmBalance(db.pool, 'eth', WALKED, null);
    expect(read?.tokenCount).toBe(4);
    const of2 = {
      asset: asset(2).toString('hex'),
      standard: 'erc1155',
      name: null,
      symbol: null,
      decimals: null,
      drifts: false,
    };
    expect(read?.tokens).toEqual([
      { ...of2, tokenId: '10', balance: '2', height: 5, answered: true },
      {
        ...{
          asset: asset(1).toString('hex'),
          standard: 'erc20',
          tokenId: null,
          name: 'Name',
          symbol: 'SYM',
          decimals: 6,
        },
        ...{ balance: '100', height: 3, drifts: true, answered: true },
      },
      { ...of2, tokenId: '7', balance: null, height: null, answered: null },
      { ...of2, tokenId: '8', balance: null, height: 3, answered: true },
    ]);
  });

  it('are of the standard that their transfers had, whatever the contract began with', async () => {
    await db.session.query(
      `UPDATE eth.tokens SET standard = CASE standard WHEN 'erc20' THEN 'erc1155' ELSE 'erc20' END::chaintrail.token_standard`,
    );
    const read = await readEvmBalance(db.pool, 'eth', WALKED, null);
    expect(read?.tokens.map(({ standard, tokenId }) => [standard, tokenId])).toEqual([
      ['erc1155', '10'],
      ['erc20', null],
      ['erc1155', '7'],
      ['erc1155', '8'],
    ]);
  });

  it('are cut to as many as are asked for, and not told of the past', async () => {
    const cut = await readEvmBalance(db.pool, 'eth', WALKED, null, 1);
    expect([cut?.tokens.length, cut?.tokenCount]).toEqual([1, 4]);
    const past = await readEvmBalance(db.pool, 'eth', WALKED, 0);
    expect([past?.tokens.length, past?.tokenCount]).toEqual([0, 0]);
  });
});

/** Without what the clock says. */
function withoutAge<Row extends { readonly state: object }>({ state, ...row }: Row) {
  return { ...row, state: { ...state, heartbeatAgeSeconds: 0 } };
}
