import { beforeEach, describe, expect, it } from 'vitest';
import { readHoldingMarks } from '../src/audit/evm/read-holding-marks.js';
import type { Session } from '../src/connection.js';
import { txKey } from '../src/tx-key.js';
import type { PreparedAccountBlock } from '../src/write/account/prepared-block.js';
import { type BalanceLedger, openBalanceLedger } from '../src/write/evm/balances/balance-ledger.js';
import { openEvmLedger } from '../src/write/evm/evm-ledger.js';
import { touchTokenBalances } from '../src/write/evm/token-tables.js';
import type { Ledger } from '../src/write/ledger.js';
import { Dice } from './support/dice.js';
import { addressOf, type MadeBlock, makeBlock, place } from './support/evm-blocks.js';
import { copiedDatabase } from './support/opened-databases.js';

const dice = new Dice(8);
const blocks: MadeBlock[] = [];
for (let n = 0; n < 30; n++) blocks.push(makeBlock(blocks.at(-1) ?? null, dice));
const db = copiedDatabase(
  async (session) => (await openEvmLedger(session, place, 0)).replaceAfter(null, null, blocks),
  {
    ...{ chain: 'eth', network: place.network.name, indexed: true },
  },
);

let session: Session;
let ledger: Ledger<PreparedAccountBlock>;
let balances: BalanceLedger;
beforeEach(async () => {
  ({ session } = db);
  ledger = await openEvmLedger(session, place, 0);
  balances = openBalanceLedger(session, 'eth');
});

async function stored(): Promise<unknown[]> {
  const { rows } = await session.query('SELECT balance::text, height FROM eth.address_balances ORDER BY address_key');
  return rows;
}

it('names the addresses that blocks touched', async () => {
  const touched = await balances.touchedAbove(28, 29, 1_000);
  const { keys, effects } = blocks[29]!.block;
  const expected = new Set(
    Array.from(effects.address, (n) => Buffer.from(keys.bytes.subarray(20 * n, 20 * n + 20)).toString('hex')),
  );
  expect(new Set(touched.map((key) => key.toString('hex')))).toEqual(expected);
  expect(touched).toHaveLength(expected.size);
});

it('keeps what the node said last, and nothing of a block that is not indexed', async () => {
  const [old, tip] = [blocks[20]!, blocks[29]!];
  expect(await balances.saveBalances(tip, [addressOf(1)], [7n], true)).toEqual([]);
  expect(await balances.saveBalances(old, [addressOf(1)], [6n], true)).toEqual([]);
  expect(await balances.saveBalances({ height: 29, hash: 'ab'.repeat(32) }, [addressOf(1)], [9n], true)).toBeNull();
  expect(await stored()).toEqual([{ balance: '7', height: 29 }]);
  await ledger.replaceAfter(await ledger.cursor(), blocks[28]!, []);
  expect(await stored()).toEqual([]);
});

it('writes what does not fit only once the node was asked twice', async () => {
  await session.query("UPDATE eth.internal_sync SET mode = 'live', from_height = 0");
  await session.query('DELETE FROM eth.internal_gaps');
  const [old, tip] = [blocks[20]!, blocks[29]!];
  const gaps = async () => (await session.query('SELECT from_height, to_height FROM eth.address_gaps')).rows;
  const keys = [addressOf(1)];
  expect(await balances.saveBalances(old, keys, [10n ** 30n], false)).toEqual([]);
  const unfit = [expect.objectContaining({ from: 21, to: 29, balance: '7' })];
  expect(await balances.saveBalances(tip, keys, [7n], false)).toEqual(unfit);
  expect([await stored(), await gaps()]).toEqual([[{ balance: String(10n ** 30n), height: 20 }], []]);
  expect(await balances.saveBalances(tip, keys, [7n], true)).toEqual(unfit);
  expect([await stored(), await gaps()]).toEqual([
    [{ balance: '7', height: 29 }],
    [{ from_height: 21, to_height: 29 }],
  ]);
});

it('has one gap of an address where one balance after the other does not fit', async () => {
  await session.query("UPDATE eth.internal_sync SET mode = 'live', from_height = 0");
  await session.query('DELETE FROM eth.internal_gaps');
  for (const [height, balance] of [[20, 10n ** 30n] as const, [25, 7n] as const, [29, 9n] as const]) {
    await balances.saveBalances(blocks[height]!, [addressOf(1)], [balance], true);
  }
  const { rows } = await session.query('SELECT from_height, to_height FROM eth.address_gaps');
  expect(rows).toEqual([{ from_height: 21, to_height: 29 }]);
});

