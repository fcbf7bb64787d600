import { BlockPrunedError, type ChainCode, NodeError, UTXO_CHAINS } from '@chaintrail/chains';
import {
  ALL_UTXO_KEYS,
  checkCursor,
  checkUtxoHistories,
  FIRST_SEQ,
  readLatestAudits,
  UTXO_KEY_RANGES,
} from '@chaintrail/db';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { AuditInterruptedError } from '../src/audit.js';
import { type AuditOutcome, AuditRefusedError } from '../src/run-audit.js';
import { problemsOf as found } from './indexed-fixture.js';
import { AuditFixture, COINBASE_MATURITY } from './utxo-audit-fixture.js';

let fixture: AuditFixture;
/** Worlds of tests that leave the chain as it is, by its code: to make one takes longer than to audit it. */
const shared = new Map<ChainCode, AuditFixture>();
async function sharedWorld(code: ChainCode): Promise<AuditFixture> {
  const made = shared.get(code);
  if (made !== undefined) return made;
  const world = await AuditFixture.open(code);
  shared.set(code, world);
  await world.keep();
  return world;
}
afterEach(() => (fixture === shared.get(fixture.chain.code) ? fixture.restore() : fixture.close()));
afterAll(() => Promise.all([...shared.values()].map((world) => world.close())));

const CODES = UTXO_CHAINS.map((chain) => chain.code);

describe.each(CODES)('an audit of %s', (code) => {
  it('is clean where everything is right, and says what it looked at', async () => {
    fixture = await sharedWorld(code);
    const outcome = await fixture.audit();
    expect(found(outcome)).toEqual({});
    const { height, hash } = fixture.simulated.tip;
    expect(outcome).toMatchObject({ result: 'clean', reason: null, block: { height, hash } });
    const named = new Map(outcome.checks.map((check) => [check.name, check]));
    const { transactions, ...others } = Object.fromEntries(outcome.checks.map((check) => [check.name, check.outcome]));
    expect(transactions).toBe('partial');
    expect(others).toEqual({
      'unspent-outputs': 'clean',
      ...(fixture.chain.shielded ? { 'shielded-pools': 'clean' } : {}),
      blocks: 'clean',
      histories: 'clean',
    });
    const model = fixture.simulated.model();
    const total = `${model.utxoTotal}`;
    expect(named.get('unspent-outputs')!.facts).toMatchObject({ outputs: `${model.utxoCount}`, total });
    expect(named.get('blocks')!.facts).toEqual({ blocks: height + 1, transactions: model.transactionCount });
    const { addresses } = model;
    const balances = [...addresses.values()].reduce((sum, { balance }) => sum + balance, 0n);
    expect(named.get('histories')!.facts).toEqual({
      rows: [...addresses.values()].reduce((sum, { txids }) => sum + txids.length, 0),
      ...{ addresses: addresses.size, balances: `${balances}`, unspent: `${balances}` },
      'unspent without address': expect.any(String),
    });
    const latest = await readLatestAudits(fixture.session);
    expect(latest).toMatchObject([{ chain: code, scope: 'full', result: 'clean', height, hash, findings: 0 }]);
    expect(latest[0]!.checks).toHaveLength(named.size);
  });
});

const RANGE = { historyRows: 100_000, ranges: [ALL_UTXO_KEYS], isWhole: true };
/** Histories of the world, in stretches and ranges of keys of its own. */
async function walk({ historyRows, ranges, isWhole }: typeof RANGE) {
  const sums = { rows: 0, addresses: 0, balances: 0n, unspent: 0n, problems: [] as string[] };
  for (const { from: key, to } of ranges) {
    let from: { readonly key: string; readonly seq: string } | null = { key, seq: FIRST_SEQ };
    while (from !== null) {
      const span = { from, to, limit: historyRows, isWhole };
      const stretch: Awaited<ReturnType<typeof checkUtxoHistories>> = await checkUtxoHistories(
        fixture.session,
        fixture.chain.code,
        span,
      );
      sums.rows += stretch.rows;
      sums.addresses += stretch.addresses;
      sums.balances += BigInt(stretch.balances);
      sums.unspent += BigInt(stretch.unspent);
      sums.problems.push(...stretch.examples.map(({ problem }) => problem));
      from = stretch.next;
    }
  }
  return sums;
}

