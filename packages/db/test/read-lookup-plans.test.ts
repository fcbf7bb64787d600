/**
 * As in read-plans.test.ts: what a page of a block, or of holders, looks at does not grow with what there is, nor with
 * how far in it lies.
 */
import { createHash } from 'node:crypto';
import { LONG_HISTORY, longHistoryEntry, seedLongHistory } from '@chaintrail/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { readEvmTransaction, readUtxoTransaction } from '../src/index.js';
import { blockStatement } from '../src/read/read-block.js';
import { COUNTED_HOLDERS, holdersStatement } from '../src/read/read-holders.js';
import { pastStatement } from '../src/read/utxo/read-utxo-balance.js';
import { utxoTransactionStatement } from '../src/read/utxo/read-utxo-transaction.js';
import { createIndexedChain } from '../src/write/chain-indexes.js';
import { FIRST_HEIGHT, seedLongCosmosAccount } from './support/cosmos-long-history.js';
import { seedLongEvmHistory } from './support/evm-long-history.js';
import { openReadDatabase } from './support/opened-databases.js';
import { expectBounded, explainPrepared, type PlanNode, rowsRead, setStatistics } from './support/plan.js';

const ROWS = 30_000;
const LIMIT = 25;
/** Holders of a token, half of them known; of other tokens as many. */
const HOLDERS = 60_000;
/** Holders with the same balance. */
const EQUAL = 10_000;
const TOKEN = `'\\x${'ab'.repeat(20)}'::bytea`;

const HOT = `'\\x${LONG_HISTORY.addressKey.toString('hex')}'::bytea`;

const db = openReadDatabase(async (session) => {
  await seedLongHistory(session, ROWS);
  await seedLongEvmHistory(session, ROWS);
  await seedLongCosmosAccount(session, { rows: ROWS, assets: 3 });
  const holder = `substr(sha256(n::text::bytea), 1, 20)`;
  const balance = `CASE WHEN n <= ${EQUAL} THEN 7 ELSE n END`;
  for (const statement of [
    `INSERT INTO eth.tokens (asset, first_height, standard, address) VALUES (${TOKEN}, 1, 'erc20', '')`,
    `INSERT INTO eth.token_balances (address_key, asset, token_id, first_touched, touched, height, balance)
     SELECT ${holder}, asset, token_id, 1, 1, CASE WHEN n % 2 = 0 THEN 1 END, CASE WHEN n % 2 = 0 THEN ${balance} END
     FROM generate_series(1, ${HOLDERS}) n, (VALUES (${TOKEN}, NULL::numeric), (${TOKEN}, 5), ('\\xcd'::bytea, NULL)) t(asset, token_id)`,
    // The last one of the block spends what the 100th paid.
    `INSERT INTO btc.transactions (tx_key, txid, version, lock_time, size, vsize, fee, input_tx_keys, input_vouts, output_values, output_keys)
     SELECT (SELECT max(tx_key) + 1 FROM btc.transactions), sha256('spender'), 2, 0, 200, 150, 0, ARRAY[tx_key], ARRAY[0], ARRAY[99], ARRAY['\\x00'::bytea]
     FROM btc.address_transactions WHERE address_key = ${HOT} AND seq = 100`,
    `INSERT INTO btc.address_transactions (address_key, seq, tx_key, delta, balance, received)
     SELECT address_key, seq + 1, tx_key + 1, -100, balance - 100, received FROM btc.address_transactions
     WHERE address_key = ${HOT} AND seq = ${ROWS}`,
    `UPDATE btc.blocks SET tx_count = tx_count + 1 WHERE height = (SELECT max(height) FROM btc.blocks)`,
    `INSERT INTO rune.token_holdings (tx_key, address_key, asset, balance)
     SELECT 1, ${holder}, asset, CASE WHEN n % 2 = 0 THEN ${balance} ELSE 0 END
     FROM generate_series(1, ${HOLDERS}) n, (VALUES ('tcy'), ('x/ruji')) t(asset)`,
  ])
    await session.query(statement);
});

