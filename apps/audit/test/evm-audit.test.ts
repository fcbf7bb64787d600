import {
  BlockNotFoundError,
  BlockPrunedError,
  EVM_CHAINS,
  type EvmChain,
  NodeError,
  StateUnavailableError,
  tokenCalls,
} from '@chaintrail/chains';
import {
  ALL_ACCOUNT_KEYS,
  type AuditedHolding,
  accountKeyRanges,
  checkEvmHistories,
  FIRST_SEQ,
  type HistoryCursor,
  type HoldingCursor,
  readAuditedHoldings,
  readLatestAudits,
} from '@chaintrail/db';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { AuditInterruptedError } from '../src/audit.js';
import type { AuditOutcome } from '../src/run-audit.js';
import { EvmAuditFixture } from './evm-audit-fixture.js';
import { problemsOf } from './indexed-fixture.js';

const eth: EvmChain = EVM_CHAINS.find(({ code }) => code === 'eth')!;
let fixture: EvmAuditFixture;
/** One world for tests that leave the chain as it is: to make it takes five times as long as to audit it. */
let unchanged: EvmAuditFixture | undefined;
async function unchangedWorld(): Promise<EvmAuditFixture> {
  if (unchanged !== undefined) return unchanged;
  unchanged = await EvmAuditFixture.open({ chain: eth });
  await unchanged.keep();
  return unchanged;
}
afterEach(() => (fixture === unchanged ? fixture.restore() : fixture.close()));
afterAll(() => unchanged?.close());

const FACTS = { chain: 'eth', method: 'eth_getBalance' } as const;
const checkOf = ({ checks }: AuditOutcome, wanted: string) => checks.find(({ name }) => name === wanted)!;

interface Receipt {
  readonly transactionHash: string;
  readonly gasUsed: string;
  readonly status: string;
  readonly logs: readonly unknown[];
}

/** Each chain with another way in which its internal transfers are told; Base has the rules of OP. */
const TOLD = [
  ['eth', 'by the tracer of Geth', {}],
  ['op', 'by trace_block', { tracer: 'parity' }],
  ['arb', 'of new blocks, from the first one on', { mode: 'live' }],
] as const;

describe.each(TOLD)('an audit of %s, with internal transfers %s', (code, _, options) => {
  it('is clean where everything is right, and says what it looked at', async () => {
    const chain = EVM_CHAINS.find((each) => each.code === code)!;
    fixture = code === 'eth' ? await unchangedWorld() : await EvmAuditFixture.open({ chain, ...options });
    const outcome = await fixture.audit();
    expect(problemsOf(outcome)).toEqual({});
    const { height, hash } = fixture.simulated.tip();
    expect(outcome).toMatchObject({ result: 'clean', reason: null, block: { height, hash } });
    for (const check of outcome.checks) expect(check).toMatchObject({ outcome: 'clean', share: 1 });
    const model = fixture.simulated.model();
    const facts = Object.fromEntries(outcome.checks.map((check) => [check.name, check.facts]));
    const { addresses } = model;
    expect(facts['balances']).toMatchObject({
      sums: [...addresses.values()].filter(({ history }) => history.length > 0).length,
      stored: expect.any(Number),
    });
    expect(facts['blocks']).toEqual({ blocks: height + 1, transactions: model.transactionCount });
    expect(facts['transactions']).toMatchObject({
      ...{ blocks: height + 1, transactions: model.transactionCount, 'blocks traced': expect.any(Number) },
    });
    const latest = await readLatestAudits(fixture.session);
    expect(latest).toMatchObject([{ chain: chain.code, scope: 'full', result: 'clean', height, hash, findings: 0 }]);
  });
});

it('an audit without internal transfers is clean, and adds nothing up', async () => {
  fixture = await EvmAuditFixture.open({ chain: eth, mode: 'off' });
  const outcome = await fixture.audit();
  expect(problemsOf(outcome)).toEqual({});
  expect(outcome.result).toBe('clean');
  const balances = checkOf(outcome, 'balances').facts;
  expect([balances['sums'], balances['stored']]).toEqual([undefined, expect.any(Number)]);
  expect(checkOf(outcome, 'transactions').facts['blocks traced']).toBeUndefined();
});

