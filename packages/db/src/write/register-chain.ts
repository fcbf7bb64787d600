import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../connection.js';
import { createChainSchema } from '../migrate/chain-schema.js';

/** The database holds another network of the chain; mixing them would make every row meaningless. */
export class NetworkMismatchError extends Error {
  override readonly name = 'NetworkMismatchError';
}

/**
 * Makes the chain's schema, without indexes, and its row of sync_state, once. While no block is indexed, network and
 * start may change.
 * @returns the height its history starts at: `startHeight`, or what the database was started with before
 */
export async function registerChain(
  session: Session,
  chain: ChainCode,
  network: string,
  startHeight: number,
): Promise<number> {
  await createChainSchema(session, chain, network);
  const { rows } = await session.query<{ network: string; history_from: number }>(
    // One owner registers at a time, so there is no second row.
    `WITH fresh AS (
       INSERT INTO ${chain}.sync_state (network, history_from, phase)
       SELECT $1::text, $2::integer, 'starting' WHERE NOT EXISTS (SELECT FROM ${chain}.sync_state)
       RETURNING network, history_from
     ), changed AS (
       UPDATE ${chain}.sync_state SET network = $1, history_from = $2, revision = revision + 1 WHERE height IS NULL
       RETURNING network, history_from)
     SELECT * FROM fresh UNION ALL SELECT * FROM changed
     UNION ALL SELECT network, history_from FROM ${chain}.sync_state WHERE height IS NOT NULL`,
    [network, startHeight],
  );
  const stored = rows[0];
  if (!stored || stored.network !== network) {
    throw new NetworkMismatchError(
      `The database holds ${chain} ${stored?.network}, but ${chain.toUpperCase()}_NETWORK is ${network}: set it back, or use another DATABASE_URL.`,
    );
  }
  return stored.history_from;
}
