import { CHAIN_CODES, type ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { HELPER_LOCK, OWNER_LOCK } from '../write/owner.js';

/**
 * @param db the primary: locks are not on replicas
 * @param kinds first halves of two-part lock keys, whose second is a chain's place in CHAIN_CODES
 * @returns chains whose lock somebody holds
 */
export async function readLockedChains(db: Queryable, ...kinds: number[]): Promise<ReadonlySet<ChainCode>> {
  const { rows } = await db.query<{ place: number }>(
    `SELECT objid::integer AS place FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid::bigint = ANY ($1)
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [kinds],
  );
  return new Set(rows.flatMap(({ place }) => CHAIN_CODES[place] ?? []));
}

/** @returns chains that an indexer, what PostgreSQL still does for one that is gone, or who changes their schema, has now */
export function readOwnedChains(db: Queryable): Promise<ReadonlySet<ChainCode>> {
  return readLockedChains(db, OWNER_LOCK, HELPER_LOCK);
}