describe('histories', () => {
  // Transactions of Bitcoin Cash may spend what a later one of the block makes.
  it.each(['ltc', 'bch'] as const)('of %s are the same in stretches and ranges of any length', async (code) => {
    fixture = await sharedWorld(code);
    const whole = await walk(RANGE);
    expect(whole).toMatchObject({ problems: [], balances: whole.unspent });
    for (const historyRows of [7, 50]) expect(await walk({ ...RANGE, historyRows })).toEqual(whole);
    const starts = UTXO_KEY_RANGES.filter((_, n) => n % 64 === 0).map(({ from }) => from);
    const ranges = starts.map((from, n) => ({ from, to: starts[n + 1] ?? ALL_UTXO_KEYS.to }));
    expect(await walk({ ...RANGE, historyRows: 1_000, ranges })).toEqual(whole);
  });

  it('are in ranges that hold every key once, in order', () => {
    expect([UTXO_KEY_RANGES[0]!.from, UTXO_KEY_RANGES.at(-1)!.to]).toEqual([ALL_UTXO_KEYS.from, ALL_UTXO_KEYS.to]);
    for (const [n, { from, to }] of UTXO_KEY_RANGES.entries()) {
      expect(from < to, `${from} to ${to}`).toBe(true);
      if (n > 0) expect(from).toBe(UTXO_KEY_RANGES[n - 1]!.to);
    }
  });

  it.each([
    ['within a block', 1_000_001, []],
    ['at the end of a block', 5_000_000, ['negative']],
  ])('that fall below zero %s', async (_, laterKey, expected) => {
    fixture = await sharedWorld('ltc');
    await fixture.corrupt(`INSERT INTO ltc.address_transactions (address_key, seq, tx_key, delta, balance, received)
      VALUES ('\\x0000', 1, 1000000, -5, -5, 0), ('\\x0000', 2, ${laterKey}, 5, 0, 5)`);
    expect((await walk(RANGE)).problems).toEqual(expected);
    // Where the history starts later, what was there before is spent too.
    expect((await walk({ ...RANGE, isWhole: false })).problems).toEqual([]);
    // Stretches as short as can be.
    const { problems, rows } = await walk({ ...RANGE, historyRows: 2, ranges: [{ from: '0000', to: '000000' }] });
    expect([problems, rows]).toEqual([expected, 2]);
  });
});

it.each([
  ['another hash', `UPDATE btc.sync_state SET hash = '\\x00'`, ['cursor']],
  ['too low a height', 'UPDATE btc.sync_state SET height = height - 1', ['above-cursor', 'above-cursor', 'cursor']],
])('a cursor with %s is found', async (_, sql, expected) => {
  fixture = await sharedWorld('btc');
  expect(await checkCursor(fixture.session, 'btc')).toEqual({ count: 0, examples: [] });
  await fixture.corrupt(sql);
  expect((await checkCursor(fixture.session, 'btc')).examples.map(({ problem }) => problem).sort()).toEqual(expected);
});

/** One of the newest blocks is always looked at; its transactions when all blocks are. */
const NEWEST = '(SELECT max(height) FROM ltc.blocks)';
const A_PAYMENT = `(SELECT tx_key FROM ltc.transactions WHERE cardinality(input_tx_keys) > 0 AND tx_key >> 20 = ${NEWEST} ORDER BY 1 LIMIT 1)`;
/** The third row of an address with some history. */
const MIDDLE = `(address_key, seq) = (SELECT address_key, 3 FROM ltc.address_transactions
  GROUP BY 1 HAVING count(*) > 4 AND min(balance) >= 0 ORDER BY count(*) DESC, 1 LIMIT 1)`;

