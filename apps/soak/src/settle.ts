/** The end of a run: waits until everything that was played has arrived, and audits it as an operator would. */
import { openSession } from '@chaintrail/db';
import { auditInFull, isSameSet, type Product, waitFor } from '@chaintrail/testkit';
import type { PlayedChain } from './played-chain.js';

/** Longer than an indexer's longest pause after many failures. */
const SETTLE_MS = 180_000;
/** Of the indexes of a soak; an audit of a mainnet may take hours. */
const AUDIT_MS = 300_000;
const SHOWN_CHARS = 2_000;

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
    if (!isSameSet(row.waiting ?? [], waiting)) {
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
      processes: product.processes,
      what: `${code} to be indexed with all that follows`,
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}: ${found}`, { cause: error });
  } finally {
    await session.end();
  }
}

/** @returns null when the audit finds nothing, else what it says */
export async function auditChain(code: string, environment: Readonly<Record<string, string>>): Promise<string | null> {
  try {
    const { status, stdout, stderr } = await auditInFull(code, environment, AUDIT_MS);
    if (status === 0) return null;
    const end = status === null ? 'a signal' : `exit code ${status}`;
    return `the audit ended with ${end}: ${`${stdout}${stderr}`.slice(-SHOWN_CHARS).trim()}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
