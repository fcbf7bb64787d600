/** Transactions of thousands of inputs and outputs: what is read of them, and what that looks at. */
import { requireUtxoChain } from '@chaintrail/chains';
import {
  LARGE_SPENDER_TXID,
  LONG_HISTORY,
  largeOutputAmount,
  largePaymentTxid,
  seedLargeTransactions,
} from '@chaintrail/testkit';
import { describe, expect, it } from 'vitest';
import {
  FIRST_PART,
  readUtxoBlock,
  readUtxoHistory,
  readUtxos,
  readUtxoTransaction,
  type StoredUtxoTransaction,
  TooHeavyError,
} from '../src/index.js';
import { plainHistoryStatement } from '../src/read/history-statement.js';
import { utxoHistorySql } from '../src/read/utxo/read-utxo-history.js';
import { utxoTransactionStatement } from '../src/read/utxo/read-utxo-transaction.js';
import { utxoStatement } from '../src/read/utxo/utxo-statement.js';
import { readHistorySums, sumsStatement } from '../src/read/utxo/wallets/read-address-sums.js';
import { openUtxoLedger } from '../src/write/utxo/utxo-ledger.js';
import { openReadDatabase } from './support/opened-databases.js';
import { explainPrepared, type PlanNode, pagesRead, rowsRead } from './support/plan.js';

const regtest = requireUtxoChain('btc').networks.find(({ name }) => name === 'regtest')!;
const PAYMENTS = 12;
const KEY = LONG_HISTORY.addressKey;
const key = `'\\x${KEY.toString('hex')}'`;
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