describe('an audit finds', () => {
  it.each([
    [
      'a wrong delta',
      `UPDATE ltc.address_transactions SET delta = delta - 1 WHERE ${MIDDLE}`,
      { histories: ['balance'] },
    ],
    [
      'a received sum that falls',
      `UPDATE ltc.address_transactions SET received = 0 WHERE ${MIDDLE}`,
      { histories: ['received'] },
    ],
    ['rows out of order', `UPDATE ltc.address_transactions SET tx_key = 0 WHERE ${MIDDLE}`, { histories: ['order'] }],
    [
      'a row above the cursor',
      `UPDATE ltc.address_transactions SET tx_key = 1::bigint << 40
       WHERE (address_key, seq) = (SELECT address_key, max(seq) FROM ltc.address_transactions GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)`,
      { histories: ['above-cursor'] },
    ],
    [
      'a missing unspent output',
      'DELETE FROM ltc.unspent_outputs WHERE ctid = (SELECT ctid FROM ltc.unspent_outputs WHERE address_key IS NOT NULL AND value > 0 ORDER BY txid, vout LIMIT 1)',
      { 'unspent-outputs': ['count', 'total'], histories: ['sum', 'unspent-outputs'] },
    ],
    [
      'an unspent output of nobody',
      `INSERT INTO ltc.unspent_outputs (txid, vout, tx_key, value, address_key) VALUES ('\\xaa', 0, 1, 5, '\\x02aa')`,
      { 'unspent-outputs': ['count', 'total'], histories: ['sum', 'unspent-outputs'] },
    ],
    [
      'a balance below zero',
      `INSERT INTO ltc.address_transactions (address_key, seq, tx_key, delta, balance, received) VALUES ('\\x0000', 1, 1, -5, -5, 0)`,
      { histories: ['negative', 'sum', 'unspent-outputs'] },
    ],
    ['a wrong latest time', 'UPDATE ltc.blocks SET max_time = time + 5 WHERE height = 8', { blocks: ['latest-time'] }],
    ['a wrong count', 'UPDATE ltc.blocks SET tx_count = tx_count + 1 WHERE height = 8', { blocks: ['transactions'] }],
    [
      'a missing unspent output without an address',
      'DELETE FROM ltc.unspent_outputs WHERE ctid = (SELECT ctid FROM ltc.unspent_outputs WHERE address_key IS NULL LIMIT 1)',
      { 'unspent-outputs': ['count', 'total'] },
    ],
    [
      'an unspent output of another amount',
      'UPDATE ltc.unspent_outputs SET value = value + 1 WHERE ctid = (SELECT ctid FROM ltc.unspent_outputs WHERE address_key IS NOT NULL LIMIT 1)',
      { 'unspent-outputs': ['total'], histories: ['sum', 'unspent-outputs'] },
    ],
    [
      'a wrong balance',
      'UPDATE ltc.address_transactions SET balance = balance + 7 WHERE (address_key, seq) = (SELECT address_key, 2 FROM ltc.address_transactions WHERE seq = 4 ORDER BY 1 LIMIT 1)',
      { histories: ['balance'] },
    ],
    [
      'a gap in the ranks',
      'DELETE FROM ltc.address_transactions WHERE (address_key, seq) = (SELECT address_key, 2 FROM ltc.address_transactions WHERE seq = 4 ORDER BY 1 LIMIT 1)',
      { histories: ['rank'] },
    ],
    [
      'a wrong txid',
      `UPDATE ltc.transactions SET txid = decode(repeat('ab', 32), 'hex') WHERE tx_key = ${NEWEST}::bigint << 20`,
      { transactions: ['txid'] },
    ],
    [
      'a wrong amount',
      `UPDATE ltc.transactions SET output_values[1] = output_values[1] + 1 WHERE tx_key = ${A_PAYMENT}`,
      { transactions: ['amount'] },
    ],
    ['a wrong fee', `UPDATE ltc.transactions SET fee = fee + 1 WHERE tx_key = ${A_PAYMENT}`, { transactions: ['fee'] }],
    [
      'another output that is spent',
      `UPDATE ltc.transactions SET input_vouts[1] = input_vouts[1] + 100 WHERE tx_key = ${A_PAYMENT}`,
      { transactions: ['input'] },
    ],
    [
      'an output without its address',
      `UPDATE ltc.transactions SET output_keys[1] = NULL WHERE tx_key = ${A_PAYMENT}`,
      { transactions: ['address-key', 'script'] },
    ],
    [
      'a wrong block hash',
      `UPDATE ltc.blocks SET hash = '\\x00' WHERE height = ${NEWEST} - 2`,
      { transactions: ['hash'], blocks: ['parent'] },
    ],
    [
      'an output of another address',
      `UPDATE ltc.transactions SET output_keys[1] = set_byte(output_keys[1], 5, 255 - get_byte(output_keys[1], 5)) WHERE tx_key = ${A_PAYMENT}`,
      { transactions: ['address-key', 'script'] },
    ],
    [
      'a lost transaction',
      `DELETE FROM ltc.transactions WHERE tx_key = ${A_PAYMENT}`,
      { transactions: ['transactions', 'txid'], blocks: ['transactions'] },
    ],
    [
      'a transaction that never was',
      `INSERT INTO ltc.transactions SELECT (t).* FROM (SELECT jsonb_populate_record(t, jsonb_build_object('tx_key', (SELECT max(tx_key) + 1 FROM ltc.transactions))) AS t FROM ltc.transactions t WHERE tx_key = ${A_PAYMENT}) copied`,
      { transactions: ['transactions'], blocks: ['transactions'] },
    ],
    [
      'a lost block',
      'DELETE FROM ltc.blocks WHERE height = 5',
      { transactions: ['hash'], blocks: ['missing', 'transactions-without-block'] },
    ],
  ])('%s', async (_, sql, expected) => {
    fixture = await sharedWorld('ltc');
    await fixture.corrupt(sql);
    const limits = { transactionsPerBlock: 1_000, historyRows: 40 };
    const outcome = await fixture.audit({ sampledBlocks: 1_000, limits });
    const all = found(outcome);
    // Changed arrays make up another fee, too.
    const isAboutFees = JSON.stringify(expected).includes('fee');
    if (all['transactions'] && !isAboutFees) {
      all['transactions'] = all['transactions'].filter((problem) => problem !== 'fee');
    }
    expect(all).toEqual(expected);
    expect(outcome).toMatchObject({ result: 'findings', reason: null });
    const findings = outcome.checks.reduce((sum, check) => sum + check.findings, 0);
    expect(await readLatestAudits(fixture.session)).toMatchObject([{ result: 'findings', findings }]);
  });

  it('tokens of Bitcoin Cash that are not those of the block', async () => {
    fixture = await AuditFixture.open('bch');
    for (let n = 0; n < 10; n++) fixture.simulated.mine();
    await fixture.index();
    const other = `to_jsonb(repeat('ab', 32))`;
    const txids: string[] = [];
    for (const [which, token] of [
      [
        "o.token->'nft' <> 'null'",
        `jsonb_set(o.token, '{nft,capability}', CASE o.token->'nft'->>'capability' WHEN 'none' THEN '"minting"'::jsonb ELSE '"none"' END)`,
      ],
      ["o.token->'nft' <> 'null'", `jsonb_set(o.token, '{nft,commitment}', '"c0ffee"')`],
      ["o.token->>'amount' <> '0'", `jsonb_set(o.token, '{amount}', '"77"')`],
      ['o.token IS NOT NULL', `jsonb_set(o.token, '{category}', ${other})`],
      ['o.token IS NOT NULL', 'NULL::jsonb'],
      ['o.token IS NULL', `jsonb_build_object('category', ${other}, 'amount', '1', 'nft', NULL)`],
    ]) {
      const changed = await fixture.rows<{ txid: string }>(`
        WITH chosen AS (
          SELECT t.tx_key, o.n::integer AS n, ${token} AS token
          FROM bch.transactions t, unnest(coalesce(t.output_tokens, ARRAY[NULL::jsonb])) WITH ORDINALITY AS o(token, n)
          WHERE ${which} AND NOT encode(t.txid, 'hex') = ANY ('{${txids}}') ORDER BY 1 DESC, 2 LIMIT 1)
        UPDATE bch.transactions t SET output_tokens[c.n] = c.token FROM chosen c WHERE t.tx_key = c.tx_key
        RETURNING encode(t.txid, 'hex') AS txid`);
      txids.push(...changed.map(({ txid }) => txid));
    }
    expect(txids).toHaveLength(6);
    const outcome = await fixture.audit({ sampledBlocks: 1_000, limits: { transactionsPerBlock: 1_000 } });
    expect(found(outcome)).toEqual({ transactions: ['token'] });
    const { examples } = outcome.checks.find(({ name }) => name === 'transactions')!;
    expect(examples.map(({ place }) => place.split(' ')[1]).sort()).toEqual(txids.sort());
  });

  it('a node that says another total', async () => {
    fixture = await sharedWorld('btc');
    const { utxoSetInfo } = fixture.node;
    fixture.node.utxoSetInfo = async () => {
      const info = await utxoSetInfo();
      return { ...info, total: info.total + 1n };
    };
    const outcome = await fixture.audit();
    expect(found(outcome)).toEqual({ 'unspent-outputs': ['total'] });
    const total = BigInt(outcome.checks[0]!.examples[0]!.expected) - 1n;
    expect(outcome.checks[0]!.examples[0]!.found).toBe(`${total}`);
  });
});

