/** Effects of blocks on unconfirmed transactions, inside the transaction that writes or removes the blocks. */
import { type ChainCode, displayHash, type PlacedUtxoBlock, type UtxoTransactions } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { NEWEST_STATE } from '../../../tables/sync-tables.js';
import { DROPPED } from '../../../tx-key.js';
import { dropLost, FIRST_SEEN_IN_BLOCK, firstFreeId, markMined } from '../../mempool/pending-statements.js';

/** Marks transactions that the blocks contain, and drops those that spend what the blocks spend. */
export async function confirmUtxoPending(
  session: Session,
  chain: ChainCode,
  blocks: readonly PlacedUtxoBlock[],
): Promise<void> {
  if (!(await markMined(session, chain, blocks))) return;
  const lists = blocks.map(({ block }) => block);
  await dropSpenders(session, chain, { lists, reason: 'conflicted', firstId: () => firstFreeId(session, chain) });
}

interface Spenders {
  /** Transactions that spend the outputs now. */
  readonly lists: Parameters<typeof outpointsOf>[0];
  readonly reason: 'replaced' | 'conflicted';
  /** The first of as many free ids as there may be. */
  firstId(): Promise<number>;
}

/** Where a row of mempool_transactions is of an unconfirmed transaction, or of one that was dropped and nothing told why. */
const MAY_BE_TOLD = `(tx_key IS NULL OR tx_key = ${DROPPED} AND drop_reason IS NULL)`;

/** Drops those that spend the outputs, and what depends on them; tells why of earlier ones. @returns how many */
export async function dropSpenders(
  session: Session,
  chain: ChainCode,
  { lists, reason, firstId }: Spenders,
): Promise<number> {
  const { txids, vouts } = outpointsOf(lists);
  if (vouts.length === 0) return 0;
  const { rows } = await session.query<[id: string, n: string]>({
    name: `find_spenders_${chain}`,
    rowMode: 'array',
    text: `
      SELECT m.id, spent.n - 1
      FROM unnest($2::int[]) WITH ORDINALITY AS spent(vout, n)
      CROSS JOIN LATERAL (
        SELECT id FROM ${chain}.mempool_spends
        WHERE txid = substr($1::bytea, 32 * (spent.n::int - 1) + 1, 32) AND vout = spent.vout OFFSET 0) s
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.mempool_transactions WHERE id = s.id LIMIT 1) m
      WHERE ${MAY_BE_TOLD}`,
    values: [txids, vouts.map((vout) => vout | 0)],
  });
  if (rows.length === 0) return 0;
  const { rows: dropped } = await session.query<{ dropped: number }>({
    name: `drop_spenders_${chain}`,
    text: `
      WITH RECURSIVE found(id, txid, tx_key, by) AS (
        SELECT m.id, m.txid, m.tx_key, l.by
        FROM unnest($1::bigint[], $2::bytea[]) AS l(id, by)
        CROSS JOIN LATERAL (SELECT * FROM ${chain}.mempool_transactions WHERE id = l.id LIMIT 1) m
        UNION
        SELECT m.id, m.txid, m.tx_key, found.by
        FROM found
        CROSS JOIN LATERAL (SELECT id FROM ${chain}.mempool_spends WHERE txid = found.txid OFFSET 0) s
        CROSS JOIN LATERAL (
          SELECT * FROM ${chain}.mempool_transactions WHERE id = s.id AND ${MAY_BE_TOLD} LIMIT 1) m),
      explained AS (
        UPDATE ${chain}.mempool_transactions m SET drop_reason = $3, replaced_by = found.by
        FROM found WHERE m.id = found.id AND m.tx_key = ${DROPPED}),
      lost AS MATERIALIZED (
        SELECT DISTINCT ON (id) id, by, $3::text AS reason FROM found WHERE tx_key IS NULL ORDER BY id),
      ${dropLost(chain, '$4::bigint')}`,
    values: [
      rows.map(([id]) => id),
      rows.map(([, n]) => Buffer.from(spenderOf(lists, Number(n)), 'hex')),
      reason,
      await firstId(),
    ],
  });
  return dropped[0]!.dropped;
}

/**
 * Makes unconfirmed transactions of confirmed ones that are about to be removed. Those that are stored as unconfirmed stay
 * as they are. The node puts them back into its mempool as well, and its list says soon which of them are there. Neither
 * coinbases nor HogExes (Litecoin), which exist in their block only. Nothing where unconfirmed transactions are not
 * followed.
 * @param removed by tx_key, `to` exclusive
 */
