import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';

const CLOCK_UNITS_PER_MS = 1000;

/**
 * Ids come from the clock, so that they rise also across restarts, where those of removed transactions are not known any
 * more. A clock that was set back does not make them fall below those that are stored.
 */
export async function firstFreeId(session: Session, chain: ChainCode): Promise<number> {
  const { rows } = await session.query<{ last: string | null }>({
    name: `last_pending_id_${chain}`,
    text: `SELECT max(id) AS last FROM ${chain}.mempool_transactions`,
  });
  return Math.max(Number(rows[0]?.last ?? 0) + 1, Date.now() * CLOCK_UNITS_PER_MS);
}
