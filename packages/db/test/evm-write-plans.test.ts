/** Work for every block of an EVM chain does not grow with what there is. */
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { becomeOwner, closeSession, type Session } from '../src/index.js';
import { createIndexedChain } from '../src/write/chain-indexes.js';
import { openBalanceLedger } from '../src/write/evm/balances/balance-ledger.js';
import type { TokenHolding } from '../src/write/evm/balances/doubted-holdings.js';
import { rollbackTokens } from '../src/write/evm/token-tables.js';
import { type PlanNode, rowsRead } from './support/plan.js';

const BLOCKS = 3_000;
const PER_BLOCK = 20;
const ADDRESSES = 200;
const IDS = 5_000;
/** The first of this block. */
const keyOf = (height: number) => height * 2 ** 20;

let database: TestDatabase;
let session: Session;

beforeAll(async () => {
  database = await createTestDatabase();
  session = (await becomeOwner(database.url, 'eth'))!;
  const address = (n: string) => `substr(sha256(convert_to('address ' || (${n}), 'UTF8')), 1, 20)`;
  const places = `generate_series(1, ${BLOCKS}) h CROSS JOIN generate_series(0, ${PER_BLOCK - 1}) n`;
  await createIndexedChain(session, 'eth', 'local');
  for (const statement of [
    `INSERT INTO eth.blocks (height, hash, parent_hash, time, tx_count, size)
     SELECT h, sha256(convert_to('block ' || h, 'UTF8')), '', h, ${PER_BLOCK}, 500 FROM generate_series(1, ${BLOCKS}) h`,
    `INSERT INTO eth.transactions (tx_key, txid, type, from_key, to_key)
     SELECT (h::bigint << 20) + n, '', 2, ${address(`(h * 31 + n * 7) % ${ADDRESSES}`)}, ${address(`(h * 17 + n * 3) % ${ADDRESSES}`)} FROM ${places}`,
    `INSERT INTO eth.transfers (tx_key, idx, kind, from_key, to_key, asset, standard, amount)
     SELECT (h::bigint << 20) + n, idx, CASE idx WHEN 0 THEN 'token' ELSE 'internal' END::chaintrail.transfer_kind,
       ${address(`(h * 31 + n * 7 + idx) % ${ADDRESSES}`)}, ${address(`(h * 13 + n * 5) % ${ADDRESSES}`)},
       CASE idx WHEN 0 THEN ${address("'coin ' || n % 3")} END, CASE idx WHEN 0 THEN 'erc20' END::chaintrail.token_standard, 1
     FROM ${places} CROSS JOIN (VALUES (0), (1 << 24)) i(idx)`,
    `INSERT INTO eth.internal_sync (mode, from_height) VALUES ('live', 1)`,
    `INSERT INTO eth.tokens (asset, address, standard, first_height) SELECT ${address("'coin ' || n")}, '', 'erc20', 1 FROM generate_series(0, 2) n`,
    `INSERT INTO eth.tokens (asset, address, standard, first_height) VALUES (${address("'items'")}, '', 'erc1155', 1)`,
    `INSERT INTO eth.token_balances (address_key, asset, token_id, first_touched, touched)
     SELECT ${address("'collector'")}, ${address("'items'")}, n, 1, ${BLOCKS} FROM generate_series(1, ${IDS}) n`,
    `INSERT INTO eth.token_balances (address_key, asset, first_touched, touched, balance, height)
     SELECT DISTINCT from_key, asset, 1, ${BLOCKS - 15}, 5, ${BLOCKS - 15} FROM eth.transfers WHERE asset IS NOT NULL AND tx_key > ${keyOf(BLOCKS - 3)}`,
    `INSERT INTO eth.wrapped_logs (tx_key, idx, mints, asset, owner_key, amount)
     SELECT (h::bigint << 20) + n, 0, true, ${address("'vault ' || n")}, ${address(`(h * 31 + n * 7) % ${ADDRESSES}`)}, 1 FROM ${places}`,
    // Logs of one are to be moved, of all that were asked: those of proved coins are gone, but for the newest.
    `INSERT INTO eth.wrapped_coins (asset, asked_height, attempts, is_proved)
     SELECT asset, 1, 1, n = 0 FROM (SELECT n, ${address("'vault ' || n")} AS asset FROM generate_series(0, ${PER_BLOCK - 1}) n) vaults
     UNION ALL SELECT ${address("'wrapped ' || n")}, 1, 1, true FROM generate_series(1, 40) n`,
    `DELETE FROM eth.wrapped_logs WHERE asset = ${address("'vault 0'")} AND tx_key < ${keyOf(BLOCKS - 5)}`,
    'VACUUM ANALYZE',
  ])
    await session.query(statement);
});
afterAll(async () => {
  if (session !== undefined) await closeSession(session);
  await database?.drop();
});

