import type { PlacedUtxoBlock } from '@chaintrail/chains';
import {
  dumpRows,
  HandmadeChain,
  handmadeChain,
  type Outpoint,
  type Payment,
  type RowDump,
  scriptOf,
} from '@chaintrail/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dropChain } from '../src/maintain/drop-chain.js';
import { readCursor } from '../src/write/cursor.js';
import type { BlockLoad } from '../src/write/first-sync/first-sync.js';
import { registerChain } from '../src/write/ledger.js';
import { InconsistentBlockError } from '../src/write/utxo/utxo-batch.js';
import {
  BrokenConnection,
  brokenAt,
  closeTargets,
  firstSyncOf,
  openTarget,
  runFirstSync,
  smallFirstSyncOf,
  straightRows,
  type Target,
} from './support/first-sync.js';

afterEach(closeTargets);

const outputsTo = (count: number, first = 0, value = 1_000n): Payment['outputs'] =>
  Array.from({ length: count }, (_, n) => ({ value, script: scriptOf(first + n) }));

/**
 * Many outputs, of which the smallest cache can hold the most recent only. Some spends are of those, some of older
 * ones.
 */
function wideChain(): PlacedUtxoBlock[] {
  const made = new HandmadeChain();
  const unspent: Outpoint[] = [];
  const take = (place: number): Outpoint => unspent.splice(Math.floor(place * unspent.length), 1)[0]!;
  for (let height = 0; height < 22; height++) {
    const payments = Array.from({ length: height < 2 ? 0 : 5 }, (_, p): Payment => {
      // From the whole history, and from its last block.
      const spends = Array.from({ length: 40 }, (_, i) => take(i % 2 === 0 ? ((7 * i + p + height) % 40) / 40 : 0.98));
      return { spends, outputs: outputsTo(30, 97 * height + 30 * p) };
    });
    const txids = made.mine(outputsTo(1_400, 500 * height), payments);
    if (height === 0) continue; // never spendable
    for (const [t, txid] of txids.entries()) {
      for (let vout = 0; vout < (t === 0 ? 1_400 : 30); vout++) unspent.push({ txid, vout });
    }
  }
  return made.blocks;
}

describe('a load whose cache is too small for what is unspent', () => {
  let blocks: PlacedUtxoBlock[];
  let rows: RowDump;

  beforeAll(async () => {
    blocks = wideChain();
    rows = await straightRows(handmadeChain, blocks, 8);
  });

  async function spilled({ session }: Target): Promise<{ stored: number; unspentTo: number }> {
    const { rows: found } = await session.query(
      `SELECT (SELECT count(*)::int FROM btc.unspent_outputs) AS stored, unspent_to::float8 AS "unspentTo" FROM btc.first_sync`,
    );
    return found[0];
  }

  async function loadAll(target: Target, load: BlockLoad<PlacedUtxoBlock>, from: number, to: number): Promise<void> {
    for (let height = from; height < to; height += 2) {
      await load.add(blocks.slice(height, Math.min(to, height + 2)));
      if (height % 4 === 0) await load.flush();
    }
    await load.flush();
    expect(load.written?.height).toBe(to - 1);
    expect((await readCursor(target.session, 'btc'))?.height).toBe(to - 1);
  }

  it('stores the oldest outputs, and finds them where later blocks spend them', async () => {
    const target = await openTarget(handmadeChain);
    const firstSync = smallFirstSyncOf(target);
    await firstSync.begin();
    await loadAll(target, await firstSync.openLoad(() => undefined), 0, blocks.length);
    const { stored, unspentTo } = await spilled(target);
    expect(stored).toBeGreaterThan(1_000);
    expect(unspentTo).toBeGreaterThan(0);
    expect(stored).toBeLessThan(rows.unspent_outputs.length);
    const load = await firstSync.openLoad(() => undefined);
    await load.end();
    await firstSync.finish(() => undefined);
    expect(await dumpRows(target.database.url, 'btc')).toEqual(rows);
  });

  it('is gone on with by others', async () => {
    const target = await openTarget(handmadeChain);
    await smallFirstSyncOf(target).begin();
    const stored: number[] = [];
    for (const [from, to] of [
      [0, 18],
      [18, 20],
      [20, 21],
      [21, blocks.length],
    ] as const) {
      const load = await smallFirstSyncOf(target).openLoad(() => undefined);
      expect(load.written?.height ?? -1).toBe(from - 1);
      await loadAll(target, load, from, to);
      stored.push((await spilled(target)).stored);
      if (to === blocks.length) await load.end();
    }
    expect(stored.at(-2)).toBeGreaterThan(0);
    await smallFirstSyncOf(target).finish(() => undefined);
    expect(await dumpRows(target.database.url, 'btc')).toEqual(rows);
  });

  it('stores a transaction that is larger than the cache as a whole, and goes on behind it', async () => {
    const made = new HandmadeChain();
    made.mine(outputsTo(1));
    const [vast] = made.mine(outputsTo(10_000));
    const spends = [0, 9_999].map((vout) => ({ txid: vast!, vout }));
    made.mine(outputsTo(1), [{ spends, outputs: outputsTo(2) }]);
    const target = await openTarget(handmadeChain);
    await smallFirstSyncOf(target).begin();
    const first = await smallFirstSyncOf(target).openLoad(() => undefined);
    await first.add(made.blocks.slice(0, 2));
    await first.flush();
    expect(await spilled(target)).toEqual({ stored: 10_000, unspentTo: 2 * 2 ** 20 });
    const others = smallFirstSyncOf(target);
    const second = await others.openLoad(() => undefined);
    await second.add(made.blocks.slice(2));
    await second.flush();
    await second.end();
    await others.finish(() => undefined);
    expect(await dumpRows(target.database.url, 'btc')).toEqual(await straightRows(handmadeChain, made.blocks));
  });

  it('ends in the same rows on connections that break', async () => {
    const target = await openTarget(handmadeChain);
    const course = { batches: [3, 1], flushAfter: 2 };
    for (const place of [9, 24, 60, 75, 61, 46, 40, 27, 13, 22, 12, 8, 5, 9]) {
      const broken = runFirstSync(target, blocks, course, smallFirstSyncOf(target, brokenAt(target.session, place)));
      await broken.catch((error: unknown) => expect(error).toBeInstanceOf(BrokenConnection));
    }
    await runFirstSync(target, blocks, course, smallFirstSyncOf(target));
    expect(await dumpRows(target.database.url, 'btc')).toEqual(rows);
  });
});

