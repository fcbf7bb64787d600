import { createHash } from 'node:crypto';
import type { UtxoSimulator } from '@chaintrail/devnet';
import { dumpRows, HandmadeChain, handmadeChain } from '@chaintrail/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InconsistentBlockError } from '../src/write/utxo/utxo-batch.js';
import {
  blocksOf,
  emptyLedgers,
  expectModel,
  FIRST_PAYMENTS,
  follow,
  simulator,
  WRITTEN_CHAINS,
} from './support/simulated-ledger.js';

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('extend' as const), blocks: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reorg' as const), blocks: fc.integer({ min: 1, max: 8 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('invalidate' as const), blocks: fc.integer({ min: 1, max: 5 }) }),
  },
);

function play(
  simulated: UtxoSimulator,
  { kind, blocks }: { kind: 'extend' | 'reorg' | 'invalidate'; blocks: number },
): void {
  if (kind === 'extend') for (let i = 0; i < blocks; i++) simulated.mine();
  else if (kind === 'reorg') simulated.reorg(blocks);
  else simulated.invalidate(blocks);
}

const open = emptyLedgers();

it('writes a block of 70 MiB', { timeout: 60_000 }, async () => {
  const chain = new HandmadeChain();
  const vast = Buffer.alloc(10 * 2 ** 20, 0x6a);
  chain.mine(Array.from({ length: 7 }, () => ({ value: 0n, script: vast })));
  const { ledger, session } = await open(handmadeChain);
  await ledger.replaceAfter(null, null, chain.blocks);
  const { rows } = await session.query(
    `SELECT b.size, (SELECT count(*)::integer FROM unnest(t.output_scripts) AS s(script) WHERE sha256(script) = $1) AS whole
     FROM btc.blocks b CROSS JOIN btc.transactions t`,
    [createHash('sha256').update(vast).digest()],
  );
  expect(rows).toEqual([{ size: chain.blocks[0]!.size, whole: 7 }]);
  expect(chain.blocks[0]!.size).toBeGreaterThan(70 * 2 ** 20);
});

describe.each(WRITTEN_CHAINS)('the ledger of $code', (chain) => {
  it('has the rows of a straight sync after any mix of extensions and reorgs, in any batches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(step, { minLength: 2, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 3 }),
        async (seed, steps, batchSizes) => {
          const simulated = simulator(chain, seed);
          const [wandering, straight] = [await open(chain), await open(chain)];
          await follow(wandering.ledger, simulated, batchSizes);
          for (const one of steps) {
            play(simulated, one);
            await follow(wandering.ledger, simulated, batchSizes);
          }
          await follow(straight.ledger, simulated, [1_000]);
          expect(await dumpRows(wandering.database.url, chain.code)).toEqual(
            await dumpRows(straight.database.url, chain.code),
          );
          await expectModel(straight.session, simulated);
          await open.release();
        },
      ),
      { numRuns: 8 },
    );
  }, 240_000);

  it('refuses a block that spends what is not there, and keeps its rows', async () => {
    const simulated = simulator(chain, 7);
    for (let i = 0; i < 5; i++) simulated.mine();
    const { database, ledger } = await open(chain);
    const blocks = blocksOf(simulated, 0);
    const payments = blocks.findIndex(({ height, txCount }) => height > FIRST_PAYMENTS && txCount > 1);
    await ledger.replaceAfter(null, null, blocks.slice(0, payments));
    const before = await dumpRows(database.url, chain.code);
    const cursor = await ledger.cursor();
    const block = blocks[payments]!;
    // The same block as if it came twice: its inputs are spent already.
    await ledger.replaceAfter(cursor, cursor, [block]);
    const after = await ledger.cursor();
    const again = { ...block, height: block.height + 1 };
    await expect(ledger.replaceAfter(after, after, [again])).rejects.toThrow(InconsistentBlockError);
    await ledger.replaceAfter(after, cursor, []);
    expect(await dumpRows(database.url, chain.code)).toEqual(before);
  }, 60_000);

  it('knows of outputs from before its first block what the node delivers, and nothing otherwise', async () => {
    const simulated = simulator(chain, 11);
    for (let i = 0; i < 12; i++) simulated.mine();
    const start = FIRST_PAYMENTS + 6;
    const [told, untold] = [await open(chain, start), await open(chain, start)];
    await told.ledger.replaceAfter(null, null, blocksOf(simulated, start, true));
    await untold.ledger.replaceAfter(null, null, blocksOf(simulated, start));
    const early = `SELECT count(*)::int AS transactions, count(fee)::int AS fees,
        count(*) FILTER (WHERE array_position(input_tx_keys, NULL) IS NOT NULL)::int AS early,
        count(*) FILTER (WHERE array_position(input_tx_keys, NULL) IS NOT NULL AND fee IS NULL)::int AS unknown
      FROM ${chain.code}.transactions`;
    const counts = await Promise.all([told, untold].map(async ({ session }) => (await session.query(early)).rows[0]));
    expect(counts[0].early).toBeGreaterThan(0);
    expect(counts[0]).toMatchObject({ unknown: 0, fees: counts[0].transactions });
    expect(counts[1]).toMatchObject({ early: counts[0].early, unknown: counts[0].early });
    const ofBlocks = `SELECT count(*)::int AS blocks, count(fees)::int AS fees, count(reward)::int AS rewards FROM ${chain.code}.blocks`;
    const [whole, part] = await Promise.all(
      [told, untold].map(async ({ session }) => (await session.query(ofBlocks)).rows[0]),
    );
    expect(whole).toEqual({ blocks: whole.blocks, fees: whole.blocks, rewards: whole.blocks });
    expect(part).toMatchObject({ blocks: whole.blocks, rewards: whole.blocks });
    expect(part.fees).toBeLessThan(whole.blocks);
    const inputs = `SELECT count(*)::int AS inputs, count(prev_txid)::int AS named, count(value)::int AS valued FROM ${chain.code}.transaction_inputs`;
    const [all, some] = await Promise.all(
      [told, untold].map(async ({ session }) => (await session.query(inputs)).rows[0]),
    );
    expect(all).toEqual({ inputs: all.inputs, named: all.inputs, valued: all.inputs });
    expect(some).toMatchObject({ inputs: all.inputs, named: all.inputs });
    expect(some.valued).toBeLessThan(all.inputs);
    // A reorg leaves what a straight sync of the new branch would have written here as well.
    simulated.reorg(3);
    await follow(told.ledger, simulated, [2], true);
    const straight = await open(chain, start);
    await straight.ledger.replaceAfter(null, null, blocksOf(simulated, start, true));
    expect(await dumpRows(told.database.url, chain.code)).toEqual(await dumpRows(straight.database.url, chain.code));
  }, 60_000);

  it('refuses a node that says another amount than the output holds', async () => {
    const simulated = simulator(chain, 13);
    for (let i = 0; i < 4; i++) simulated.mine();
    const { ledger } = await open(chain);
    const blocks = blocksOf(simulated, 0, true);
    const lying = blocks.findIndex(({ spent }) => spent !== null && spent.value.length > 0);
    await ledger.replaceAfter(null, null, blocks.slice(0, lying));
    blocks[lying]!.spent!.value[0]! += 1n;
    const cursor = await ledger.cursor();
    await expect(ledger.replaceAfter(cursor, cursor, [blocks[lying]!])).rejects.toThrow(/the node says/);
    expect(await ledger.cursor()).toEqual(cursor);
  }, 60_000);
});
