/** From what a request says of a page of a history, and of the part that it is of, to what the database reads; and back. */
import { type ChainState, type Extent, examinedRows, type HistoryPart, isExamined, type Moment } from '@chaintrail/db';
import { invalidParameter } from '../problem.js';
import { type CursorScope, digestOf, type HistoryCursor, type Order, requireCursor } from '../read/cursor.js';
import type { FollowedChain, ListedChain, NamedAddress } from '../read/followed-chain.js';
import { requireTip } from '../read/progress.js';
import { requireFollowed } from '../read/read-answer.js';
import type { TotalReason } from '../schemas/history-schema.js';
import { readAsset } from './asset-filter.js';
import type { FoundHistory, HistoryBounds, HistoryRequest } from './family.js';

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
      'it continues a page with another beginning, end, direction, asset or spam; give the same again or start anew',
    );
  }
  return { ...page, newestFirst: order === 'desc', offset: 0, from: position };
}

/** @throws ProblemError for an asset that the chain cannot have */
function partOf(followed: FollowedChain, request: HistoryRequest): HistoryPart {
  const { since = null, until = null, direction = null, asset } = request;
  const wanted = asset === undefined ? null : readAsset(followed, asset);
  return { since, until, direction, asset: wanted, spam: leavesOut(followed, request) ? 'exclude' : null };
}

/** Whether transactions are looked at for mentions: logs of other chains cannot be forged. */
export function leavesOut({ family }: FollowedChain, { spam }: Pick<HistoryRequest, 'spam'>): boolean {
  return family === 'evm' && spam === 'exclude';
}

/** Null for a whole history, so that cursors of those are as they always were. */
function digestOfPart(part: HistoryPart): number | null {
  if (Object.values(part).every((value) => value === null)) return null;
  const { since, until, direction, asset, spam } = part;
  return digestOf(JSON.stringify([since, until, direction, asset, ...(spam === null ? [] : [spam])]));
}

/** Facts of a page besides its transactions, and where the next begins. */
type PageFacts = Omit<FoundHistory, 'incomplete' | 'next' | 'transactions'>;

/**
 * Rows that were read for a page, and its facts.
 * @param read null where the database has no such chain
 * @throws ProblemError as {@link atTip}, and before that where an offset was asked for that could not be counted
 */
export function pageAtTip<Read extends Extent & { readonly state: ChainState }>(
  followed: FollowedChain,
  page: HistoryPage<unknown>,
  read: Read | null,
): { readonly found: Read; readonly facts: PageFacts } {
  const found = requireFollowed(followed, read);
  const { state } = found;
  const extent = extentOf(page, found);
  return { found, facts: { state, tip: requireTip(followed, state), ...extent } };
}

/** Figures of a page about the whole list. */
function extentOf(
  page: HistoryPage<unknown>,
  { offset, total }: Extent,
): Pick<PageFacts, 'limit' | 'offset' | 'total' | 'totalReason'> {
  const { limit, part, from } = page;
  if (total === null && page.offset > 0 && isExamined(part)) {
    throw invalidParameter(
      'offset',
      `with direction, asset or spam it reaches as far as a history, or its part, has ${examinedRows(part)} transactions at most; follow next, or narrow the part (fromHeight, toHeight, fromTime, toTime)`,
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

/** Scope that cursors of lists of this address belong to. */
export function cursorScope({ chain, network }: FollowedChain, { key }: NamedAddress): CursorScope {
  return { chain: chain.code, network: network.name, addressKey: key };
}

/** Bounds as a request names them, heights and unix seconds; `from` and `to` are either. */
export interface NamedBounds {
  readonly from?: number | undefined;
  readonly fromHeight?: number | undefined;
  readonly fromTime?: number | undefined;
  readonly to?: number | undefined;
  readonly toHeight?: number | undefined;
  readonly toTime?: number | undefined;
}

/** No chain has an older block: the first second of 2009, UTC. */
const FIRST_TIME = 1_230_768_000;
/** A client may name heights that are yet to come, and its chain may go on while it is not changed. */
const MARGIN_SECONDS = 365 * 86_400;

interface NamedMoment {
  readonly name: keyof NamedBounds;
  readonly value: number;
  readonly moment: Moment;
}

/**
 * A request with its bounds read.
 * @throws ProblemError for an end that has two names, one that may be a height or a time, and ends in the wrong order
 */
export function withBounds<Query extends NamedBounds>(
  listed: ListedChain,
  query: Query,
): Omit<Query, keyof NamedBounds> & HistoryBounds {
  const { from, fromHeight, fromTime, to, toHeight, toTime, ...rest } = query;
  const since = readEnd(listed, query, 'from');
  const until = readEnd(listed, query, 'to');
  const isSameKind = since && until && 'height' in since.moment === 'height' in until.moment;
  if (isSameKind && since.value > until.value)
    throw invalidParameter(since.name, `expected at most what \`${until.name}\` is`);
  return { ...rest, since: since?.moment ?? null, until: until?.moment ?? null };
}

function readEnd(listed: ListedChain, bounds: NamedBounds, end: 'from' | 'to'): NamedMoment | null {
  const names = [end, `${end}Height`, `${end}Time`] as const;
  const [name, second] = names.filter((each) => bounds[each] !== undefined);
  if (name === undefined) return null;
  if (second !== undefined)
    throw invalidParameter(second, `not together with ${name}: give one of ${names.join(', ')}`);
  const value = bounds[name]!;
  if (name === end) return { name, value, moment: readEither(listed, end, value) };
  return { name, value, moment: name === `${end}Height` ? { height: value } : { time: value } };
}

function readEither({ chain, state }: ListedChain, name: 'from' | 'to', value: number): Moment {
  if (value < FIRST_TIME) return { height: value };
  const tip = Math.max(state.height ?? 0, state.nodeHeight ?? 0);
  if (value > tip + MARGIN_SECONDS / chain.blockSeconds) return { time: value };
  throw invalidParameter(
    name,
    `on ${chain.name} this number may be a block height or unix seconds; say which in the place of from and to: ` +
      'fromHeight or fromTime, toHeight or toTime',
  );
}
