import { type ChainCode, requireUtxoChain } from '@chaintrail/chains';
import { waitFor } from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeSession, openSession, type Session } from '../src/connection.js';
import { ChunkWriter, UTXO_BUCKETS } from '../src/write/first-sync/event-chunk.js';
import { beginFirstSync, leaveStage, readFirstSync } from '../src/write/first-sync/first-sync-state.js';
import { createNumbering, type Numbering } from '../src/write/first-sync/numbering.js';
import { sortHistories as sortWith } from '../src/write/first-sync/sort-histories.js';
import { stagedBuckets, stageEvents } from '../src/write/first-sync/staged-events.js';
import { effect, naiveHistories, type StagedEvent, writeGroup } from './support/events.js';
import { closeTargets, openTarget, type Target } from './support/first-sync.js';

/** Sums of any size. */
const CODE: ChainCode = 'doge';
let target: Target;
let events: Map<string, StagedEvent[]>;

/** Sessions that a machine with more processors has beside the owner's. */
let helpers: Session[];

beforeAll(async () => {
  target = await openTarget(requireUtxoChain(CODE));
  const name = 'first-sync-test-helper';
  helpers = await Promise.all([1, 2, 3].map(() => openSession(target.database.url, name)));
});
afterAll(async () => {
  await Promise.all(helpers.map(closeSession));
  await closeTargets();
});

beforeEach(anew);

async function anew(): Promise<void> {
  const { session } = target;
  if ((await readFirstSync(session, CODE)) !== null) await leaveStage(session, CODE, 'index');
  await session.query('TRUNCATE doge.address_transactions');
  await beginFirstSync(session, CODE);
  events = new Map();
}

/** A few keys of every kind, several in some of the buckets. */
const KEYS = [0x00, 0x01, 0x10, 0x11, 0x12, 0x20].flatMap((kind) =>
  [0, 0, 3, 255].map((first, n) => Buffer.alloc(21, n).fill(kind, 0, 1).fill(first, 1, 2)),
);

type Effect = { readonly delta: bigint; readonly received: bigint };
/** Effects of a load on an address, as the load stage stages it. */
type Touch = readonly [key: number, effects: readonly Effect[]];

async function stage(loads: readonly (readonly Touch[])[]): Promise<void> {
  const writer = new ChunkWriter(UTXO_BUCKETS);
  for (const [n, touches] of loads.entries()) {
    const firstTxKey = 2 ** 20 * n;
    writer.begin(firstTxKey);
    for (const [number, effects] of new Map(touches)) {
      const own = effects.map((each, i) => ({ txKey: firstTxKey + 2 * i, ...each }));
      writeGroup(writer, KEYS[number]!, own);
      const name = KEYS[number]!.toString('hex');
      events.set(name, [...(events.get(name) ?? []), ...own]);
    }
    await stageEvents(target.session, CODE, writer, firstTxKey);
  }
}

async function expectHistories(): Promise<void> {
  const { session } = target;
  const { rows } = await session.query(
    `SELECT encode(address_key, 'hex') AS key, seq::int, tx_key::float8 AS "txKey", delta::text, balance::text, received::text AS total
     FROM doge.address_transactions ORDER BY address_key, seq`,
  );
  expect(rows).toEqual(
    naiveHistories(events).map(({ key, seq, txKey, delta, balance, total }) => ({
      key,
      seq,
      txKey,
      delta: `${delta}`,
      balance: `${balance}`,
      total: `${total}`,
    })),
  );
}

/** Tells how many pieces each step came in. */
function counted(): { numbering: Numbering; pieces: number[] } {
  const numbering = createNumbering(true, 0);
  const pieces: number[] = [];
  const step: Numbering['step'] = () => {
    const own = numbering.step();
    const place = pieces.push(0) - 1;
    return {
      number(chunks, isLast) {
        pieces[place]!++;
        return own.number(chunks, isLast);
      },
    };
  };
  return { numbering: { step, close: numbering.close }, pieces };
}

/** @param sessions beside the owner's */
function sortHistories(
  numbering: Numbering,
  stepBytes: number,
  from: number,
  onShare: (share: number) => void = () => undefined,
  sessions: readonly Session[] = [],
): Promise<void> {
  const plan = { stepBytes, sortBytes: Number.POSITIVE_INFINITY };
  return sortWith([target.session, ...sessions], CODE, from, numbering, plan, onShare);
}

const sortedTo = async (): Promise<number> => (await readFirstSync(target.session, CODE))!.sortedTo;

const touch: fc.Arbitrary<Touch> = fc.tuple(fc.nat(KEYS.length - 1), fc.array(effect, { minLength: 1, maxLength: 5 }));
const loads = fc.array(fc.array(touch, { maxLength: 12 }), { maxLength: 8 });

/** Loads that all touch the same addresses, with some bytes for each. */
function regularLoads(count: number): Touch[][] {
  const effects = [
    { delta: 10n ** 9n, received: 10n ** 9n },
    { delta: -(10n ** 8n), received: 7n },
  ];
  return Array.from({ length: count }, () => KEYS.map((_, number): Touch => [number, effects]));
}

