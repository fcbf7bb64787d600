import { EXAMINED_ROWS, type Extent, type HistoryPart, isExamined } from '@chaintrail/db';
import { invalidParameter } from '../http/problem.js';
import { type CursorScope, digestOf, type HistoryCursor, type Order, requireCursor } from '../read/cursor.js';
import type { FollowedChain, NamedAddress } from '../read/followed-chain.js';
import type { TotalReason } from '../schemas/history-schema.js';
import { readAsset } from './asset-filter.js';
import type { FoundHistory, HistoryRequest } from './family.js';

/** A page as the database reads it. */
export interface HistoryPage<Position> {
  readonly newestFirst: boolean;
  readonly offset: number;
  readonly from: Position | null;
  readonly limit: number;
  readonly part: HistoryPart;
  readonly compact: boolean;
}

/**
 * @param decode reads a cursor of the family's histories
 * @throws ProblemError for a cursor of something else, or one that contradicts the other parameters
 */
export function historyPage<Position>(
  followed: FollowedChain,
  request: HistoryRequest,
  decode: (text: string) => HistoryCursor<Position> | null,
): HistoryPage<Position> {
  const { limit, offset, cursor, order: wanted } = request;
  const part = partOf(followed, request);
  const page = { limit, part, compact: request.fields === 'compact' };
  if (cursor === undefined) return { ...page, newestFirst: wanted !== 'asc', offset, from: null };
  const { order, position, part: digest } = requireCursor(decode(cursor), offset);
  if (wanted !== undefined && wanted !== order) {
    throw invalidParameter('order', `the cursor continues a page in order ${order}; leave order out or start anew`);
  }
  if (digest !== digestOfPart(part)) {
    throw invalidParameter(
      'cursor',
      'it continues a page with another beginning, end, direction or asset; give the same again or start anew',
    );
  }
  return { ...page, newestFirst: order === 'desc', offset: 0, from: position };
}

/** @throws ProblemError for an asset that the chain cannot have */
function partOf(followed: FollowedChain, { since, until, direction, asset }: HistoryRequest): HistoryPart {
  const wanted = asset === undefined ? null : readAsset(followed, asset);
  return { since: since ?? null, until: until ?? null, direction: direction ?? null, asset: wanted };
}

/** Null for a whole history, so that cursors of those are as they always were. */
function digestOfPart(part: HistoryPart): number | null {
  if (Object.values(part).every((value) => value === null)) return null;
  return digestOf(JSON.stringify([part.since, part.until, part.direction, part.asset]));
}

/**
 * What a page says of how much there is.
 * @throws ProblemError where an offset was asked for that could not be counted
 */
export function extentOf(
  page: HistoryPage<unknown>,
  { offset, total }: Extent,
): Pick<FoundHistory, 'limit' | 'offset' | 'total' | 'totalReason'> {
  const { limit, part, from } = page;
  if (total === null && page.offset > 0 && isExamined(part)) {
    throw invalidParameter(
      'offset',
      `with direction or asset it reaches as far as a history, or its part, has ${EXAMINED_ROWS} transactions at most; follow next, or narrow the part (fromHeight, toHeight, fromTime, toTime)`,
    );
  }
  return { limit, offset, total, totalReason: totalReasonOf(total, from) };
}

/** Why a page of a list has no total. @param from where its cursor goes on, null without one */
export function totalReasonOf(total: number | null, from: unknown): TotalReason | null {
  if (total !== null) return null;
  return from === null ? 'too-many' : 'cursor';
}

/** The cursor that goes on from a page. */
export function cursorAfter<Position>(page: HistoryPage<Position>, position: Position): HistoryCursor<Position> {
  return { order: orderOf(page), position, part: digestOfPart(page.part) };
}

const orderOf = ({ newestFirst }: { readonly newestFirst: boolean }): Order => (newestFirst ? 'desc' : 'asc');

/** What cursors of lists of this address belong to. */
export function cursorScope({ chain, network }: FollowedChain, { key }: NamedAddress): CursorScope {
  return { chain: chain.code, network: network.name, addressKey: key };
}
