import type { ChainCode } from '@chaintrail/chains';
import type { Pool } from '../connection.js';
import { isNewestState, type Phase, type Reason, type Stage } from '../tables/sync-tables.js';

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
  const { phase, reason, stage, share } = progress;
  // Written out where it is live: Citus takes no now() in CASE or coalesce() where rows are written.
  const live = phase === 'live' ? ', live_since = least(live_since, now())' : '';
  await pool.query(
    `UPDATE ${chain}.sync_state SET phase = $1, reason_code = $2, reason = $3, stage = $4,
       share = CASE WHEN live_since IS NULL THEN $5::double precision END,
       node_height = coalesce($6, node_height), finalized_height = coalesce($7, finalized_height),
       blocks_per_second = $8, transactions_per_second = $9, eta_seconds = $10,
       node_requests = $11, node_failures = $12, node_seconds = $13,
       heartbeat_at = now(), revision = revision + 1${live}
     WHERE ${isNewestState(chain)}`,
    [
      ...[phase, reason?.code ?? null, reason?.text ?? null, stage, share],
      ...[progress.nodeHeight, progress.finalizedHeight],
      ...[progress.blocksPerSecond, progress.transactionsPerSecond, progress.etaSeconds],
      ...[progress.nodeRequests, progress.nodeFailures, progress.nodeSeconds],
    ],
  );
}
