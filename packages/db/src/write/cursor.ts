/** The cursor: the last indexed block, moved in the transaction that writes or removes blocks. */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../connection.js';
import { isNewestState, NEWEST_STATE } from '../tables/sync-tables.js';

/** Another writer moved the cursor: this session does not own the chain any more and must stop. */
export class CursorMovedError extends Error {
  override readonly name = 'CursorMovedError';
}

/** @returns the last indexed block, or null before the first one */
export async function readCursor(session: Session, chain: ChainCode): Promise<BlockRef | null> {
  const { rows } = await session.query<BlockRef>(
    `SELECT height, encode(hash, 'hex') AS hash
     FROM (SELECT height, hash FROM ${chain}.sync_state ${NEWEST_STATE}) newest
     WHERE height IS NOT NULL AND hash IS NOT NULL`,
  );
  return rows[0] ?? null;
}

/** @returns the highest block that the node called final, as far as it was indexed then */
export async function readFinalizedHeight(session: Session, chain: ChainCode): Promise<number | null> {
  const { rows } = await session.query<{ height: number | null }>(
    `SELECT finalized_height AS height FROM ${chain}.sync_state ${NEWEST_STATE}`,
  );
  return rows[0]?.height ?? null;
}

/** Moves the cursor inside the transaction that writes the rows. @throws CursorMovedError when it is not at `from` */
export async function moveCursor(
  session: Session,
  chain: ChainCode,
  from: BlockRef | null,
  to: BlockRef | null,
): Promise<void> {
  const { rowCount } = await session.query({
    name: `move_cursor_${chain}`,
    text: `UPDATE ${chain}.sync_state s SET height = $2, hash = decode($3, 'hex'),
             block_time = (SELECT time FROM ${chain}.blocks WHERE height = $2), revision = revision + 1
           WHERE ${isNewestState(chain)} AND s.height IS NOT DISTINCT FROM $1 AND s.hash IS NOT DISTINCT FROM decode($4, 'hex')`,
    values: [from?.height ?? null, to?.height ?? null, to?.hash ?? null, from?.hash ?? null],
  });
  if (rowCount !== 1)
    throw new CursorMovedError(`${chain}: the cursor is not at ${from?.height ?? 'the start'}: another indexer wrote`);
}

/** @returns the latest header time of all stored blocks, 0 where there is none */
export async function readLatestTime(session: Session, chain: ChainCode): Promise<number> {
  const { rows } = await session.query<{ latest: number }>({
    name: `read_latest_time_${chain}`,
    text: `SELECT coalesce(max(time), 0)::float8 AS latest FROM ${chain}.blocks`,
  });
  return rows[0]!.latest;
}

/** @returns hashes of stored blocks `from … to` (inclusive), in order of height */
export async function readBlockHashes(
  session: Session,
  chain: ChainCode,
  from: number,
  to: number,
): Promise<BlockRef[]> {
  const { rows } = await session.query<{ height: number; hash: Buffer }>({
    name: `read_block_hashes_${chain}`,
    text: `SELECT height, hash FROM ${chain}.blocks WHERE height BETWEEN $1 AND $2 ORDER BY height`,
    values: [from, to],
  });
  return rows.map(({ height, hash }) => ({ height, hash: hash.toString('hex') }));
}

/** Records that blocks above `height` are taken back, before their rows go. @param tip the last of them */
export async function recordReorg(session: Session, chain: ChainCode, tip: BlockRef, height: number): Promise<void> {
  await session.query(
    `INSERT INTO ${chain}.reorgs (from_height, to_height, transactions, from_hash)
     SELECT $1, $2::integer, coalesce(sum(tx_count), 0), decode($3, 'hex') FROM ${chain}.blocks WHERE height > $2`,
    [tip.height, height, tip.hash],
  );
  await session.query(
    `INSERT INTO ${chain}.orphaned_blocks (height, hash, parent_hash, time, size, tx_count)
     SELECT height, hash, parent_hash, time, size, tx_count FROM ${chain}.blocks WHERE height > $1
     ON CONFLICT DO NOTHING`,
    [height],
  );
  // The tip comes back to a hash that was answered at before, with other unconfirmed transactions.
  await changeContent(session, chain);
}

/** Says that answers change though the tip does not move, inside the transaction that changes rows. */
export async function changeContent(session: Session, chain: ChainCode): Promise<void> {
  await session.query(
    `UPDATE ${chain}.sync_state SET content_version = content_version + 1, revision = revision + 1
     WHERE ${isNewestState(chain)}`,
  );
}