describe('blocks that the node has pruned', () => {
  it.each(['blockTxids', 'describedTransactions'] as const)('are unknown, and no finding: %s', async (method) => {
    fixture = await sharedWorld('btc');
    const { [method]: answer } = fixture.node;
    const { height } = fixture.simulated.tip;
    const kept = new Set(fixture.simulated.blocks.slice(8).map(({ hash }) => hash));
    fixture.node[method] = async (...asked: never[]) => {
      if (kept.has(asked.at(-1)!)) return (answer as (...asked: never[]) => Promise<never>)(...asked);
      throw new BlockPrunedError('Block not available (pruned data)', { chain: 'btc', method: 'getblock' });
    };
    const outcome = await fixture.audit({ sampledBlocks: 1_000 });
    expect(found(outcome)).toEqual({});
    const check = outcome.checks.find(({ name }) => name === 'transactions')!;
    // Nodes tell nothing of the transactions of the first block.
    const gone = method === 'blockTxids' ? 8 : 7;
    expect(outcome.result).toBe('clean');
    expect(check).toMatchObject({
      ...{ outcome: 'partial', facts: { 'blocks that the node has no more': gone } },
      reason: expect.stringMatching(/no more: set BTC_RPC_URL to a node that keeps all blocks/),
    });
    expect(check.share).toBeCloseTo((height + 1 - gone) / (height + 1));
  });
});

