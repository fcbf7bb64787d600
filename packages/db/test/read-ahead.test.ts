/** Pages of a batch are read ahead: all where they come from a disk, and none where they are in memory. */
import { createChainDatabase, dumpRows, HandmadeChain, handmadeChain, scriptOf } from '@chaintrail/testkit';
import type pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createPool } from '../src/connection.js';
import { becomeOwner } from '../src/write/owner.js';
import { ReadAhead } from '../src/write/utxo/read-ahead.js';
import { openUtxoLedger } from '../src/write/utxo/utxo-ledger.js';

const OUTPUTS = 1_500;
const network = handmadeChain.networks.find(({ name }) => name === 'regtest')!;

/** Blocks of which each but the first two spends all that the one before made. */
function chainOf(blocks: number): HandmadeChain {
  const chain = new HandmadeChain();
  const outputs = (first: number) =>
    Array.from({ length: OUTPUTS }, (_, n) => ({ value: 1_000n, script: scriptOf(first + n) }));
  const coinbase = [{ value: 1n, script: Buffer.of(0x51) }];
  // That of the first block cannot be spent.
  chain.mine(coinbase);
  let made = chain.mine(outputs(0))[0]!;
  for (let height = 2; height < blocks; height++) {
    const spends = Array.from({ length: OUTPUTS }, (_, vout) => ({ txid: made, vout }));
    made = chain.mine(coinbase, [{ spends, outputs: outputs(height * OUTPUTS) }])[1]!;
  }
  return chain;
}

/** @param ms that each statement takes, as this process measures it; it may throw */
async function write(chain: HandmadeChain, ms: () => number) {
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
  const sums: number[][] = [];
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  vi.spyOn(pool, 'connect').mockImplementation(async () => {
    now += ms();
    const client = await connect();
    const query = client.query.bind(client) as (asked: unknown) => Promise<pg.QueryResult>;
    const counted = async (asked: unknown) => {
      const result = await query(asked);
      if (typeof asked !== 'string') sums.at(-1)!.push(...Object.values<string>(result.rows[0]).map(Number));
      return result;
    };
    return { query: counted, release: (isOver?: boolean) => client.release(isOver) } as pg.PoolClient;
  });
  const readAhead = new ReadAhead(pool, 'btc');
  const ledger = await openUtxoLedger(session, handmadeChain, network, 0, false, readAhead);
  for (const block of chain.blocks) {
    sums.push([]);
    const cursor = await ledger.cursor();
    await ledger.replaceAfter(cursor, cursor, [block]);
  }
  return { rows: await dumpRows(database.url, 'btc'), sums };
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