/** The most pages, and rows, that one of the statements looks at which `work` makes. Nothing of them stays. */
async function costOf(work: (session: Session) => Promise<unknown>): Promise<{ pages: number; rows: number }> {
  const most = { pages: 0, rows: 0 };
  const explained = new Proxy(session, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return async (query: string | { readonly text: string; readonly values?: unknown[] }, values?: unknown[]) => {
        const given = typeof query === 'string' ? { text: query, values } : query;
        await target.query('SAVEPOINT explained');
        const { rows } = await target.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${given.text}`, given.values);
        await target.query('ROLLBACK TO explained');
        const { Plan } = rows[0]['QUERY PLAN'][0];
        most.pages = Math.max(most.pages, pagesRead(Plan));
        most.rows = Math.max(most.rows, rowsRead(Plan));
        return target.query(given.text, given.values);
      };
    },
  });
  await session.query('BEGIN');
  try {
    await work(explained);
  } finally {
    await session.query('ROLLBACK');
  }
  return most;
}

it('finds the addresses that a block touched by its transactions', async () => {
  let touched: Buffer[] = [];
  const cost = await costOf(async (explained) => {
    touched = await openBalanceLedger(explained, 'eth').touchedAbove(BLOCKS - 1, BLOCKS, 5_000);
  });
  expect(touched.length).toBeGreaterThan(PER_BLOCK);
  // A block's transactions and its transfers, twice.
  expect(cost.pages).toBeLessThan(5 * PER_BLOCK + 50);
});

it('finds what a rollback takes of tokens by the blocks that touched it or were asked', async () => {
  const cost = await costOf(async (explained) => {
    await session.query(
      `INSERT INTO eth.token_balances (address_key, asset, token_id, first_touched, touched)
       SELECT address_key, asset, -1 - n, $1, $1 FROM eth.token_balances CROSS JOIN generate_series(1, 5) n WHERE token_id = 7`,
      [BLOCKS + 1],
    );
    await session.query(
      'UPDATE eth.token_balances SET balance = 1, height = $1, touched = touched + token_id::integer - 8 WHERE token_id IN (8, 9)',
      [BLOCKS + 1],
    );
    const left = () => session.query('SELECT FROM eth.token_balances WHERE greatest(touched, height) > $1', [BLOCKS]);
    expect((await left()).rowCount).toBe(7);
    await rollbackTokens(explained, 'eth', BLOCKS);
    expect((await left()).rowCount).toBe(0);
  });
  expect(cost.rows).toBeLessThan(10);
});

it('finds the logs of proved coins alone, however many there are of others', async () => {
  const cost = await costOf(async (explained) => {
    const left = () => session.query(`SELECT FROM eth.wrapped_logs`);
    const before = (await left()).rowCount!;
    await openBalanceLedger(explained, 'eth').moveOldWrapped();
    expect((await left()).rowCount).toBe(before - 6);
    await openBalanceLedger(explained, 'eth').moveOldWrapped();
    expect((await left()).rowCount).toBe(before - 6);
  });
  expect(cost.rows).toBeLessThan(300);
});

it('writes balances of one of the many ids that an address has, and looks at it alone', async () => {
  const tip = { height: BLOCKS, hash: await hashOf(BLOCKS) };
  const cost = await costOf(async (explained) => {
    const ledger = openBalanceLedger(explained, 'eth');
    const holdings = await openBalanceLedger(session, 'eth').staleHoldings(0, 50);
    expect(holdings.every(({ tokenId }) => tokenId !== null)).toBe(true);
    expect(
      await ledger.saveHoldings(
        tip,
        holdings,
        holdings.map(() => 3n),
      ),
    ).toBe(true);
    expect(await openBalanceLedger(session, 'eth').staleHoldings(0, IDS)).toHaveLength(IDS - 50);
  });
  expect(cost.rows).toBeLessThan(3 * 50);
});

it('tells drift by one pass over the transfers of the last blocks', async () => {
  const { rows: holdings } = await session.query<TokenHolding>(
    `SELECT address_key AS "addressKey", asset, token_id AS "tokenId", 'erc20' AS standard FROM eth.token_balances WHERE token_id IS NULL`,
  );
  expect(holdings.length).toBeGreaterThan(PER_BLOCK);
  await session.query('UPDATE eth.tokens SET asked_at = now()');
  const tip = { height: BLOCKS, hash: await hashOf(BLOCKS) };
  const moved = async ({ addressKey, asset }: TokenHolding) => {
    const { rows } = await session.query<{ sum: string }>(
      `SELECT 5 + count(*) FILTER (WHERE to_key = $1) - count(*) FILTER (WHERE from_key = $1) AS sum FROM eth.transfers
       WHERE asset = $2 AND tx_key >= $3`,
      [addressKey, asset, keyOf(BLOCKS - 14)],
    );
    return BigInt(rows[0]!.sum);
  };
  const balances: bigint[] = [];
  for (const holding of holdings) balances.push(await moved(holding));
  const drifting = async (said: readonly bigint[]) => {
    await session.query('BEGIN');
    await openBalanceLedger(session, 'eth').saveHoldings(tip, holdings, said);
    const { rows } = await session.query('SELECT asset FROM eth.tokens WHERE drifts');
    await session.query('ROLLBACK');
    return rows;
  };
  expect(new Set(balances).size).toBeGreaterThan(1);
  expect(await drifting(balances)).toEqual([]);
  expect(await drifting(balances.with(7, balances[7]! + 1n))).toEqual([{ asset: holdings[7]!.asset }]);
});

/**
 * Pages that a plan looks at. What a node of it says holds for those below it, but for those that a WITH has, which may
 * run later.
 */
function pagesRead(
  node: PlanNode & { readonly 'Shared Hit Blocks'?: number; readonly 'Shared Read Blocks'?: number },
): number {
  const own = (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);
  return Math.max(own, ...(node.Plans ?? []).map(pagesRead));
}

async function hashOf(height: number): Promise<string> {
  const { rows } = await session.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM eth.blocks WHERE height = $1`,
    [height],
  );
  return rows[0]!.hash;
}