// As the DAO fork: block 1,920,000 of Ethereum moved balances, and no transaction or trace tells it.
it('a block that changes balances without a transaction is no finding, and hides none', async () => {
  const irregularBlock = 9;
  fixture = await unchangedWorld();
  fixture.network = { ...fixture.network, irregularBlock };
  const keys = await fixture.rows<{ key: string }>(
    `SELECT encode(address_key, 'hex') AS key FROM eth.address_transactions WHERE seq = 2 ORDER BY 1 LIMIT 3`,
  );
  const [drained, paid, other] = keys.map(({ key }) => key);
  const changes = new Map([
    [drained, -5n],
    [paid, 5n],
  ]);
  const { balances } = fixture.node;
  fixture.node.balances = async (asked, block) => {
    const said = await balances(asked, block);
    const since = block.height >= irregularBlock;
    return said.map((balance, n) => balance + (since ? (changes.get(asked[n]!.toString('hex')) ?? 0n) : 0n));
  };
  await fixture.corrupt('DELETE FROM eth.address_balances');
  expect(problemsOf(await fixture.audit())).toEqual({});
  fixture.node.balances = async (asked, block) => {
    const said = await balances(asked, block);
    return said.map((balance, n) => balance + (block.height > 12 && asked[n]!.toString('hex') === other ? 1n : 0n));
  };
  expect(problemsOf(await fixture.audit())).toEqual({ balances: ['sum'] });
});

it('looks at every row once, in stretches and ranges of any length', async () => {
  fixture = await unchangedWorld();
  const [rows] = await fixture.rows<{ histories: number; transfers: number }>(
    `SELECT (SELECT count(*)::integer FROM eth.address_transactions) AS histories, count(*)::integer AS transfers FROM eth.transfers`,
  );
  const outcome = await fixture.audit({ limits: { historyRows: 11 } });
  expect(checkOf(outcome, 'histories').facts['rows']).toBe(rows!.histories);
  expect(checkOf(outcome, 'transfers').facts).toEqual({ transfers: rows!.transfers, effects: rows!.histories });
  for (const [ranges, limit] of [
    [[ALL_ACCOUNT_KEYS], 2],
    [accountKeyRanges(1), 1_000],
  ] as const) {
    let seen = 0;
    for (const { from: key, to } of ranges) {
      let from: HistoryCursor | null = { key, seq: FIRST_SEQ };
      while (from !== null) {
        const stretch: Awaited<ReturnType<typeof checkEvmHistories>> = await checkEvmHistories(fixture.session, 'eth', {
          ...{ from, to, limit },
        });
        expect(stretch.examples).toEqual([]);
        seen += stretch.rows;
        from = stretch.next;
      }
    }
    expect(seen).toBe(rows!.histories);
  }
});

it('looks at every holding once, be it of an id or of the contract', async () => {
  fixture = await unchangedWorld();
  await fixture.corrupt(
    `INSERT INTO eth.token_balances SELECT DISTINCT ON (address_key, asset) (jsonb_populate_record(b, '{"token_id": null}')).*
     FROM eth.token_balances b WHERE token_id IS NOT NULL`,
  );
  const [rows] = await fixture.rows<{ n: number }>('SELECT count(*)::integer AS n FROM eth.token_balances');
  for (const limit of [1, 2, 1_000]) {
    const seen: AuditedHolding[] = [];
    let after: HoldingCursor | null = null;
    do {
      const span: Parameters<typeof readAuditedHoldings>[2] = { range: ALL_ACCOUNT_KEYS, after, limit };
      const stretch = await readAuditedHoldings(fixture.session, 'eth', span);
      seen.push(...stretch.rows);
      after = stretch.next;
    } while (after !== null);
    expect(new Set(seen.map(({ key, asset, tokenId }) => `${key} ${asset} ${tokenId}`)).size).toBe(rows!.n);
    expect(seen).toHaveLength(rows!.n);
  }
});