describe('shielded pools', () => {
  const limits = { keepBelowTip: 5 };
  const OLDEST = '(SELECT tx_key FROM zec.transactions WHERE sapling_delta IS NOT NULL ORDER BY 1 LIMIT 1)';

  it('are summed up once, and from there on', async () => {
    fixture = await AuditFixture.open('zec');
    for (let n = 0; n < 20; n++) fixture.simulated.mine();
    await fixture.index();
    expect(await fixture.audit({ scope: 'sample', limits })).toMatchObject({ result: 'clean' });
    const { height } = fixture.simulated.tip;
    const kept = 'SELECT position #>> $${pools,height}$$ AS height FROM zec.audits ORDER BY id DESC LIMIT 1';
    expect(await fixture.rows(kept)).toEqual([{ height: `${height - 5}` }]);
    for (let n = 0; n < 20; n++) fixture.simulated.mine();
    await fixture.index();
    // Sums are not read again by a sample, and are by a full audit.
    await fixture.corrupt(`UPDATE zec.transactions SET sapling_delta = sapling_delta + 1 WHERE tx_key = ${OLDEST}`);
    const sample = await fixture.audit({ scope: 'sample', sampledBlocks: 1, limits });
    expect(found(sample)).not.toHaveProperty('shielded-pools');
    expect(await fixture.rows(kept)).toEqual([{ height: `${height + 15}` }]);
    const full = await fixture.audit({ sampledBlocks: 1, limits });
    expect(found(full)['shielded-pools']).toEqual(['pool']);
    expect(found(full)).not.toHaveProperty('unspent-outputs');
  });

  it('of the transparent coins have those that no one can spend, too', async () => {
    fixture = await AuditFixture.open('zec');
    // As if the first output of each coinbase that has data were worth something and nothing but data.
    await fixture.corrupt(`UPDATE zec.transactions SET output_values[1] = 11, output_keys[1] = NULL,
      output_scripts = array_fill('\\x6a'::bytea, ARRAY[cardinality(output_values)]) WHERE tx_key = 5::bigint << 20`);
    const { utxoSetInfo } = fixture.node;
    const outcome = await fixture.audit({ sampledBlocks: 1 });
    const [{ expected = '0' } = {}] = outcome.checks.find(({ name }) => name === 'unspent-outputs')!.examples;
    const others = await fixture.rows<{
      sum: string;
    }>(`SELECT coalesce(sum(o.value), 0)::text AS sum FROM zec.transaction_outputs o
      WHERE substr(o.script, 1, 1) = '\\x6a' AND o.address_key IS NULL`);
    expect(BigInt(expected)).toBe((await utxoSetInfo()).total - BigInt(others[0]!.sum));
  });
});

