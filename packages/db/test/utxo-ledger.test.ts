import { CHAINS, decodeUtxoBlock, type PlacedUtxoBlock, type UtxoChain } from '@chaintrail/chains';
import { serializeBlock, UtxoSimulator } from '@chaintrail/devnet';
import { createTestDatabase, dumpRows, type TestDatabase } from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Session } from '../src/connection.js';
import type { Ledger } from '../src/write/ledger.js';
import { becomeOwner } from '../src/write/owner.js';
import { InconsistentBlockError } from '../src/write/utxo/batch.js';
import { openUtxoLedger } from '../src/write/utxo/utxo-ledger.js';

const FIRST_PAYMENTS = 103; // coinbases mature after 100 blocks

function simulator(chain: UtxoChain, seed: number): UtxoSimulator {
  const simulated = new UtxoSimulator({
    chain,
    network: regtest(chain),
    seed,
    startTime: 1_700_000_000,
    txPerBlock: 12,
    mwebFromHeight: chain.mweb ? FIRST_PAYMENTS + 3 : null,
    proofOfWork: 'none',
  });
  for (let i = 0; i < FIRST_PAYMENTS; i++) simulated.mine();
  return simulated;
}

const regtest = (chain: UtxoChain) => chain.networks.find((network) => network.name === 'regtest')!;

function blocksOf(simulated: UtxoSimulator, from: number): PlacedUtxoBlock[] {
  const { chain } = simulated.options;
  return simulated.blocks.slice(from).map((simulatedBlock) => {
    const block = decodeUtxoBlock(chain, serializeBlock(simulatedBlock, 2));
    return {
      height: simulatedBlock.height,
      hash: block.hash,
      parentHash: block.parentHash,
      txCount: block.txCount,
      block,
      spent: null,
    };
  });
}

interface Opened {
  readonly database: TestDatabase;
  readonly session: Session;
  readonly ledger: Ledger<PlacedUtxoBlock>;
}
const opened: Opened[] = [];

async function open(chain: UtxoChain): Promise<Opened> {
  const database = await createTestDatabase();
  const session = (await becomeOwner(database.url, chain.code))!;
  const result = { database, session, ledger: await openUtxoLedger(session, chain, regtest(chain), 0) };
  opened.push(result);
  return result;
}

async function close({ database, session }: Opened): Promise<void> {
  await session.end();
  await database.drop();
}

afterAll(async () => {
  for (const one of opened) await close(one);
});

/** Brings the ledger to the simulator's tip from the last block both have, in batches of the given sizes. */
async function follow(
  ledger: Ledger<PlacedUtxoBlock>,
  simulated: UtxoSimulator,
  batchSizes: readonly number[],
): Promise<void> {
  let cursor = await ledger.cursor();
  const stored = cursor === null ? [] : await ledger.blocks(0, cursor.height);
  const shared = stored.findLast((block) => simulated.blocks[block.height]?.hash === block.hash) ?? null;
  let fork = shared;
  const blocks = blocksOf(simulated, shared === null ? 0 : shared.height + 1);
  for (let n = 0; blocks.length > 0 || cursor?.height !== fork?.height; n++) {
    const batch = blocks.splice(0, batchSizes[n % batchSizes.length]);
    await ledger.replaceAfter(cursor, fork, batch);
    cursor = batch.at(-1) ?? fork;
    fork = cursor;
  }
}

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

describe.each(CHAINS)('the ledger of $code', (chain) => {
  it('has the rows of a straight sync after any mix of extensions and reorgs, in any batches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(step, { minLength: 2, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }),
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
          for (const one of opened.splice(0)) await close(one);
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
});

/** Balances, gross sums and counts of every address, and the UTXO set, against the simulator's own books. */
async function expectModel(session: Session, simulated: UtxoSimulator): Promise<void> {
  const { code } = simulated.options.chain;
  const model = simulated.model();
  const { rows } = await session.query<{ address: string; balance: string; received: string; txids: string[] }>(
    `SELECT a.address, (array_agg(h.balance ORDER BY h.seq DESC))[1]::text AS balance, (array_agg(h.received ORDER BY h.seq DESC))[1]::text AS received,
       array_agg(encode(t.txid, 'hex') ORDER BY h.seq) AS txids
     FROM addresses_${code} a JOIN address_transactions_${code} h USING (address_key) JOIN transactions_${code} t USING (tx_key)
     GROUP BY a.address`,
  );
  const indexed = new Map(rows.map(({ address, balance, received, txids }) => [address, { balance, received, txids }]));
  const expected = [...model.addresses].map(
    ([address, { balance, received, txids }]) =>
      [address, { balance: `${balance}`, received: `${received}`, txids }] as const,
  );
  expect(indexed).toEqual(new Map(expected));
  const utxos = await session.query(
    `SELECT count(*)::int AS count, coalesce(sum(value), 0)::text AS total FROM unspent_outputs_${code}`,
  );
  expect(utxos.rows).toEqual([{ count: model.utxoCount, total: `${model.utxoTotal}` }]);
  const spentSums = await session.query<{ negative: number }>(
    `SELECT count(*)::int AS negative FROM address_transactions_${code} WHERE balance < 0 OR received < balance`,
  );
  expect(spentSums.rows[0]!.negative).toBe(0);
}
