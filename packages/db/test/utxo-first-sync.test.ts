import { type PlacedUtxoBlock, requireUtxoChain } from '@chaintrail/chains';
import { openUtxoFirstSync as openBuilt } from '@chaintrail/db';
import { dumpRows, type RowDump } from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../src/connection.js';
import { missingIndexes } from '../src/write/chain-indexes.js';
import { openUtxoLedger } from '../src/write/utxo/utxo-ledger.js';
import {
  BrokenConnection,
  brokenAt,
  type Course,
  closeTargets,
  firstSyncOf,
  openTarget,
  runFirstSync,
  straightRows,
  type Target,
} from './support/first-sync.js';
import { blocksOf, FIRST_PAYMENTS, simulator, WRITTEN_CHAINS } from './support/simulated-ledger.js';

afterEach(closeTargets);

const course: fc.Arbitrary<Course> = fc.record({
  batches: fc.array(fc.integer({ min: 1, max: 18 }), { minLength: 1, maxLength: 3 }),
  flushAfter: fc.integer({ min: 1, max: 6 }),
});
const STRAIGHT: Course = { batches: [50], flushAfter: 1 };
/** The statement at which each session breaks, one after the other. */
const breaks = fc.array(fc.integer({ min: 1, max: 45 }), { maxLength: 8 });

/** Runs a first sync whose connection breaks again and again; each time everything is opened anew. */
async function runBroken(
  target: Target,
  blocks: readonly PlacedUtxoBlock[],
  { course: way, breaks: places }: { readonly course: Course; readonly breaks: readonly number[] },
): Promise<void> {
  for (const place of places) {
    const broken = runFirstSync(target, blocks, way, firstSyncOf(target, brokenAt(target.session, place)));
    await broken.catch((error: unknown) => expect(error).toBeInstanceOf(BrokenConnection));
  }
  await runFirstSync(target, blocks, way);
}

/** Nothing of a first sync is left, and every index is there. */
async function expectOver({ session, chain: { code } }: Target): Promise<void> {
  expect(await missingIndexes(session, code)).toEqual([]);
  const { rows } = await session.query(
    `SELECT (SELECT count(*) FROM ${code}.first_sync)::int AS underway,
       (SELECT count(*) FROM pg_class WHERE relnamespace = '${code}'::regnamespace AND relname IN ('address_event_chunks', 'transactions_load'))::int AS relations,
       (SELECT count(*) FROM pg_class WHERE relnamespace = '${code}'::regnamespace AND reloptions::text LIKE '%autovacuum%')::int AS unvacuumed`,
  );
  expect(rows).toEqual([{ underway: 0, relations: 0, unvacuumed: 0 }]);
}

/** Blocks from a height on, of a node that has told what they spend and of one that has not, with the rows of them. */
interface Part {
  readonly blocks: readonly PlacedUtxoBlock[];
  readonly rows: RowDump;
}

describe.each(WRITTEN_CHAINS)('a first sync of $code', (chain) => {
  let parts: Part[];

  beforeAll(async () => {
    const simulated = simulator(chain, 31);
    for (let i = 0; i < 25; i++) simulated.mine();
    const [told, untold] = [blocksOf(simulated, 0, true), blocksOf(simulated, 0)];
    const rows = await straightRows(chain, untold);
    parts = [untold, told].map((blocks) => ({ blocks, rows }));
    for (const whole of [untold, told]) {
      const blocks = whole.slice(FIRST_PAYMENTS + 8);
      parts.push({ blocks, rows: await straightRows(chain, blocks) });
    }
    await closeTargets();
  });

  it('ends in the rows of blocks written one after the other, wherever it begins, breaks and starts again', async () => {
    await fc.assert(
      fc.asyncProperty(course, breaks, fc.nat({ max: 3 }), async (way, places, which) => {
        const { blocks, rows } = parts[which]!;
        const target = await openTarget(chain, blocks[0]!.height);
        await runBroken(target, blocks, { course: way, breaks: places });
        expect(await dumpRows(target.database.url, chain.code)).toEqual(rows);
        await expectOver(target);
        await closeTargets();
      }),
      { numRuns: 12, examples: [0, 1, 2, 3].map((which) => [STRAIGHT, which % 2 === 0 ? [] : [12, 30], which]) },
    );
  });
});

