/**
 * Takes blocks of a UTXO chain back, inside the caller's transaction: what stays are exactly the rows that were there when
 * the last block below was the tip. No undo data is kept: the removed transactions name what they spent.
 */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { removeAbove } from '../ledger.js';
import { restorePending } from './mempool/confirm-utxo-pending.js';
import { MADE_PAGES, type ReadAhead, SPENT_PAGES } from './read-ahead.js';

/** Rows of a statement. The pages of two such parts, some 200 MB, have to stay in memory. */
const PART = 2_500;

/** A reorganisation of more transactions is no everyday one: the rest is added when the node's mempool is read. */
const MOST_PENDING = 50_000;
/** Transactions of a large block: what they spend is in memory when they are made unconfirmed. */
const PENDING = 5_000;
/** Above every tx_key. */
const END = Number.MAX_SAFE_INTEGER;

/** Transactions that are removed, by tx_key. */
interface Removed {
  /** That of the first of all. */
  readonly cut: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** An output by the tx_key of its transaction. */
type Spent = [txKey: string, vout: number];
type Made = [txKey: string, txid: Buffer];

interface Parts<Row> {
  /** All rows, sorted. */
  readonly query: string;
  /** Pages that a row is looked up in. */
  readonly pages: number;
  read(rows: readonly Row[]): Promise<boolean> | undefined;
  write(rows: readonly Row[]): Promise<unknown>;
}

/** Removes all blocks above `height`. Their transactions are unconfirmed again, where those are followed. */
export async function rollBackUtxo(
  session: Session,
  chain: ChainCode,
  height: number,
  readAhead: ReadAhead | null,
): Promise<void> {
  const cut = txKey(height + 1, 0);
  const { rows } = await session.query<{ from: string }>(
    `SELECT tx_key AS from FROM (
       SELECT tx_key, row_number() OVER (ORDER BY tx_key) - 1 AS n
       FROM ${chain}.transactions WHERE tx_key >= $1 ORDER BY tx_key LIMIT ${MOST_PENDING + 1}) numbered
     WHERE n % ${PENDING} = 0 ORDER BY tx_key`,
    [cut],
  );
  const starts = rows.map(({ from }) => Number(from));
  for (const [n, from] of starts.entries()) {
    const removed = { cut, from, to: starts[n + 1] ?? END };
    await restoreSpent(session, chain, removed, readAhead);
    if (n * PENDING < MOST_PENDING) await restorePending(session, chain, removed);
  }
  await removeBlocks(session, chain, height, readAhead);
}

/** Outputs of transactions that stay are unspent again; sorted by place, so that each page is read once. */
async function restoreSpent(
  session: Session,
  chain: ChainCode,
  { cut, from, to }: Removed,
  readAhead: ReadAhead | null,
): Promise<void> {
  await inParts<Spent>(session, readAhead, {
    query: `
      SELECT i.tx_key, i.vout
      FROM ${chain}.transactions removed
      CROSS JOIN LATERAL unnest(removed.input_tx_keys, removed.input_vouts) AS i(tx_key, vout)
      WHERE removed.tx_key >= ${from} AND removed.tx_key < ${to} AND i.tx_key < ${cut} ORDER BY i.tx_key`,
    pages: SPENT_PAGES,
    read: (rows) => readAhead?.readSpent(...columns(rows)),
    write: (rows) =>
      session.query({
        name: `restore_spent_${chain}`,
        // Grouped by what they spend from: an array is decompressed once, and not for each output of it.
        text: `
          INSERT INTO ${chain}.unspent_outputs (txid, vout, tx_key, value, address_key)
          SELECT made.txid, o.vout, spent.tx_key, made.amounts[o.vout + 1], made.keys[o.vout + 1]
          FROM (
            SELECT tx_key, array_agg(vout) AS vouts FROM unnest($1::bigint[], $2::int[]) AS i(tx_key, vout)
            GROUP BY tx_key ORDER BY tx_key) spent
          CROSS JOIN LATERAL (
            SELECT txid, output_values[1:] AS amounts, output_keys[1:] AS keys
            FROM ${chain}.transactions WHERE tx_key = spent.tx_key LIMIT 1) made
          CROSS JOIN LATERAL unnest(spent.vouts) AS o(vout)`,
        values: columns(rows),
      }),
  });
}

async function removeBlocks(
  session: Session,
  chain: ChainCode,
  height: number,
  readAhead: ReadAhead | null,
): Promise<void> {
  const cut = txKey(height + 1, 0);
  await inParts<Made>(session, readAhead, {
    query: `SELECT tx_key, txid FROM ${chain}.transactions WHERE tx_key >= ${cut} ORDER BY txid`,
    pages: MADE_PAGES,
    read: (rows) => readAhead?.readMade(rows.map(([, txid]) => txid)),
    write: (rows) => {
      const [keys, txids] = columns(rows);
      return session.query({
        name: `remove_made_${chain}`,
        // A txid is not unique: an earlier transaction may have it.
        text: `
          DELETE FROM ${chain}.unspent_outputs u
          USING unnest($2::bigint[]) WITH ORDINALITY AS made(tx_key, n)
          WHERE u.txid = substr($1::bytea, 32 * (made.n::int - 1) + 1, 32) AND u.tx_key = made.tx_key`,
        values: [Buffer.concat(txids), keys],
      });
    },
  });
  // An address whose first transaction goes has no history left.
  await removeAbove(session, chain, height, ['unaddressed_spends', 'address_transactions', 'transactions']);
}

/** The server keeps the list. Pages of the next part are read while one is written. */
async function inParts<Row extends unknown[]>(
  session: Session,
  readAhead: ReadAhead | null,
  { query, pages, read, write }: Parts<Row>,
): Promise<void> {
  const fetchPart = async () => {
    const { rows } = await session.query<Row>({ text: `FETCH ${PART} FROM parts`, rowMode: 'array' });
    return { rows, reading: read(rows) };
  };
  await session.query(`DECLARE parts NO SCROLL CURSOR FOR ${query}`);
  let part = await fetchPart();
  while (part.rows.length > 0) {
    const isReadAhead = await part.reading;
    const next = await fetchPart();
    const startMs = performance.now();
    // A failure must not leave others at work.
    await write(part.rows).finally(() => next.reading);
    if (isReadAhead === false) readAhead?.took(part.rows.length * pages, performance.now() - startMs);
    part = next;
  }
  await session.query('CLOSE parts');
}

function columns<A, B>(rows: readonly (readonly [A, B])[]): [A[], B[]] {
  return [rows.map(([a]) => a), rows.map(([, b]) => b)];
}
