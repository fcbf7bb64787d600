/** Pages of histories of account chains, while blocks, traces and unconfirmed transactions come and go. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EvmHistoryPosition,
  type HistoryPart,
  type KnownBalance,
  readEvmHistory,
  WHOLE_HISTORY,
} from '../src/index.js';
import { createIndexedChain } from '../src/write/chain-indexes.js';
import { beginnings, type Change, change, newWorld, play } from './support/account-changes.js';
import { PREMINE, WALKED } from './support/account-ledger-model.js';
import { AccountWorld, type AccountWorldRow } from './support/account-world.js';
import { knownAt, refOf, storeAccountWorld, timeOf } from './support/account-world-rows.js';
import { openReadDatabase } from './support/opened-databases.js';

const db = openReadDatabase((session) => createIndexedChain(session, 'eth', 'local'));

async function history(
  newestFirst: boolean,
  page: { offset?: number; from?: EvmHistoryPosition | null; limit: number; part?: HistoryPart },
  known: readonly KnownBalance[] = [],
) {
  const found = await readEvmHistory(db.pool, 'eth', WALKED, { newestFirst, offset: 0, from: null, ...page }, known);
  const rows = found!.rows.map(({ transaction, delta, balance }): AccountWorldRow => {
    const { txid, block, internalTransfers, transferCount, transfers } = transaction;
    const amounts = transfers.map(({ amount }) => amount);
    return { txid, height: block?.height ?? null, delta, balance, internalTransfers, transferCount, amounts };
  });
  return { ...found!, rows };
}

const moment = fc.option(
  fc.oneof(
    fc.record({ height: fc.nat(10) }),
    fc.record({ time: fc.integer({ min: -1, max: 20 }).map((at) => timeOf(0) + at * 6) }),
  ),
  { freq: 3 },
);
/** Of blocks, and of those the transactions that change the balance. */
const parts: fc.Arbitrary<HistoryPart> = fc.record({
  ...{ since: moment, until: moment, direction: fc.constant(null), asset: fc.constantFrom(null, 'native') },
});

/** What is in the history now, and asked for; newest first. */
function historyOf(world: AccountWorld, { since, until, asset }: HistoryPart = WHOLE_HISTORY): AccountWorldRow[] {
  return world.history().filter(({ height, delta }) => {
    if (asset === 'native' && delta === '0') return false;
    if (height === null) return until === null;
    const isSince = since === null || ('height' in since ? height >= since.height : timeOf(height) >= since.time);
    return isSince && (until === null || ('height' in until ? height <= until.height : timeOf(height) <= until.time));
  });
}
const namesOf = (world: AccountWorld, part?: HistoryPart): string[] => historyOf(world, part).map(({ txid }) => txid);

const limits = fc.integer({ min: 1, max: 5 });
const RUNS = { numRuns: 50 };

/** What a reader saw, page after page. */
interface Walk {
  readonly seen: string[];
  /** What was there at its beginning, and at every moment until its end. */
  readonly first: ReadonlySet<string>;
  readonly lasting: ReadonlySet<string>;
}

/** Reads page after page; between two of them the world changes. */
async function walk(
  world: AccountWorld,
  between: readonly (readonly Change[])[],
  newestFirst: boolean,
  limit: number,
  part: HistoryPart = WHOLE_HISTORY,
): Promise<Walk> {
  const start = world.model.height;
  const first = new Set(namesOf(world, part));
  const lasting = new Set(first);
  const seen: string[] = [];
  let from: EvmHistoryPosition | null = null;
  for (let turn = 0; ; turn++) {
    const page = await history(newestFirst, { from, limit, part });
    expectTrue(world, page, limit, part);
    seen.push(...page.rows.map(({ txid }) => txid));
    from = page.next;
    if (from === null) return { seen, first, lasting };
    // Newest first, blocks above the start are not of the walk; oldest first, those up to here were shown.
    const lowest = newestFirst ? start : world.model.height;
    for (const one of between[turn] ?? []) {
      play(world, one, lowest);
      const names = new Set(namesOf(world, part));
      for (const name of lasting) if (!names.has(name)) lasting.delete(name);
    }
    await storeAccountWorld(db.session, world);
  }
}

function expectTrue(
  world: AccountWorld,
  page: Awaited<ReturnType<typeof history>>,
  limit: number,
  part: HistoryPart,
): void {
  const now = historyOf(world, part);
  for (const row of page.rows) expect(now).toContainEqual(row);
  if (page.total !== null) expect(page.total).toBe(now.length);
  expect(page.rows.length === limit || page.next === null).toBe(true);
}

/** What came later is above the walk; what traces told meanwhile of older blocks may be in it. */
function expectNothingNewer(world: AccountWorld, start: number, { seen, first }: Walk): void {
  const older = new Set(
    world.history().flatMap(({ txid, height }) => (height !== null && height <= start ? [txid] : [])),
  );
  expect(
    seen.filter((txid) => !first.has(txid) && !older.has(txid)),
    'nothing newer',
  ).toEqual([]);
}