// Blocks are written by now, and what follows is the same for every chain. Litecoin's have the most kinds of outputs.
describe('a first sync of ltc', () => {
  const ltc = requireUtxoChain('ltc');
  let blocks: PlacedUtxoBlock[];
  let rows: RowDump;
  let target: Target;

  beforeAll(async () => {
    const simulated = simulator(ltc, 31);
    for (let i = 0; i < 25; i++) simulated.mine();
    blocks = blocksOf(simulated, 0);
    rows = await straightRows(ltc, blocks);
    await closeTargets();
  });
  beforeEach(async () => {
    target = await openTarget(ltc);
  });
  const dump = () => dumpRows(target.database.url, 'ltc');

  it('comes to its end on connections that each last one statement longer', async () => {
    const way = { batches: [12], flushAfter: 2 };
    let isOver = false;
    for (let place = 1; !isOver; place++) {
      expect(place).toBeLessThan(150);
      isOver = await runFirstSync(target, blocks, way, firstSyncOf(target, brokenAt(target.session, place))).then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(BrokenConnection);
          return false;
        },
      );
    }
    expect(await dump()).toEqual(rows);
    await expectOver(target);
  });

  it('hands over to the ledger that writes and takes back block by block', async () => {
    await runFirstSync(target, blocks.slice(0, -12), STRAIGHT);
    const ledger = await openUtxoLedger(target.session, ltc, target.network, 0);
    const cursor = await ledger.cursor();
    await ledger.replaceAfter(cursor, cursor, blocks.slice(-12));
    expect(await dump()).toEqual(rows);
    // Also what the first sync has written.
    const fork = blocks.at(-20)!;
    await ledger.replaceAfter(await ledger.cursor(), fork, []);
    expect(await dump()).toEqual(await straightRows(ltc, blocks.slice(0, -19)));
    await ledger.replaceAfter(fork, fork, blocks.slice(-19));
    expect(await dump()).toEqual(rows);
  });

  it('numbers histories in threads as well', async () => {
    // Threads run what is built, as in production.
    const firstSync = openBuilt({ ...target, place: { family: 'utxo', ...target }, memory: 0, threads: 2 });
    await firstSync.begin();
    const load = await firstSync.openLoad(() => undefined);
    await load.add(blocks);
    await load.flush();
    await load.end();
    await firstSync.finish(() => undefined);
    expect(await dump()).toEqual(rows);
  });
});

describe('a first sync', () => {
  const btc = requireUtxoChain('btc');
  const blocks = blocksOf(simulator(btc, 32), 0);

  async function stateOf(session: Session): Promise<unknown> {
    return (await session.query('SELECT stage, transactions::int, unspent_to::float8, sorted_to FROM btc.first_sync'))
      .rows;
  }

  it('says where it is', async () => {
    const target = await openTarget(btc);
    const firstSync = firstSyncOf(target);
    expect(await firstSync.stage()).toBeNull();
    await expect(firstSync.openLoad(() => undefined)).rejects.toThrow(/not under way/);
    await firstSync.begin();
    expect(await firstSync.stage()).toBe('load');
    await expect(firstSync.finish(() => undefined)).rejects.toThrow(/not over/);
    const load = await firstSync.openLoad(() => undefined);
    expect([load.written, load.transactions]).toEqual([null, 0]);
    await load.add(blocks.slice(0, 9));
    expect(load.written).toBeNull();
    await load.flush();
    expect(load.written).toEqual({ height: 8, hash: blocks[8]!.hash });
    expect(load.transactions).toBe(9);
    const shares: number[] = [];
    const again = await firstSyncOf(target).openLoad((share) => shares.push(share));
    expect([again.written?.height, again.transactions, shares.at(-1)]).toEqual([8, 9, 1]);
    await again.add(blocks.slice(9));
    await again.flush();
    await again.end();
    await expect(firstSyncOf(target).openLoad(() => undefined)).rejects.toThrow(/not under way/);
    const stages: string[] = [];
    let last = ['', 0] as [string, number];
    await firstSyncOf(target).finish((stage, share) => {
      if (stage !== last[0]) stages.push(stage);
      else expect(share).toBeGreaterThanOrEqual(last[1]);
      expect(share).toBeLessThanOrEqual(1);
      last = [stage, share];
    });
    expect(stages).toEqual(['unspent', 'sort', 'index']);
    expect(await stateOf(target.session)).toEqual([]);
    await firstSyncOf(target).finish(() => {
      throw new Error('it is over');
    });
  });

  it('of no blocks is over at once', async () => {
    const target = await openTarget(btc);
    await runFirstSync(target, [], STRAIGHT);
    await expectOver(target);
  });
});