export async function restorePending(
  session: Session,
  chain: ChainCode,
  removed: { readonly from: number; readonly to: number },
): Promise<void> {
  const firstId = await firstFreeId(session, chain);
  await session.query(
    // Grouped by what they spend from: an array is decompressed once, and not for each output of it.
    `WITH removed AS MATERIALIZED (
       SELECT t.tx_key FROM ${chain}.transactions t
       WHERE (SELECT mempool_at IS NOT NULL FROM ${chain}.sync_state ${NEWEST_STATE})
         AND t.tx_key >= $1 AND t.tx_key < $3 AND t.tx_key & 1048575 > 0
         AND coalesce(substr(t.output_scripts[1], 1, 2) <> '\\x5820', true)
         AND NOT EXISTS (SELECT FROM ${chain}.mempool_transactions m WHERE m.txid = t.txid)
     ), spent AS (
       SELECT x.tx_key, array_agg(r.tx_key) AS spenders, array_agg(x.n) AS ns, array_agg(x.vout) AS vouts,
         array_agg(x.txid) AS txids, array_agg(x.amount) AS amounts, array_agg(x.key) AS keys
       FROM removed r
       CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = r.tx_key LIMIT 1) t
       LEFT JOIN LATERAL unnest(t.input_tx_keys, t.input_vouts, t.input_txids, t.input_values, t.input_keys)
         WITH ORDINALITY AS x(tx_key, vout, txid, amount, key, n) ON true
       GROUP BY x.tx_key
     ), inputs AS (
       SELECT spender, array_agg(txid ORDER BY n) FILTER (WHERE n IS NOT NULL) AS txids,
         array_agg(amount ORDER BY n) FILTER (WHERE n IS NOT NULL) AS amounts,
         array_agg(key ORDER BY n) FILTER (WHERE n IS NOT NULL) AS keys
       FROM (
         SELECT i.spender, i.n, coalesce(made.txid, i.txid) AS txid,
           coalesce(made.amounts[i.vout + 1], i.amount) AS amount, coalesce(made.keys[i.vout + 1], i.key) AS key
         FROM spent
         LEFT JOIN LATERAL (
           SELECT txid, output_values[1:] AS amounts, output_keys[1:] AS keys
           FROM ${chain}.transactions WHERE tx_key = spent.tx_key LIMIT 1) made ON true
         CROSS JOIN LATERAL unnest(spent.spenders, spent.ns, spent.vouts, spent.txids, spent.amounts, spent.keys)
           AS i(spender, n, vout, txid, amount, key)
         -- Or the sort for the lists has both whole arrays in each of its rows.
         OFFSET 0) x
       GROUP BY spender
     ), restored AS (
       INSERT INTO ${chain}.mempool_transactions (id, txid, first_seen, version, lock_time, size, vsize, fee,
         input_txids, input_vouts, input_values, input_keys, output_values, output_keys, output_scripts, output_tokens,
         sprout_delta, sapling_delta, orchard_delta, ironwood_delta)
       SELECT $2::bigint + row_number() OVER (ORDER BY t.tx_key), t.txid, ${FIRST_SEEN_IN_BLOCK}, t.version, t.lock_time, t.size, t.vsize, t.fee,
         coalesce(i.txids, '{}'), t.input_vouts, coalesce(i.amounts, '{}'), coalesce(i.keys, '{}'),
         t.output_values, t.output_keys, t.output_scripts, t.output_tokens,
         t.sprout_delta, t.sapling_delta, t.orchard_delta, t.ironwood_delta
       FROM inputs i
       CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = i.spender LIMIT 1) t
       CROSS JOIN LATERAL (SELECT time FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b
       RETURNING id, input_txids, input_vouts, input_values, input_keys, output_values, output_keys
     ), spends AS (
       INSERT INTO ${chain}.mempool_spends (txid, vout, id, vin)
       SELECT s.txid, s.vout, r.id, s.n - 1
       FROM restored r CROSS JOIN LATERAL unnest(r.input_txids, r.input_vouts) WITH ORDINALITY AS s(txid, vout, n)
     )
     INSERT INTO ${chain}.mempool_address_transactions (address_key, id, delta, received, vouts)
     SELECT key, id, sum(delta), sum(received), coalesce(array_agg(vout ORDER BY vout) FILTER (WHERE vout IS NOT NULL), '{}')
     FROM (
       SELECT r.id, s.key, -s.amount AS delta, 0 AS received, NULL::integer AS vout
       FROM restored r CROSS JOIN LATERAL unnest(r.input_keys, r.input_values) AS s(key, amount)
       UNION ALL
       SELECT r.id, o.key, o.amount, o.amount, (o.n - 1)::integer
       FROM restored r CROSS JOIN LATERAL unnest(r.output_keys, r.output_values) WITH ORDINALITY AS o(key, amount, n)
     ) effects
     WHERE key IS NOT NULL
     GROUP BY key, id`,
    [removed.from, firstId, removed.to],
  );
}

/** Outputs of transactions, as inputs name them. */
interface Outpoints {
  /** 32 bytes each, display order. */
  readonly txids: Buffer;
  /** Unsigned. */
  readonly vouts: readonly number[];
}

type Spending = Pick<
  UtxoTransactions,
  'bytes' | 'txids' | 'txCount' | 'inputStart' | 'inputPrevTxidOffset' | 'inputPrevVout'
>;

/** Outpoints that the inputs of the transactions spend, in their order. */
function outpointsOf(lists: readonly Spending[]): Outpoints {
  const vouts: number[] = [];
  const parts: Buffer[] = [];
  for (const { bytes, inputPrevTxidOffset, inputPrevVout } of lists) {
    const txids = Buffer.allocUnsafe(32 * inputPrevVout.length);
    for (let i = 0; i < inputPrevVout.length; i++) {
      const at = inputPrevTxidOffset[i]!;
      for (let byte = 0; byte < 32; byte++) txids[32 * i + byte] = bytes[at + 31 - byte]!;
      vouts.push(inputPrevVout[i]!);
    }
    parts.push(txids);
  }
  return { txids: Buffer.concat(parts), vouts };
}

/** The transaction, display form, that the n-th of {@link outpointsOf} is spent by. */
function spenderOf(lists: readonly Spending[], n: number): string {
  let input = n;
  for (const { txids, txCount, inputStart, inputPrevVout } of lists) {
    if (input >= inputPrevVout.length) {
      input -= inputPrevVout.length;
      continue;
    }
    let transaction = txCount - 1;
    while (inputStart[transaction]! > input) transaction--;
    return displayHash(txids, 32 * transaction);
  }
  throw new RangeError(`there is no input ${n}`);
}