it('forgets the first traced block where that is taken back', async () => {
  await session.query('UPDATE eth.internal_sync SET from_height = 28');
  const from = async (tip: number) => {
    await ledger.replaceAfter(await ledger.cursor(), blocks[tip]!, []);
    return (await session.query('SELECT from_height FROM eth.internal_sync')).rows;
  };
  expect([await from(28), await from(27)]).toEqual([[{ from_height: 28 }], [{ from_height: null }]]);
});

it('asks for holdings that transfers touched until the contract has answered, if only that it does not', async () => {
  const holdings = await balances.staleHoldings(0, 1_000);
  const { rows } = await session.query('SELECT FROM eth.token_balances');
  expect(holdings).toHaveLength(rows.length);
  expect(holdings.length).toBeGreaterThan(10);
  expect(holdings.some(({ tokenId }) => tokenId !== null)).toBe(true);
  const tip = blocks[29]!;
  const answers = holdings.map((_, n) => (n % 3 === 0 ? null : 2n ** 90n));
  expect(await balances.saveHoldings({ ...tip, hash: 'ab'.repeat(32) }, holdings, answers)).toBe(false);
  expect(await balances.staleHoldings(0, 1_000)).toHaveLength(holdings.length);
  expect(await balances.saveHoldings(tip, holdings, answers)).toBe(true);
  expect(await balances.staleHoldings(0, 1_000)).toEqual([]);
  await ledger.replaceAfter(await ledger.cursor(), blocks[28]!, []);
  expect((await balances.staleHoldings(0, 1_000)).length).toBeGreaterThan(10);
});

it('lets contracts take turns, and those without answers come last', async () => {
  await session.query('DELETE FROM eth.token_balances');
  const hold = (asset: number, ids: string, touched: number, answer = 'NULL, NULL::integer') =>
    session.query(
      `INSERT INTO eth.token_balances (address_key, asset, token_id, first_touched, touched, balance, height)
       SELECT $1, $2, ${ids}, 0, $3, ${answer} FROM generate_series(1, ${ids === 'n' ? 900 : 1}) n`,
      [addressOf(1), Buffer.alloc(20, asset), touched],
    );
  await hold(1, 'n', 29);
  await hold(2, 'NULL', 10);
  await hold(3, 'NULL', 9);
  await hold(4, 'NULL', 28, 'NULL, 5');
  const asked = async (limit: number) => (await balances.staleHoldings(0, limit)).map(({ asset }) => asset[0]);
  expect((await asked(100)).slice(0, 4)).toEqual([1, 2, 3, 1]);
  expect((await asked(1_000)).at(-1)).toBe(4);
});

it('notes of the zero address what was sent to it, and each contract that mints from it, but no ids', async () => {
  await session.query('DELETE FROM eth.token_balances');
  const nobody = Buffer.alloc(20);
  const moved = (idx: number, asset: number, standard: string, id: number | null, parties: readonly Buffer[]) =>
    session.query(
      `INSERT INTO eth.transfers (tx_key, idx, kind, asset, standard, token_id, amount, from_key, to_key) VALUES ($1, $2, 'token', $3, $4, $5, 1, $6, $7)`,
      [txKey(40, 0), idx, Buffer.alloc(20, asset), standard, id, ...parties],
    );
  await moved(0, 1, 'erc20', null, [nobody, addressOf(1)]);
  await moved(1, 2, 'erc1155', 7, [nobody, addressOf(1)]);
  await moved(2, 2, 'erc1155', 8, [addressOf(1), nobody]);
  await moved(3, 3, 'erc721', 9, [addressOf(1), nobody]);
  await touchTokenBalances(session, 'eth', { from: txKey(40, 0), to: txKey(41, 0) });
  const { rows } = await session.query<{ asset: Buffer; id: string | null }>(
    'SELECT asset, token_id::text AS id FROM eth.token_balances WHERE address_key = $1 ORDER BY asset',
    [nobody],
  );
  expect(rows.map(({ asset, id }) => [asset[0], id])).toEqual([
    [1, null],
    [2, '8'],
    [3, null],
  ]);
});

