/** Indexers that end in the middle of a write. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import { type SpawnedProcess, waitFor } from '@chaintrail/testkit';

/** Short transactions last a millisecond or two. */
const POLL_MS = 2;
const TIMEOUT_MS = 120_000;
/** So long without a write: there is nothing to write. */
const QUIET_MS = 1_000;

/** Transactions of the chain's owner that have written and are not committed: only writing gives one a `backend_xid`. */
async function writesInFlight(session: Session, chain: ChainCode): Promise<string[]> {
  const { rows } = await session.query<{ xid: string }>({
    // Planned once: it is asked some hundred times a second.
    name: 'writes-in-flight',
    text: `SELECT backend_xid::text AS xid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1 AND backend_xid IS NOT NULL`,
    values: [`chaintrail-indexer-${chain}`],
  });
  return rows.map(({ xid }) => xid);
}

/**
 * Kills the indexer while a transaction of it has written and is not committed.
 * @param session anyone else's on the same database
 * @param options.others so many writes are let pass before
 * @param options.again is called after each of those, and when none comes; may give the indexer more to write
 */
export async function killInWrite(
  indexer: SpawnedProcess,
  session: Session,
  chain: ChainCode,
  options: { readonly others: number; readonly again?: () => unknown },
): Promise<void> {
  const seen = new Set<string>();
  let quietSince = performance.now();
  const isWriting = async (): Promise<boolean> => {
    // The last write may have been too short to be seen, or too short to be stopped.
    if (performance.now() - quietSince > QUIET_MS) {
      quietSince = performance.now();
      options.again?.();
    }
    for (const xid of await writesInFlight(session, chain)) {
      if (seen.has(xid)) continue;
      seen.add(xid);
      quietSince = performance.now();
      if (seen.size <= options.others) options.again?.();
    }
    if (seen.size <= options.others) return false;
    // From now on it sends nothing: what is still in flight stays so, unless its COMMIT is on the way.
    indexer.signal('SIGSTOP');
    if ((await writesInFlight(session, chain)).length > 0) return true;
    indexer.signal('SIGCONT');
    return false;
  };
  const what = `a write after ${options.others} others`;
  await waitFor(isWriting, { intervalMs: POLL_MS, timeoutMs: TIMEOUT_MS, processes: [indexer], what });
  await indexer.kill('SIGKILL');
}
