import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../connection.js';

/** The database holds another network of the chain; mixing them would make every row meaningless. */
export class NetworkMismatchError extends Error {
  override readonly name = 'NetworkMismatchError';
}

/**
 * Makes the chain's partitions, without indexes, and its sync_state row, once. While no block is indexed, network and start may change.
 * @returns the height its history starts at: `startHeight`, or what the database was started with before
 */
export async function registerChain(
  session: Session,
  chain: ChainCode,
  network: string,
  startHeight: number,
): Promise<number> {
  // Making partitions locks the tables against every reader, so it is asked for only where one of them is missing.
  await session.query(
    'SELECT create_chain_tables($1) WHERE NOT coalesce((SELECT bool_and(to_regclass(name || $2) IS NOT NULL) FROM chain_table_names($1)), false)',
    [chain, `_${chain}`],
  );
  const { rows } = await session.query<{ network: string; history_from: number }>(
    `WITH fresh AS (
       INSERT INTO sync_state (chain, network, history_from, phase) VALUES ($1, $2, $3, 'starting')
       ON CONFLICT (chain) DO UPDATE SET network = $2, history_from = $3 WHERE sync_state.height IS NULL
       RETURNING network, history_from)
     SELECT network, history_from FROM fresh UNION ALL SELECT network, history_from FROM sync_state WHERE chain = $1 AND NOT EXISTS (SELECT FROM fresh)`,
    [chain, network, startHeight],
  );
  const stored = rows[0];
  if (!stored || stored.network !== network) {
    throw new NetworkMismatchError(
      `The database holds ${chain} ${stored?.network}, but ${chain.toUpperCase()}_NETWORK is ${network}: set it back, or use another DATABASE_URL.`,
    );
  }
  return stored.history_from;
}
