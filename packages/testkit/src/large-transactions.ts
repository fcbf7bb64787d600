/** Transactions of thousands of inputs and outputs, written by set-based SQL: anybody may make one on any UTXO chain. */
import { createHash } from 'node:crypto';
import { createIndexedChain, type Session } from '@chaintrail/db';
import { LONG_HISTORY } from './long-history.js';

export interface LargeTransactions {
  /** How many pay the address of {@link LONG_HISTORY}. */
  readonly payments: number;
  /** Outputs of each of them; every other one, from the second on, pays the address. */
  readonly outputs: number;
  /** Inputs of one more transaction, the newest: it spends the first outputs of the oldest payment. */
  readonly inputs: number;
}

/** Base units of output `vout` of each payment. */
export const largeOutputAmount = (vout: number): string => String(546 + vout);
/** The n-th payment, from 1. */
export const largePaymentTxid = (n: number): string => createHash('sha256').update(`payment ${n}`).digest('hex');
export const LARGE_SPENDER_TXID = createHash('sha256').update('spender').digest('hex');

const KEY = `'\\x${LONG_HISTORY.addressKey.toString('hex')}'::bytea`;
const FIRST = 1_048_577;
const SPENDER = 2_097_153;

/** Fills an empty database: two blocks, indexed and live. */
export async function seedLargeTransactions(
  session: Session,
  { payments, outputs, inputs }: LargeTransactions,
): Promise<void> {
  await createIndexedChain(session, 'btc', 'regtest');
  const vouts = (most: number): string => `generate_series(0, ${most} - 1) v`;
  const isOwn = 'v % 2 = 1';
  const sumOf = (most: number): string => `(SELECT coalesce(sum(546 + v), 0) FROM ${vouts(most)} WHERE ${isOwn})`;
  for (const statement of [
    `INSERT INTO btc.blocks (height, hash, parent_hash, time, tx_count, size)
     SELECT h, sha256(convert_to('block ' || h, 'UTF8')), sha256(convert_to('block ' || h - 1, 'UTF8')), 1700000000 + h * 600, 2, 500000
     FROM generate_series(1, 2) h`,
    `INSERT INTO btc.transactions (tx_key, txid, version, lock_time, size, vsize, fee, input_tx_keys, input_vouts, output_values, output_keys)
     SELECT ${FIRST} + n - 1, sha256(convert_to('payment ' || n, 'UTF8')), 2, 0, 34 * ${outputs} + 10, 34 * ${outputs} + 10, 0, '{}', '{}',
       (SELECT array_agg(546 + v ORDER BY v) FROM ${vouts(outputs)}),
       (SELECT array_agg(CASE WHEN ${isOwn} THEN ${KEY} ELSE '\\x00' || substr(sha256(convert_to(n || ' ' || v, 'UTF8')), 1, 20) END ORDER BY v)
        FROM ${vouts(outputs)})
     FROM generate_series(1, ${payments}) n`,
    `INSERT INTO btc.transactions (tx_key, txid, version, lock_time, size, vsize, fee, input_tx_keys, input_vouts, output_values, output_keys)
     SELECT ${SPENDER}, sha256('spender'), 2, 0, 148 * ${inputs} + 44, 148 * ${inputs} + 44, 0,
       (SELECT array_agg(${FIRST}::bigint) FROM ${vouts(inputs)}), (SELECT array_agg(v ORDER BY v) FROM ${vouts(inputs)}),
       ARRAY[(SELECT sum(546 + v)::bigint FROM ${vouts(inputs)})], ARRAY['\\x00' || substr(sha256('else'), 1, 20)]`,
    `INSERT INTO btc.transactions (tx_key, txid, version, lock_time, size, vsize, fee, input_tx_keys, input_vouts, output_values, output_keys)
     SELECT h::bigint << 20, sha256(convert_to('coinbase ' || h, 'UTF8')), 2, 0, 100, 100, 0, '{}', '{}', ARRAY[1], ARRAY['\\x00' || substr(sha256('else'), 1, 20)]
     FROM generate_series(1, 2) h`,
    `INSERT INTO btc.address_transactions (address_key, seq, tx_key, delta, balance, received)
     SELECT ${KEY}, n, ${FIRST} + n - 1, s, n * s, n * s FROM generate_series(1, ${payments}) n, (SELECT ${sumOf(outputs)} AS s) paid
     UNION ALL
     SELECT ${KEY}, ${payments} + 1, ${SPENDER}, -s, ${payments} * p - s, ${payments} * p
     FROM (SELECT ${sumOf(inputs)} AS s, ${sumOf(outputs)} AS p) sums`,
    `INSERT INTO btc.unspent_outputs (txid, vout, tx_key, value, address_key)
     SELECT sha256(convert_to('payment ' || n, 'UTF8')), v, ${FIRST} + n - 1, 546 + v, ${KEY}
     FROM generate_series(1, ${payments}) n, ${vouts(outputs)} WHERE ${isOwn} AND (n > 1 OR v >= ${inputs})`,
    `INSERT INTO btc.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
     SELECT 'regtest', 0, height, hash, time, height, 'live', now() FROM btc.blocks WHERE height = 2`,
    'ANALYZE',
  ])
    await session.query(statement);
}
