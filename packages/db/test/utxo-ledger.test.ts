import { createHash } from 'node:crypto';
import type { UtxoSimulator } from '@chaintrail/devnet';
import { DATA_SCRIPT, dumpRows, HandmadeChain, handmadeChain, type Outpoint, scriptOf } from '@chaintrail/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InconsistentBlockError } from '../src/write/utxo/utxo-batch.js';
import { openUtxoLedger } from '../src/write/utxo/utxo-ledger.js';
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

describe('blocks made by hand', () => {
  const reward = [{ value: 50n, script: scriptOf(0) }];
  const outputs = [
    { value: 7n, script: scriptOf(1) },
    { value: 0n, script: DATA_SCRIPT },
  ];

  /** Three blocks; the last one spends of what the second one's coinbase made. */
  function spending(spendsOf: (made: Buffer) => readonly Outpoint[]): HandmadeChain {
    const chain = new HandmadeChain();
    chain.mine(reward);
    const [made] = chain.mine(outputs);
    chain.mine(reward, [{ spends: spendsOf(made!), outputs: outputs.slice(1) }]);
    return chain;
  }

  it.each([0, 1])('may spend what is there, once, in one batch or in two, from block %i on', async (start) => {
    const { ledger } = await open(handmadeChain, start);
    const wrong = [[1], [0, 0], [2], [0xffff_ffff]].map((vouts) =>
      spending((txid) => vouts.map((vout) => ({ txid, vout }))),
    );
    for (const { blocks } of wrong)
      await expect(ledger.replaceAfter(null, null, blocks.slice(start))).rejects.toThrow(InconsistentBlockError);
    const { blocks } = spending((txid) => [{ txid, vout: 0 }]);
    await ledger.replaceAfter(null, null, blocks.slice(start, 2));
    const cursor = await ledger.cursor();
    for (const { blocks: twoAndWrong } of wrong)
      await expect(ledger.replaceAfter(cursor, cursor, twoAndWrong.slice(2))).rejects.toThrow(InconsistentBlockError);
    await ledger.replaceAfter(cursor, cursor, blocks.slice(2));
  });

  it('have a coinbase that nobody can spend, and payments that somebody can', async () => {
    const { session } = await open(handmadeChain);
    const network = handmadeChain.networks.find(({ name }) => name === 'regtest')!;
    const ledger = await openUtxoLedger(session, handmadeChain, { ...network, unspendableCoinbases: [0, 2] }, 0);
    const chain = new HandmadeChain();
    chain.mine(reward);
    const [made] = chain.mine(outputs);
    const [, payment] = chain.mine(reward, [{ spends: [{ txid: made!, vout: 0 }], outputs }]);
    await ledger.replaceAfter(null, null, chain.blocks);
    const { rows } = await session.query('SELECT txid, value FROM btc.unspent_outputs');
    expect(rows).toEqual([{ txid: Buffer.from(payment!).reverse(), value: '7' }]);
  });

  it('are weighed, and say which of them lie behind a later time', async () => {
    const chain = new HandmadeChain();
    chain.mine(reward);
    const many = Array.from({ length: 252 }, (_, n) => ({ value: 7n, script: scriptOf(n) }));
    // The count of 252 transactions takes one byte, that of 253 three.
    for (const [payments, time] of [
      [251, 9],
      [252, 9],
      [1, 4],
    ] as const) {
      const [made] = chain.mine(many, [], 1_600_000_000);
      const list = Array.from({ length: payments }, (_, vout) => ({ spends: [{ txid: made!, vout }], outputs }));
      chain.mine(reward, list, 1_600_000_000 + time);
    }
    const { ledger, session } = await open(handmadeChain);
    await ledger.replaceAfter(null, null, chain.blocks);
    // Without witnesses each byte weighs four.
    const { rows } = await session.query(
      `SELECT tx_count AS transactions, max_time - 1600000000 AS latest, weight - 4 * size AS off
       FROM btc.blocks WHERE time > 1600000000 ORDER BY height`,
    );
    expect(rows).toEqual([
      { transactions: 252, latest: null, off: 0 },
      { transactions: 253, latest: null, off: 0 },
      { transactions: 2, latest: '9', off: 0 },
    ]);
  });
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
    const cursor = await ledger.cursor();
    const { value } = blocks[lying]!.spent!;
    const right = value[0]!;
    for (const lie of [right + 1n, right + 2n ** 32n]) {
      value[0] = lie;
      await expect(ledger.replaceAfter(cursor, cursor, [blocks[lying]!])).rejects.toThrow(/the node says/);
    }
    expect(await ledger.cursor()).toEqual(cursor);
  }, 60_000);
});
