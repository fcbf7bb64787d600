/** Pages of a batch and of a rollback are read ahead: all where they come from a disk, and none where they are in memory. */
import { createChainDatabase, dumpRows, HandmadeChain, handmadeChain, scriptOf } from '@chaintrail/testkit';
import type pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createPool } from '../src/connection.js';
import { becomeOwner } from '../src/write/owner.js';
import { ReadAhead } from '../src/write/utxo/read-ahead.js';
import { openUtxoLedger } from '../src/write/utxo/utxo-ledger.js';

/** Inputs, addresses and transactions of a block are 2,022 rows: fewer than 2,000 are not read ahead. */
const OUTPUTS = 1_010;
const network = handmadeChain.networks.find(({ name }) => name === 'regtest')!;
const coinbase = [{ value: 1n, script: Buffer.of(0x51) }];

function outputsTo(first: number, count: number) {
  return Array.from({ length: count }, (_, n) => ({ value: 1_000n, script: scriptOf(first + n) }));
}

/** Blocks of which each but the first two spends all that the one before made. */
function chainOf(blocks: number): HandmadeChain {
  const chain = new HandmadeChain();
  // That of the first block cannot be spent.
  chain.mine(coinbase);
  let made = chain.mine(outputsTo(0, OUTPUTS))[0]!;
  for (let height = 2; height < blocks; height++) {
    const spends = Array.from({ length: OUTPUTS }, (_, vout) => ({ txid: made, vout }));
    made = chain.mine(coinbase, [{ spends, outputs: outputsTo(height * OUTPUTS, OUTPUTS) }])[1]!;
  }
  return chain;
}

/** The milliseconds that a statement takes, as this process measures it; it may throw. */
interface Times {
  readonly helper: () => number;
  readonly owner?: () => number;
}

async function openLedger({ helper, owner = () => 0 }: Times) {
  const database = await createChainDatabase({ chain: 'btc', indexed: true });
  const session = (await becomeOwner(database.url, 'btc'))!;
  const pool = createPool(database.url, { max: 3, applicationName: 'test' });
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(async () => {
    clock.mockRestore();
    await pool.end();
    await session.end();
    await database.drop();
  });
  /** Counts of the sessions' statements. */
  const counts: number[][] = [];
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  vi.spyOn(pool, 'connect').mockImplementation(async () => {
    now += helper();
    const client = await connect();
    const query = client.query.bind(client) as (asked: unknown) => Promise<pg.QueryResult>;
    const counted = async (asked: unknown) => {
      const result = await query(asked);
      if (typeof asked !== 'string') counts.push(Object.values<string>(result.rows[0]).map(Number));
      return result;
    };
    return { query: counted, release: (isOver?: boolean) => client.release(isOver) } as pg.PoolClient;
  });
  const ask = session.query.bind(session) as (...args: unknown[]) => unknown;
  vi.spyOn(session, 'query').mockImplementation((...args: unknown[]) => {
    now += owner();
    return ask(...args);
  });
  const readAhead = new ReadAhead(pool, 'btc');
  const ledger = await openUtxoLedger(session, handmadeChain, network, 0, false, readAhead);
  const replaceAfter: typeof ledger.replaceAfter = async (...args) => {
    counts.length = 0;
    await ledger.replaceAfter(...args);
  };
  return { session, ledger: { ...ledger, replaceAfter }, counts, rows: () => dumpRows(database.url, 'btc') };
}