it('marks tokens whose balances change without transfers', async () => {
  const holdings = await balances.staleHoldings(0, 1_000);
  const tip = blocks[29]!;
  await balances.saveHoldings(
    tip,
    holdings,
    holdings.map(() => 100n),
  );
  // A contract's count is known once it was asked.
  await session.query('UPDATE eth.tokens SET asked_at = now(), indexed_from = NULL');
  const drifting = async () => {
    const { rows } = await session.query<{ n: number }>('SELECT count(*)::int AS n FROM eth.tokens WHERE drifts');
    return rows[0]!.n;
  };
  await balances.saveHoldings(
    tip,
    holdings,
    holdings.map(() => 100n),
  );
  expect(await drifting()).toBe(0);
  const { rows: erc20 } = await session.query<{ asset: Buffer }>(
    `SELECT asset FROM eth.tokens WHERE standard = 'erc20'`,
  );
  const fungible = holdings.find(
    ({ asset, tokenId }) => tokenId === null && erc20.some((token) => asset.equals(token.asset)),
  )!;
  await balances.saveHoldings(tip, [fungible], [101n]);
  expect(await drifting()).toBe(1);
});

it('takes what is minted from the zero address for no loss of its own', async () => {
  const nobody = Buffer.alloc(20);
  const { rows } = await session.query<{ asset: Buffer }>(
    `UPDATE eth.tokens SET drifts = false, asked_at = now(), indexed_from = NULL WHERE standard = 'erc20' RETURNING asset`,
  );
  const { asset } = rows[0]!;
  await session.query('DELETE FROM eth.token_balances WHERE address_key = $1', [nobody]);
  await session.query(
    'INSERT INTO eth.token_balances (address_key, asset, first_touched, touched) VALUES ($1, $2, 28, 28)',
    [nobody, asset],
  );
  const holding = { addressKey: nobody, asset, tokenId: null };
  expect(await balances.saveHoldings(blocks[28]!, [holding], [5n])).toBe(true);
  await session.query(
    `INSERT INTO eth.transfers (tx_key, idx, kind, asset, standard, amount, from_key, to_key) VALUES ($1, 0, 'token', $2, 'erc20', 7, $3, $4)`,
    [txKey(29, 1_000), asset, nobody, addressOf(1)],
  );
  expect(await balances.saveHoldings(blocks[29]!, [holding], [5n])).toBe(true);
  const { rowCount } = await session.query('SELECT FROM eth.tokens WHERE drifts');
  expect(rowCount).toBe(0);
});

