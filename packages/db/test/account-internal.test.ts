import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { appendBackfill } from '../src/write/evm/internal/append-backfill.js';
import type { InternalMode } from '../src/write/evm/internal/internal-state.js';
import { BrokenConnection, brokenAt } from './support/first-sync.js';
import { closeWorlds, PIECE_BYTES, World } from './support/internal-ledger.js';
import { readInternalRows } from './support/internal-rows.js';
import { accountBlockOf, internalOf, makeBlock, PLACE } from './support/internal-world.js';

afterEach(closeWorlds);

type Step =
  | { readonly do: 'mine'; readonly count: number; readonly depth: number }
  | { readonly do: 'trace' | 'skip'; readonly count: number }
  | { readonly do: 'range'; readonly which: number; readonly count: number }
  | { readonly do: 'advance' }
  | { readonly do: 'begin'; readonly mode: InternalMode }
  | { readonly do: 'broken'; readonly what: 'trace' | 'range' | 'advance'; readonly at: number };

const few = fc.integer({ min: 1, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('trace' as const), count: few }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('mine' as const), count: few, depth: fc.constant(0) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('mine' as const),
      count: fc.nat(3),
      depth: fc.oneof(few, fc.integer({ min: 4, max: 10 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('skip' as const), count: few }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('range' as const), which: fc.nat(9), count: few }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('advance' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('begin' as const),
      mode: fc.constantFrom('off', 'live', 'full') as fc.Arbitrary<InternalMode>,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('broken' as const),
      what: fc.constantFrom('trace' as const, 'range' as const, 'advance' as const),
      at: fc.integer({ min: 1, max: 10 }),
    }),
  },
);

async function take(world: World, action: Step): Promise<void> {
  switch (action.do) {
    case 'mine':
      if (action.count === 0 && action.depth >= world.chain.length) return;
      await world.mine(action.count, action.depth);
      return;
    case 'trace':
      expect(await world.trace(action.count)).toBe(true);
      return;
    case 'skip': {
      const { live } = (await world.state())!;
      const to = Math.min(live.to + action.count, world.tip.height);
      if (to > live.to) await world.internal().skip(live.to + 1, to);
      return;
    }
    case 'range':
      return world.traceRange(action.which, action.count);
    case 'advance':
      await world.internal().plan(world.tip);
      return world.advance();
    case 'begin':
      await world.internal().begin(action.mode, world.tip);
      return;
    case 'broken': {
      const session = brokenAt(action.what === 'range' ? world.other : world.session, action.at);
      const work = {
        trace: () => world.trace(3, session),
        range: () => world.traceRange(0, 3, session),
        advance: () => world.advance(session),
      };
      await work[action.what]().catch((error: unknown) => expect(error).toBeInstanceOf(BrokenConnection));
    }
  }
}

