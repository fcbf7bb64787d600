/** Pages of a history and of unspent outputs, while transactions arrive, are confirmed, replaced and reorganised. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type HistoryPart,
  readUtxoHistory,
  readUtxos,
  type UtxoHistoryPosition,
  type UtxoPosition,
} from '../src/index.js';
import { openReadDatabase } from './support/opened-databases.js';
import { timeOf, WALKED, World, type WorldRow, worldDirection } from './support/read-world.js';

const db = openReadDatabase(async () => undefined, { chain: 'btc', indexed: true });

const small = fc.integer({ min: 0, max: 3 });
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('arrive' as const),
      spends: small,
      outputs: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('mine' as const),
      takes: fc.integer({ min: 0, max: 0xffff }),
      unseen: small,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replace' as const), index: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), depth: small, comeBack: fc.boolean() }) },
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;
const changes = fc.array(change, { maxLength: 4 });

/** @param lowest height that no reorganisation takes back */
function play(world: World, one: Change, lowest: number): void {
  if (one.kind === 'arrive') world.arrive(one.spends, one.outputs);
  else if (one.kind === 'mine') world.mine((index) => ((one.takes >> (index % 16)) & 1) === 1, one.unseen);
  else if (one.kind === 'replace') world.replace(one.index);
  else for (let i = 0; i < one.depth && world.height > lowest; i++) world.undo(one.comeBack);
}

function newWorld(beginning: readonly Change[]): World {
  const world = new World();
  world.mine(() => false, 2);
  for (const one of beginning) play(world, one, 0);
  return world;
}

/** A reader's view: entries by name, and the tip of the last page. */
interface Walk {
  readonly seen: string[];
  /** Entries that were there at every moment from the first page to the last. */
  readonly lasting: Set<string>;
  readonly first: Set<string>;
}

/**
 * Reads page after page; between two of them the world changes. `readPage` returns what it read and whether more
 * follows.
 */
async function walk(
  world: World,
  between: readonly (readonly Change[])[],
  namesOf: () => string[],
  reorgsToStart: boolean,
  readPage: () => Promise<{ names: string[]; more: boolean }>,
): Promise<Walk> {
  const first = new Set(namesOf());
  const lasting = new Set(first);
  const seen: string[] = [];
  let lowest = world.height;
  for (let turn = 0; ; turn++) {
    const { names, more } = await readPage();
    seen.push(...names);
    if (!more) return { seen, lasting, first };
    if (!reorgsToStart) lowest = world.height;
    for (const one of between[turn] ?? []) {
      play(world, one, lowest);
      const now = new Set(namesOf());
      for (const name of lasting) if (!now.has(name)) lasting.delete(name);
    }
    await world.store(db.session);
  }
}

function expectEachOnce({ seen, lasting }: Walk): void {
  expect(new Set(seen).size, 'nothing twice').toBe(seen.length);
  expect(
    [...lasting].filter((name) => !seen.includes(name)),
    'nothing left out',
  ).toEqual([]);
}

const walks = [
  fc.array(change, { maxLength: 25 }),
  fc.array(changes, { maxLength: 8 }),
  fc.integer({ min: 1, max: 5 }),
] as const;
const RUNS = { numRuns: 60 };
/** Drawn too seldom: a block confirms a page's unconfirmed ones, and more than the next page has room for. */
const ALL_CONFIRMED: [Change[], Change[][], number] = [
  Array.from({ length: 8 }, () => ({ kind: 'arrive', spends: 0, outputs: 1 })),
  [[{ kind: 'mine', takes: 0xffff, unseen: 0 }]],
  5,
];

interface Asked {
  readonly offset?: number;
  readonly from?: UtxoHistoryPosition | null;
  readonly limit: number;
  readonly part?: HistoryPart;
}

async function history(newestFirst: boolean, page: Asked) {
  const found = await readUtxoHistory(db.pool, 'btc', WALKED, { newestFirst, offset: 0, from: null, ...page });
  const rows = found!.rows.map(({ transaction, delta, gained, balance }): WorldRow => {
    const { txid, block, fee } = transaction;
    return { txid, height: block?.height ?? null, fee, gained, delta, balance };
  });
  return { ...found!, rows };
}

const moment = fc.option(
  fc.oneof(
    fc.record({ height: fc.nat(8) }),
    fc.record({ time: fc.integer({ min: -1, max: 12 }).map((at) => timeOf(0) + at * 500) }),
  ),
  { freq: 3 },
);
const parts: fc.Arbitrary<HistoryPart> = fc.record({
  ...{
    since: moment,
    until: moment,
    direction: fc.option(fc.constantFrom('in', 'out', 'self')),
    asset: fc.constant(null),
    spam: fc.constant(null),
  },
});

/** The part of the world that is asked for. */
function inPart(rows: readonly WorldRow[], { since, until, direction }: HistoryPart): WorldRow[] {
  return rows.filter((row) => {
    if (direction !== null && worldDirection(row) !== direction) return false;
    const { height } = row;
    if (height === null) return until === null;
    const isSince = since === null || ('height' in since ? height >= since.height : timeOf(height) >= since.time);
    return isSince && (until === null || ('height' in until ? height <= until.height : timeOf(height) <= until.time));
  });
}

