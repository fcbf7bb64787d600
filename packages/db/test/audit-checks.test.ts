import { requireUtxoChain, UTXO_CHAINS } from '@chaintrail/chains';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { inSnapshot } from '../src/audit/audit-session.js';
import { checkBlocks, checkCursor } from '../src/audit/check-blocks.js';
import { ALL_KEYS, checkUtxoHistories, KEY_RANGES } from '../src/audit/check-utxo-histories.js';
import { FIRST_SEQ } from '../src/audit/history-stretch.js';
import { countUnspent, readMovementAbove } from '../src/audit/unspent-totals.js';
import type { Finding } from '../src/tables/findings.js';
import { type AuditedLedger, auditedLedger, closeAudits, dropAudited } from './support/audited-ledger.js';

afterEach(closeAudits);
afterAll(dropAudited);

const CODES = UTXO_CHAINS.map((chain) => chain.code);

interface Walked {
  readonly rows: number;
  readonly addresses: number;
  readonly balances: bigint;
  readonly unspent: bigint;
  readonly findings: Finding[];
}

async function walk(
  { audit, code }: AuditedLedger,
  limit: number,
  isWhole = true,
  ranges = [ALL_KEYS],
): Promise<Walked> {
  let sums: Walked = { rows: 0, addresses: 0, balances: 0n, unspent: 0n, findings: [] };
  for (const range of ranges) {
    for (let from = { key: range.from, seq: FIRST_SEQ }; ; ) {
      const stretch = await checkUtxoHistories(audit, code, { from, to: range.to, limit, isWhole });
      expect(stretch.examples).toHaveLength(Math.min(20, stretch.count));
      sums = {
        rows: sums.rows + stretch.rows,
        addresses: sums.addresses + stretch.addresses,
        balances: sums.balances + BigInt(stretch.balances),
        unspent: sums.unspent + BigInt(stretch.unspent),
        findings: [...sums.findings, ...stretch.examples],
      };
      if (stretch.next === null) break;
      from = stretch.next;
    }
  }
  return sums;
}

const problems = (findings: readonly Finding[]): string[] => findings.map(({ problem }) => problem).sort();

describe.each(CODES)('histories of %s', (code) => {
  it('agree, however long the stretches are', async () => {
    const ledger = await auditedLedger(code);
    const { addresses } = ledger.simulated.model();
    const rows = [...addresses.values()].reduce((sum, { txids }) => sum + txids.length, 0);
    const balances = [...addresses.values()].reduce((sum, { balance }) => sum + balance, 0n);
    for (const limit of [7, 50, 100_000]) {
      expect(await walk(ledger, limit), `${limit} rows`).toEqual({
        rows,
        addresses: addresses.size,
        balances,
        unspent: balances,
        findings: [],
      });
    }
  }, 120_000);
});

it('histories agree range by range as they do at once', async () => {
  const ledger = await auditedLedger('ltc');
  expect(await walk(ledger, 1_000, true, [...KEY_RANGES])).toEqual(await walk(ledger, 1_000));
}, 60_000);

it('ranges hold every key once, in order', () => {
  expect(KEY_RANGES[0]!.from).toBe('');
  expect(KEY_RANGES.at(-1)!.to).toBe('ff');
  for (const [n, { from, to }] of KEY_RANGES.entries()) {
    expect(from < to, `${from} to ${to}`).toBe(true);
    if (n > 0) expect(from).toBe(KEY_RANGES[n - 1]!.to);
  }
});

/** An address with some history, and the row in its middle. */
const BUSY = `(SELECT address_key FROM ltc.address_transactions GROUP BY 1 HAVING count(*) > 4 AND min(balance) >= 0 ORDER BY count(*) DESC, 1 LIMIT 1)`;
const MIDDLE = `address_key = ${BUSY} AND seq = 3`;

