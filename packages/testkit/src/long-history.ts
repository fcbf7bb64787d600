/**
 * An address with a long history, written by set-based SQL (a million transactions in well under a minute), and commits
 * of blocks that make it longer. Tests of paging and the paging benchmark read it.
 */
import { createHash } from 'node:crypto';
import { formatAddress, requireUtxoChain } from '@chaintrail/chains';
import { createIndexedChain, type Session } from '@chaintrail/db';

const chain = requireUtxoChain('btc');
const network = chain.networks.find(({ name }) => name === 'regtest')!;

/** P2WPKH keys of no one. */
const HOT_KEY = Buffer.concat([Buffer.from([0x10]), Buffer.alloc(20, 0xaa)]);
const OTHER_KEY = Buffer.concat([Buffer.from([0x10]), Buffer.alloc(20, 0xbb)]);
/** The address, on Bitcoin regtest. */
export const LONG_HISTORY = { address: formatAddress(network, HOT_KEY), addressKey: HOT_KEY } as const;

/** Transactions of the address in each block of the seed. */
const PER_BLOCK = 2_000;

export interface LongHistoryEntry {
  readonly txid: string;
  /** Base units; the transaction only pays the address. */
  readonly amount: bigint;
  readonly balanceAfter: bigint;
}

/**
 * The n-th transaction of the address, n from 1: pays it n base units. Everything follows from n, so that a page can be
 * checked without asking the database.
 */
export function longHistoryEntry(n: number): LongHistoryEntry {
  return {
    txid: createHash('sha256').update(String(n)).digest('hex'),
    amount: BigInt(n),
    balanceAfter: (BigInt(n) * BigInt(n + 1)) / 2n,
  };
}

/**
 * The rows of transactions `$1 … $2` of the address; `place` gives height and index in the block. The transaction
 * pays output 0 to the hot address and output 1 to another one, and spends output 1 of the one before.
 */
function insertTransactions(place: string): string {
  const key = (buffer: Buffer): string => `'\\x${buffer.toString('hex')}'::bytea`;
  return `
    WITH place AS MATERIALIZED (SELECT n, ${place} AS tx_key FROM generate_series($1::bigint, $2::bigint) n),
    linked AS (
      SELECT n, tx_key, coalesce(lag(tx_key) OVER (ORDER BY n),
        (SELECT max(tx_key) FROM btc.address_transactions WHERE address_key = ${key(HOT_KEY)} AND seq = $1 - 1)) AS before
      FROM place),
    written AS (
      INSERT INTO btc.transactions (tx_key, txid, version, lock_time, size, vsize, fee,
        input_tx_keys, input_vouts, output_values, output_keys)
      SELECT tx_key, sha256(convert_to(n::text, 'UTF8')), 2, 0, 200, 150, 0,
        CASE WHEN before IS NULL THEN '{}' ELSE ARRAY[before] END, CASE WHEN before IS NULL THEN '{}' ELSE ARRAY[1] END,
        ARRAY[n, 100000 - n % 7], ARRAY[${key(HOT_KEY)}, ${key(OTHER_KEY)}]
      FROM linked)
    INSERT INTO btc.address_transactions (address_key, seq, tx_key, delta, balance, received)
    SELECT ${key(HOT_KEY)}, n, tx_key, n, n * (n + 1) / 2, n * (n + 1) / 2 FROM linked`;
}

/** Fills an empty database: `count` transactions of {@link LONG_HISTORY}, indexed and live. */
export async function seedLongHistory(session: Session, count: number): Promise<void> {
  await createIndexedChain(session, 'btc', 'regtest');
  const blocks = Math.ceil(count / PER_BLOCK);
  await session.query(insertBlocks(), [1, blocks]);
  await session.query(insertTransactions(`((n - 1) / ${PER_BLOCK} + 1) * 1048576 + (n - 1) % ${PER_BLOCK}`), [
    1,
    count,
  ]);
  await session.query(
    `INSERT INTO btc.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
     SELECT 'regtest', 0, height, hash, time, height, 'live', now() FROM btc.blocks WHERE height = $1`,
    [blocks],
  );
  await session.query('ANALYZE');
}

/** Writes the payments of the seed as unspent outputs, once {@link seedLongHistory} has written it. */
export async function seedUnspentOutputs(session: Session): Promise<void> {
  await session.query(
    `INSERT INTO btc.unspent_outputs (txid, vout, tx_key, value, address_key)
     SELECT sha256(convert_to(seq::text, 'UTF8')), 0, tx_key, delta, address_key
     FROM btc.address_transactions WHERE address_key = $1 ORDER BY seq`,
    [HOT_KEY],
  );
  await session.query('ANALYZE btc.unspent_outputs');
}

function insertBlocks(): string {
  return `
    INSERT INTO btc.blocks (height, hash, parent_hash, time, tx_count, size)
    SELECT h, sha256(convert_to('block ' || h, 'UTF8')), sha256(convert_to('block ' || h - 1, 'UTF8')), 1700000000 + h * 600,
      ${PER_BLOCK}, 500000 FROM generate_series($1::integer, $2::integer) h`;
}

/**
 * Appends one block of `count` transactions that all pay the address, in one transaction with the cursor, as the indexer
 * does.
 * @param total transactions of the address so far
 */
export async function appendToLongHistory(session: Session, total: number, count: number): Promise<void> {
  await session.query('BEGIN');
  const { rows } = await session.query<{ height: number }>('SELECT height + 1 AS height FROM btc.sync_state');
  const height = rows[0]!.height;
  await session.query(insertBlocks(), [height, height]);
  await session.query(insertTransactions(`${height}::bigint * 1048576 + n - $1`), [total + 1, total + count]);
  await session.query(
    `UPDATE btc.sync_state s SET height = b.height, hash = b.hash, block_time = b.time, node_height = b.height, heartbeat_at = now()
     FROM btc.blocks b WHERE b.height = $1`,
    [height],
  );
  await session.query('COMMIT');
}
