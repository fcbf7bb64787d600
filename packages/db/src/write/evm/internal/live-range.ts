import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { CursorMovedError } from '../../cursor.js';

/** Leaves blocks `from … to` untraced, which follow the last one, inside the caller's transaction. */
export async function skipLive(session: Session, chain: ChainCode, from: number, to: number): Promise<void> {
  await moveLive(session, chain, from - 1, to);
  await addGap(session, chain, from, to);
}

/** Notes blocks `from … to` as untraced, inside the caller's transaction. */
export async function addGap(session: Session, chain: ChainCode, from: number, to: number): Promise<void> {
  const { rowCount } = await session.query(
    `UPDATE ${chain}.internal_gaps SET to_height = $2 WHERE to_height = $1 - 1`,
    [from, to],
  );
  if (rowCount === 0) {
    await session.query(`INSERT INTO ${chain}.internal_gaps (from_height, to_height) VALUES ($1, $2)`, [from, to]);
  }
}

/** Moves the last block that was traced as it came. @throws CursorMovedError when it is not `from` */
export async function moveLive(session: Session, chain: ChainCode, from: number, to: number): Promise<void> {
  const { rowCount } = await session.query({
    name: `move_internal_live_${chain}`,
    text: `UPDATE ${chain}.internal_sync SET live_to = $2, updated_at = now() WHERE live_to = $1`,
    values: [from, to],
  });
  if (rowCount !== 1) {
    throw new CursorMovedError(`${chain}: internal transfers do not end at ${from}: another indexer wrote`);
  }
}