describe('corruptions of histories', () => {
  it.each([
    ['a lost row', `DELETE FROM ltc.address_transactions WHERE ${MIDDLE}`, ['rank']],
    [
      'a wrong balance',
      `UPDATE ltc.address_transactions SET balance = balance + 1 WHERE ${MIDDLE}`,
      ['balance', 'balance'],
    ],
    ['a wrong delta', `UPDATE ltc.address_transactions SET delta = delta - 1 WHERE ${MIDDLE}`, ['balance']],
    ['a received sum that falls', `UPDATE ltc.address_transactions SET received = 0 WHERE ${MIDDLE}`, ['received']],
    ['rows out of order', `UPDATE ltc.address_transactions SET tx_key = 0 WHERE ${MIDDLE}`, ['order']],
    [
      'a row above the cursor',
      `UPDATE ltc.address_transactions a SET tx_key = 1::bigint << 40
       WHERE (address_key, seq) = (SELECT address_key, max(seq) FROM ltc.address_transactions GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)`,
      ['above-cursor'],
    ],
    [
      'a missing unspent output',
      'DELETE FROM ltc.unspent_outputs WHERE ctid = (SELECT ctid FROM ltc.unspent_outputs WHERE address_key IS NOT NULL AND value > 0 ORDER BY txid, vout LIMIT 1)',
      ['unspent-outputs'],
    ],
    [
      'an unspent output of nobody',
      `INSERT INTO ltc.unspent_outputs (txid, vout, tx_key, value, address_key) VALUES ('\\xaa', 0, 1, 5, '\\x02aa')`,
      ['unspent-outputs'],
    ],
  ])('%s', async (_, sql, expected) => {
    const ledger = await auditedLedger('ltc');
    await ledger.corrupt(sql);
    for (const limit of [40, 100_000]) expect(problems((await walk(ledger, limit)).findings)).toEqual(expected);
    // Nothing else has to be wrong for it.
    const stretch = await checkBlocks(ledger.audit, 'ltc', { from: 0, to: 1_000 });
    expect(stretch.count).toBe(0);
  });

  it('a balance below zero', async () => {
    const ledger = await auditedLedger('ltc');
    await ledger.corrupt(
      `INSERT INTO ltc.address_transactions (address_key, seq, tx_key, delta, balance, received) VALUES ('\\x0000', 1, 1, -5, -5, 0)`,
    );
    expect(problems((await walk(ledger, 50)).findings)).toEqual(['negative', 'unspent-outputs']);
    // Where the history starts later, what was there before is spent too.
    expect((await walk(ledger, 50, false)).findings).toEqual([]);
  });

  it.each([
    ['within a block', 1_000_001, []],
    ['at the end of a block', 5_000_000, ['negative']],
  ])('a balance below zero %s', async (_, laterKey, expected) => {
    const ledger = await auditedLedger('ltc');
    await ledger.corrupt(`INSERT INTO ltc.address_transactions (address_key, seq, tx_key, delta, balance, received)
      VALUES ('\\x0000', 1, 1000000, -5, -5, 0), ('\\x0000', 2, ${laterKey}, 5, 0, 5)`);
    expect(problems((await walk(ledger, 100_000)).findings)).toEqual(expected);
    // Stretches as short as can be; over all keys they would take a minute.
    const { findings, rows } = await walk(ledger, 2, true, [{ from: '0000', to: '000000' }]);
    expect([problems(findings), rows]).toEqual([expected, 2]);
  });

  it('says where, and what was expected', async () => {
    const ledger = await auditedLedger('ltc');
    await ledger.corrupt(`UPDATE ltc.address_transactions SET seq = 9000000 WHERE ${MIDDLE}`);
    const { findings } = await walk(ledger, 100_000);
    expect(findings).toContainEqual({
      problem: 'rank',
      place: expect.stringMatching(/^address_key [0-9a-f]{42,} seq 4$/),
      expected: '3',
      found: '4',
    });
  });
});

