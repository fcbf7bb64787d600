import type { ChainCode } from '@chaintrail/chains';
import type { Session, Stage } from '@chaintrail/db';
import { queryFollowed } from '@chaintrail/testkit';

/** The indexer's state of a chain at one moment. */
export interface SyncState {
  readonly phase: string;
  readonly reason: string | null;
  readonly stage: Stage | null;
  /** Of all stages, 0 to 1. */
  readonly share: number | null;
  readonly height: number | null;
  readonly nodeHeight: number | null;
  /** Unix time in milliseconds. */
  readonly liveSinceMs: number | null;
}

/** @returns null before the indexer has registered the chain */
export async function readSyncState(session: Session, chain: ChainCode): Promise<SyncState | null> {
  const rows = await queryFollowed<SyncState>(
    session,
    chain,
    // first_sync moves together with the rows it tells about; sync_state.stage follows when progress is next saved.
    `SELECT s.phase, s.reason, CASE WHEN s.live_since IS NULL THEN coalesce(f.stage, s.stage) END AS stage, s.share,
        s.height, s.node_height AS "nodeHeight", (extract(epoch FROM s.live_since) * 1000)::float8 AS "liveSinceMs"
      FROM ${chain}.sync_state s LEFT JOIN ${chain}.first_sync f ON true`,
  );
  return rows[0] ?? null;
}