describe('an audit that does not come to its end', () => {
  it('goes on where it was interrupted, and counts nothing twice', async () => {
    fixture = await sharedWorld('btc');
    await fixture.corrupt('UPDATE btc.address_transactions SET received = 0 WHERE seq = 1 AND delta > 0');
    const whole = await fixture.audit();
    // In shorter steps, which add up to the same; interrupted in each check but the first.
    const limits = { blocks: 2, historyRows: 4 };
    const seen: string[] = [];
    const stops = [10, 30, 20, 40];
    for (const steps of stops) {
      const stop = new AbortController();
      let left = steps;
      const interrupted = fixture.audit({
        limits,
        signal: stop.signal,
        // The server ends the cut session of the one before in its own time.
        waitMs: 30_000,
        onStep: ({ name, outcome }) => {
          seen.push(`${name} ${outcome}`);
          // The place is kept before a pause; stopping at it is what a process does that is told to end.
          if (--left === 0) stop.abort();
        },
      });
      await expect(interrupted).rejects.toThrow(AuditInterruptedError);
      await fixture.corrupt("UPDATE btc.audits SET updated_at = updated_at - interval '1 h' WHERE result = 'running'");
    }
    const outcome = await fixture.audit({
      limits,
      waitMs: 30_000,
      onStep: ({ name, outcome: how }) => seen.push(`${name} ${how}`),
    });
    // Which transactions are compared with the node's is drawn anew for each audit.
    const drawnOnce = ({ checks }: AuditOutcome) => checks.filter(({ name }) => name !== 'transactions');
    expect(drawnOnce(outcome)).toEqual(drawnOnce(whole));
    // Checks that were over were not begun again.
    expect(seen.filter((step) => step === 'unspent-outputs clean')).toHaveLength(1);
    expect(await fixture.rows('SELECT result FROM btc.audits ORDER BY id')).toEqual([
      { result: 'findings' },
      { result: 'findings' },
    ]);
  }, 120_000);

  it('is told from one that another process is making, whose end can be awaited', async () => {
    fixture = await sharedWorld('btc');
    const { utxoSetInfo } = fixture.node;
    let second: Promise<AuditOutcome> | undefined;
    let third: Promise<AuditOutcome> | undefined;
    const waits = vi.fn();
    fixture.node.utxoSetInfo = async () => {
      second ??= fixture.audit();
      await second.catch(() => undefined);
      third ??= fixture.audit({ waitMs: 60_000, onWait: waits });
      await vi.waitFor(() => expect(waits).toHaveBeenCalled());
      return utxoSetInfo();
    };
    const first = await fixture.audit();
    await expect(second).rejects.toThrow(AuditRefusedError);
    expect([first.result, (await third)?.result, waits.mock.calls.length]).toEqual(['clean', 'clean', 1]);
  });

  it('says so when the node is away, and checks what needs no node', async () => {
    fixture = await sharedWorld('btc');
    const away = async () => {
      throw new NodeError('connection refused', true, { chain: 'btc', method: 'gettxoutsetinfo' });
    };
    Object.assign(fixture.node, { utxoSetInfo: away, blockHashAt: away });
    const outcome = await fixture.audit();
    expect(outcome).toMatchObject({
      result: 'failed',
      reason: expect.stringMatching(/connection refused.*audit again/),
    });
    expect(outcome.checks.map((check) => check.outcome)).toEqual(['unfinished', 'unfinished', 'clean', 'clean']);
    expect(await readLatestAudits(fixture.session)).toMatchObject([{ result: 'failed' }]);
    expect(await fixture.rows('SELECT reason FROM btc.audits')).toEqual([{ reason: outcome.reason }]);
  });

  it('is refused where there is nothing to audit', async () => {
    fixture = await sharedWorld('btc');
    const [ltc] = UTXO_CHAINS.filter(({ code }) => code === 'ltc');
    await expect(fixture.audit({ chain: ltc!, network: ltc!.networks[0]! })).rejects.toThrow(/nothing is indexed/);
    await expect(fixture.audit({ network: fixture.chain.networks[0]! })).rejects.toThrow(/BTC_NETWORK is mainnet/);
    await fixture.corrupt("UPDATE btc.sync_state SET live_since = NULL, stage = 'load'");
    await expect(fixture.audit()).rejects.toThrow(/first sync of btc is under way/);
  });
});