describe('a node that does not say everything', () => {
  it('and has thrown away old states makes the share smaller', async () => {
    fixture = await unchangedWorld();
    const { balances, calls, rawTraces } = fixture.node;
    const oldest = fixture.simulated.tip().height - 2;
    const kept = (height: number) => {
      if (height < oldest) throw new StateUnavailableError('missing trie node', FACTS);
    };
    let asked = 0;
    fixture.node.balances = async (keys, block) => {
      asked++;
      kept(block.height);
      return balances(keys, block);
    };
    fixture.node.calls = async (asks, block) => {
      kept(block.height);
      return calls(asks, block);
    };
    fixture.node.rawTraces = async (block) => {
      kept(block.height);
      return rawTraces(block);
    };
    const outcome = await fixture.audit();
    expect(problemsOf(outcome)).toEqual({});
    expect(outcome.result).toBe('clean');
    const { facts, share, outcome: how } = checkOf(outcome, 'balances');
    expect([how, facts['sums']]).toEqual(['partial', undefined]);
    // An address that nothing touched since is compared with its state now.
    expect(share).toBeCloseTo(Number(facts['stored']) / (Number(facts['stored']) + Number(facts['without state'])));
    expect(checkOf(outcome, 'transactions').facts['blocks without traces']).toBeGreaterThan(5);
    expect(checkOf(outcome, 'tokens').facts['holdings']).toBeGreaterThan(0);
    // The first state that is gone says so of all before it.
    expect(asked).toBeLessThan(10);
    fixture.node.balances = async () => {
      throw new StateUnavailableError('missing trie node', FACTS);
    };
    const nothing = await fixture.audit();
    expect(nothing.result).toBe('clean');
    expect(checkOf(nothing, 'balances')).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringMatching(/an archive node/),
    });
  });

  it('tells tokens that drift from balances that are wrong', async () => {
    fixture = await unchangedWorld();
    const { calls } = fixture.node;
    const { height } = fixture.simulated.tip();
    // As if every contract had paid interest since the last block.
    fixture.node.calls = async (asks, block) => {
      const answers = await calls(asks, block);
      if (block.height < height) return answers;
      return answers.map((answer) => {
        const number = tokenCalls.decodeNumber(answer);
        return number === null ? null : Buffer.from((number + 1n).toString(16).padStart(64, '0'), 'hex');
      });
    };
    const OLDER = `SELECT count(*)::integer AS n FROM eth.token_balances WHERE balance IS NOT NULL AND height`;
    const [older] = await fixture.rows<{ n: number }>(`${OLDER} < ${height}`);
    const [newest] = await fixture.rows<{ n: number }>(`${OLDER} = ${height}`);
    const { facts, findings } = checkOf(await fixture.audit(), 'tokens');
    expect([facts['drifting'], findings]).toEqual([older!.n, newest!.n]);
  });

  it('says of contracts that are gone, or say nonsense, nothing that the index should say, too', async () => {
    fixture = await unchangedWorld();
    const { calls } = fixture.node;
    const answering = (decimals: Buffer): void => {
      fixture.node.calls = async (asks, block) => {
        const answers = await calls(asks, block);
        const own = (data: Buffer) =>
          ({ '313ce567': decimals, '01ffc9a7': Buffer.alloc(0) })[data.toString('hex', 0, 4)];
        return answers.map((answer, n) => own(asks[n]!.data) ?? answer);
      };
    };
    const limits = { oldestWordsSeconds: -1 };
    answering(Buffer.alloc(0));
    expect(problemsOf(await fixture.audit({ limits }))).toEqual({});
    answering(Buffer.from('64'.padStart(64, '0'), 'hex'));
    expect(problemsOf(await fixture.audit({ limits }))).toEqual({ tokens: ['decimals'] });
  });

  it('has what it lies about found, and what cannot be read said', async () => {
    fixture = await unchangedWorld();
    const { balances, rawBlock } = fixture.node;
    fixture.node.balances = async (keys, block) => (await balances(keys, block)).map((balance) => balance + 1n);
    fixture.node.rawBlock = async (hash) => {
      const answers = await rawBlock(hash);
      return { ...answers, receipts: Buffer.from('{"result": [{}]}') };
    };
    const outcome = await fixture.audit();
    // An address that had as much more before has as much more now.
    expect(problemsOf(outcome)).toEqual({ balances: ['balance'] });
    expect(checkOf(outcome, 'transactions')).toMatchObject({
      outcome: 'unfinished',
      reason: expect.stringMatching(/receipts of block .* cannot be read.*right node/),
    });
  });

  it('is wrong about a block, as it most likely was when that was indexed: the header tells', async () => {
    fixture = await unchangedWorld();
    const [paid] = await fixture.rows<{ txid: string; height: string }>(
      `SELECT '0x' || encode(txid, 'hex') AS txid, (tx_key >> 20)::text AS height FROM eth.transactions t WHERE gas_used > 21000 AND succeeded
       AND EXISTS (SELECT FROM eth.transfers f WHERE f.tx_key = t.tx_key AND kind = 'token') ORDER BY tx_key LIMIT 1`,
    );
    const { rawBlock } = fixture.node;
    const findings = async (change: (receipt: Receipt) => Partial<Receipt>) => {
      fixture.node.rawBlock = async (hash) => {
        const answers = await rawBlock(hash);
        const envelope = JSON.parse(answers.receipts.toString()) as { result: Receipt[] };
        const result = envelope.result.map((receipt) =>
          receipt.transactionHash === paid!.txid ? { ...receipt, ...change(receipt) } : receipt,
        );
        return { ...answers, receipts: Buffer.from(JSON.stringify({ ...envelope, result })) };
      };
      return checkOf(await fixture.audit(), 'transactions').examples;
    };
    const header = (sentence: RegExp) => ({
      problem: 'header',
      place: expect.stringMatching(new RegExp(`^block ${paid!.height} .*as the node tells it`)),
      found: expect.stringMatching(sentence),
    });
    const lessGas = ({ gasUsed }: Receipt) => ({ gasUsed: `0x${(Number(gasUsed) - 1).toString(16)}` });
    expect((await findings(lessGas))[0]).toMatchObject(header(/replace the node.* receipt \d+ has a wrong gasUsed/));
    expect((await findings(() => ({ logs: [] })))[0]).toMatchObject(header(/replace the node.* receipts have root/));
    // Rows indexed of the same wrong node agree with it, and are found all the same.
    await fixture.corrupt(
      `UPDATE eth.transactions SET succeeded = false WHERE '0x' || encode(txid, 'hex') = '${paid!.txid}'`,
    );
    const failed = await findings(() => ({ status: '0x0' }));
    expect(failed[0]).toMatchObject(header(/replace the node.* receipts have root/));
    expect(failed.map(({ problem }) => problem)).not.toContain('status');
  });

  it('is away: what needs no node is checked, and the remedy told', async () => {
    fixture = await unchangedWorld();
    const away = async () => {
      throw new NodeError('connection refused', true, FACTS);
    };
    Object.assign(fixture.node, { balances: away, calls: away, blockHashAt: away });
    const outcome = await fixture.audit();
    expect(outcome).toMatchObject({
      result: 'failed',
      reason: expect.stringMatching(/connection refused.*audit again/),
    });
    const how = Object.fromEntries(outcome.checks.map((check) => [check.name, check.outcome]));
    expect(how).toEqual({
      ...{ balances: 'unfinished', tokens: 'unfinished', transactions: 'unfinished' },
      ...{ blocks: 'clean', histories: 'clean', transfers: 'clean' },
    });
  });
});

