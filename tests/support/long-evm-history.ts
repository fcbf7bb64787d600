/**
 * An address of Ethereum with a long history, written by set-based SQL. Three of thirteen transactions in a row do not
 * name it: traces alone tell of them. One has internal transfers beside its value.
 */
import { createHash } from 'node:crypto';
import { formatAddress } from '@chaintrail/chains';
import { createChainSchema, createIndexedChain, type Session } from '@chaintrail/db';
import { evmChain } from './evm-chain.js';

const HOT_KEY = Buffer.alloc(20, 0xaa);
const OTHER_KEY = Buffer.alloc(20, 0xbb);
const network = evmChain('eth').networks.find(({ name }) => name === 'local')!;

export const LONG_EVM_HISTORY = { address: formatAddress(network, HOT_KEY), addressKey: HOT_KEY } as const;

const PER_BLOCK = 2_000;
/** Base units that internal transfers add to one of thirteen. */
const ADDED = 5;
/** By the remainder of n: told by traces alone; told by both. */
const TRACED = 'n % 13 IN (4, 8, 12)';
const BOTH = 'n % 13 = 1';

export interface LongEvmEntry {
  /** As the API writes it. */
  readonly txid: string;
  readonly amount: string;
  readonly balanceAfter: string;
}

/** The n-th transaction of the address, n from 1: everything follows from n. */
export function longEvmEntry(n: number): LongEvmEntry {
  const amount = n % 13 === 1 ? n + ADDED : n;
  const balance = (BigInt(n) * BigInt(n + 1)) / 2n + BigInt(ADDED) * BigInt(Math.floor((n + 12) / 13));
  const txid = `0x${createHash('sha256').update(String(n)).digest('hex')}`;
  return { txid, amount: `${amount}`, balanceAfter: `${balance}` };
}

const bytea = (buffer: Buffer): string => `'\\x${buffer.toString('hex')}'::bytea`;
const KEY = `((n - 1) / ${PER_BLOCK} + 1) * 1048576 + (n - 1) % ${PER_BLOCK}`;
const runningSum = (delta: string): string => `sum(${delta}) OVER w`;

/** @param count transactions of the address. The indexes are built when everything is there. */
export async function seedLongEvmHistory(session: Session, count: number): Promise<void> {
  const blocks = Math.ceil(count / PER_BLOCK);
  await createChainSchema(session, 'eth', network.name);
  const statements = [
    `INSERT INTO eth.blocks (height, hash, parent_hash, time, tx_count, size)
     SELECT h, sha256(convert_to('block ' || h, 'UTF8')), sha256(convert_to('block ' || h - 1, 'UTF8')), 1700000000 + h * 12,
       ${PER_BLOCK}, 500000 FROM generate_series(1, ${blocks}) h`,
    `INSERT INTO eth.transactions (tx_key, txid, fee, type, succeeded, from_key, to_key, value, nonce, gas_limit,
       gas_used, gas_price)
     SELECT ${KEY}, sha256(convert_to(n::text, 'UTF8')), 21000, 2, true,
       ${bytea(OTHER_KEY)}, CASE WHEN ${TRACED} THEN ${bytea(OTHER_KEY)} ELSE ${bytea(HOT_KEY)} END, n, n, 21000, 21000, 1
     FROM generate_series(1::bigint, ${count}) n`,
    `INSERT INTO eth.address_transactions (address_key, seq, tx_key, delta, balance, received)
     SELECT ${bytea(HOT_KEY)}, n, ${KEY}, delta, ${runningSum('delta')}, ${runningSum('delta')}
     FROM (SELECT n, CASE WHEN ${BOTH} THEN n + ${ADDED} ELSE n END AS delta FROM generate_series(1::bigint, ${count}) n) effects
     WINDOW w AS (ORDER BY n)`,
    `INSERT INTO eth.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
     SELECT 'local', 0, height, hash, time, height, 'live', now() FROM eth.blocks WHERE height = ${blocks}`,
    `INSERT INTO eth.internal_sync (mode, from_height) VALUES ('full', 0)`,
    `INSERT INTO eth.address_balances (address_key, balance, height, origin)
     VALUES (${bytea(HOT_KEY)}, ${longEvmEntry(count).balanceAfter}, ${blocks}, 0)`,
  ];
  for (const statement of statements) await session.query(statement);
  await createIndexedChain(session, 'eth', network.name);
  await session.query('VACUUM ANALYZE');
}