describe('a sample', () => {
  it('looks at some ranges and says which share that is', async () => {
    fixture = await sharedWorld('btc');
    const limits = { sampleMs: 0, smallHistories: 0, blocks: 2 };
    const { checks, result } = await fixture.audit({ scope: 'sample', sampledBlocks: 2, limits });
    expect(result).toBe('clean');
    const shares = Object.fromEntries(checks.map(({ name, share }) => [name, share]));
    expect(shares['unspent-outputs']).toBe(1);
    expect(shares['blocks']).toBeCloseTo(1 / 12, 5);
    expect(shares['histories']).toBeGreaterThan(0);
    expect(shares['histories']).toBeLessThan(0.01);
    expect(checks.find(({ name }) => name === 'histories')!.outcome).toBe('partial');
  });

  it('leaves out what a history cannot tell that starts later', async () => {
    fixture = await AuditFixture.open('btc', COINBASE_MATURITY + 6);
    const { checks, result } = await fixture.audit();
    expect(result).toBe('clean');
    expect(checks[0]).toMatchObject({ outcome: 'skipped', reason: expect.stringMatching(/begins at block 16/) });
    expect(checks.slice(1).map(({ outcome }) => outcome)).toEqual(['clean', 'clean', 'clean']);
  });
});

// Last, since worlds grow by it.
describe('while the chain moves', () => {
  it.each(CODES)('compares %s at the block of the node, whatever was indexed since', async (code) => {
    fixture = await sharedWorld(code);
    const { utxoSetInfo } = fixture.node;
    const { height } = fixture.simulated.tip;
    fixture.node.utxoSetInfo = async () => {
      const info = await utxoSetInfo();
      for (let n = 0; n < 6; n++) fixture.simulated.mine();
      await fixture.index();
      return info;
    };
    const outcome = await fixture.audit();
    expect(outcome).toMatchObject({ result: 'clean', block: { height } });
  });

  it('waits until the index has the block', async () => {
    fixture = await sharedWorld('btc');
    fixture.simulated.mine();
    setTimeout(() => void fixture.index(), 100);
    expect(await fixture.audit({ limits: { standstillMs: 30_000 } })).toMatchObject({
      result: 'clean',
      block: { height: fixture.simulated.tip.height },
    });
  });

  it('asks again after a reorg', async () => {
    fixture = await sharedWorld('btc');
    const { utxoSetInfo } = fixture.node;
    let asked = 0;
    fixture.node.utxoSetInfo = async () => {
      const info = await utxoSetInfo();
      if (asked++ === 0) {
        fixture.simulated.reorg(3);
        await fixture.index();
      }
      return info;
    };
    expect(await fixture.audit()).toMatchObject({ result: 'clean' });
    expect(asked).toBe(2);
  });

  it('says what to do about an index that stands still, and about one on another branch', async () => {
    fixture = await sharedWorld('btc');
    fixture.simulated.mine();
    const behind = await fixture.audit();
    expect(behind).toMatchObject({ result: 'failed', reason: expect.stringMatching(/start the indexer/) });
    expect(behind.checks.map(({ name, outcome }) => [name, outcome])).toContainEqual(['blocks', 'clean']);
    fixture.simulated.reorg(4, 4);
    expect(await fixture.audit()).toMatchObject({
      result: 'failed',
      reason: expect.stringMatching(/does not have in its chain|another branch/),
    });
  });
});