describe('blocks that the node has pruned', () => {
  const PRUNED = new BlockPrunedError('pruned history unavailable', FACTS);
  it.each([
    ['as Geth says it', 'blockHashAt', (): Promise<never> => Promise.reject(PRUNED)],
    ['as others do', 'blockHashAt', async (): Promise<null> => null],
    ['with their receipts alone', 'rawBlock', (): Promise<never> => Promise.reject(PRUNED)],
    [
      'with what has their hash alone',
      'rawBlock',
      (): Promise<never> => Promise.reject(new BlockNotFoundError('gone', FACTS)),
    ],
  ] as const)('are unknown, and no finding: %s', async (_, method, refuse) => {
    fixture = await unchangedWorld();
    const old = new Set<unknown>();
    for (const height of [1, 2, 3]) old.add(height).add(await fixture.node.blockHashAt(height));
    const { [method]: answer } = fixture.node;
    fixture.node[method] = (asked: never) =>
      (old.has(asked) ? refuse() : (answer as (asked: never) => Promise<never>)(asked)) as Promise<never>;
    const outcome = await fixture.audit({ limits: { pollMs: 1 } });
    expect(problemsOf(outcome)).toEqual({});
    expect(outcome.result).toBe('clean');
    expect(checkOf(outcome, 'transactions')).toMatchObject({
      ...{ outcome: 'partial', facts: { 'blocks that the node has no more': 3 } },
      reason: expect.stringMatching(/^the node has 3 of the \d+ blocks no more: set ETH_RPC_URL to a node that keeps/),
    });
  });
});

