import { CHAIN_CODES, type ChainCode } from '@chaintrail/chains';
import { HELPER_LOCK, isHeldLock, OWNER_LOCK } from '../advisory-locks.js';
import type { Queryable } from '../connection.js';

/** A session that holds a lock of a chain. Any login may take one, so it need not be a program of ours. */
interface LockHolder {
  readonly chain: ChainCode;
  /** Id of PostgreSQL's process. */
  readonly pid: number;
  readonly role: string;
  /** Name that the session gives itself. */
  readonly application: string;
  /** Null where our role may not know, and on a Unix socket. */
  readonly host: string | null;
  /** Has the name of a program of ours, and a role that may write the chain. */
  readonly isWriter: boolean;
}

/** @param db the primary: replicas have no locks @param kinds first halves of keys; the second is the chain's number */
async function readLockHolders(db: Queryable, kinds: readonly number[]): Promise<LockHolder[]> {
  const { rows } = await db.query<Omit<LockHolder, 'chain'> & { chain: ChainCode | null }>(
    `SELECT c.code AS chain, a.pid, a.usename AS role, a.application_name AS application, host(a.client_addr) AS host,
       coalesce(a.application_name LIKE 'chaintrail-%' AND coalesce(
         has_schema_privilege(a.usesysid, to_regnamespace(c.code)::oid, 'CREATE'),
         has_database_privilege(a.usesysid, l.database, 'CREATE')), false) AS "isWriter"
     FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid,
       LATERAL (SELECT ($2::text[])[l.objid::integer + 1] AS code) c
     WHERE ${isHeldLock('ANY ($1)')} ORDER BY a.backend_start`,
    [kinds, CHAIN_CODES],
  );
  return rows.flatMap(({ chain, ...holder }) => (chain === null ? [] : [{ chain, ...holder }]));
}

/** @returns chains whose lock a program of ours holds */
export async function readLockedChains(db: Queryable, ...kinds: number[]): Promise<ReadonlySet<ChainCode>> {
  const holders = await readLockHolders(db, kinds);
  return new Set(holders.flatMap(({ chain, isWriter }) => (isWriter ? [chain] : [])));
}

/** @returns chains that an indexer, PostgreSQL for one that is gone, or who changes their schema, has now */
export function readOwnedChains(db: Queryable): Promise<ReadonlySet<ChainCode>> {
  return readLockedChains(db, OWNER_LOCK, HELPER_LOCK);
}

/** Sessions that keep indexers from chains and are none. @returns a sentence with the remedy about each chain */
export async function readStrangers(db: Queryable): Promise<ReadonlyMap<ChainCode, string>> {
  const holders = await readLockHolders(db, [OWNER_LOCK, HELPER_LOCK]);
  return new Map(
    holders.flatMap(({ chain, pid, role, application, isWriter }) =>
      isWriter
        ? []
        : [
            [
              chain,
              `the lock of this chain is held by no indexer, but by role ${role} (application "${application}", PostgreSQL process ${pid}), so nothing is written: end that session, as that role or as a superuser by SELECT pg_terminate_backend(${pid})`,
            ],
          ],
    ),
  );
}

/** @returns the host of the session that has each chain; null where our role may not know, and on a Unix socket */
export async function readChainOwners(db: Queryable): Promise<ReadonlyMap<ChainCode, string | null>> {
  const holders = await readLockHolders(db, [OWNER_LOCK]);
  return new Map(holders.flatMap(({ chain, host, isWriter }) => (isWriter ? [[chain, host]] : [])));
}
