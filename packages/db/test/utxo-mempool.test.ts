import { decodeUtxoTransaction } from '@chaintrail/chains';
import {
  DATA_SCRIPT,
  HandmadeChain,
  handmadeChain,
  type Outpoint,
  type Payment,
  scriptOf,
  serialize,
  sha256d,
} from '@chaintrail/testkit';
import { describe, expect, it } from 'vitest';
import type { Session } from '../src/connection.js';
import { readUtxoHistory } from '../src/read/utxo/read-utxo-history.js';
import { saveFeeEstimates } from '../src/write/mempool/save-fee-estimates.js';
import type { UtxoMempoolTransaction } from '../src/write/utxo/mempool/resolve-inputs.js';
import { openUtxoMempool } from '../src/write/utxo/mempool/utxo-mempool.js';
import { blocksOf, emptyLedgers, simulator, WRITTEN_CHAINS } from './support/simulated-ledger.js';

const open = emptyLedgers();

const COIN = 100_000_000n;
const ALL_WRITTEN = { unresolved: [], refused: [] };
const display = (wire: Buffer): string => Buffer.from(wire).reverse().toString('hex');

function pendingOf(
  spends: readonly Outpoint[],
  outputs: Payment['outputs'],
  script?: Buffer<ArrayBuffer>,
): UtxoMempoolTransaction & { wire: Buffer } {
  const bytes = serialize(spends, outputs, script);
  const wire = sha256d(bytes);
  const decoded = decodeUtxoTransaction(handmadeChain, bytes)!;
  return { txid: display(wire), decoded, firstSeen: 1_700_000_000, wire };
}

/** A chain whose first block pays one coin to address 1, with the mempool of its ledger. */
async function start(startHeight = 0) {
  const chain = new HandmadeChain();
  chain.mine([{ value: 50n * COIN, script: scriptOf(0) }]);
  const [funding] = chain.mine([{ value: COIN, script: scriptOf(1) }]);
  const { session, ledger } = await open(handmadeChain, startHeight);
  await ledger.replaceAfter(null, null, chain.blocks.slice(startHeight));
  const asked: string[] = [];
  const openMempool = () =>
    openUtxoMempool({
      session,
      chain: handmadeChain,
      historyFrom: ledger.historyFrom,
      askNode: async (outpoints) => {
        asked.push(...outpoints.map(({ txid, vout }) => `${txid}:${vout}`));
        // No output holds the amount of the third.
        const values = [7n, null, 2n ** 63n];
        return outpoints.map(({ vout }) => {
          const value = values[vout] ?? null;
          return value === null ? null : { value, script: scriptOf(9) };
        });
      },
    });
  const add = (added: readonly UtxoMempoolTransaction[], removed: readonly string[] = []) =>
    mempool.apply({ added, removed, listed: new Set(added.map(({ txid }) => txid)), nodeCount: added.length, kept: 0 });
  const mempool = openMempool();
  return { chain, session, ledger, mempool, openMempool, add, asked, coin: { txid: funding!, vout: 0 } };
}

/** All rows of them, without their numbers and when they were first seen. */
async function pendingRows(session: Session, code = 'btc'): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const table of ['mempool_transactions', 'mempool_address_transactions', 'mempool_spends']) {
    const { rows } = await session.query(
      `SELECT to_jsonb(t) - 'id' - 'first_seen' AS row FROM ${code}.${table} t ORDER BY 1`,
    );
    all.push(rows);
  }
  return all;
}

/** How those left that no block took, in the order in which they did. */
async function dropped(session: Session) {
  const { rows } = await session.query<{ txid: string; reason: string | null; by: string | null }>(
    `SELECT encode(txid, 'hex') AS txid, drop_reason AS reason, encode(replaced_by, 'hex') AS by
     FROM btc.mempool_transactions WHERE tx_key = -1 AND dropped_at > 0 ORDER BY id`,
  );
  return rows;
}

