import { CHAIN_CODES, type ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { OWNER_LOCK } from '../write/owner.js';

/**
 * @param db the primary: locks are not on replicas
 * @param kind first half of a two-part lock key, whose second is a chain's place in CHAIN_CODES
 * @returns chains whose lock somebody holds
 */
export async function readLockedChains(db: Queryable, kind: number): Promise<ReadonlySet<ChainCode>> {
  const { rows } = await db.query<{ place: number }>(
    `SELECT objid::integer AS place FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid::bigint = $1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [kind],
  );
  return new Set(rows.flatMap(({ place }) => CHAIN_CODES[place] ?? []));
}

/** @returns chains that an indexer, or who changes their schema, has now */
export function readOwnedChains(db: Queryable): Promise<ReadonlySet<ChainCode>> {
  return readLockedChains(db, OWNER_LOCK);
}
