import type { FollowedChain, NamedAddress } from '../chain-directory.js';
import type { CursorScope, HistoryCursor, Order } from '../cursor.js';
import { ProblemError } from '../http/problem.js';
import { requireCursor } from '../http/require-cursor.js';
import type { HistoryRequest } from './family.js';

/** A page as the database reads it. */
interface HistoryPage<Position> {
  readonly newestFirst: boolean;
  readonly offset: number;
  readonly from: Position | null;
  readonly limit: number;
}

/**
 * @param decode reads a cursor of the family's histories
 * @throws ProblemError for a cursor of something else, or one that contradicts the other parameters
 */
export function historyPage<Position>(
  { limit, offset, cursor, order: wanted }: HistoryRequest,
  decode: (text: string) => HistoryCursor<Position> | null,
): HistoryPage<Position> {
  if (cursor === undefined) return { newestFirst: wanted !== 'asc', offset, from: null, limit };
  const { order, position } = requireCursor(decode(cursor), offset);
  if (wanted !== undefined && wanted !== order) {
    throw new ProblemError(
      'invalid-parameter',
      `order: the cursor continues a page in order ${order}; leave order out or start anew`,
    );
  }
  return { newestFirst: order === 'desc', offset: 0, from: position, limit };
}

export const orderOf = ({ newestFirst }: { readonly newestFirst: boolean }): Order => (newestFirst ? 'desc' : 'asc');

/** What cursors of lists of this address belong to. */
export function cursorScope({ chain, network }: FollowedChain, { key }: NamedAddress): CursorScope {
  return { chain: chain.code, network: network.name, addressKey: key };
}
