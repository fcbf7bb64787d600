/** A simulated chain written into a database of its own, and what the simulator itself says must be there. */
import {
  decodeSpentOutputs,
  decodeUtxoBlock,
  formatAddress,
  type PlacedUtxoBlock,
  UTXO_CHAINS,
  type UtxoChain,
} from '@chaintrail/chains';
import { serializeBlock, serializeSpentOutputs, UtxoSimulator } from '@chaintrail/devnet';
import type { TestDatabase } from '@chaintrail/testkit';
import { expect } from 'vitest';
import { closeSession, type Session } from '../../src/connection.js';
import type { Ledger } from '../../src/write/ledger.js';
import { becomeOwner } from '../../src/write/owner.js';
import { openUtxoLedger } from '../../src/write/utxo/utxo-ledger.js';
import { emptiedDatabases } from './opened-databases.js';

/**
 * Chains whose decoded blocks differ: what writes them takes nothing else of a chain but the name of its schema and
 * coinbases that cannot be spent. Dogecoin's are those of Bitcoin without segwit; its recorded node is followed elsewhere.
 */
export const WRITTEN_CHAINS = UTXO_CHAINS.filter(({ code }) => code !== 'doge');
/** Less than any chain's own: blocks that only pay miners are all alike, and each costs what others do. */
const COINBASE_MATURITY = 10;
export const FIRST_PAYMENTS = COINBASE_MATURITY + 3;

export function simulator(chain: UtxoChain, seed: number): UtxoSimulator {
  const simulated = new UtxoSimulator({
    chain,
    network: regtest(chain),
    seed,
    startTime: 1_700_000_000,
    txPerBlock: 12,
    coinbaseMaturity: COINBASE_MATURITY,
    mwebFromHeight: chain.mweb ? FIRST_PAYMENTS + 3 : null,
  });
  for (let i = 0; i < FIRST_PAYMENTS; i++) simulated.mine();
  return simulated;
}

const regtest = (chain: UtxoChain) => chain.networks.find((network) => network.name === 'regtest')!;

/** @param delivered with what the blocks spend, as nodes that offer `spenttxouts` send it */
export function blocksOf(simulated: UtxoSimulator, from: number, delivered = false): PlacedUtxoBlock[] {
  const { chain } = simulated.options;
  return simulated.blocks.slice(from).map((simulatedBlock) => {
    const block = decodeUtxoBlock(chain, serializeBlock(simulatedBlock));
    return {
      height: simulatedBlock.height,
      hash: block.hash,
      parentHash: block.parentHash,
      txCount: block.txCount,
      size: block.size,
      block,
      spent: delivered ? decodeSpentOutputs(serializeSpentOutputs(simulatedBlock), block) : null,
    };
  });
}

export interface OpenLedger {
  readonly database: TestDatabase;
  readonly session: Session;
  readonly ledger: Ledger<PlacedUtxoBlock>;
}

/** @returns what opens the chain's ledger on a database without a block, until the test ends or `release` */
export function emptyLedgers() {
  const openDatabase = emptiedDatabases(
    async (database, code) => ({ database, session: (await becomeOwner(database.url, code))! }),
    ({ session }) => closeSession(session),
  );
  const open = async (chain: UtxoChain, startHeight = 0): Promise<OpenLedger> => {
    const { database, session } = await openDatabase(chain.code);
    return { database, session, ledger: await openUtxoLedger(session, chain, regtest(chain), startHeight) };
  };
  return Object.assign(open, { release: openDatabase.release });
}

/** Brings the ledger to the simulator's tip from the last block both have, in batches of the given sizes. */
export async function follow(
  ledger: Ledger<PlacedUtxoBlock>,
  simulated: UtxoSimulator,
  batchSizes: readonly number[],
  delivered = false,
): Promise<void> {
  let cursor = await ledger.cursor();
  const stored = cursor === null ? [] : await ledger.blocks(0, cursor.height);
  const shared = stored.findLast((block) => simulated.blocks[block.height]?.hash === block.hash) ?? null;
  let fork = shared;
  const blocks = blocksOf(simulated, shared === null ? ledger.historyFrom : shared.height + 1, delivered);
  for (let n = 0; blocks.length > 0 || cursor?.height !== fork?.height; n++) {
    const batch = blocks.splice(0, batchSizes[n % batchSizes.length]);
    await ledger.replaceAfter(cursor, fork, batch);
    cursor = batch.at(-1) ?? fork;
    fork = cursor;
  }
}

/** Balances, gross sums and counts of every address, and the UTXO set, against the simulator's own books. */
export async function expectModel(session: Session, simulated: UtxoSimulator): Promise<void> {
  const { code } = simulated.options.chain;
  const model = simulated.model();
  const { rows } = await session.query<{ key: Buffer; balance: string; received: string; txids: string[] }>(
    `SELECT h.address_key AS key, (array_agg(h.balance ORDER BY h.seq DESC))[1]::text AS balance, (array_agg(h.received ORDER BY h.seq DESC))[1]::text AS received,
       array_agg(encode(t.txid, 'hex') ORDER BY h.seq) AS txids
     FROM ${code}.address_transactions h JOIN ${code}.transactions t USING (tx_key)
     GROUP BY h.address_key`,
  );
  const indexed = new Map(
    rows.map(({ key, balance, received, txids }) => [
      formatAddress(regtest(simulated.options.chain), key),
      { balance, received, txids },
    ]),
  );
  const expected = [...model.addresses].map(
    ([address, { balance, received, txids }]) =>
      [address, { balance: `${balance}`, received: `${received}`, txids }] as const,
  );
  expect(indexed).toEqual(new Map(expected));
  const totals = await session.query(
    `SELECT count(*)::int AS blocks, count(b.fees)::int AS known,
       count(*) FILTER (WHERE (b.fees, b.reward) IS DISTINCT FROM (t.fees, t.reward))::int AS wrong
     FROM ${code}.blocks b CROSS JOIN LATERAL (
       SELECT sum(fee) AS fees, sum(coalesce((SELECT sum(value) FROM unnest(output_values) AS o(value)), 0)
         + coalesce(sprout_delta, 0) + coalesce(sapling_delta, 0) + coalesce(orchard_delta, 0) + coalesce(ironwood_delta, 0))
         FILTER (WHERE tx_key & 1048575 = 0) AS reward
       FROM ${code}.transactions WHERE tx_key >> 20 = b.height) t`,
  );
  expect(totals.rows).toEqual([{ blocks: simulated.blocks.length, known: simulated.blocks.length, wrong: 0 }]);
  const utxos = await session.query(
    `SELECT count(*)::int AS count, coalesce(sum(value), 0)::text AS total FROM ${code}.unspent_outputs`,
  );
  expect(utxos.rows).toEqual([{ count: model.utxoCount, total: `${model.utxoTotal}` }]);
  // Within a block of Bitcoin Cash, whose transactions are sorted by txid, coins may be spent before they are made.
  const spentSums = await session.query<{ negative: number }>(
    `SELECT count(*)::int AS negative
     FROM (SELECT *, lead(tx_key) OVER (PARTITION BY address_key ORDER BY seq) AS next FROM ${code}.address_transactions) h
     WHERE received < balance OR (balance < 0 AND next >> 20 IS DISTINCT FROM tx_key >> 20)`,
  );
  expect(spentSums.rows[0]!.negative).toBe(0);
}
