/** Puts what traces tell into stored blocks: new rows in their place, later ones numbered and summed up anew. */
import type { BlockRef, ChainCode, InternalBlock } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { inTransaction } from '../../../database-transaction.js';
import { txKey } from '../../../tx-key.js';
import { copyInto } from '../../copy.js';
import { CopyRows } from '../../copy-rows.js';
import { changeContent } from '../../cursor.js';
import { COPY_TARGETS, internalTransferRows } from '../evm-rows.js';
import type { InternalGap } from './internal-sync.js';

/** Rows that traces add to a block that is stored. */
export interface PlacedInternalBlock extends BlockRef {
  readonly block: InternalBlock;
}

/** Rows that one transaction may number anew, of all its addresses together: some seconds of work. */
export const MOST_MOVED = 100_000;

/** Result: nothing was written unless it is `closed`. */
export type GapClosing = 'closed' | 'not-there' | 'too-many-rows';

/** @param blocks consecutive, in gaps @returns `not-there` where one is not stored, or in no gap, any more */
export function closeGap(
  session: Session,
  chain: ChainCode,
  blocks: readonly PlacedInternalBlock[],
  mostMoved: number,
): Promise<GapClosing> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return Promise.resolve('not-there');
  const effects = effectsOf(blocks);
  return inTransaction(session, async () => {
    if (!(await areUntraced(session, chain, blocks))) return 'not-there';
    const places = await findPlaces(session, chain, effects, mostMoved);
    if (places === null) return 'too-many-rows';
    const transfers = new CopyRows();
    for (const { height, block } of blocks) internalTransferRows(height, block, transfers);
    await copyInto(session, `${chain}.transfers ${COPY_TARGETS.transfers}`, transfers);
    await mergeEffects(session, chain, effects, places);
    await moveOrigins(session, chain, effects);
    await removeFromGaps(session, chain, first.height, last.height);
    await session.query(`UPDATE ${chain}.internal_sync SET revision = revision + 1, updated_at = now()`);
    await changeContent(session, chain);
    return 'closed';
  });
}

/** Gives a block of a gap a reason of its own, so that the others do not wait for it. */
export function relabelGap(session: Session, chain: ChainCode, { from, to, reason }: InternalGap): Promise<void> {
  return inTransaction(session, async () => {
    if (!(await removeFromGaps(session, chain, from, to))) return;
    await session.query(
      `INSERT INTO ${chain}.internal_gaps (from_height, to_height, reason_code) VALUES ($1, $2, $3)`,
      [from, to, reason],
    );
  });
}

/** Columns with an entry for each effect. */
interface Effects {
  readonly keys: Buffer[];
  readonly txKeys: number[];
  readonly deltas: string[];
  readonly received: string[];
}

function effectsOf(blocks: readonly PlacedInternalBlock[]): Effects {
  const effects: Effects = { keys: [], txKeys: [], deltas: [], received: [] };
  for (const { height, block } of blocks) {
    const { start, address, delta, received } = block.effects;
    const { bytes, starts } = block.keys;
    for (let entry = 0; entry + 1 < start.length; entry++) {
      for (let e = start[entry]!; e < start[entry + 1]!; e++) {
        const n = address[e]!;
        effects.keys.push(Buffer.from(bytes.subarray(starts[n], starts[n + 1])));
        effects.txKeys.push(txKey(height, entry));
        effects.deltas.push(String(delta[e]));
        effects.received.push(String(received[e]));
      }
    }
  }
  return effects;
}

