import { DecodeError } from '@chaintrail/chains';
import { dumpRows, type RowDump } from '@chaintrail/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PreparedAccountBlock } from '../src/write/account/prepared-block.js';
import { openEvmFirstSync } from '../src/write/evm/evm-first-sync.js';
import { openEvmLedger } from '../src/write/evm/evm-ledger.js';
import { prepareEvmBlock } from '../src/write/evm/evm-rows.js';
import { type Ledger, registerChain } from '../src/write/ledger.js';
import { Dice } from './support/dice.js';
import { type MadeBlock, makeBlock, place } from './support/evm-blocks.js';
import { indexedDatabases, unindexedDatabases } from './support/opened-databases.js';

/** As a first sync finds it, and as blocks that come one by one do. */
const open = unindexedDatabases('eth');
const openIndexed = indexedDatabases();

/** The rows of a ledger that was given the blocks one after the other. */
async function straightRows(blocks: readonly MadeBlock[]): Promise<RowDump> {
  const { database, session } = await openIndexed('eth');
  const ledger = await openEvmLedger(session, place, 0);
  await extend(ledger, blocks, 1);
  return dumpRows(database.url, 'eth');
}

async function extend(ledger: Ledger<PreparedAccountBlock>, blocks: readonly MadeBlock[], atOnce: number) {
  for (let at = 0; at < blocks.length; at += atOnce) {
    const cursor = await ledger.cursor();
    await ledger.replaceAfter(cursor, cursor, blocks.slice(at, at + atOnce));
  }
}

function chainOf(seed: number, count: number): MadeBlock[] {
  const dice = new Dice(seed);
  const blocks: MadeBlock[] = [];
  for (let n = 0; n < count; n++) blocks.push(makeBlock(blocks.at(-1) ?? null, dice));
  return blocks;
}

describe('the ledger of an EVM chain', () => {
  it('has the rows of a straight sync after any mix of extensions and reorgs, in any batches', async () => {
    const step = fc.record({ back: fc.integer({ min: 0, max: 6 }), blocks: fc.integer({ min: 1, max: 5 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(step, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        async (seed, steps, atOnce) => {
          const dice = new Dice(seed);
          const { database, session } = await openIndexed('eth');
          const ledger = await openEvmLedger(session, place, 0);
          let blocks: MadeBlock[] = [];
          for (const { back, blocks: count } of steps) {
            const cursor = blocks.at(-1) ?? null;
            blocks = blocks.slice(0, Math.max(1, blocks.length - back));
            const fork = blocks.at(-1) ?? null;
            const added: MadeBlock[] = [];
            for (let n = 0; n < count; n++) added.push(makeBlock(added.at(-1) ?? fork, dice));
            await ledger.replaceAfter(cursor, fork, added.slice(0, atOnce));
            await extend(ledger, added.slice(atOnce), atOnce);
            blocks = [...blocks, ...added];
          }
          expect(await dumpRows(database.url, 'eth')).toEqual(await straightRows(blocks));
          await openIndexed.release();
        },
      ),
      { numRuns: 12 },
    );
  });

  it('has the same rows after a first sync, wherever that was interrupted and blocks one by one went on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 29 }),
        fc.integer({ min: 1, max: 9 }),
        async (seed, loaded, atOnce) => {
          const blocks = chainOf(seed, 30);
          const { database, session, pool } = await open();
          await registerChain(session, 'eth', place.network.name, 0);
          const options = { session, pool, place, historyFrom: 0, memory: 0, threads: 0 };
          await openEvmFirstSync(options).begin();
          for (let at = 0; at < loaded; at += atOnce) {
            // Each time as after a restart.
            const load = await openEvmFirstSync(options).openLoad(() => undefined);
            await load.add(blocks.slice(at, Math.min(loaded, at + atOnce)));
            await load.flush();
          }
          const firstSync = openEvmFirstSync(options);
          await (await firstSync.openLoad(() => undefined)).end();
          const stages: string[] = [];
          await firstSync.finish((stage) => stages.push(stage));
          expect([...new Set(stages)]).toEqual(['sort', 'tokens', 'index']);
          const ledger = await openEvmLedger(session, place, 0);
          await extend(ledger, blocks.slice(loaded), atOnce);
          expect(await dumpRows(database.url, 'eth')).toEqual(await straightRows(blocks));
          await openIndexed.release();
        },
      ),
      { numRuns: 8 },
    );
  });

  it('writes in a first sync what is ready when its rows take much memory, though blocks are small by their size', async () => {
    const { session, pool } = await open();
    await registerChain(session, 'eth', place.network.name, 0);
    const firstSync = openEvmFirstSync({ session, pool, place, historyFrom: 0, memory: 0, threads: 0 });
    await firstSync.begin();
    const load = await firstSync.openLoad(() => undefined);
    const blocks = chainOf(3, 30).map((block) => {
      const { bytes, count } = block.rows['transfers']!;
      const transfers = { bytes: Buffer.concat(Array<Uint8Array>(2_000).fill(bytes)), count: 2_000 * count };
      return { ...block, rows: { ...block.rows, transfers } };
    });
    const sent = blocks.reduce((sum, { rows }) => sum + rows.transfers.bytes.length, 0);
    expect(sent).toBeGreaterThan(2 ** 25);
    for (const block of blocks) await load.add([block]);
    expect(load.written).not.toBeNull();
    await load.flush();
    expect(load.written?.height).toBe(29);
  });

  it('stores the largest amounts there are, and refuses a block with numbers that no block has', async () => {
    const { database, session } = await openIndexed('eth');
    const ledger = await openEvmLedger(session, place, 0);
    const made = chainOf(5, 12).find(
      ({ block }) => block.effects.address.length > 0 && block.transfers.amount.length > 0,
    )!;
    const most = 2n ** 256n - 1n;
    const { effects, transfers } = made.block;
    const block = {
      ...made.block,
      value: made.block.value.map(() => most),
      effects: {
        ...effects,
        delta: effects.delta.map(() => -4n * most),
        received: effects.received.map(() => 3n * most),
      },
      transfers: { ...transfers, amount: transfers.amount.map(() => most) },
    };
    const large = prepareEvmBlock({ height: 0, hash: made.hash }, block);
    await ledger.replaceAfter(null, null, [large]);
    const { rows } = await session.query<{ sums: string[] }>(
      `SELECT array_agg(DISTINCT delta::text || ' ' || received::text) AS sums FROM eth.address_transactions WHERE seq = 1
       UNION ALL SELECT array_agg(DISTINCT amount::text) FROM eth.transfers
       UNION ALL SELECT array_agg(DISTINCT value::text) FROM eth.transactions WHERE type IS NOT NULL`,
    );
    expect(rows.map(({ sums }) => sums)).toEqual([[`${-4n * most} ${3n * most}`], [`${most}`], [`${most}`]]);
    expect((await dumpRows(database.url, 'eth')).blocks).toHaveLength(1);
    const prepared = (size: number) => () => prepareEvmBlock({ height: 0, hash: made.hash }, { ...block, size });
    expect(prepared(2 ** 31 - 1)).not.toThrow();
    expect(prepared(2 ** 31)).toThrow(DecodeError);
  });
});
