import { CHAIN_CODES, type ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { HELPER_LOCK, isHeldLock, OWNER_LOCK } from '../write/owner.js';

/**
 * @param db the primary: locks are not on replicas
 * @param kinds first halves of two-part lock keys, whose second is a chain's place in CHAIN_CODES
 * @returns chains whose lock somebody holds
 */
export async function readLockedChains(db: Queryable, ...kinds: number[]): Promise<ReadonlySet<ChainCode>> {
  const { rows } = await db.query<{ place: number }>(
    `SELECT l.objid::integer AS place FROM pg_locks l WHERE ${isHeldLock('ANY ($1)')}`,
    [kinds],
  );
  return new Set(rows.flatMap(({ place }) => CHAIN_CODES[place] ?? []));
}

/**
 * @returns chains that an indexer, what PostgreSQL still does for one that is gone, or who changes their schema, has
 * now
 */
export function readOwnedChains(db: Queryable): Promise<ReadonlySet<ChainCode>> {
  return readLockedChains(db, OWNER_LOCK, HELPER_LOCK);
}

/**
 * @returns where the session is that has each chain: its host, or null where our role may not know, and on a Unix
 * socket
 */
export async function readChainOwners(db: Queryable): Promise<ReadonlyMap<ChainCode, string | null>> {
  const { rows } = await db.query<{ place: number; host: string | null }>(
    `SELECT l.objid::integer AS place, host(a.client_addr) AS host
     FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE ${isHeldLock('$1')}`,
    [OWNER_LOCK],
  );
  return new Map(rows.flatMap(({ place, host }) => (CHAIN_CODES[place] ? [[CHAIN_CODES[place], host]] : [])));
}
