/** Activity of PostgreSQL for the owner of a chain, as another connection sees it. */
import type { ChainCode } from '@chaintrail/chains';
import { and, isNotNull, lt, sql } from 'drizzle-orm';
import { backendOf, type Pool, type Session } from '../connection.js';
import { orm, run } from '../tables/orm.js';
import { syncStateOf } from '../tables/sync-tables.js';
import { helperName, ownerName } from './owner.js';

/**
 * Whether the server is at work on a statement of the owner's session or a helper's, and does not just wait for someone
 * else's lock.
 */
export async function isAtWork(pool: Pool, chain: ChainCode, session: Session): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE (pid = $1 OR datname = current_database() AND application_name = $2)
       AND state = 'active' AND wait_event_type IS DISTINCT FROM 'Lock'`,
    [backendOf(session), helperName(chain)],
  );
  return rowCount !== 0;
}

/**
 * Whether the owner of the chain, or a helper, has an index built. PostgreSQL goes on with that when the indexer is
 * gone, and keeps the chain for it. Then whoever stands by reports in its place: it renews the chain's heartbeat where
 * that is old.
 */
export async function reportBuildOfOwner(pool: Pool, chain: ChainCode): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ($1, $2) AND state = 'active'
       AND query ~* '^CREATE (UNIQUE )?INDEX'`,
    [ownerName(chain), helperName(chain)],
  );
  if (rowCount === 0) return false;
  const syncState = syncStateOf(chain);
  await run(
    orm(pool)
      .update(syncState)
      .set({ heartbeatAt: sql`now()`, phase: 'syncing', reasonCode: null, reason: null, etaSeconds: null })
      .where(and(isNotNull(syncState.stage), lt(syncState.heartbeatAt, sql`now() - interval '10 s'`))),
  );
  return true;
}
