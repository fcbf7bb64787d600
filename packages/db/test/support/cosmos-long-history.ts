/** An address of a Cosmos chain with a long history in many denominations, written by set-based SQL. */
import type { Session } from '../../src/index.js';
import { createIndexedChain } from '../../src/write/chain-indexes.js';

export const LONG_ACCOUNT = Buffer.alloc(20, 0xcc);
export const FIRST_HEIGHT = 17_562_001;
const PER_BLOCK = 200;

/** @returns the tx_key of the n-th transaction of the address, n from 0 */
export function longTxKey(n: number): number {
  return (FIRST_HEIGHT + 1 + Math.floor(n / PER_BLOCK)) * 2 ** 20 + (n % PER_BLOCK);
}

/** Fills an empty database. Each transaction has two transfers, every third is answered by the one after it. */
export async function seedLongCosmosAccount(
  session: Session,
  { rows, assets }: { readonly rows: number; readonly assets: number },
): Promise<void> {
  const key = `'\\x${LONG_ACCOUNT.toString('hex')}'::bytea`;
  const height = FIRST_HEIGHT + 1 + Math.floor((rows - 1) / PER_BLOCK);
  const placed = `SELECT n, (${FIRST_HEIGHT} + 1 + n / ${PER_BLOCK})::bigint * 1048576 + n % ${PER_BLOCK} AS tx_key
    FROM generate_series(0, ${rows - 1}) n`;
  await createIndexedChain(session, 'rune', 'mainnet');
  for (const statement of [
    'SET synchronous_commit = off',
    `INSERT INTO rune.blocks (height, hash, parent_hash, time, tx_count, size)
     SELECT h, sha256(convert_to('block ' || h, 'UTF8')), '', 1700000000 + (h - ${FIRST_HEIGHT}) * 6, ${PER_BLOCK}, 50000
     FROM generate_series(${FIRST_HEIGHT}, ${height}) h`,
    `INSERT INTO rune.transactions (tx_key, txid, messages) VALUES
     (${FIRST_HEIGHT}::bigint * 1048576, 'block:${FIRST_HEIGHT}:opening', '[{"type": "opening", "source": "bank", "unknownDenoms": []}]')`,
    `INSERT INTO rune.transactions (tx_key, txid, block_index, code, gas_wanted, gas_used, from_key, in_txid, fee, messages)
     SELECT tx_key, sha256(convert_to(n::text, 'UTF8')), n % ${PER_BLOCK}, 0, 7, 5, ${key},
       CASE WHEN n % 3 = 1 THEN sha256(convert_to((n - 1)::text, 'UTF8')) END, 2000000, '[]' FROM (${placed}) t`,
    `INSERT INTO rune.transfers (tx_key, idx, kind, from_key, to_key, asset, amount)
     SELECT tx_key, idx, 'native', ${key}, ${key}, CASE idx WHEN 1 THEN 'tcy' END, n
     FROM (${placed}) t CROSS JOIN (VALUES (0), (1)) i(idx)`,
    `INSERT INTO rune.payouts (tx_key, idx, in_txid, to_chain, to_address, asset, amount)
     SELECT tx_key, 0, sha256(convert_to((n - 1)::text, 'UTF8')), 'THOR', 'thor1', 'THOR.RUNE', n FROM (${placed}) t WHERE n % 3 = 1`,
    `INSERT INTO rune.address_transactions (address_key, seq, tx_key, delta, balance, received)
     SELECT ${key}, n + 1, tx_key, n, sum(n) OVER (ORDER BY n), sum(n) OVER (ORDER BY n) FROM (${placed}) t`,
    `INSERT INTO rune.token_history (address_key, asset, tx_key, delta, balance)
     SELECT ${key}, 'asset-' || n % ${assets}, tx_key, 1, row_number() OVER (PARTITION BY n % ${assets} ORDER BY n) FROM (${placed}) t`,
    `INSERT INTO rune.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
     SELECT 'mainnet', ${FIRST_HEIGHT}, height, hash, time, height, 'live', now() FROM rune.blocks WHERE height = ${height}`,
    'ANALYZE',
  ])
    await session.query(statement);
}
