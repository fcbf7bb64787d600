/**
 * The work of a page does not grow with what there is, nor with how far in it lies: rows that the plan reads are
 * counted, once with statistics of empty tables and once with true ones.
 */
import { createHash } from 'node:crypto';
import { LONG_HISTORY, seedLongHistory } from '@chaintrail/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXAMINED_ROWS } from '../src/index.js';
import { withState } from '../src/read/chain-state.js';
import { historyStatement, plainHistoryStatement } from '../src/read/history-statement.js';
import { newsStatement, touchedStatement } from '../src/read/stream/news-statement.js';
import { utxoHistorySql } from '../src/read/utxo/read-utxo-history.js';
import { utxoStatement } from '../src/read/utxo/utxo-statement.js';
import { moveCursor, readCursor } from '../src/write/cursor.js';
import { openReadDatabase } from './support/opened-databases.js';
import {
  expectBounded,
  explain,
  explainPrepared,
  nodeTypes,
  type PlanNode,
  pagesRead,
  rowsRead,
  setStatistics,
} from './support/plan.js';

const ROWS = 30_000;
const PENDING = 40;
/** Transactions of the address that blocks took, and that are kept for those who were paging. */
const KEPT = 5_000;
/** Transactions of others in the mempool, and outputs of others. */
const FOREIGN = 20_000;
const LIMIT = 25;
const MOST = Number.MAX_SAFE_INTEGER;
const { addressKey } = LONG_HISTORY;

const db = openReadDatabase(async (session) => {
  await seedLongHistory(session, ROWS);
  for (const statement of seedStatements()) await session.query(statement);
});

function seedStatements(): string[] {
  const key = `'\\x${addressKey.toString('hex')}'::bytea`;
  const txid = (text: string): string => `sha256(convert_to(${text}, 'UTF8'))`;
  const mempool = `INSERT INTO btc.mempool_transactions (id, txid, first_seen, version, lock_time, size, vsize, fee,
    input_txids, input_vouts, input_values, input_keys, output_values, output_keys)`;
  return [
    'SET synchronous_commit = off',
    `INSERT INTO btc.unspent_outputs (txid, vout, tx_key, value, address_key)
     SELECT txid, 0, tx_key, output_values[1], ${key} FROM btc.transactions`,
    `INSERT INTO btc.unspent_outputs (txid, vout, tx_key, value, address_key)
     SELECT ${txid(`'foreign ' || n`)}, 0, n, 1, substr(${txid('n::text')}, 1, 21) FROM generate_series(1, ${FOREIGN}) n`,
    `${mempool} SELECT n, ${txid(`'pending ' || n`)}, 1700000000, 2, 0, 200, 150, 1, '{}', '{}', '{}', '{}', ARRAY[5],
       ARRAY[CASE WHEN n % ${FOREIGN / PENDING} = 0 THEN ${key} ELSE substr(${txid('n::text')}, 1, 21) END]
     FROM generate_series(1, ${FOREIGN}) n`,
    `INSERT INTO btc.mempool_address_transactions (address_key, id, delta, received, vouts)
     SELECT output_keys[1], id, 5, 5, '{0}' FROM btc.mempool_transactions`,
    `INSERT INTO btc.mempool_transactions (id, txid, first_seen, tx_key, output_values, output_keys)
     SELECT ${FOREIGN} + seq, ${txid("'kept ' || seq")}, 1700000000, tx_key, ARRAY[5], ARRAY[address_key]
     FROM btc.address_transactions WHERE address_key = ${key} AND seq <= ${KEPT}`,
    `INSERT INTO btc.mempool_address_transactions (address_key, id, tx_key, delta, received, vouts)
     SELECT output_keys[1], id, tx_key, 5, 5, '{0}' FROM btc.mempool_transactions WHERE tx_key IS NOT NULL`,
    `INSERT INTO btc.mempool_spends (txid, vout, id, vin) SELECT ${txid(`'spent ' || id`)}, 0, id, 0 FROM btc.mempool_transactions`,
    'UPDATE btc.sync_state SET mempool_at = now()',
  ];
}

const plan = (
  statement: string,
  types: string,
  values: readonly unknown[],
  keys = `'\\x${addressKey.toString('hex')}'`,
): Promise<PlanNode> => explainPrepared(db.pool, statement, types, [keys, ...values]);

const history = (...values: (number | boolean | null)[]) =>
  plan(historyStatement('btc', utxoHistorySql('btc')), 'bytea, boolean, bigint, bigint, bigint, bigint, integer', [
    ...values,
    null,
  ]);
const plainHistory = (...values: (number | boolean)[]) =>
  plan(plainHistoryStatement('btc', utxoHistorySql('btc')), 'bytea, boolean, bigint, bigint, integer', [
    ...values,
    null,
  ]);
/** The same of a part: its ends as keys and times, offset, limit, direction. */
const historyPart = (...values: (number | boolean | string | null)[]) =>
  plan(
    historyStatement('btc', utxoHistorySql('btc'), { part: true, compact: false }),
    'bytea, boolean, bigint, bigint, bigint, bigint, integer, bigint, bigint, bigint, bigint, bigint, bigint, text',
    [...values.slice(0, 5), null, ...values.slice(5)],
  );
/** The address, and a thousand that have no history. */
const WATCHED = `ARRAY[${[
  addressKey,
  ...Array.from({ length: 1_000 }, (_, n) => createHash('sha256').update(`${n}`).digest()),
]
  .map((key) => `'\\x${key.toString('hex')}'`)
  .join(', ')}]::bytea[]`;
const news = (kind: 'told' | 'pending', ...values: (number | null)[]) =>
  plan(newsStatement('btc', kind), 'bytea[], bigint, bytea, bigint, integer', values, WATCHED);
