/** An address of an EVM chain with a long history, written by set-based SQL. */
import type { Session } from '../../src/index.js';
import { createIndexedChain } from '../../src/write/chain-indexes.js';

export const LONG_KEY = Buffer.alloc(20, 0xaa);
const PER_BLOCK = 200;
/** @returns the tx_key of the n-th transaction of the address, n from 0 */
export function longKey(n: number): number {
  return (1 + Math.floor(n / PER_BLOCK)) * 2 ** 20 + (n % PER_BLOCK);
}

/**
 * Fills an empty database: `count` transactions of {@link LONG_KEY}, all traced. Each has two transfers.
 */
export async function seedLongEvmHistory(session: Session, count: number): Promise<void> {
  const key = `'\\x${LONG_KEY.toString('hex')}'::bytea`;
  const height = Math.floor((count - 1) / PER_BLOCK) + 1;
  const place = `(1 + n / ${PER_BLOCK})::bigint * 1048576 + n % ${PER_BLOCK} AS tx_key FROM generate_series(0, ${count - 1}) n`;
  await createIndexedChain(session, 'eth', 'local');
  for (const statement of [
    'SET synchronous_commit = off',
    `INSERT INTO eth.blocks (height, hash, parent_hash, time, tx_count, size)
     SELECT h, sha256(convert_to('block ' || h, 'UTF8')), '', 1700000000 + h * 12, ${PER_BLOCK}, 50000 FROM generate_series(1, ${height}) h`,
    `INSERT INTO eth.transactions (tx_key, txid, type, succeeded, from_key, to_key, value, nonce, gas_limit, gas_used, gas_price, fee)
     SELECT tx_key, sha256(convert_to(n::text, 'UTF8')), 2, true, ${key}, ${key}, n, n, 21000, 21000, 7, 147000 FROM (SELECT n, ${place}) t`,
    `INSERT INTO eth.transfers (tx_key, idx, kind, from_key, to_key, amount)
     SELECT tx_key, idx, CASE idx WHEN 0 THEN 'native' ELSE 'internal' END::chaintrail.transfer_kind, ${key}, ${key}, n
     FROM (SELECT n, ${place}) t CROSS JOIN (VALUES (0), (16777216)) i(idx)`,
    `INSERT INTO eth.address_transactions (address_key, seq, tx_key, delta, balance, received)
     SELECT ${key}, row_number() OVER (ORDER BY n), tx_key, n, sum(n) OVER (ORDER BY n), sum(n) OVER (ORDER BY n)
     FROM (SELECT n, ${place}) t`,
    `INSERT INTO eth.address_balances (address_key, balance, height, origin) VALUES (${key}, 1000000000000, ${height}, 7)`,
    `INSERT INTO eth.internal_sync (mode, from_height) VALUES ('full', 0)`,
    `INSERT INTO eth.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since, mempool_at)
     SELECT 'local', 0, height, hash, time, height, 'live', now(), now() FROM eth.blocks WHERE height = ${height}`,
    'ANALYZE',
  ])
    await session.query(statement);
}