describe('holdings that blocks touch while their contract is asked', () => {
  const [owner, asset] = [addressOf(1), Buffer.alloc(20, 9)];
  const holding = { addressKey: owner, asset, tokenId: null };
  const held = async () =>
    (await session.query('SELECT balance::text, height, touched FROM eth.token_balances WHERE asset = $1', [asset]))
      .rows;
  const moved = async (height: number, from: Buffer, to: Buffer, amount = 1) => {
    await session.query(
      `INSERT INTO eth.transfers (tx_key, idx, kind, asset, standard, amount, from_key, to_key) VALUES ($1, 999, 'token', $2, 'erc20', $5, $3, $4)`,
      [txKey(height, 0), asset, from, to, amount],
    );
    await touchTokenBalances(session, 'eth', { from: txKey(height, 0), to: txKey(height, 0) });
  };

  it('have the last balance that was said, with its block, also after a reorganisation above it', async () => {
    await moved(25, addressOf(2), owner);
    await moved(28, addressOf(2), owner);
    await balances.saveHoldings(blocks[26]!, [holding], [5n]);
    expect(await held()).toContainEqual({ balance: '5', height: 26, touched: 28 });
    // Nothing was said of the other party of these transfers.
    expect(await held()).toContainEqual({ balance: null, height: null, touched: 28 });
    await balances.saveHoldings(blocks[25]!, [holding], [4n]);
    await balances.saveHoldings(blocks[27]!, [holding], [null]);
    expect(await held()).toContainEqual({ balance: '5', height: 26, touched: 28 });
    expect((await balances.staleHoldings(28, 1_000)).some((each) => each.asset.equals(asset))).toBe(true);
    await ledger.replaceAfter(await ledger.cursor(), blocks[27]!, []);
    expect(await held()).toContainEqual({ balance: '5', height: 26, touched: 27 });
    await ledger.replaceAfter(await ledger.cursor(), blocks[25]!, []);
    expect(await held()).toContainEqual({ balance: null, height: null, touched: 25 });
  });

  const doubts = async () => (await balances.doubtedHoldings(0, 100)).filter((each) => each.asset.equals(asset));
  const facts = async () => {
    const { rows } = await session.query(
      `SELECT had, lost, sent, forged_to, (SELECT forges FROM eth.tokens WHERE asset = $2) AS forges
       FROM eth.token_balances WHERE address_key = $1 AND asset = $2`,
      [owner, asset],
    );
    return rows[0];
  };
  beforeEach(async () => {
    await session.query(
      `INSERT INTO eth.tokens (asset, address, standard, first_height) VALUES ($1, '', 'erc20', 20)`,
      [asset],
    );
  });

  it('lost nothing where logs alone say so and the contract had nothing before and after', async () => {
    await moved(27, owner, addressOf(2));
    expect(await doubts()).toEqual([]);
    await balances.saveHoldings(blocks[28]!, [holding], [0n]);
    const [doubted] = await doubts();
    expect(doubted).toMatchObject({ before: { height: 26, hash: blocks[26]!.hash } });
    await balances.saveDoubted([{ ...doubted!, before: { height: 26, hash: 'ab'.repeat(32) } }], [true]);
    expect(await facts()).toMatchObject({ had: false, lost: true, sent: false, forged_to: null, forges: false });
    await balances.saveDoubted([doubted!], [true]);
    expect(await facts()).toMatchObject({ had: false, forged_to: 28, forges: true });
    expect(await doubts()).toEqual([]);
    // The next such log is known for what it is once the contract has said again that there is nothing.
    await balances.saveHoldings(blocks[29]!, [holding], [0n]);
    expect(await facts()).toMatchObject({ forged_to: 29 });
    await ledger.replaceAfter(await ledger.cursor(), blocks[27]!, []);
    expect(await facts()).toMatchObject({ forged_to: 27 });
  });

  it.each([
    ['it had some before', 27, [owner, addressOf(2)], 0n, false],
    ['some came', 27, [addressOf(2), owner], 0n, null],
    ['it has some', 27, [owner, addressOf(2)], 3n, null],
  ] as const)('lost what logs say where %s', async (_, height, [from, to], balance, hadNothing) => {
    await moved(height, from, to);
    if (from !== owner) await moved(height + 1, owner, addressOf(2));
    await balances.saveHoldings(blocks[29]!, [holding], [balance]);
    const doubted = await doubts();
    expect(doubted).toHaveLength(hadNothing === null ? 0 : 1);
    await balances.saveDoubted(doubted, [hadNothing ?? true]);
    expect(await facts()).toMatchObject({ had: true, lost: true, forged_to: null, forges: false });
    expect(await doubts()).toEqual([]);
  });

  it.each([
    ['soon after the first log', 27, 28],
    ['when the node may not have had the state before the first log any more', -6, null],
  ])('may have been marked as not lost where they were asked for %s', async (_, firstTouched, askedHeight) => {
    await moved(27, owner, addressOf(2));
    await balances.saveHoldings(blocks[28]!, [holding], [0n]);
    await session.query('UPDATE eth.token_balances SET first_touched = $2 WHERE asset = $1', [asset, firstTouched]);
    const marks = () =>
      readHoldingMarks(session, 'eth', [{ asset: asset.toString('hex'), key: owner.toString('hex') }]);
    expect(await marks()).toEqual([{ askedHeight: null, forgedTo: null }]);
    await session.query('UPDATE eth.sync_state SET height = height + 100');
    try {
      expect(await marks()).toEqual([{ askedHeight, forgedTo: null }]);
    } finally {
      await session.query('UPDATE eth.sync_state SET height = height - 100');
    }
  });

  it('were sent by who signed, not by who a log names', async () => {
    const { rows } = await session.query<{ height: number; sender: Buffer }>(
      `SELECT (tx_key >> 20)::int AS height, from_key AS sender FROM eth.transactions WHERE from_key IS NOT NULL AND tx_key & 1048575 = 0 ORDER BY tx_key DESC LIMIT 1`,
    );
    const [{ height, sender }] = rows as [(typeof rows)[0]];
    const sent = async (key: Buffer) =>
      (await session.query('SELECT sent FROM eth.token_balances WHERE address_key = $1 AND asset = $2', [key, asset]))
        .rows;
    const other = Buffer.alloc(20, 8);
    await moved(height, sender, other);
    expect([await sent(sender), await sent(other)]).toEqual([[{ sent: true }], [{ sent: false }]]);
    await moved(height - 1, other, sender);
    expect(await sent(other)).toEqual([{ sent: false }]);
  });
});