async function write(chain: HandmadeChain, helper: () => number) {
  const { ledger, counts, rows } = await openLedger({ helper });
  const sums: number[][] = [];
  for (const block of chain.blocks) {
    const cursor = await ledger.cursor();
    await ledger.replaceAfter(cursor, cursor, [block]);
    sums.push(counts.flat());
  }
  return { rows: await rows(), sums };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

it('finds what is spent and where it stands, and changes no row', async () => {
  const chain = chainOf(4);
  const slow = await write(chain, () => 1_000);
  // Each input has its address' history; addresses, outputs and transactions of the block itself are new.
  expect(slow.sums.map(sum)).toEqual([0, 0, OUTPUTS, OUTPUTS]);
  const fast = await write(chain, () => 0);
  expect(fast.rows).toEqual(slow.rows);
  // Once, to see how fast it is.
  expect(fast.sums.map(({ length }) => length > 0)).toEqual([false, false, true, false]);
});

it('is given up where a statement fails', async () => {
  const chain = chainOf(3);
  let asked = 0;
  const failing = await write(chain, () => {
    asked++;
    throw new Error('no connection');
  });
  expect(asked).toBeLessThanOrEqual(3);
  expect(failing.rows['blocks']).toHaveLength(3);
});

const PAYMENTS = 2_500;
const SPENT = 3 * PAYMENTS;

/**
 * Four blocks; the last two have as many payments each. Those of the first spend three outputs of one transaction, and the
 * very last of all, which is taken back in a part of its own, one more.
 */
function chainToTakeBack(): HandmadeChain {
  const chain = new HandmadeChain();
  chain.mine(coinbase);
  const made = chain.mine(outputsTo(0, SPENT + 1))[0]!;
  const first = Array.from({ length: PAYMENTS }, (_, n) => ({
    spends: [0, 1, 2].map((part) => ({ txid: made, vout: part * PAYMENTS + n })),
    outputs: outputsTo(n, 2),
  }));
  const [, ...txids] = chain.mine(coinbase, first);
  const second = txids.map((txid, n) => ({ spends: [{ txid, vout: 1 }], outputs: outputsTo(SPENT + n, 1) }));
  second.at(-1)!.spends.push({ txid: made, vout: SPENT });
  chain.mine(coinbase, second);
  return chain;
}

/** Takes the last two blocks back, twice. @param isSlow whether the owner's statements take long from the second time on */
async function takeBack({ blocks }: HandmadeChain, helper: () => number, isSlow = false) {
  let turn = 0;
  const { session, ledger, counts, rows } = await openLedger({
    helper,
    owner: () => (isSlow && turn === 2 ? 1_000 : 0),
  });
  await ledger.replaceAfter(null, null, blocks.slice(0, 2));
  const expected = await rows();
  await session.query('UPDATE btc.sync_state SET mempool_at = now()');
  const found: number[][][] = [];
  for (turn = 1; turn <= 2; turn++) {
    await ledger.replaceAfter(blocks[1]!, blocks[1]!, blocks.slice(2));
    await ledger.replaceAfter(blocks[3]!, blocks[1]!, []);
    found.push(counts.slice());
  }
  const { rows: pending } = await session.query(
    `SELECT count(*)::integer AS transactions, sum(values)::integer AS spent,
       sum((SELECT count(*) FROM btc.mempool_spends s WHERE s.txid = m.txid AND s.id > m.id))::integer AS later
     FROM btc.mempool_transactions m CROSS JOIN LATERAL (SELECT sum(v) FROM unnest(input_values) v) i(values)
     WHERE tx_key IS NULL`,
  );
  return { left: await rows(), expected, found, pending };
}

it('finds what a rollback looks up, and changes no row', async () => {
  const { left, expected, found, pending } = await takeBack(chainToTakeBack(), () => 1_000);
  expect(left).toEqual(expected);
  // Unconfirmed again are the payments of both blocks, those that spend what others made after those.
  expect(pending).toEqual([{ transactions: 2 * PAYMENTS, spent: 1_000 * (SPENT + PAYMENTS + 1), later: PAYMENTS }]);
  for (const counts of found) {
    // Transactions that made the spent outputs, which are not unspent; then what the removed ones made.
    expect(sum(counts.filter(({ length }) => length === 3).flat())).toBe(SPENT);
    expect(sum(counts.filter(({ length }) => length === 1).flat())).toBe(2 * PAYMENTS);
  }
});

it('of a rollback is left where pages are in memory, and taken up where the owner waits', async () => {
  const chain = chainToTakeBack();
  const fast = await takeBack(chain, () => 0);
  expect(fast.left).toEqual(fast.expected);
  expect(fast.found.map(({ length }) => length)).toEqual([0, 0]);
  const waiting = await takeBack(chain, () => 0, true);
  expect(waiting.left).toEqual(fast.left);
  expect(waiting.found.map(({ length }) => length > 0)).toEqual([false, true]);
});
