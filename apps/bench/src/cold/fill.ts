/**
 * The rows that a first sync of a long Bitcoin leaves, by set-based SQL, in the processor time of its hashes and sorts.
 * Everything follows from numbers. Transaction `i` makes outputs `2i` and `2i + 1`. Even ones are spent, a quarter each
 * by the next transactions, by the next block, a fiftieth of the chain later and a third of it later; odd ones stay. One
 * output in forty goes to one of a hundred addresses with long histories, the others to four addresses for each five
 * transactions.
 */
import { createHash } from 'node:crypto';
import { createChainSchema, createIndexedChain, type Session } from '@chaintrail/db';

export const CHAIN = 'btc';
export const NETWORK = 'regtest';
const PER_BLOCK = 2_500;
const BUSY = 100;
const BUSY_EVERY = 40;
/** Histories are numbered in parts that fit into the memory of a sort. */
const PART = 400_000;
const FILL_MEMORY = '512MB';

/** Display order. */
export function txidOf(i: number): Buffer {
  return createHash('sha256').update(int8(i)).digest();
}

export function amountOf(output: number): bigint {
  return BigInt(10_000 + (output % 1_000_003));
}

/** The last block that is filled in. */
export function lastHeight(transactions: number): number {
  return Math.ceil(transactions / PER_BLOCK);
}

/** The key of the n-th address with a long history. */
export function busyKey(n: number): Buffer {
  return keyOf(-1 - n);
}

/** Addresses that one output in forty does not go to. */
export function addressCount(transactions: number): number {
  return BUSY_EVERY * Math.floor((transactions * 0.8) / BUSY_EVERY);
}

/** The key of an ordinary address, numbers from 0; the benchmark's new addresses are above {@link addressCount}. */
export function keyOf(number: number): Buffer {
  return Buffer.concat([Buffer.of(0x10), createHash('sha256').update(int8(number)).digest().subarray(0, 20)]);
}

function int8(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(number));
  return bytes;
}

const txKey = (i: string): string => `(((${i} - 1) / ${PER_BLOCK} + 1) * 1048576 + (${i} - 1) % ${PER_BLOCK} + 1)`;
const value = (o: string): string => `(10000 + ${o} % 1000003)`;
const key = (number: string): string => `('\\x10'::bytea || substr(sha256(int8send(${number})), 1, 20))`;
const txid = (i: string): string => `sha256(int8send(${i}))`;

/** How many transactions later an even output is spent, by a quarter of its transaction. All are multiples of four. */
function gap(i: string, transactions: number): string {
  const later = [4, PER_BLOCK, ...[50, 3].map((part) => 4 * Math.floor(transactions / part / 4))];
  return `(ARRAY[${later}]::bigint[])[(${i} % 4 + 1)::int]`;
}

/** @param other a session that works beside it */
export async function fill(session: Session, other: Session, transactions: number): Promise<void> {
  await createChainSchema(session, CHAIN, NETWORK);
  for (const each of [session, other]) {
    await each.query(`SET work_mem = '${FILL_MEMORY}'; SET maintenance_work_mem = '${FILL_MEMORY}'; SET jit = off`);
  }
  await Promise.all([
    inNewTables(
      session,
      ['transactions', 'unspent_outputs', 'blocks'],
      [insertTransactions(transactions), insertUnspent(transactions), insertBlocks(lastHeight(transactions))],
    ),
    inNewTables(other, ['address_transactions'], insertHistories(transactions)),
  ]);
  await session.query(
    `INSERT INTO btc.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
     SELECT '${NETWORK}', 0, height, hash, time, height, 'live', now() FROM btc.blocks ORDER BY height DESC LIMIT 1`,
  );
  await createIndexedChain(session, CHAIN, NETWORK);
  await session.query('ANALYZE; CHECKPOINT');
}

/** Relations that are emptied in the transaction that fills them need no log. */
async function inNewTables(session: Session, tables: readonly string[], statements: readonly string[]): Promise<void> {
  await session.query(`BEGIN; TRUNCATE ${tables.map((table) => `btc.${table}`).join()}`);
  for (const statement of statements) await session.query(statement);
  await session.query('COMMIT');
}