describe('the sort of staged events', () => {
  it('makes the histories in steps of any size with any number of sessions, also when it is interrupted after any of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        loads,
        fc.constantFrom(1, 40, 200, 1_000, 1 << 20),
        fc.array(fc.nat(3), { maxLength: 4 }),
        fc.nat(3),
        async (staged, stepBytes, interruptions, besides) => {
          await anew();
          await stage(staged);
          for (const after of interruptions) {
            let steps = 0;
            const interrupt = (): void => {
              if (steps++ === after) throw new RangeError('interrupted');
            };
            await sortHistories(
              counted().numbering,
              stepBytes,
              await sortedTo(),
              interrupt,
              helpers.slice(0, besides),
            ).catch((error: unknown) => expect(error).toEqual(new RangeError('interrupted')));
          }
          await sortHistories(counted().numbering, stepBytes, await sortedTo(), undefined, helpers.slice(0, besides));
          await expectHistories();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('takes small buckets together and large ones in pieces', async () => {
    await stage(regularLoads(30));
    const sizes = await stagedBuckets(target.session, CODE);
    const largest = Math.max(...sizes.map(({ bytes }) => bytes));
    const sort = async (stepBytes: number, besides = 0): Promise<number[]> => {
      const { numbering, pieces } = counted();
      const shares: number[] = [];
      await sortHistories(numbering, stepBytes, 0, (share) => shares.push(share), helpers.slice(0, besides));
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect([shares.length, shares.at(-1)]).toEqual([pieces.length, 1]);
      expect(await sortedTo()).toBe(sizes.at(-1)!.bucket + 1);
      await expectHistories();
      await target.session.query('TRUNCATE doge.address_transactions');
      return pieces;
    };
    expect(await sort(1 << 20)).toEqual([1]);
    const some = await sort(largest);
    expect(some.every((pieces) => pieces === 1)).toBe(true);
    expect(some.length).toBeGreaterThan(2);
    expect(some.length).toBeLessThan(sizes.length);
    const many = await sort(largest >> 2);
    expect(many.length).toBeGreaterThan(some.length);
    expect([Math.min(...many), Math.max(...many)]).toEqual([1, 4]);
    // Each chunk by itself, where not even one fits.
    expect((await sort(1)).every((pieces) => pieces === 30)).toBe(true);
    // Side by side, too.
    expect((await sort(largest >> 2, 3)).toSorted()).toEqual(many.toSorted());
  });

  it('leaves no half of a step', async () => {
    await stage(regularLoads(10));
    const { numbering } = counted();
    let steps = 0;
    const failing: Numbering = {
      ...numbering,
      step() {
        const own = numbering.step();
        let pieces = steps++ === 2 ? 0 : Number.NEGATIVE_INFINITY;
        return {
          number: (chunks, isLast) =>
            ++pieces === 3 ? Promise.reject(new RangeError('no thread')) : own.number(chunks, isLast),
        };
      },
    };
    const failed = sortHistories(failing, 40, 0);
    await expect(failed).rejects.toThrow('no thread');
    const { rows } = await target.session.query<{ key: Buffer }>(
      'SELECT DISTINCT address_key AS key FROM doge.address_transactions',
    );
    const done = await sortedTo();
    expect(new Set(rows.map(({ key }) => UTXO_BUCKETS.of(key, 0))).size).toBe(2);
    expect(rows.filter(({ key }) => UTXO_BUCKETS.of(key, 0) >= done)).toEqual([]);
    await sortHistories(numbering, 40, done);
    await expectHistories();
  });

  it('commits the steps in order, whichever session is first to have written its own', async () => {
    await stage(regularLoads(10));
    const { numbering } = counted();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const [first] = await stagedBuckets(target.session, CODE);
    const slowAtFirst: Numbering = {
      ...numbering,
      step() {
        const own = numbering.step();
        return {
          async number(chunks, isLast) {
            // By its bucket: sessions read their first steps side by side, so any of them may be numbered first.
            if (chunks.some(({ bucket }) => bucket === first!.bucket)) await released;
            return own.number(chunks, isLast);
          },
        };
      },
    };
    const sorting = sortHistories(slowAtFirst, 40, 0, undefined, helpers);
    const waits = async (): Promise<boolean> => {
      const { rows } = await target.pool.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE application_name LIKE 'first-sync-test%' AND state = 'idle in transaction' AND query LIKE 'COPY doge.address_transactions%'`,
      );
      return rows[0]!.waiting === helpers.length; // of one session more, which has the first step
    };
    try {
      await waitFor(waits, { what: 'all sessions but one to have written their steps' });
      const { rows } = await target.pool.query(
        'SELECT (SELECT count(*)::int FROM doge.address_transactions) AS histories, sorted_to FROM doge.first_sync',
      );
      expect(rows).toEqual([{ histories: 0, sorted_to: 0 }]);
    } finally {
      release();
      await sorting;
    }
    await expectHistories();
  });

  it('has nothing to do where nothing is staged', async () => {
    await sortHistories(counted().numbering, 40, 0, () => {
      throw new Error('a step of nothing');
    });
    await expectHistories();
  });
});