describe('a walk through the history of an account', () => {
  it.each([true, false])('by cursors shows everything once, as it is then; newest first: %s', async (newestFirst) => {
    const changes = fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(beginnings, changes, limits, async (beginning, between, limit) => {
        const world = newWorld(beginning);
        await storeAccountWorld(db.session, world);
        const start = world.model.height;
        const walked = await walk(world, between, newestFirst, limit);
        expect(new Set(walked.seen).size, 'nothing twice').toBe(walked.seen.length);
        expect(
          [...walked.lasting].filter((name) => !walked.seen.includes(name)),
          'nothing left out',
        ).toEqual([]);
        if (newestFirst) expectNothingNewer(world, start, walked);
      }),
      RUNS,
    );
  });

  it.each([true, false])('by cursors shows all of a part once; newest first: %s', async (newestFirst) => {
    const changes = fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(beginnings, changes, limits, parts, async (beginning, between, limit, part) => {
        const world = newWorld(beginning);
        await storeAccountWorld(db.session, world);
        const walked = await walk(world, between, newestFirst, limit, part);
        expect(new Set(walked.seen).size, 'nothing twice').toBe(walked.seen.length);
        expect(
          [...walked.lasting].filter((name) => !walked.seen.includes(name)),
          'nothing left out',
        ).toEqual([]);
      }),
      RUNS,
    );
  });

  it('by offsets adds up to all of a part, and by cursors from any offset is the rest of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        beginnings,
        fc.nat(12),
        limits,
        fc.boolean(),
        parts,
        async (beginning, start, limit, newestFirst, part) => {
          const world = newWorld(beginning);
          await storeAccountWorld(db.session, world);
          const now = historyOf(world, part);
          const expected = newestFirst ? now : now.reverse();
          const read: AccountWorldRow[] = [];
          for (let offset = 0; offset < expected.length + limit; offset += limit) {
            const page = await history(newestFirst, { offset, limit, part });
            expect(page).toMatchObject({ total: expected.length, offset });
            read.push(...page.rows);
          }
          expect(read).toEqual(expected);
          let page = await history(newestFirst, { offset: start, limit, part });
          const rest = [...page.rows];
          while (page.next) {
            page = await history(newestFirst, { from: page.next, limit, part });
            if (part.asset === null) expect(page.offset).toBe(start + rest.length);
            rest.push(...page.rows);
          }
          expect(rest).toEqual(expected.slice(start));
        },
      ),
      RUNS,
    );
  });

  it('by offsets adds up to everything, in both orders', async () => {
    await fc.assert(
      fc.asyncProperty(
        beginnings,
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (beginning, limit, newestFirst) => {
          const world = newWorld(beginning);
          await storeAccountWorld(db.session, world);
          const expected = newestFirst ? world.history() : world.history().reverse();
          const read: AccountWorldRow[] = [];
          for (let offset = 0; offset < expected.length + limit; offset += limit) {
            const page = await history(newestFirst, { offset, limit });
            read.push(...page.rows);
            expect(page.total).toBe(expected.length);
          }
          expect(read).toEqual(expected);
        },
      ),
      RUNS,
    );
  });

  it('by cursors from any offset is the walk from there, and knows where it is', async () => {
    await fc.assert(
      fc.asyncProperty(beginnings, fc.nat(30), limits, fc.boolean(), async (beginning, start, limit, newestFirst) => {
        const world = newWorld(beginning);
        await storeAccountWorld(db.session, world);
        const expected = newestFirst ? world.history() : world.history().reverse();
        let page = await history(newestFirst, { offset: start, limit });
        const read = [...page.rows];
        while (page.next) {
          page = await history(newestFirst, { from: page.next, limit });
          expect(page.rows.length, 'no page after the last one').toBeGreaterThan(0);
          expect(page.offset).toBe(start + read.length);
          read.push(...page.rows);
        }
        expect(read).toEqual(expected.slice(start));
      }),
      RUNS,
    );
  });
});

describe('balances after transactions', () => {
  it('are known wherever traces are, once the blocks that are wanted were asked for', async () => {
    await fc.assert(
      fc.asyncProperty(beginnings, async (beginning) => {
        const world = newWorld(beginning);
        await storeAccountWorld(db.session, world);
        const known: number[] = [];
        for (;;) {
          const { rows, wanted } = await history(true, { limit: 100 }, knownAt(world, known));
          expect(rows).toEqual(world.history(known));
          const confirmed = rows.filter(({ height }) => height !== null);
          const next = world.wantedFor(
            confirmed.map(({ height }) => height ?? 0),
            known,
          );
          expect(wanted).toEqual(next === null ? null : refOf(next));
          if (next === null) {
            for (const { internalTransfers, balance } of confirmed)
              if (internalTransfers === 'complete') expect(balance).not.toBeNull();
            break;
          }
          known.push(next);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('do not go when blocks come that the stored balance is not of', async () => {
    const world = new AccountWorld(PREMINE);
    world.model.mine(() => false, ['block']);
    world.startTracing('live');
    world.model.mine(() => false, ['block', 'both']);
    world.trace(1, false);
    world.refresh();
    for (let n = 0; n < 5; n++) world.model.mine(() => false, ['both', 'traces']);
    world.trace(3, false);
    await storeAccountWorld(db.session, world);
    const { rows } = await history(true, { limit: 100 });
    expect(rows).toEqual(world.history());
    // Of blocks 1 to 4, which are traced: before, at and after the block of the balance that is stored.
    expect(rows.filter(({ balance }) => balance !== null).map(({ height }) => height)).toEqual([
      4, 4, 3, 3, 2, 2, 1, 1,
    ]);
  });

  it('do not follow from the balance of a block that was taken back', async () => {
    const world = new AccountWorld(PREMINE);
    world.model.mine(() => false, ['block']);
    world.startTracing('live');
    world.model.mine(() => false, ['block']);
    world.trace(1, false);
    await storeAccountWorld(db.session, world);
    const left = { balance: '5', block: { height: 1, hash: 'ab'.repeat(32) } };
    const { rows, wanted } = await history(true, { limit: 100 }, [left]);
    expect(rows.map(({ balance }) => balance)).toEqual([null, null]);
    expect(wanted).toEqual(refOf(1));
  });
});