describe('blocks', () => {
  it('agree, and are told how many', async () => {
    const ledger = await auditedLedger('btc');
    const { height } = ledger.simulated.tip;
    const transactions = ledger.simulated.model().transactionCount;
    expect(await checkBlocks(ledger.audit, 'btc', { from: 0, to: 10_000 })).toEqual({
      ...{ blocks: height + 1, transactions, last: height, count: 0, examples: [] },
    });
    expect(await checkBlocks(ledger.audit, 'btc', { from: 5, to: 15 })).toMatchObject({ blocks: 11, last: 15 });
    expect(await checkCursor(ledger.audit, 'btc')).toEqual({ count: 0, examples: [] });
  });

  it.each([
    ['a lost block', 'DELETE FROM btc.blocks WHERE height = 8', ['missing', 'transactions-without-block'], []],
    [
      'a lost transaction',
      'DELETE FROM btc.transactions WHERE tx_key = (SELECT max(tx_key) FROM btc.transactions)',
      ['transactions'],
      [],
    ],
    ['a wrong latest time', 'UPDATE btc.blocks SET max_time = time + 5 WHERE height = 8', ['latest-time'], []],
    ['a wrong parent', `UPDATE btc.blocks SET parent_hash = '\\x00' WHERE height = 8`, ['parent'], []],
    ['a wrong count', 'UPDATE btc.blocks SET tx_count = tx_count + 1 WHERE height = 8', ['transactions'], []],
    ['the wrong cursor', `UPDATE btc.sync_state SET hash = '\\x00'`, [], ['cursor']],
    [
      'a cursor that is behind',
      'UPDATE btc.sync_state SET height = height - 1',
      [],
      ['above-cursor', 'above-cursor', 'cursor'],
    ],
  ])('%s', async (_, sql, inBlocks, atCursor) => {
    const ledger = await auditedLedger('btc');
    await ledger.corrupt(sql);
    const { examples } = await checkBlocks(ledger.audit, 'btc', { from: 0, to: 10_000 });
    expect(problems(examples)).toEqual(inBlocks);
    expect(problems((await checkCursor(ledger.audit, 'btc')).examples)).toEqual(atCursor);
  });
});

describe.each(CODES)('unspent outputs of %s', (code) => {
  it('are those of any earlier block, minus what was made and plus what was spent since', async () => {
    const ledger = await auditedLedger(code);
    const chain = requireUtxoChain(code);
    const network = chain.networks.find(({ name }) => name === 'regtest')!;
    const then = { model: ledger.simulated.model(), height: ledger.simulated.tip.height };
    await ledger.grow(5);
    const { now, movement, shares } = await inSnapshot(ledger.audit, async () => {
      const shares: number[] = [];
      const now = await countUnspent(ledger.audit, code, async (share) => void shares.push(share));
      return { now, shares, movement: await readMovementAbove(ledger.audit, code, network, then.height) };
    });
    const model = ledger.simulated.model();
    expect([now.count, now.total]).toEqual([BigInt(model.utxoCount), model.utxoTotal]);
    expect(shares.at(-1)).toBe(1);
    expect(movement.spentCount).toBeGreaterThan(0n);
    expect(now.count - movement.madeCount + movement.spentCount).toBe(BigInt(then.model.utxoCount));
    expect(now.total - movement.madeTotal + movement.spentTotal).toBe(then.model.utxoTotal);
  }, 120_000);
});

it('a history that starts later agrees with itself', async () => {
  const ledger = await auditedLedger('btc', 16);
  expect((await walk(ledger, 50, false)).findings).toEqual([]);
  const { findings } = await walk(ledger, 50, true);
  expect(findings.length, 'what was there before is in no balance').toBeGreaterThan(0);
}, 60_000);

it('writes nothing outside of its own rows', async () => {
  const { audit } = await auditedLedger('btc');
  await expect(inSnapshot(audit, () => audit.query('DELETE FROM btc.blocks'))).rejects.toThrow(/read-only/);
});