const plan = (statement: string, types: string, given: readonly unknown[]): Promise<PlanNode> =>
  explainPrepared(db.pool, statement, types, given);

const CHAINS = ['btc', 'eth', 'rune'] as const;

describe.each(['empty', 'true'] as const)('with the statistics of %s tables', (statistics) => {
  beforeAll(() => setStatistics(db.session, statistics, 'btc', 'eth', 'rune'));

  it('a balance at a height is found by halves', async () => {
    const root = await plan(pastStatement('btc'), 'bytea, bigint', [HOT, 9]);
    expect(rowsRead(root)).toBeLessThan(40);
  });

  it('who spends what an address got that gets something all the time is found by halves', async () => {
    const { txid } = longHistoryEntry(100);
    const root = await plan(utxoTransactionStatement('btc'), 'bytea, integer, integer, integer', [
      `'\\x${txid}'`,
      0,
      1_000,
      'NULL',
    ]);
    // Two searches of some sixteen steps for each of both addresses, of which the other one has no history.
    expectBounded(root, 150);
    const { transaction } = (await readUtxoTransaction(db.pool, 'btc', Buffer.from(txid, 'hex')))!;
    const spender = createHash('sha256').update('spender').digest('hex');
    expect(transaction!.outputs[0]!.spentBy).toEqual([spender, 0]);
  });

  it.each(CHAINS.flatMap((chain) => (['height', 'hash', 'latest'] as const).map((by) => [chain, by] as const)))(
    'a page far in a block of %s, by %s',
    async (chain, by) => {
      const { rows } = await db.session.query(
        `SELECT (tx_key >> 20)::integer AS height, count(*)::integer AS entries, encode(b.hash, 'hex') AS hash
       FROM ${chain}.transactions t JOIN ${chain}.blocks b ON b.height = (tx_key >> 20)::integer
       GROUP BY 1, 3 HAVING count(*) > 20 ORDER BY ${by === 'latest' ? '1 DESC' : '1 OFFSET 5'} LIMIT 1`,
      );
      const { height, entries, hash } = rows[0];
      const name = by === 'height' ? [height, 'NULL'] : by === 'hash' ? ['NULL', `'\\x${hash}'`] : ['NULL', 'NULL'];
      const limit = Math.min(LIMIT, entries >> 1);
      const root = await plan(blockStatement(chain), 'integer, bytea, bigint, bigint, integer', [
        ...name,
        entries - limit,
        limit,
        'NULL',
      ]);
      // For each transaction: itself, a dozen rows of what it moved and paid; the block, the one above it, the last
      // entry.
      expectBounded(root, 14 * limit + 20);
    },
  );

  const holders = (chain: 'eth' | 'rune', ...[id, offset, balance]: readonly (string | number)[]) =>
    plan(holdersStatement(chain), `${chain === 'eth' ? 'bytea' : 'text'}, numeric, bigint, bigint, numeric, bytea`, [
      ...[chain === 'eth' ? TOKEN : `'tcy'`, id!, offset!, LIMIT, balance!],
      balance === 'NULL' ? 'NULL' : `'\\x80'`,
    ]);

  it.each([
    ['eth', 'the first', 'NULL', 0, 'NULL'],
    ['eth', 'by the largest offset', 'NULL', COUNTED_HOLDERS, 'NULL'],
    ['eth', 'by a cursor, far in', 'NULL', 0, 20_000],
    ['eth', 'by a cursor, among equal ones', 'NULL', 0, 7],
    ['eth', 'of one of its ids', 5, 0, 'NULL'],
    ['eth', 'of one of its ids, by a cursor', 5, 0, 7],
    ['rune', 'the first', 'NULL', 0, 'NULL'],
    ['rune', 'by the largest offset', 'NULL', COUNTED_HOLDERS, 'NULL'],
    ['rune', 'by a cursor, far in', 'NULL', 0, 20_000],
    ['rune', 'by a cursor, among equal ones', 'NULL', 0, 7],
  ] as const)('a page of holders of %s: %s', async (chain, _name, id, offset, balance) => {
    const root = await holders(chain, id, offset, balance);
    // Known and unknown ones are counted; a cursor counts the unknown ones alone.
    const counted = (chain === 'eth' ? COUNTED_HOLDERS : 0) + (balance === 'NULL' ? COUNTED_HOLDERS : 0);
    expectBounded(root, counted + offset + LIMIT + 20);
  });

  it('a page of holders where nobody knows what was there before', async () => {
    await db.session.query(`UPDATE rune.sync_state SET history_from = ${FIRST_HEIGHT + 1}`);
    const root = await holders('rune', 'NULL', 0, 'NULL');
    await db.session.query(`UPDATE rune.sync_state SET history_from = ${FIRST_HEIGHT}`);
    expectBounded(root, COUNTED_HOLDERS + 20);
  });
});