async function effects(session: Session): Promise<{ readonly txKey: string | null }[]> {
  const { rows } = await session.query<{ txKey: string | null }>(
    `SELECT encode(m.txid, 'hex') AS txid, m.fee::text, m.tx_key::text AS "txKey", encode(e.address_key, 'hex') AS key, e.delta::text, e.received::text
     FROM btc.mempool_address_transactions e JOIN btc.mempool_transactions m USING (id) ORDER BY m.id, e.delta`,
  );
  return rows;
}

const keyOf = (number: number): string => `10${scriptOf(number).subarray(2).toString('hex')}`;
const countOf = async (session: Session, table: string): Promise<number> =>
  (await session.query<{ n: number }>(`SELECT count(*)::int AS n FROM btc.${table}`)).rows[0]!.n;

describe('unconfirmed transactions of a UTXO chain', () => {
  it('stores what each does to each address, with outputs of the UTXO set and of each other', async () => {
    const { add, session, coin } = await start();
    const parent = pendingOf(
      [coin],
      [
        { value: 60n, script: scriptOf(2) },
        { value: 0n, script: DATA_SCRIPT },
        { value: COIN - 160n, script: scriptOf(1) },
      ],
    );
    const child = pendingOf([{ txid: parent.wire, vout: 0 }], [{ value: 50n, script: scriptOf(3) }]);
    const later = pendingOf([{ txid: child.wire, vout: 0 }], [{ value: 50n, script: scriptOf(2) }]);
    expect(await add([child, parent])).toEqual(ALL_WRITTEN);
    expect(await add([later])).toEqual(ALL_WRITTEN);
    expect(await effects(session)).toEqual([
      { txid: child.txid, fee: '10', txKey: null, key: keyOf(2), delta: '-60', received: '0' },
      { txid: child.txid, fee: '10', txKey: null, key: keyOf(3), delta: '50', received: '50' },
      { txid: parent.txid, fee: '100', txKey: null, key: keyOf(1), delta: '-160', received: `${COIN - 160n}` },
      { txid: parent.txid, fee: '100', txKey: null, key: keyOf(2), delta: '60', received: '60' },
      { txid: later.txid, fee: '0', txKey: null, key: keyOf(3), delta: '-50', received: '0' },
      { txid: later.txid, fee: '0', txKey: null, key: keyOf(2), delta: '50', received: '50' },
    ]);
    const { rows } = await session.query("SELECT encode(txid, 'hex') AS txid, vin FROM btc.mempool_spends ORDER BY id");
    expect(rows.map(({ txid }) => txid)).toEqual([parent.txid, display(coin.txid), child.txid]);
    expect(rows.map(({ vin }) => vin)).toEqual([0, 0, 0]);
  });

  it('tells by its sequence numbers whether each says that it may be replaced, however long its scripts are', async () => {
    const { add, session, coin } = await start();
    const outputs = (value: bigint) => [0, 1, 2, 3].map((number) => ({ value, script: scriptOf(number) }));
    const parent = pendingOf([{ ...coin, sequence: 0xffff_fffe }], outputs(100n));
    const of = (vout: number, sequence: number, bytes: number) =>
      pendingOf([{ txid: parent.wire, vout, sequence }], outputs(1n), Buffer.alloc(bytes, 0xff));
    const children = [
      of(0, 0xffff_fffd, 0xfc),
      of(1, 0xffff_fffe, 0xfd),
      of(2, 0xffff_fffe, 0x1_0000),
      of(3, 0xffff_fffd, 0x1_0000),
    ];
    await add([parent, ...children]);
    const { rows } = await session.query('SELECT signals_rbf FROM btc.mempool_transactions ORDER BY id');
    expect(rows.map(({ signals_rbf }) => signals_rbf)).toEqual([false, true, false, false, true]);
  });

  it('raises the content version whenever something comes or goes, and never otherwise', async () => {
    const { add, session, coin, mempool } = await start();
    const versionOf = async (): Promise<number> => {
      const text = 'SELECT content_version::int AS version FROM btc.sync_state';
      return (await session.query<{ version: number }>(text)).rows[0]!.version;
    };
    // The first one also forgets what is old.
    await add([]);
    const before = await versionOf();
    const payment = pendingOf([coin], [{ value: 1n, script: scriptOf(2) }]);
    await add([payment]);
    expect(await versionOf()).toBe(before + 1);
    await add([]);
    await add([payment]);
    expect(await versionOf()).toBe(before + 1);
    await add([], [payment.txid]);
    expect(await versionOf()).toBe(before + 2);
    await mempool.suspend();
    expect(await versionOf()).toBe(before + 3);
  });

  it('leaves out what spends an output that is not there, and says so', async () => {
    const { add, session, coin, mempool } = await start();
    const orphan = pendingOf([{ txid: Buffer.alloc(32, 7), vout: 0 }], [{ value: 1n, script: scriptOf(2) }]);
    const beyond = pendingOf([{ ...coin, vout: 0xffff_fffe }], [{ value: 1n, script: scriptOf(2) }]);
    const good = pendingOf([coin], [{ value: 1n, script: scriptOf(2) }]);
    expect(await add([orphan, good, beyond])).toEqual({ unresolved: [orphan.txid, beyond.txid], refused: [] });
    expect(await mempool.pending()).toEqual(new Set([good.txid]));
    expect(await countOf(session, 'mempool_spends')).toBe(1);
  });

  it('hands a transaction over to the block that has it, and back when the block goes', async () => {
    const { add, session, coin, chain, ledger, mempool } = await start();
    const outputs = [{ value: COIN - 5n, script: scriptOf(2) }];
    const payment = pendingOf([coin], outputs);
    await add([payment]);
    const before = await ledger.cursor();
    chain.mine([{ value: COIN, script: scriptOf(0) }], [{ spends: [coin], outputs }]);
    await ledger.replaceAfter(before, before, chain.blocks.slice(-1));
    expect(await mempool.pending()).toEqual(new Set());
    expect(await effects(session)).toMatchObject([{ txKey: `${2 * 2 ** 20 + 1}` }, { txKey: `${2 * 2 ** 20 + 1}` }]);
    // The node's list does not have it any more, or still has it: neither matters.
    await add([payment], [payment.txid]);
    expect(await countOf(session, 'mempool_transactions')).toBe(1);
    await ledger.replaceAfter(await ledger.cursor(), before, []);
    expect(await mempool.pending()).toEqual(new Set([payment.txid]));
    await add([], [payment.txid]);
    expect(await mempool.pending()).toEqual(new Set());
    expect(await dropped(session)).toEqual([{ txid: payment.txid, reason: 'expired', by: null }]);
  });

  it('keeps what was dropped for six hours, and says why where the node tells', async () => {
    const { add, session, coin, mempool } = await start();
    const many = pendingOf(
      [coin],
      [1, 2, 3, 4].map((number) => ({ value: 1_000n, script: scriptOf(number) })),
    );
    const [poor, rich, old, back] = [1, 2, 3, 4].map((number) => ({
      ...pendingOf(
        [{ txid: many.wire, vout: number - 1 }],
        [{ value: number === 1 ? 900n : 500n, script: scriptOf(9) }],
      ),
      firstSeen: number === 3 ? 1 : Math.floor(Date.now() / 1000) - 100 * number,
    }));
    const heir = {
      ...pendingOf([{ txid: rich!.wire, vout: 0 }], [{ value: 1n, script: scriptOf(8) }]),
      firstSeen: rich!.firstSeen,
    };
    await add([many, poor!, rich!, old!, back!, heir]);
    const gone = [poor!, rich!, old!, back!, heir].map(({ txid }) => txid);
    // A transaction of 100 bytes or so pays less than 2,000 for 1,000 of them with a fee of 100.
    const change = { listed: new Set<string>(), nodeCount: 1, kept: 6, leastFeeRate: 2_000 };
    await mempool.apply({ ...change, added: [], removed: gone });
    const reasonOf = async () => new Map((await dropped(session)).map(({ txid, reason }) => [txid, reason]));
    expect([...(await reasonOf()).entries()].sort()).toEqual(
      [
        [poor!.txid, 'evicted'],
        [rich!.txid, null],
        [old!.txid, 'expired'],
        [back!.txid, null],
        [heir.txid, null],
      ].sort(),
    );
    await add([{ ...back!, firstSeen: back!.firstSeen + 50 }]);
    const seen = await session.query(
      `SELECT first_seen::float8 AS seen FROM btc.mempool_transactions WHERE tx_key IS NULL AND txid = decode($1, 'hex')`,
      [back!.txid],
    );
    expect(seen.rows).toEqual([{ seen: back!.firstSeen }]);
    expect((await reasonOf()).size).toBe(4);
    // A reason that nobody could tell then is told by a transaction that spends the same, also for what depended on it.
    const instead = pendingOf([{ txid: many.wire, vout: 1 }], [{ value: 2n, script: scriptOf(5) }]);
    await add([instead]);
    for (const { txid } of [rich!, heir]) {
      expect(await dropped(session)).toContainEqual({ txid, reason: 'replaced', by: instead.txid });
    }
    await session.query(
      `UPDATE btc.mempool_transactions SET dropped_at = dropped_at - CASE WHEN drop_reason = 'expired' THEN 21000 ELSE 22000 END`,
    );
    Object.assign(mempool, { forgotMs: 0 });
    await add([]);
    expect(await dropped(session)).toEqual([{ txid: old!.txid, reason: 'expired', by: null }]);
  });

  it('replaces in one transaction, and numbers ever higher, also after a restart', async () => {
    const { add, session, coin, openMempool } = await start();
    const first = pendingOf([coin], [{ value: COIN - 5n, script: scriptOf(2) }]);
    const second = pendingOf([coin], [{ value: COIN - 9n, script: scriptOf(2) }]);
    await add([first]);
    const ids = async () =>
      (await session.query<{ id: string }>('SELECT id FROM btc.mempool_transactions WHERE tx_key IS NULL')).rows;
    const [firstId] = await ids();
    expect(await add([second], [first.txid])).toEqual(ALL_WRITTEN);
    const [secondId, ...others] = await ids();
    expect(others).toEqual([]);
    expect(await dropped(session)).toEqual([{ txid: first.txid, reason: 'replaced', by: second.txid }]);
    expect(Number(secondId!.id)).toBeGreaterThan(Number(firstId!.id));
    await openMempool().apply({ added: [first], removed: [second.txid], listed: new Set(), nodeCount: 1, kept: 0 });
    const [thirdId] = await ids();
    expect(Number(thirdId!.id)).toBeGreaterThan(Number(secondId!.id));
  });

  it('leaves out what spends from one that was dropped', async () => {
    const { add, coin, mempool } = await start();
    const parent = pendingOf([coin], [{ value: 10n, script: scriptOf(2) }]);
    await add([parent]);
    await add([], [parent.txid]);
    const child = pendingOf([{ txid: parent.wire, vout: 0 }], [{ value: 9n, script: scriptOf(3) }]);
    expect(await add([child])).toEqual({ unresolved: [child.txid], refused: [] });
    expect(await mempool.pending()).toEqual(new Set());
  });

  it('leaves out what spends from one that is left out, in any order', async () => {
    const { add, mempool } = await start();
    const orphan = pendingOf([{ txid: Buffer.alloc(32, 7), vout: 0 }], [{ value: 10n, script: scriptOf(2) }]);
    const child = pendingOf([{ txid: orphan.wire, vout: 0 }], [{ value: 9n, script: scriptOf(3) }]);
    const grandchild = pendingOf([{ txid: child.wire, vout: 0 }], [{ value: 8n, script: scriptOf(4) }]);
    const { unresolved, refused } = await add([grandchild, child, orphan]);
    expect(new Set(unresolved)).toEqual(new Set([orphan.txid, child.txid, grandchild.txid]));
    expect(refused).toEqual([]);
    expect(await mempool.pending()).toEqual(new Set());
  });

  it('refuses what pays out more than it spends, and what the database cannot hold, and writes the others', async () => {
    const { add, mempool, session, coin } = await start();
    const good = pendingOf([coin], [{ value: COIN, script: scriptOf(2) }]);
    await add([good]);
    const fine = pendingOf([{ txid: good.wire, vout: 0 }], [{ value: 5n, script: scriptOf(8) }]);
    const greedy = pendingOf([{ txid: good.wire, vout: 0 }], [{ value: COIN + 1n, script: scriptOf(3) }]);
    const heir = pendingOf([{ txid: greedy.wire, vout: 0 }], [{ value: 1n, script: scriptOf(3) }]);
    await session.query(
      'ALTER TABLE btc.mempool_transactions ADD CONSTRAINT poisoned CHECK (lock_time = 0 AND fee <> 123)',
    );
    const poison = pendingOf([{ txid: good.wire, vout: 0 }], [{ value: COIN - 123n, script: scriptOf(5) }]);
    const { unresolved, refused } = await add([greedy, heir, poison, fine]);
    expect(new Set(refused)).toEqual(new Set([greedy.txid, poison.txid]));
    expect(unresolved).toEqual([heir.txid]);
    expect(await mempool.pending()).toEqual(new Set([good.txid, fine.txid]));
    // Alone it keeps nothing from being removed.
    expect(await add([poison], [fine.txid])).toEqual({ unresolved: [], refused: [poison.txid] });
    expect(await mempool.pending()).toEqual(new Set([good.txid]));
    await session.query('ALTER TABLE btc.mempool_transactions DROP CONSTRAINT poisoned');
  });

  it('makes unconfirmed transactions of what a removed block held, seen before or not', async () => {
    const { add, session, coin, chain, ledger, mempool } = await start();
    const first = pendingOf(
      [coin],
      [
        { value: 60n, script: scriptOf(2) },
        { value: 0n, script: DATA_SCRIPT },
        { value: 40n, script: scriptOf(1) },
        { value: 1n, script: scriptOf(2) },
      ],
    );
    const second = pendingOf([{ txid: first.wire, vout: 0 }], [{ value: 50n, script: scriptOf(2) }]);
    await add([first, second]);
    const asSeen = await pendingRows(session);
    await add([], [first.txid, second.txid]);
    const before = await ledger.cursor();
    chain.mine(
      [{ value: COIN, script: scriptOf(0) }],
      [
        {
          spends: [coin],
          outputs: [
            { value: 60n, script: scriptOf(2) },
            { value: 0n, script: DATA_SCRIPT },
            { value: 40n, script: scriptOf(1) },
            { value: 1n, script: scriptOf(2) },
          ],
        },
        { spends: [{ txid: first.wire, vout: 0 }], outputs: [{ value: 50n, script: scriptOf(2) }] },
      ],
      // Stamped in the future, which nobody has seen anything in.
      Math.floor(Date.now() / 1000) + 7_000,
    );
    await ledger.replaceAfter(before, before, chain.blocks.slice(-1));
    await ledger.replaceAfter(await ledger.cursor(), before, []);
    expect(await mempool.pending()).toEqual(new Set([first.txid, second.txid]));
    expect(await pendingRows(session)).toEqual(asSeen);
    const { rows: seen } = await session.query(
      'SELECT bool_and(first_seen <= extract(epoch FROM now())) AS passed FROM btc.mempool_transactions',
    );
    expect(seen).toEqual([{ passed: true }]);
    await ledger.replaceAfter(before, before, chain.blocks.slice(-1));
    await mempool.clear();
    await ledger.replaceAfter(await ledger.cursor(), before, []);
    expect(await mempool.pending()).toEqual(new Set());
  });

  it('removes with a block what it makes impossible, and what depends on that', async () => {
    const { add, session, coin, chain, ledger, mempool } = await start();
    const loser = pendingOf([coin], [{ value: COIN - 5n, script: scriptOf(2) }]);
    const child = pendingOf([{ txid: loser.wire, vout: 0 }], [{ value: 7n, script: scriptOf(3) }]);
    const grandchild = pendingOf([{ txid: child.wire, vout: 0 }], [{ value: 7n, script: scriptOf(4) }]);
    await add([loser, child, grandchild]);
    const before = await ledger.cursor();
    chain.mine([{ value: COIN, script: scriptOf(0) }]);
    const [, winner] = chain.mine(
      [{ value: COIN, script: scriptOf(0) }],
      [{ spends: [coin], outputs: [{ value: 1n, script: scriptOf(6) }] }],
    );
    await ledger.replaceAfter(before, before, chain.blocks.slice(-2));
    expect(await mempool.pending()).toEqual(new Set());
    expect((await effects(session)).filter(({ txKey }) => txKey !== '-1')).toEqual([]);
    const by = display(winner!);
    expect(await dropped(session)).toEqual(
      [loser, child, grandchild].map(({ txid }) => ({ txid, reason: 'conflicted', by })),
    );
    await ledger.replaceAfter(await ledger.cursor(), before, []);
    expect(await mempool.pending()).toEqual(new Set([by]));
  });

  it('removes with a new one what spends the same, whether the node has said so or not', async () => {
    const { add, coin, mempool } = await start();
    const first = pendingOf([coin], [{ value: COIN - 5n, script: scriptOf(2) }]);
    const child = pendingOf([{ txid: first.wire, vout: 0 }], [{ value: 7n, script: scriptOf(3) }]);
    const second = pendingOf([coin], [{ value: COIN - 9n, script: scriptOf(2) }]);
    await add([first, child]);
    expect(await add([second])).toEqual(ALL_WRITTEN);
    expect(await mempool.pending()).toEqual(new Set([second.txid]));
  });

  it('waits for an output of one that the node has and we do not, where the history starts late', async () => {
    const { add, mempool, coin } = await start(1);
    const parent = pendingOf([coin], [{ value: COIN - 5n, script: scriptOf(2) }]);
    const child = pendingOf([{ txid: parent.wire, vout: 1 }], [{ value: 7n, script: scriptOf(3) }]);
    const listed = new Set([parent.txid, child.txid]);
    const change = { removed: [], listed, nodeCount: 2, kept: 0 };
    expect(await mempool.apply({ ...change, added: [child] })).toEqual({ unresolved: [child.txid], refused: [] });
    expect(await add([parent])).toEqual(ALL_WRITTEN);
  });

  it('asks the node for what lies before the history, and says null where that does not know', async () => {
    const { add, session, asked, coin } = await start(1);
    const early = { txid: Buffer.alloc(32, 7), vout: 0 };
    const known = pendingOf([early, coin], [{ value: 3n, script: scriptOf(2) }]);
    const unknown = pendingOf([{ ...early, vout: 1 }], [{ value: 4n, script: scriptOf(3) }]);
    const untrue = pendingOf([{ ...early, vout: 2 }], [{ value: 4n, script: scriptOf(3) }]);
    expect(await add([known, unknown, untrue])).toEqual(ALL_WRITTEN);
    expect(asked).toEqual([0, 1, 2].map((vout) => `${display(early.txid)}:${vout}`));
    const { rows } = await session.query(
      'SELECT fee::text, input_values::text AS values FROM btc.mempool_transactions ORDER BY id',
    );
    expect(rows).toEqual([
      { fee: `${COIN + 4n}`, values: `{7,${COIN}}` },
      { fee: null, values: '{NULL}' },
      { fee: null, values: '{NULL}' },
    ]);
  });

  it('says how many there are, nothing any more once it is suspended, and keeps when each was first seen', async () => {
    const { add, session, coin, mempool } = await start();
    const payment = pendingOf([coin], [{ value: 1n, script: scriptOf(2) }]);
    const key = Buffer.concat([Buffer.of(0x10), scriptOf(2).subarray(2)]);
    await add([payment]);
    const state = async () =>
      (
        await session.query(
          `SELECT mempool_at IS NOT NULL AS followed, mempool_node AS node, mempool_indexed AS indexed FROM btc.sync_state`,
        )
      ).rows[0];
    expect(await state()).toEqual({ followed: true, node: 1, indexed: 1 });
    await mempool.suspend();
    expect(await state()).toEqual({ followed: false, node: null, indexed: null });
    const history = await readUtxoHistory(session, 'btc', key, { newestFirst: true, offset: 0, limit: 5, from: null });
    expect(history).toMatchObject({ total: 0, rows: [] });
    expect([...(await mempool.pending())]).toEqual([payment.txid]);
    await add([{ ...payment, firstSeen: payment.firstSeen + 86_400 }]);
    const { rows } = await session.query('SELECT first_seen::float8 AS seen FROM btc.mempool_transactions');
    expect(rows).toEqual([{ seen: payment.firstSeen }]);
    await mempool.clear();
    expect(await state()).toEqual({ followed: false, node: null, indexed: null });
    expect(await countOf(session, 'mempool_transactions')).toBe(0);
  });

  it('keeps what the node says of fees beside them, the last that it said', async () => {
    const { session } = await start();
    const told = async () => {
      const { rows } = await session.query<{ told: string }>(
        `SELECT blocks || ': ' || fee_rate AS told FROM btc.node_fees WHERE read_at > now() - interval '1 minute' ORDER BY blocks`,
      );
      return rows.map((row) => row.told);
    };
    for (const blocks of [2, 6]) await saveFeeEstimates(session, 'btc', [{ blocks, feeRate: 1_000 }]);
    expect(await told()).toEqual(['6: 1000']);
    await saveFeeEstimates(session, 'btc', [
      { blocks: 2, feeRate: 12_345 },
      { blocks: 6, feeRate: 2_000 },
    ]);
    expect(await told()).toEqual(['2: 12345', '6: 2000']);
    await saveFeeEstimates(session, 'btc', []);
    expect(await told()).toEqual([]);
  });
});

