/** The end of a run: waits until everything that was played has arrived. */
import { openSession } from '@chaintrail/db';
import { waitFor } from '@chaintrail/testkit';
import { sameSet } from '../check/same-set.js';
import type { PlayedChain } from '../family.js';
import type { Product } from '../world/product.js';

/** Longer than an indexer's longest pause after many failures. */
const SETTLE_MS = 180_000;

/** Waits until the index has the node's tip, its unconfirmed transactions, and what follows them. */
export async function waitUntilSettled(databaseUrl: string, played: PlayedChain, product: Product): Promise<void> {
  const session = await openSession(databaseUrl, 'chaintrail-soak');
  const { chain } = played;
  const { code, node } = chain;
  const missing = async (): Promise<string | null> => {
    const stored = chain.storesMempool
      ? `(SELECT array_agg(encode(txid, 'hex')) FROM ${code}.mempool_transactions WHERE tx_key IS NULL)`
      : 'NULL::text[]';
    const { rows } = await session.query<{ hash: string | null; waiting: string[] | null }>(
      `SELECT encode(hash, 'hex') AS hash, ${stored} AS waiting FROM ${code}.sync_state`,
    );
    const [row] = rows;
    const tip = chain.tip();
    if (row?.hash !== tip.hash) return `block ${tip.height} ${tip.hash} is not indexed`;
    const waiting = chain.followsMempool ? node.mempool() : [];
    if (!sameSet(row.waiting ?? [], waiting)) {
      return `${row.waiting?.length ?? 0} transactions wait, and ${waiting.length} at the node`;
    }
    return played.missing(session);
  };
  let found: string | null = null;
  try {
    const settled = async (): Promise<boolean> => {
      found = await missing();
      return found === null;
    };
    await waitFor(settled, {
      timeoutMs: SETTLE_MS,
      intervalMs: 200,
      processes: product.processes(),
      what: `${code} to be indexed with all that follows`,
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}: ${found}`, { cause: error });
  } finally {
    await session.end();
  }
}