const utxos = (...values: (number | boolean | null)[]) =>
  plan(utxoStatement('btc'), 'bytea, bigint, bigint, bigint, integer, bigint, integer, integer', [...values, null]);

describe.each(['empty', 'true'] as const)('with the statistics of %s tables', (statistics) => {
  beforeAll(() => setStatistics(db.session, statistics, 'btc'));

  it.each([
    ['newest first', true, 0, null, null],
    ['newest first, far in', true, ROWS / 2, null, null],
    ['newest first, at the end', true, ROWS, null, null],
    ['oldest first, far in', false, ROWS / 2, null, null],
    ['oldest first, among the pending ones', false, ROWS + 5, null, null],
    ['newest first, by a cursor', true, 0, ROWS / 2, null],
    ['newest first, by a cursor among the pending ones', true, 0, ROWS - 100, FOREIGN],
    ['oldest first, by a cursor', false, 0, ROWS / 2, -1],
  ] as const)('a page of a history: %s', async (_name, newestFirst, offset, seq, pendingId) => {
    const root = await history(newestFirst, offset, seq, pendingId, LIMIT);
    // Twice the pending ones, and for each transaction of the page its rows, block, inputs and outputs.
    expectBounded(root, 2 * PENDING + 10 * LIMIT + 50);
  });

  it.each([
    ['newest first', true, 0],
    ['newest first, far in', true, ROWS / 2],
    ['newest first, at the end', true, ROWS],
    ['oldest first, far in', false, ROWS / 2],
  ] as const)('a page of a history of which nothing is pending: %s', async (_name, newestFirst, offset) => {
    await db.session.query('UPDATE btc.sync_state SET mempool_at = NULL');
    const root = await plainHistory(newestFirst, offset, LIMIT);
    await db.session.query('UPDATE btc.sync_state SET mempool_at = now()');
    // For each transaction of the page its rows, block, inputs and outputs.
    expect(rowsRead(root)).toBeLessThan(10 * LIMIT + 20);
    expect(rowsRead(root)).toBeGreaterThanOrEqual(offset < ROWS ? 3 * LIMIT : 0);
    expect(nodeTypes(root)).not.toContain('Seq Scan');
  });

  it('old versions of the state that a long transaction keeps are not looked at', async () => {
    const dump = await db.pool.connect();
    await dump.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await dump.query('SELECT 1');
    try {
      for (let version = 0; version < 500; version++) {
        const tip = await readCursor(db.session, 'btc');
        await moveCursor(db.session, 'btc', tip, tip);
      }
      // As the API and the owner of a chain have it.
      await db.session.query('SET enable_seqscan = off');
      const root = await explain(db.session, `${withState('btc')} SELECT json FROM state`);
      expect(pagesRead(root)).toBeLessThan(6);
      expect(rowsRead(root)).toBe(1);
    } finally {
      await db.session.query('RESET enable_seqscan');
      await dump.query('ROLLBACK');
      dump.release();
    }
  });

  it('a history with something pending is not read twice', async () => {
    const root = await plainHistory(true, 0, LIMIT);
    expect(rowsRead(root)).toBeLessThan(10);
  });

  it('a page of a part of a history looks for its ends, and at the blocks near them', async () => {
    const [since, until] = [1_700_000_000 + 3 * 600, 1_700_000_000 + 12 * 600];
    for (const newestFirst of [true, false]) {
      const root = await historyPart(newestFirst, 9_000, null, null, LIMIT, null, since, null, until, 0, LIMIT, null);
      // All 15 blocks are near both ends, and each end is found in some 15 steps.
      expectBounded(root, 10 * LIMIT + 50 + 2 * (2 * 15 + 2) + 2 * 16);
    }
  });

  it('a page by direction goes through so many transactions and no more', async () => {
    const none = [null, null, null, null, 0, LIMIT] as const;
    const root = await historyPart(true, 0, null, null, EXAMINED_ROWS, ...none, `'out'`);
    expectBounded(root, EXAMINED_ROWS + 2 * PENDING + 50);
  });

  it.each([1, 5, 10, 16])('what is new of a thousand addresses since block %i', async (height) => {
    const after = height * 2 ** 20;
    const root = await news('told', after, null, MOST, LIMIT);
    // The ends of the histories that there are, a search of some sixteen steps, and for each transaction of the page
    // its rows.
    expectBounded(root, 20 + 12 * LIMIT + 50);
    const touched = await plan(touchedStatement('btc', 'told'), 'bytea[], bigint', [after], WATCHED);
    expectBounded(touched, 10);
  });

  it.each([0, FOREIGN / 2])('what arrived for a thousand addresses after id %i', async (id) => {
    const root = await news('pending', id, null, MOST, LIMIT);
    expectBounded(root, 5 * LIMIT + 50);
    const touched = await plan(touchedStatement('btc', 'pending'), 'bytea[], bigint', [id], WATCHED);
    expectBounded(touched, 10);
  });

  it('a page of unspent outputs costs the same at every cursor', async () => {
    for (const height of [1, 5, 10, 16]) {
      const root = await utxos(0, LIMIT, height * 2 ** 20, 0, null, null);
      expectBounded(root, 2 * PENDING + 6 * LIMIT + 20);
    }
  });

  it('an offset into unspent outputs passes over entries of the index alone', async () => {
    const root = await utxos(ROWS / 2, LIMIT, null, null, null, null);
    // Half of them, and all to count them.
    expectBounded(root, 1.5 * ROWS + 2 * PENDING + 10 * LIMIT);
    expect(nodeTypes(root)).toContain('Index Only Scan');
    expect(nodeTypes(root)).not.toContain('Bitmap Heap Scan');
  });
});