describe.each([
  { outputs: 2_900, inputs: 650 },
  { outputs: 30_000, inputs: 6_700 },
])('with $outputs outputs and $inputs inputs', ({ outputs, inputs }) => {
  const db = openReadDatabase((session) => seedLargeTransactions(session, { payments: PAYMENTS, outputs, inputs }));

  async function parts(txid: string, limit: number, count: (whole: StoredUtxoTransaction) => number) {
    const read: StoredUtxoTransaction[] = [];
    for (let offset = 0, end = 1; offset < end; offset += limit) {
      const found = await readUtxoTransaction(db.pool, 'btc', bytes(txid), { offset, limit, mostWeight: null });
      read.push(found!.transaction!);
      end = count(read[0]!);
    }
    return read;
  }

  const plan = (statement: string, types: string, given: readonly unknown[]): Promise<PlanNode> =>
    explainPrepared(db.pool, statement, types, given);

  /** Pages that the arrays of a payment take, with the looks at the index of them. */
  async function arrayPages(): Promise<number> {
    const { rows } = await db.session.query(
      `SELECT (pg_column_size(output_values) + pg_column_size(output_keys)) / 2000 + 20 AS pages FROM btc.transactions
       WHERE txid = '\\x${largePaymentTxid(2)}'`,
    );
    return Number(rows[0].pages);
  }

  it.each([1_000, 777])('parts of %i have each output once, in order', async (limit) => {
    const read = await parts(largePaymentTxid(2), limit, ({ outputCount }) => outputCount);
    expect(read.every(({ outputCount, outputs: part }) => outputCount === outputs && part.length <= limit)).toBe(true);
    const all = read.flatMap((part) => part.outputs);
    expect(all.map(({ vout, amount }) => `${vout} ${amount}`)).toEqual(
      Array.from({ length: outputs }, (_, vout) => `${vout} ${largeOutputAmount(vout)}`),
    );
    expect(all.every(({ addressKey, vout }) => (addressKey === KEY.toString('hex')) === (vout % 2 === 1))).toBe(true);
  });

  it('parts have each input once, with what it spends', async () => {
    const read = await parts(LARGE_SPENDER_TXID, 1_000, ({ inputCount }) => inputCount);
    const payment = largePaymentTxid(1);
    expect(read.flatMap((part) => part.inputs.map(({ txid, vout, amount }) => `${txid} ${vout} ${amount}`))).toEqual(
      Array.from({ length: inputs }, (_, vout) => `${payment} ${vout} ${largeOutputAmount(vout)}`),
    );
    const whole = (await readUtxoTransaction(db.pool, 'btc', bytes(LARGE_SPENDER_TXID)))!.transaction!;
    expect(whole.inputs).toEqual(read.flatMap((part) => part.inputs).slice(0, 1_000));
    const far = { offset: Number.MAX_SAFE_INTEGER, limit: 1_000, mostWeight: null };
    const behind = (await readUtxoTransaction(db.pool, 'btc', bytes(LARGE_SPENDER_TXID), far))!.transaction!;
    expect([behind.inputs, behind.outputs, behind.inputCount]).toEqual([[], [], inputs]);
  });

  it('every output names what spends it, however many there are, and that is looked at once', async () => {
    const spent = Math.min(inputs, 1_000);
    const { outputs: shown } = (await readUtxoTransaction(db.pool, 'btc', bytes(largePaymentTxid(1))))!.transaction!;
    const own = shown.filter(({ addressKey }) => addressKey === KEY.toString('hex'));
    expect(own).toHaveLength(500);
    expect(own.map(({ spentBy }) => spentBy)).toEqual(
      own.map(({ vout }) => (vout < spent ? [LARGE_SPENDER_TXID, vout] : null)),
    );
    const given = [`'\\x${largePaymentTxid(1)}'`, 0, 1_000, 'NULL'];
    const root = await plan(utxoTransactionStatement('btc'), 'bytea, integer, integer, integer', given);
    expect(loops(root, 'transactions')).toBeLessThan(10);
  });

  it('each transaction that inputs spend from is read once, and so is each of unspent outputs', async () => {
    const given = [`'\\x${LARGE_SPENDER_TXID}'`, 0, 1_000, 'NULL'];
    const spender = await plan(utxoTransactionStatement('btc'), 'bytea, integer, integer, integer', given);
    const types = 'bytea, bigint, bigint, bigint, integer, bigint, integer, integer';
    const unspent = await plan(utxoStatement('btc'), types, [key, 0, 1_000, 'NULL', 'NULL', 'NULL', 'NULL', 'NULL']);
    expect(loops(spender, 'transactions')).toBeLessThan(10);
    expect(loops(unspent, 'transactions')).toBeLessThan(10);
    // Index entries of outputs that are shown, and of those that are counted.
    expect(rowsRead(unspent)).toBeLessThan(1_000 + 10_001 + 100);
  });

  it('what weighs too much is left out, and nothing of its arrays but a count is read', async () => {
    const txid = bytes(LARGE_SPENDER_TXID);
    const page = { newestFirst: true, offset: 0, from: null, limit: 10 };
    const shown = Math.min(inputs, 1_000);
    const weight = Math.floor((shown + 1 + Math.floor((inputs + 1) / 50)) / 5);
    const part = { ...FIRST_PART, mostWeight: weight };
    await expect(readUtxoTransaction(db.pool, 'btc', txid, { ...part, mostWeight: weight - 1 })).rejects.toEqual(
      new TooHeavyError(weight),
    );
    expect((await readUtxoTransaction(db.pool, 'btc', txid, part))!.transaction!.inputs).toHaveLength(shown);
    expect(
      (await readUtxoTransaction(db.pool, 'btc', txid, { ...part, limit: 25, mostWeight: 50 }))!.transaction,
    ).not.toBe(null);
    await expect(readUtxoHistory(db.pool, 'btc', KEY, { ...page, mostWeight: 100 })).rejects.toThrow(TooHeavyError);
    expect((await readUtxoHistory(db.pool, 'btc', KEY, page))!.rows).toHaveLength(10);
    const walk = { ...page, from: { seq: 9, pendingId: null } };
    await expect(readUtxoHistory(db.pool, 'btc', KEY, { ...walk, mostWeight: 100 })).rejects.toThrow(TooHeavyError);
    expect((await readUtxoHistory(db.pool, 'btc', KEY, walk))!.rows).toHaveLength(9);
    const block = { offset: 0, limit: 100 };
    await expect(readUtxoBlock(db.pool, 'btc', { height: 1 }, { ...block, mostWeight: 100 })).rejects.toThrow(
      TooHeavyError,
    );
    expect((await readUtxoBlock(db.pool, 'btc', { height: 1 }, block))!.entries).toHaveLength(PAYMENTS + 1);
    const types = 'bytea, boolean, bigint, bigint, integer';
    const left = await plan(plainHistoryStatement('btc', utxoHistorySql('btc')), types, [key, true, 0, 10, 100]);
    const pages = await arrayPages();
    expect(pagesRead(left)).toBeLessThan(100);
    const whole = await plan(plainHistoryStatement('btc', utxoHistorySql('btc')), types, [key, true, 0, 10, 'NULL']);
    // Once: element by element it would be some 40 times.
    expect(pagesRead(whole)).toBeLessThan(2 * 10 * pages + 1_000);
  });

  it('a listed transaction has the address’s own outputs behind the first, and unspent outputs are those of the address', async () => {
    const page = { newestFirst: true, offset: 1, from: null, limit: 5 };
    const { rows } = (await readUtxoHistory(db.pool, 'btc', KEY, page))!;
    for (const { transaction } of rows) {
      const own = transaction.outputs.filter(({ addressKey }) => addressKey === KEY.toString('hex'));
      expect(own.map(({ vout }) => vout)).toEqual(Array.from({ length: 20 }, (_, n) => 2 * n + 1));
      expect(transaction.outputs).toHaveLength(30);
    }
    const spending = (await readUtxoHistory(db.pool, 'btc', KEY, { ...page, offset: 0, limit: 1 }))!.rows[0]!
      .transaction;
    expect(spending.inputs).toHaveLength(40);
    const whole = (await readUtxos(db.pool, 'btc', KEY, { offset: 0, from: null, limit: 1_000 }))!;
    const paged = [];
    for (let offset = 0; offset < 1_000; offset += 100)
      paged.push(...(await readUtxos(db.pool, 'btc', KEY, { offset, from: null, limit: 100 }))!.rows);
    expect(paged).toEqual(whole.rows);
    expect(whole.rows.every(({ vout, amount }) => vout % 2 === 1 && amount === largeOutputAmount(vout))).toBe(true);
  });

  it('sums of outputs read the arrays of each transaction once', async () => {
    const own = (end: number): number[] =>
      Array.from({ length: end >> 1 }, (_, n) => Number(largeOutputAmount(2 * n + 1)));
    const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);
    const stretch = { from: 1, to: PAYMENTS + 2 };
    expect(await readHistorySums(db.pool, 'btc', KEY, { ...stretch, looksAtSpent: true })).toMatchObject({
      ...{ fundedCount: PAYMENTS * (outputs / 2), fundedSum: String(PAYMENTS * sum(own(outputs))), bareCount: 0 },
      ...{ spentCount: inputs / 2, spentSum: String(sum(own(inputs))), transactions: PAYMENTS + 1 },
    });
    const root = await plan(sumsStatement('btc'), 'bytea, bigint, bigint, boolean', [
      key,
      stretch.from,
      stretch.to,
      true,
    ]);
    // Output by output, or input by input, it would be thousands of times.
    expect(pagesRead(root)).toBeLessThan(2 * (PAYMENTS + 1) * (await arrayPages()) + 1_000);
  });

  it('a rollback reads what the removed inputs spent once, and makes it unspent and the transaction unconfirmed', async () => {
    const { session } = db;
    await session.query(`UPDATE btc.sync_state SET mempool_at = now()`);
    // The server counts for all sessions: what other tests have read is counted before, and nothing else reads meanwhile.
    await session.query('ALTER TABLE btc.transactions SET (autovacuum_enabled = off, toast.autovacuum_enabled = off)');
    const read = async (): Promise<{ toast: number; temporary: number }> => {
      for (const each of [db.pool, session]) await each.query('SELECT pg_stat_force_next_flush()');
      const { rows } = await session.query(
        `SELECT (coalesce(toast_blks_hit, 0) + coalesce(toast_blks_read, 0))::float8 AS toast, temp_bytes::float8 AS temporary
         FROM pg_statio_user_tables, pg_stat_database WHERE relid = 'btc.transactions'::regclass AND datname = current_database()`,
      );
      return rows[0];
    };
    const ledger = await openUtxoLedger(session, requireUtxoChain('btc'), regtest, 0);
    const [fork] = await ledger.blocks(1, 1);
    const before = await read();
    await ledger.replaceAfter(await ledger.cursor(), fork!, []);
    const after = await read();
    // Some looks at each of both transactions; output by output it would be thousands.
    expect(after.toast - before.toast).toBeLessThan(4 * (await arrayPages()));
    // Nothing that is sorted has whole arrays in it: with 30,000 outputs it would be gigabytes.
    expect(after.temporary - before.temporary).toBeLessThan(1_000 * inputs);
    const { rows } = await session.query(
      `SELECT (SELECT count(*)::integer FROM btc.unspent_outputs WHERE txid = '\\x${largePaymentTxid(1)}') AS unspent,
         input_values::text[] AS amounts, encode(input_txids[1], 'hex') AS txid, encode(input_keys[2], 'hex') AS key
       FROM btc.mempool_transactions`,
    );
    expect(rows[0].amounts).toEqual(Array.from({ length: inputs }, (_, vout) => largeOutputAmount(vout)));
    // The seed leaves out the even ones that nothing spends.
    const unspent = outputs / 2 + inputs / 2;
    expect(rows).toMatchObject([{ unspent, txid: largePaymentTxid(1), key: KEY.toString('hex') }]);
  });
});

function loops(node: PlanNode, relation: string): number {
  const own = node['Relation Name'] === relation ? node['Actual Loops'] : 0;
  return own + (node.Plans ?? []).reduce((sum, child) => sum + loops(child, relation), 0);
}