function insertTransactions(transactions: number): string {
  const address = (o: string): string => key(addressNumber(o, transactions));
  return `
    INSERT INTO btc.transactions (tx_key, version, lock_time, size, vsize, txid, fee, input_tx_keys, input_vouts,
      output_values, output_keys)
    SELECT ${txKey('i')}, 2, 0, 250, 200, ${txid('i')}, 150,
      CASE WHEN m > 0 THEN ARRAY[${txKey('m')}] ELSE '{}' END, CASE WHEN m > 0 THEN ARRAY[0] ELSE '{}' END,
      ARRAY[${value('2 * i')}, ${value('(2 * i + 1)')}], ARRAY[${address('2 * i')}, ${address('(2 * i + 1)')}]
    FROM (SELECT i, i - ${gap('i', transactions)} AS m FROM generate_series(1::bigint, ${transactions}) i) made`;
}

function insertUnspent(transactions: number): string {
  return `
    INSERT INTO btc.unspent_outputs (tx_key, value, vout, txid, address_key)
    SELECT ${txKey('i')}, ${value('(2 * i + vout)')}, vout, ${txid('i')},
      ${key(addressNumber('(2 * i + vout)', transactions))}
    FROM generate_series(1::bigint, ${transactions}) i, generate_series(0, 1) vout
    WHERE vout = 1 OR i + ${gap('i', transactions)} > ${transactions}`;
}

function insertBlocks(blocks: number): string {
  return `
    INSERT INTO btc.blocks (height, hash, parent_hash, time, tx_count, size)
    SELECT h, sha256(convert_to('block ' || h, 'UTF8')), sha256(convert_to('block ' || h - 1, 'UTF8')), 1500000000 + h * 600,
      ${PER_BLOCK}, 1500000 FROM generate_series(1, ${blocks}) h`;
}

function addressNumber(o: string, transactions: number): string {
  return `CASE WHEN ${o} % ${BUSY_EVERY} = 1 THEN -1 - ${o} / ${BUSY_EVERY} % ${BUSY} ELSE ${o} % ${addressCount(transactions)} END`;
}

/** Whole addresses in each statement: what outputs paid them, and what spent those. */
function insertHistories(transactions: number): string[] {
  const addresses = addressCount(transactions);
  const last = 2 * transactions + 1;
  const parts = [];
  for (let from = 0; from < addresses; from += PART) {
    const to = Math.min(from + PART, addresses) - 1;
    parts.push(`SELECT a AS number, o FROM generate_series(${from}::bigint, ${to}) a,
      generate_series(a, ${last}, ${addresses}) o WHERE o % ${BUSY_EVERY} <> 1 AND o > 1`);
  }
  for (let n = 0; n < BUSY; n++) {
    const first = BUSY_EVERY * n + 1;
    parts.push(
      `SELECT -1::bigint - ${n} AS number, o FROM generate_series(${first}::bigint, ${last}, ${BUSY_EVERY * BUSY}) o WHERE o > 1`,
    );
  }
  return parts.map(
    (paid) => `
    INSERT INTO btc.address_transactions (tx_key, seq, address_key, delta, balance, received)
    SELECT tx_key, row_number() OVER w, address_key, delta, sum(delta) OVER w, sum(greatest(delta, 0)) OVER w
    FROM (
      SELECT ${key('number')} AS address_key, tx_key, delta
      FROM (${paid}) paid,
        LATERAL (SELECT o / 2 AS i, o % 2 AS vout) made,
        LATERAL (SELECT ${txKey('i')} AS tx_key, ${value('o')} AS delta
          UNION ALL SELECT ${txKey(`(i + ${gap('i', transactions)})`)}, -${value('o')}
          WHERE vout = 0 AND i + ${gap('i', transactions)} <= ${transactions}) moved) events
    WINDOW w AS (PARTITION BY address_key ORDER BY tx_key)`,
  );
}