describe('a load', () => {
  /** Everything in the tables of the chain; unlike a dump also what is staged, and where the first sync is. */
  async function everything({ session, database }: Target): Promise<unknown> {
    const { rows } = await session.query(
      `SELECT (SELECT count(*) FROM btc.address_event_chunks) AS staged, first_sync::text FROM btc.first_sync`,
    );
    return { rows, dump: await dumpRows(database.url, 'btc') };
  }

  /** Four blocks, of which the third has two payments; then a block that is as the test wants it. */
  function chainWith(last: (ids: { coinbase: Buffer; payment: Buffer }) => Payment[]): PlacedUtxoBlock[] {
    const made = new HandmadeChain();
    made.mine(outputsTo(3));
    const [coinbase] = made.mine(outputsTo(4));
    const [, payment] = made.mine(outputsTo(2), [
      { spends: [{ txid: coinbase!, vout: 0 }], outputs: outputsTo(2, 10, 400n) },
      { spends: [{ txid: coinbase!, vout: 1 }], outputs: outputsTo(1, 20) },
    ]);
    made.mine(outputsTo(1));
    made.mine(outputsTo(1), last({ coinbase: coinbase!, payment: payment! }));
    return made.blocks;
  }

  const spending = (...spends: Outpoint[]): Payment => ({ spends, outputs: outputsTo(1, 5, 1n) });

  it.each([
    ['never existed', () => [spending({ txid: Buffer.alloc(32, 7), vout: 0 })]],
    ['its transaction has not', ({ coinbase }) => [spending({ txid: coinbase, vout: 4 })]],
    ['is spent', ({ coinbase }) => [spending({ txid: coinbase, vout: 0 })]],
    [
      'it spends already',
      ({ payment }) => [spending({ txid: payment, vout: 0 }), spending({ txid: payment, vout: 0 })],
    ],
    [
      'it spends already, in one transaction',
      ({ payment }) => [spending({ txid: payment, vout: 1 }, { txid: payment, vout: 1 })],
    ],
    ['no index can have', ({ coinbase }) => [spending({ txid: coinbase, vout: 0x8000_0000 })]],
  ] as [string, Parameters<typeof chainWith>[0]][])(
    'refuses a block that spends an output that %s',
    async (_, last) => {
      const blocks = chainWith(last);
      for (const isAlone of [true, false]) {
        const target = await openTarget(handmadeChain);
        await firstSyncOf(target).begin();
        const load = await firstSyncOf(target).openLoad(() => undefined);
        await load.add(blocks.slice(0, 2));
        await load.flush();
        if (isAlone) {
          await load.add(blocks.slice(2, 4));
          await load.flush();
        }
        const before = await everything(target);
        const adding = async () => {
          await load.add(blocks.slice(isAlone ? 4 : 2));
          await load.flush();
        };
        await expect(adding()).rejects.toThrow(InconsistentBlockError);
        expect(await everything(target)).toEqual(before);
        expect(load.written?.height).toBe(isAlone ? 3 : 1);
        // Nothing more is written, as the cache has gone on.
        if (!isAlone) continue;
        const again = await firstSyncOf(target).openLoad(() => undefined);
        await again.add(chainWith(() => []).slice(4));
        await again.flush();
        expect(again.written?.height).toBe(4);
      }
    },
  );

  it('refuses a block that pays out more than it spends, at once', async () => {
    const blocks = chainWith(({ payment }) => [
      { spends: [{ txid: payment, vout: 0 }], outputs: outputsTo(1, 5, 401n) },
    ]);
    const target = await openTarget(handmadeChain);
    await firstSyncOf(target).begin();
    const load = await firstSyncOf(target).openLoad(() => undefined);
    await load.add(blocks.slice(0, 4));
    await load.flush();
    const before = await everything(target);
    await load.add(blocks.slice(4));
    await expect(load.flush()).rejects.toThrow(/pays out 1 more/);
    expect(await everything(target)).toEqual(before);
  });

  it('that is given up while it writes does not get in the way of the next one', async () => {
    // So many that they are written before a flush asks for it.
    const made = new HandmadeChain();
    for (let height = 0; height < 5_100; height++) made.mine(outputsTo(1, height % 50));
    const blocks = made.blocks;
    const target = await openTarget(handmadeChain);
    await firstSyncOf(target).begin();
    const first = await firstSyncOf(target).openLoad(() => undefined);
    await first.add(blocks.slice(0, 5_050));
    // Its source fails now, say: the next one begins while the first one's rows are on their way.
    const next = await firstSyncOf(target).openLoad(() => undefined);
    const written = next.written?.height ?? -1;
    expect(next.transactions).toBe(written + 1);
    await next.add(blocks.slice(written + 1));
    await next.flush();
    await next.end();
    await firstSyncOf(target).finish(() => undefined);
    const { rows } = await target.session.query(
      `SELECT (SELECT count(*)::int FROM btc.blocks) AS blocks, (SELECT count(*)::int FROM btc.transactions) AS transactions,
         (SELECT sum(delta)::int FROM btc.address_transactions) AS paid, (SELECT count(*)::int FROM btc.unspent_outputs) AS unspent`,
    );
    expect(rows).toEqual([{ blocks: 5_100, transactions: 5_100, paid: 5_099_000, unspent: 5_099 }]);
  });

  it('of a chain that is dropped leaves nothing to the next one', async () => {
    const blocks = chainWith(() => []);
    const target = await openTarget(handmadeChain);
    await firstSyncOf(target).begin();
    const load = await firstSyncOf(target).openLoad(() => undefined);
    await load.add(blocks.slice(0, 4));
    await load.flush();
    expect(await dropChain(target.database.url, 'btc')).toBe(true);
    const { rows } = await target.session.query(`SELECT FROM pg_namespace WHERE nspname = 'btc'`);
    expect(rows).toEqual([]);
    await registerChain(target.session, 'btc', 'regtest', 0);
    expect(await firstSyncOf(target).stage()).toBeNull();
  });
});

describe('the stage after a load', () => {
  it('stores all outputs also when it is tried again', async () => {
    const made = new HandmadeChain();
    for (let height = 0; height < 5; height++) made.mine(outputsTo(10, 10 * height));
    const target = await openTarget(handmadeChain);
    const firstSync = firstSyncOf(target);
    await firstSync.begin();
    const load = await firstSync.openLoad(() => undefined);
    await load.add(made.blocks);
    await load.flush();
    await load.end();
    // A full disk, say: the statement fails, and the connection stays.
    await target.session.query('ALTER TABLE btc.unspent_outputs ADD CONSTRAINT full_disk CHECK (vout < 5)');
    await expect(firstSync.finish(() => undefined)).rejects.toThrow(/full_disk/);
    await target.session.query('ALTER TABLE btc.unspent_outputs DROP CONSTRAINT full_disk');
    await firstSync.finish(() => undefined);
    expect(await dumpRows(target.database.url, 'btc')).toEqual(await straightRows(handmadeChain, made.blocks));
  });
});