describe('internal transfers', () => {
  it('are the rows of what is said to be traced, whatever was traced, taken back, broken off and skipped in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('live' as const, 'full' as const),
        fc.array(step, { minLength: 10, maxLength: 40 }),
        async (mode, steps) => {
          const world = await World.open();
          await world.mine(12);
          await world.internal().begin(mode, world.tip);
          for (const action of steps) {
            await take(world, action);
            await world.check();
          }
          await world.finish();
          await world.check();
          await closeWorlds();
        },
      ),
      { numRuns: 25 },
    );
  }, 300_000);

  it('of blocks that a deep reorg took back while they were traced after the fact are left out', async () => {
    const world = await World.open();
    await world.mine(30);
    await world.internal().begin('full', world.tip);
    expect(await world.internal().plan(world.tip)).toBe(true);
    for (let n = 0; n < 6; n++) await world.traceRange(n, 3);
    await world.mine(4, 17); // to the middle of a range
    await world.check();
    await world.trace(9);
    await world.finish();
    await world.check();
    const { live, backfill } = (await world.state())!;
    expect({ live, backfill }).toMatchObject({
      live: { from: 13, to: 16 },
      backfill: { from: 0, to: 12, stage: 'done' },
    });
    expect((await readInternalRows(world.session)).histories.length).toBeGreaterThan(20);
  });

  it('of blocks that a deep reorg took back while histories were numbered are left out', async () => {
    const world = await World.open();
    await world.mine(30);
    await world.internal().begin('full', world.tip);
    await world.internal().plan(world.tip);
    while ((await world.backfill.openRanges()).length > 0) await world.traceRange(0, 9);
    for (let n = 0; n < 4; n++) await world.advance();
    const stale = await world.backfill.nextPiece((await world.state())!.backfill!, PIECE_BYTES);
    await world.mine(1, 12);
    expect(await world.internal().writePiece(stale!)).toBe(false);
    await world.finish();
    await world.check();
    await world.mine(9, 25);
    await world.trace(99);
    await world.check();
    await world.mine(9, 99);
    await world.trace(99);
    await world.check();
    expect(await world.state()).toMatchObject({ live: { from: 0, to: 8 }, backfill: null });
  });

  it('leave a gap where tracing was off, which goes when its blocks are taken back', async () => {
    const world = await World.open();
    const gaps = async () => (await world.session.query('SELECT from_height, to_height FROM eth.internal_gaps')).rows;
    await world.mine(5);
    expect(await world.internal().begin('off', world.tip)).toBeNull();
    await world.internal().begin('live', world.tip);
    await world.mine(3);
    await world.trace(3);
    await world.internal().begin('off', world.tip);
    await world.mine(4);
    expect(await world.internal().begin('live', world.tip)).toMatchObject({ live: { from: 5, to: 11 } });
    expect(await gaps()).toEqual([{ from_height: 8, to_height: 11 }]);
    await world.mine(2);
    await world.internal().skip(12, 13);
    expect(await gaps()).toEqual([{ from_height: 8, to_height: 13 }]);
    await world.mine(1, 4);
    expect(await gaps()).toEqual([{ from_height: 8, to_height: 9 }]);
    await world.trace(9);
    await world.check();
    await world.mine(1, 4);
    expect(await gaps()).toEqual([]);
    await world.trace(9);
    await world.check();
  });

  it('of earlier blocks are planned once, when reorgs do not reach them any more', async () => {
    const world = await World.open();
    await world.mine(10);
    await world.internal().begin('live', world.tip);
    expect(await world.internal().plan(world.tip)).toBe(false); // not wanted
    await world.internal().begin('full', world.tip);
    expect(await world.internal().plan(world.tip)).toBe(false); // too near the tip
    await world.mine(3);
    await world.trace(3);
    expect(await world.internal().plan(world.tip)).toBe(true);
    expect(await world.internal().plan(world.tip)).toBe(false);
    await world.traceRange(0, 2);
    await world.internal().begin('live', world.tip);
    await world.internal().begin('full', world.tip);
    expect(await world.state()).toMatchObject({ backfill: { from: 0, to: 9, stage: 'load' } });
    expect(await world.internal().endLoad()).toBe(false);
    await world.internal().say({ etaSeconds: 5, reason: null });
    expect((await world.state())!.backfill!.blocksDone).toBe(2);
    await world.finish();
    await world.check();
  });

  it('of earlier blocks count also while a dump of the database reads what they were staged in', async () => {
    const world = await World.open();
    await world.mine(12);
    await world.internal().begin('full', world.tip);
    await world.internal().plan(world.tip);
    await world.trace(99);
    await world.other.query('BEGIN; LOCK TABLE eth.internal_event_chunks IN ACCESS SHARE MODE');
    const isThere = async () => {
      const { rows } = await world.session.query(`SELECT to_regclass('eth.internal_event_chunks') IS NOT NULL AS is`);
      return rows[0]?.is;
    };
    while ((await world.backfill.openRanges()).length > 0) await world.traceRange(0, 5, world.session);
    await world.finish();
    await world.check();
    expect((await world.state())?.backfill?.stage).toBe('done');
    expect(await isThere()).toBe(true);
    await world.other.query('COMMIT');
    await world.internal().begin('full', world.tip);
    expect(await isThere()).toBe(false);
  });

  it('are refused where they name other blocks, do not follow, or were written before', async () => {
    const world = await World.open();
    await world.mine(20);
    await world.internal().begin('full', world.tip);
    await world.internal().plan(world.tip);
    const { live } = (await world.state())!;
    const next = world.chain[live.to + 1]!;
    const other = makeBlock(next.height, next.parentHash, 99);
    expect(await world.internal().append([internalOf(other)])).toBe(false);
    await expect(world.internal().append([internalOf(world.chain[live.to + 2]!)])).rejects.toThrow('do not end at');
    const range = (await world.backfill.openRanges())[1]!;
    const place = world.chain[range.from]!;
    expect(await world.backfill.append(range, [internalOf(makeBlock(place.height, place.parentHash, 99))])).toBe(false);
    expect(await world.backfill.append(range, [internalOf(world.chain[range.from + 1]!)])).toBe(false);
    expect(await world.backfill.append(range, world.chain.slice(range.from, range.to + 2).map(internalOf))).toBe(false);
    const both = await Promise.all([
      appendBackfill(world.other, PLACE, range, [internalOf(place)]),
      world.backfill.append(range, [internalOf(place)]),
    ]);
    expect(both.sort()).toEqual([false, true]);
    await world.check();
    await world.finish();
    await world.check();
  });

  it('of a range that is being written when its blocks are taken back go with them', async () => {
    const world = await World.open();
    await world.mine(20);
    await world.internal().begin('full', world.tip);
    await world.internal().plan(world.tip);
    const range = (await world.backfill.openRanges()).at(-1)!;
    for (let n = 0; n < 5; n++) {
      const blocks = world.chain.slice(range.from, range.to + 1).map(internalOf);
      await Promise.all([appendBackfill(world.other, PLACE, range, blocks), world.mine(1, 20 - range.from)]);
      await world.check();
    }
  });

  it('show the blocks that are to be traced with their transactions', async () => {
    const world = await World.open();
    await world.mine(8);
    const told = await world.internal().toTrace(2, 6);
    expect(told).toEqual(
      world.chain.slice(2, 7).map((block) => {
        const { txids, txCount, time, status } = accountBlockOf(block).block;
        const { height, hash } = block;
        const statuses = Buffer.from(status.map((of) => (of === -1 ? 2 : of)));
        return { height, hash, time, transactions: txCount, entries: block.entries.length, txids, statuses };
      }),
    );
    // Where a receipt does not tell the outcome, the value may count as moved.
    await world.session.query(`UPDATE eth.transactions SET succeeded = NULL;
      DELETE FROM eth.transfers; INSERT INTO eth.transfers (tx_key, idx, kind, amount) VALUES ((2::bigint << 20) + 1, 0, 'native', 5)`);
    const [block] = await world.internal().toTrace(2, 2);
    expect([...block!.statuses]).toEqual([...told[0]!.statuses].map((_, n) => (n === 1 ? 3 : 2)));
  });
});
