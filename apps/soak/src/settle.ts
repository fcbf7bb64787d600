/** The end of a run: waits until everything that was played has arrived. */
import type { Session } from '@chaintrail/db';
import { inSession, isSameSet, type Product, waitFor } from '@chaintrail/testkit';
import type { PlayedChain } from './played-chain.js';

/** Longer than an indexer's longest pause after many failures. */
const SETTLE_MS = 180_000;

/** Waits until the index has the node's tip, its unconfirmed transactions, and what follows them. */
export async function waitUntilSettled(databaseUrl: string, played: PlayedChain, product: Product): Promise<void> {
  let found: string | null = null;
  try {
    await inSession(databaseUrl, async (session) => {
      const settled = async (): Promise<boolean> => {
        found = await missing(session, played);
        return found === null;
      };
      const what = `${played.code} to be indexed with all that follows`;
      await waitFor(settled, { timeoutMs: SETTLE_MS, intervalMs: 200, processes: product.processes, what });
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}: ${found}`, { cause: error });
  }
}

async function missing(session: Session, played: PlayedChain): Promise<string | null> {
  const { chain, code, node } = played;
  // Chains of the Cosmos family have no table of them.
  const stored =
    chain.family === 'cosmos'
      ? 'NULL::text[]'
      : `(SELECT array_agg(encode(txid, 'hex')) FROM ${code}.mempool_transactions WHERE tx_key IS NULL)`;
  const { rows } = await session.query<{ hash: string | null; waiting: string[] | null }>(
    `SELECT encode(hash, 'hex') AS hash, ${stored} AS waiting FROM ${code}.sync_state`,
  );
  const [row] = rows;
  const tip = played.tip();
  if (row?.hash !== tip.hash) return `block ${tip.height} ${tip.hash} is not indexed`;
  const waiting = played.followsMempool ? node.mempool() : [];
  if (!isSameSet(row.waiting ?? [], waiting)) {
    return `${row.waiting?.length ?? 0} transactions wait, and ${waiting.length} at the node`;
  }
  return played.missing(session);
}