describe('a txid that several blocks have', () => {
  const [coinbase, replayed, spam] = [1, 2, 3].map((n) => Buffer.alloc(32, n)) as [Buffer, Buffer, Buffer];
  const COPIES = 12_000;
  const at = (height: number, index: number) => height * 2 ** 20 + index;
  beforeAll(async () => {
    await createIndexedChain(db.session, 'op', 'local');
    const hash = `decode(lpad(to_hex(h), 64, '0'), 'hex')`;
    await db.session.query(`INSERT INTO op.blocks (height, hash, parent_hash, time, tx_count, size)
      SELECT h, ${hash}, '', h, 9, 9 FROM generate_series(1, 3) h`);
    await db.session.query(`INSERT INTO op.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
      SELECT 'local', 0, height, hash, time, height, 'live', now() FROM op.blocks WHERE height = 3`);
    await db.session.query(
      `INSERT INTO op.transactions (tx_key, txid, type, succeeded, value, nonce)
       VALUES ($1, $4, 0, false, 5, 1), ($2, $4, 0, true, 5, 1), ($3, $4, 0, false, 5, 1)`,
      [at(1, 0), at(2, 1), at(3, 2), replayed],
    );
    await db.session.query('UPDATE btc.transactions SET txid = $1 WHERE tx_key = ANY($2)', [
      coinbase,
      [at(1, 0), at(2, 0)],
    ]);
    const copied =
      'UPDATE btc.transactions SET txid = $1 WHERE tx_key IN (SELECT tx_key FROM btc.transactions ORDER BY tx_key DESC LIMIT $2)';
    await db.session.query(copied, [spam, COPIES]);
  });

  it('is the later coinbase on Bitcoin, whose outputs exist, and the success on OP Mainnet; the others are listed', async () => {
    const btc = (await readUtxoTransaction(db.pool, 'btc', coinbase))!;
    expect(btc.transaction!.block).toMatchObject({ height: 2, index: 0 });
    expect(btc.alsoIn).toEqual([{ height: 1, hash: expect.any(String), index: 0, failed: false }]);
    const op = (await readEvmTransaction(db.pool, 'op', replayed))!;
    expect(op.transaction).toMatchObject({ succeeded: true, block: { height: 2, index: 1 } });
    const place = (height: number, index: number) => ({
      height,
      index,
      hash: `${height}`.padStart(64, '0'),
      failed: true,
    });
    expect(op.alsoIn).toEqual([place(3, 2), place(1, 0)]);
  });

  it('costs no more than a bound, however many have it', async () => {
    const found = (await readUtxoTransaction(db.pool, 'btc', spam))!;
    expect(found.alsoIn).toHaveLength(100);
    // Without its outputs, whose spenders are looked for.
    const given = [`'\\x${spam.toString('hex')}'`, 1_000, 1_000, 'NULL'];
    const root = await plan(utxoTransactionStatement('btc'), 'bytea, integer, integer, integer', given);
    expectBounded(root, 10_000 + 100 + 100);
  });
});