describe('a walk through a history', () => {
  it.each([true, false])('by cursors shows everything once, as it is then; newest first: %s', async (newestFirst) => {
    await fc.assert(
      fc.asyncProperty(...walks, async (beginning, between, limit) => {
        const world = newWorld(beginning);
        await world.store(db.session);
        let from: UtxoHistoryPosition | null = null;
        const walked = await walk(
          world,
          between,
          () => world.history().map(({ txid }) => txid),
          newestFirst,
          async () => {
            const page = await history(newestFirst, { from, limit });
            const now = world.history();
            for (const row of page.rows) expect(now).toContainEqual(row);
            expect(page.total).toBe(now.length);
            expect(page.rows.length === limit || page.next === null).toBe(true);
            from = page.next;
            return { names: page.rows.map(({ txid }) => txid), more: page.next !== null };
          },
        );
        expectEachOnce(walked);
        if (newestFirst)
          expect(
            walked.seen.filter((txid) => !walked.first.has(txid)),
            'nothing newer',
          ).toEqual([]);
      }),
      { ...RUNS, examples: [ALL_CONFIRMED] },
    );
  });

  it('by offsets adds up to everything, in both orders', async () => {
    await fc.assert(
      fc.asyncProperty(
        walks[0],
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (beginning, limit, newestFirst) => {
          const world = newWorld(beginning);
          await world.store(db.session);
          const expected = newestFirst ? world.history() : world.history().reverse();
          const read: WorldRow[] = [];
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
      fc.asyncProperty(walks[0], fc.nat(30), walks[2], fc.boolean(), async (beginning, start, limit, newestFirst) => {
        const world = newWorld(beginning);
        await world.store(db.session);
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

describe('a walk through a part of a history', () => {
  it.each([true, false])('by cursors shows all of it once, as it is then; newest first: %s', async (newestFirst) => {
    await fc.assert(
      fc.asyncProperty(...walks, parts, async (beginning, between, limit, part) => {
        const world = newWorld(beginning);
        await world.store(db.session);
        let from: UtxoHistoryPosition | null = null;
        const walked = await walk(
          world,
          between,
          () => inPart(world.history(), part).map(({ txid }) => txid),
          newestFirst,
          async () => {
            const page = await history(newestFirst, { from, limit, part });
            const now = inPart(world.history(), part);
            for (const row of page.rows) expect(now).toContainEqual(row);
            expect(page.total).toBe(from && part.direction ? null : now.length);
            from = page.next;
            return { names: page.rows.map(({ txid }) => txid), more: page.next !== null };
          },
        );
        expectEachOnce(walked);
      }),
      RUNS,
    );
  });

  it('by offsets adds up to all of it, and by cursors from any offset is the rest of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        walks[0],
        fc.nat(12),
        walks[2],
        fc.boolean(),
        parts,
        async (beginning, start, limit, newestFirst, part) => {
          const world = newWorld(beginning);
          await world.store(db.session);
          const now = inPart(world.history(), part);
          const expected = newestFirst ? now : now.reverse();
          const read: WorldRow[] = [];
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
            expect(page.rows.length, 'no page after the last one').toBeGreaterThan(0);
            if (part.direction === null) expect(page.offset).toBe(start + rest.length);
            rest.push(...page.rows);
          }
          expect(rest).toEqual(expected.slice(start));
        },
      ),
      RUNS,
    );
  });
});

async function utxos(page: { offset?: number; from?: UtxoPosition | null; limit: number }) {
  const found = await readUtxos(db.pool, 'btc', WALKED, { offset: 0, from: null, ...page });
  const rows = found!.rows.map(({ txid, vout, block, spentBy }) => ({
    ...{ point: `${txid}:${vout}`, pending: block === null, spentBy },
  }));
  return { ...found!, rows };
}

describe('a walk through unspent outputs', () => {
  it('by cursors shows everything once that stays unspent, as it is then', async () => {
    await fc.assert(
      fc.asyncProperty(...walks, async (beginning, between, limit) => {
        const world = newWorld(beginning);
        await world.store(db.session);
        let from: UtxoPosition | null = null;
        const walked = await walk(
          world,
          between,
          () => world.utxos().map(({ point }) => point),
          true,
          async () => {
            const page = await utxos({ from, limit });
            const now = world.utxos();
            for (const row of page.rows) expect(now).toContainEqual(row);
            expect(page.total).toBe(from ? null : now.length);
            expect(page.rows.length === limit || page.next === null).toBe(true);
            from = page.next;
            return { names: page.rows.map(({ point }) => point), more: page.next !== null };
          },
        );
        expectEachOnce(walked);
        expect(
          walked.seen.filter((point) => !walked.first.has(point)),
          'nothing newer',
        ).toEqual([]);
      }),
      RUNS,
    );
  });

  it('by offsets adds up to everything, and so does one by cursors from any offset', async () => {
    await fc.assert(
      fc.asyncProperty(walks[0], fc.nat(20), walks[2], async (beginning, start, limit) => {
        const world = newWorld(beginning);
        await world.store(db.session);
        const expected = world.utxos();
        const read: unknown[] = [];
        for (let offset = 0; offset < expected.length + limit; offset += limit)
          read.push(...(await utxos({ offset, limit })).rows);
        expect(read).toEqual(expected);
        let page = await utxos({ offset: start, limit });
        const walked = [...page.rows];
        while (page.next) {
          page = await utxos({ from: page.next, limit });
          expect(page.rows.length, 'no page after the last one').toBeGreaterThan(0);
          walked.push(...page.rows);
        }
        expect(walked).toEqual(expected.slice(start));
      }),
      RUNS,
    );
  });
});
