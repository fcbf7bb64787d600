import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { type PublicChainState, queryChain } from '../chain-state.js';
import { MissingRowsError } from '../read-history.js';
import { cosmosHistoryStatement } from './history-statement.js';
import type { CosmosHistory, CosmosHistoryPage, CosmosHistoryPosition } from './stored.js';
import { type CosmosTransactionColumns, storedCosmosTransaction } from './transaction-columns.js';

type Listed = readonly [seq: number, delta: string, balance: string | null, columns: CosmosTransactionColumns];

interface Answer {
  readonly state: PublicChainState | null;
  readonly total: number;
  /** Rows that the page has to have. */
  readonly expected: number;
  readonly listed: readonly Listed[] | null;
}

/**
 * Reads a page of the history of an address of a Cosmos chain. A page costs the same at any offset. Blocks are final: a walk
 * by `next` shows every transaction once, newest first those that were there when it began.
 * @returns null when the chain has no row in sync_state; `rows` is empty while its first sync is under way
 */
export async function readCosmosHistory(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  page: CosmosHistoryPage,
): Promise<CosmosHistory | null> {
  const { newestFirst, offset, from, limit } = page;
  const values = [addressKey, newestFirst, offset, from?.seq ?? null, limit];
  const [answer] = await queryChain<Answer>(db, 'cosmos_history', chain, cosmosHistoryStatement, values);
  if (!answer?.state) return null;
  const { state, total, expected, listed } = answer;
  const rows = [...(listed ?? [])].sort(([a], [b]) => (newestFirst ? b - a : a - b));
  if (rows.length !== expected) throw new MissingRowsError(chain, expected, rows.length);
  return {
    state,
    total,
    offset: from ? offsetOf(total, page, rows[0]?.[0]) : offset,
    rows: rows.map(([, delta, balance, columns]) => ({
      delta,
      balance,
      transaction: storedCosmosTransaction(columns),
    })),
    next: nextOf(total, page, rows.at(-1)?.[0]),
  };
}

function offsetOf(total: number, { newestFirst }: CosmosHistoryPage, first: number | undefined): number {
  if (first === undefined) return total;
  return newestFirst ? total - first : first - 1;
}

/** A page that is not full is the last one, and so is one that ends where the history does. */
function nextOf(total: number, { newestFirst }: CosmosHistoryPage, last?: number): CosmosHistoryPosition | null {
  if (last === undefined) return null;
  const seq = newestFirst ? last - 1 : last + 1;
  return seq >= 1 && seq <= total ? { seq } : null;
}