async function areUntraced(session: Session, chain: ChainCode, blocks: readonly BlockRef[]): Promise<boolean> {
  const { rows } = await session.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM unnest($1::int[], $2::bytea[]) AS wanted(height, hash)
     JOIN ${chain}.blocks b ON b.height = wanted.height AND b.hash = wanted.hash
     WHERE EXISTS (SELECT FROM ${chain}.internal_gaps g WHERE wanted.height BETWEEN g.from_height AND g.to_height)`,
    [blocks.map(({ height }) => height), blocks.map(({ hash }) => Buffer.from(hash, 'hex'))],
  );
  return rows[0]?.count === blocks.length;
}

/** The rows that lie right below what is added, by address. */
interface Places {
  readonly keys: Buffer[];
  readonly seqs: string[];
  readonly balances: string[];
  readonly received: string[];
}

/** @returns null where more rows lie above than may be moved. Histories are read from their end, as these are rewritten */
async function findPlaces(
  session: Session,
  chain: ChainCode,
  { keys, txKeys }: Effects,
  mostMoved: number,
): Promise<Places | null> {
  const { rows } = await session.query<{ key: Buffer; seq: string; balance: string; received: string; above: string }>(
    `SELECT first.key, coalesce(below.seq, 0) AS seq, coalesce(below.balance, 0)::text AS balance,
       coalesce(below.received, 0)::text AS received, coalesce(last.seq, 0) - coalesce(below.seq, 0) AS above
     FROM (SELECT key, min(tx_key) AS tx_key FROM unnest($1::bytea[], $2::bigint[]) AS e(key, tx_key) GROUP BY key) first
     LEFT JOIN LATERAL (SELECT seq FROM ${chain}.address_transactions WHERE address_key = first.key ORDER BY seq DESC LIMIT 1) last ON true
     LEFT JOIN LATERAL (
       SELECT seq, balance, received FROM ${chain}.address_transactions
       WHERE address_key = first.key AND seq >= last.seq - $3::bigint AND tx_key < first.tx_key ORDER BY seq DESC LIMIT 1) below ON true`,
    [keys, txKeys, mostMoved],
  );
  const above = rows.reduce((sum, row) => sum + Number(row.above), 0);
  if (above > mostMoved) return null;
  return {
    keys: rows.map(({ key }) => key),
    seqs: rows.map(({ seq }) => seq),
    balances: rows.map(({ balance }) => balance),
    received: rows.map(({ received }) => received),
  };
}

/** Removes rows and writes them anew, since their index is unique; the window's sort parts the two. */
async function mergeEffects(session: Session, chain: ChainCode, effects: Effects, places: Places): Promise<void> {
  await session.query(
    `WITH place AS MATERIALIZED (
       SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::numeric[], $4::numeric[]) AS p(key, seq, balance, received)
     ), above AS (
       DELETE FROM ${chain}.address_transactions a USING place WHERE a.address_key = place.key AND a.seq > place.seq
       RETURNING a.address_key AS key, a.seq, a.tx_key, a.delta, a.received
     ), changed AS (
       SELECT key, tx_key, sum(delta) AS delta, sum(paid) AS paid FROM (
         SELECT above.key, above.tx_key, above.delta, above.received -
           lag(above.received, 1, place.received) OVER (PARTITION BY above.key ORDER BY above.seq) AS paid
         FROM above JOIN place ON place.key = above.key
         UNION ALL
         SELECT * FROM unnest($5::bytea[], $6::bigint[], $7::numeric[], $8::numeric[])) both_kinds
       GROUP BY key, tx_key)
     INSERT INTO ${chain}.address_transactions (address_key, seq, tx_key, delta, balance, received)
     SELECT key, place.seq + row_number() OVER w, tx_key, delta, place.balance + sum(delta) OVER w, place.received + sum(paid) OVER w
     FROM changed JOIN place USING (key)
     WINDOW w AS (PARTITION BY key ORDER BY tx_key ROWS UNBOUNDED PRECEDING)`,
    [
      places.keys,
      places.seqs,
      places.balances,
      places.received,
      effects.keys,
      effects.txKeys,
      effects.deltas,
      effects.received,
    ],
  );
}

/** A balance that the node said stays; the running balance below it has changed. */
async function moveOrigins(session: Session, chain: ChainCode, { keys, txKeys, deltas }: Effects): Promise<void> {
  await session.query(
    `UPDATE ${chain}.address_balances b SET origin = origin - moved.delta
     FROM (
       SELECT e.key, sum(e.delta) AS delta FROM unnest($1::bytea[], $2::bigint[], $3::numeric[]) AS e(key, tx_key, delta)
       JOIN ${chain}.address_balances known ON known.address_key = e.key AND e.tx_key < (known.height + 1)::bigint << 20
       GROUP BY e.key) moved
     WHERE b.address_key = moved.key`,
    [keys, txKeys, deltas],
  );
}

/** Takes blocks out of the gaps that they are in: gaps are shortened, split, or removed. @returns whether there were any */
async function removeFromGaps(session: Session, chain: ChainCode, from: number, to: number): Promise<boolean> {
  const { rows } = await session.query<{ from: number; to: number; reason: string; since: Date }>(
    `DELETE FROM ${chain}.internal_gaps WHERE from_height <= $2 AND to_height >= $1
     RETURNING from_height AS "from", to_height AS "to", reason_code AS reason, since`,
    [from, to],
  );
  for (const gap of rows) {
    const parts = [
      [gap.from, from - 1],
      [to + 1, gap.to],
    ];
    for (const part of parts.filter(([first, last]) => first! <= last!)) {
      await session.query(
        `INSERT INTO ${chain}.internal_gaps (from_height, to_height, reason_code, since) VALUES ($1, $2, $3, $4)`,
        [...part, gap.reason, gap.since],
      );
    }
  }
  return rows.length > 0;
}
