/** One place that turns a failure into what is done about it: what the operator reads, and when to try again. */
import { DecodeError, NodeError, NodeLieError, PreflightError } from '@chaintrail/chains';
import { CursorMovedError, InconsistentBlockError, NetworkMismatchError } from '@chaintrail/db';
import { DeepReorgError, NodeBehindError } from './find-fork.js';
import { StuckError } from './follow-chain.js';

export interface Trouble {
  readonly phase: 'stalled' | 'halted';
  /** A sentence without secrets; stored in sync_state. */
  readonly reason: string;
  /** First wait; the caller doubles it up to {@link longestWaitMs}. */
  readonly waitMs: number;
  readonly longestWaitMs: number;
  /** False: the session or the ledger is in doubt, so ownership must be taken anew. */
  readonly keepsOwnership: boolean;
}

const SOON_MS = 1_000;
const LATER_MS = 10_000;
const LONGEST_MS = 30_000;

export function troubleOf(error: unknown): Trouble {
  if (error instanceof DeepReorgError) {
    return { phase: 'halted', reason: error.message, waitMs: LATER_MS, longestWaitMs: LATER_MS, keepsOwnership: true };
  }
  if (error instanceof NodeBehindError || error instanceof StuckError) return stalled(error.message, true);
  if (error instanceof PreflightError || error instanceof NodeError) return stalled(error.message, true);
  if (error instanceof NodeLieError) return stalled(`${error.message}; nothing of it was used`, true);
  if (error instanceof DecodeError || error instanceof InconsistentBlockError) {
    return stalled(
      `the node delivered a block that cannot be right: ${error.message}; nothing of it was written`,
      true,
    );
  }
  if (error instanceof NetworkMismatchError || error instanceof CursorMovedError) return stalled(error.message, false);
  return stalled(
    isOfDatabase(error)
      ? 'the database cannot be written: see the log of the indexer'
      : 'an unexpected error in the indexer: see its log and report it',
    false,
  );
}

/** Errors of PostgreSQL carry a SQLSTATE, those of the connection a system code; a cut one says so in words (pg/lib/client.js). */
function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && ('code' in error || /connection/i.test(error.message));
}

function stalled(reason: string, keepsOwnership: boolean): Trouble {
  return { phase: 'stalled', reason, waitMs: SOON_MS, longestWaitMs: LONGEST_MS, keepsOwnership };
}