describe.each(WRITTEN_CHAINS)('transactions of $code whose blocks are removed', (chain) => {
  it('have the rows that their bytes have, without those that exist in a block only', async () => {
    const simulated = simulator(chain, 3);
    for (let i = 0; i < 12; i++) simulated.mine();
    const { session, ledger } = await open(chain);
    const blocks = blocksOf(simulated, 0);
    await ledger.replaceAfter(null, null, blocks);
    const mempool = openUtxoMempool({ session, chain, historyFrom: 0, askNode: async () => [] });
    const apply = (added: readonly UtxoMempoolTransaction[]) =>
      mempool.apply({ added, removed: [], listed: new Set(), nodeCount: added.length, kept: 0 });
    // Since the first list, they are followed.
    await apply([]);
    await ledger.replaceAfter(blocks.at(-1)!, blocks.at(-5)!, []);
    const restored = await pendingRows(session, chain.code);
    await mempool.clear();
    const added = simulated.blocks.slice(-4).flatMap(({ transactions }) =>
      transactions
        .filter(({ kind }) => kind === 'payment')
        .map(({ id, bytes }) => ({
          txid: id,
          decoded: decodeUtxoTransaction(chain, bytes)!,
          firstSeen: 1_700_000_000,
        })),
    );
    expect(added.length).toBeGreaterThan(8);
    expect(await apply(added)).toEqual(ALL_WRITTEN);
    // Whether it may be replaced, only bytes tell.
    await session.query(`UPDATE ${chain.code}.mempool_transactions SET signals_rbf = NULL`);
    expect(restored).toEqual(await pendingRows(session, chain.code));
  });
});