describe('while the chain moves', () => {
  it('is clean after reorgs in the middle of it, also since a history that begins later', async () => {
    const base = EVM_CHAINS.find(({ code }) => code === 'base')!;
    fixture = await EvmAuditFixture.open({ chain: base, startHeight: 6 });
    const quiet = await fixture.audit();
    expect(problemsOf(quiet)).toEqual({});
    expect(quiet.result).toBe('clean');
    const { sums, stored } = checkOf(quiet, 'balances').facts;
    const { blocks, 'blocks traced': traced } = checkOf(quiet, 'transactions').facts;
    expect([sums, stored, traced]).toEqual(Array(3).fill(expect.any(Number)));
    expect(blocks).toBe(fixture.simulated.tip().height + 1 - 6);
    const { balances, rawBlock, calls } = fixture.node;
    const once = (change: () => Promise<unknown>) => {
      let changed = false;
      return async () => {
        if (changed) return;
        changed = true;
        await change();
        await fixture.index();
        await fixture.corrupt("UPDATE base.sync_state SET live_since = now(), phase = 'live'");
      };
    };
    const before = once(() => fixture.simulated.reorg(3));
    fixture.node.balances = async (keys, block) => {
      await before();
      if (fixture.simulated.tip().height > block.height) return balances(keys, block);
      // A node that forgets what it has left.
      if ((await fixture.node.blockHashAt(block.height)) !== block.hash) throw new BlockNotFoundError('gone', FACTS);
      return balances(keys, block);
    };
    const during = once(() => fixture.simulated.reorg(2, 4));
    fixture.node.calls = async (asks, block) => {
      await during();
      return calls(asks, block);
    };
    const after = once(() => fixture.simulated.reorg(4, 5));
    fixture.node.rawBlock = async (hash) => {
      await after();
      return rawBlock(hash);
    };
    const outcome = await fixture.audit();
    expect(problemsOf(outcome)).toEqual({});
    expect(outcome).toMatchObject({ result: 'clean', reason: null });
  });

  it('says what to do about an index that follows another chain', async () => {
    fixture = await unchangedWorld();
    fixture.node.balances = async () => {
      throw new BlockNotFoundError('there is no such block', FACTS);
    };
    fixture.node.blockHashAt = async () => 'ab'.repeat(32);
    const outcome = await fixture.audit({ limits: { pollMs: 1 } });
    expect(outcome.result).toBe('failed');
    for (const name of ['balances', 'transactions']) {
      expect(checkOf(outcome, name)).toMatchObject({
        outcome: 'unfinished',
        reason: expect.stringMatching(/follows this node/),
      });
    }
  });
});

it('an interrupted one goes on where it was, and counts nothing twice', async () => {
  fixture = await unchangedWorld();
  await fixture.corrupt('UPDATE eth.address_transactions SET received = 0 WHERE seq = 1 AND delta > 0');
  const whole = await fixture.audit();
  const seen: string[] = [];
  for (const steps of [2, 4, 20, 20]) {
    const stop = new AbortController();
    let left = steps;
    const interrupted = fixture.audit({
      // The server may notice a moment later that a session was cut.
      waitMs: 10_000,
      signal: stop.signal,
      onStep: ({ name, outcome }) => {
        seen.push(`${name} ${outcome}`);
        if (--left === 0) stop.abort();
      },
    });
    await expect(interrupted).rejects.toThrow(AuditInterruptedError);
  }
  const outcome = await fixture.audit({ waitMs: 10_000 });
  expect(outcome.checks).toEqual(whole.checks);
  expect(seen.filter((step) => step === 'balances clean')).toHaveLength(1);
  expect(await fixture.rows('SELECT result FROM eth.audits ORDER BY id')).toEqual([
    { result: 'findings' },
    { result: 'findings' },
  ]);
});

it('a sample looks at some ranges and says which share that is', async () => {
  fixture = await unchangedWorld();
  const limits = { sampleMs: 0, smallHistories: 0, blocks: 10 };
  const asked: string[] = [];
  const { rawBlock } = fixture.node;
  fixture.node.rawBlock = async (hash) => {
    asked.push(hash);
    return rawBlock(hash);
  };
  const { checks, result } = await fixture.audit({ scope: 'sample', sampledBlocks: 2, limits });
  expect(result).toBe('clean');
  const shares = new Map(checks.map(({ name, share }) => [name, share]));
  expect(shares.get('histories')).toBe(1 / 256);
  expect(shares.get('blocks')).toBeCloseTo(1 / 3);
  expect(shares.get('transactions')).toBeLessThan(0.3);
  // One of 65,536 ranges of keys.
  expect(shares.get('balances')).toBeLessThan(0.001);
  // All blocks are one range.
  expect(shares.get('transfers')).toBe(1);
  const newest = await fixture.rows<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM eth.blocks ORDER BY height DESC LIMIT 3`,
  );
  expect(asked).toEqual(expect.arrayContaining(newest.map(({ hash }) => hash)));
});
