import type { ChainCode } from '@chaintrail/chains';
import { sql } from 'drizzle-orm';
import type { Pool } from '../connection.js';
import { orm, run } from '../tables/orm.js';
import { isNewestState, type Phase, type Reason, type Stage, syncStateOf } from '../tables/sync-tables.js';

/** Counts of the owner's questions to the node since it started, long polls left out. */
export interface NodeFigures {
  readonly nodeRequests: number;
  /** Failures among them: no answer came in time, or one that says that the node has too much to do. */
  readonly nodeFailures: number;
  /** That all of them took together. */
  readonly nodeSeconds: number;
}

export interface Progress extends NodeFigures {
  readonly phase: Phase;
  /** Why it is not live, where that needs saying. Without secrets. */
  readonly reason: Reason | null;
  readonly nodeHeight: number | null;
  /** Highest indexed block that the node called final; null where it does not say. */
  readonly finalizedHeight: number | null;
  readonly blocksPerSecond: number | null;
  readonly transactionsPerSecond: number | null;
  readonly etaSeconds: number | null;
  /** Stage of the first sync; null where blocks are added one by one. */
  readonly stage: Stage | null;
  /** How much of it is done, over all stages and the blocks after them, 0 to 1. Not stored of a chain that was live. */
  readonly share: number | null;
}

/** Says how the chain is doing; also its heartbeat. `live` for the first time ends the first sync. */
export async function saveProgress(pool: Pool, chain: ChainCode, progress: Progress): Promise<void> {
  const { nodeHeight, finalizedHeight, reason, share, ...rest } = progress;
  const syncState = syncStateOf(chain);
  await run(
    orm(pool)
      .update(syncState)
      .set({
        ...rest,
        share: sql`CASE WHEN ${syncState.liveSince} IS NULL THEN ${share}::double precision END`,
        reasonCode: reason?.code ?? null,
        reason: reason?.text ?? null,
        heartbeatAt: sql`now()`,
        revision: sql`${syncState.revision} + 1`,
        ...(nodeHeight === null ? {} : { nodeHeight }),
        ...(finalizedHeight === null ? {} : { finalizedHeight }),
        // As coalesce(), in which Citus takes no now() where rows are written.
        ...(progress.phase === 'live' ? { liveSince: sql`least(${syncState.liveSince}, now())` } : {}),
      })
      .where(sql.raw(isNewestState(chain))),
  );
}
