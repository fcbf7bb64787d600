/**
 * A part of a history: blocks from a height or time to another, and of their transactions those that go one way, or move one
 * asset. Blocks are ranges of `tx_key`, and so of ranks, which are found by halving: any page of them costs what one of the
 * whole history does. What single transactions have to be looked at for is bounded.
 */
import { type ChainCode, requireChain } from '@chaintrail/chains';
import { txKey } from '../tx-key.js';
import { MOST } from './chain-state.js';
import { halveHistory } from './halve-history.js';

/** `mention`, of EVM chains: the address signed nothing and nothing of it moved; it stands in logs, as anybody may write. */
export type Direction = 'in' | 'out' | 'self' | 'mention';

/** A block by its height, or those of a header time, unix seconds. */
export type Moment = { readonly height: number } | { readonly time: number };

/** Both ends are in it; null: no end. Unconfirmed transactions are newer than every block: in no part that has an end. */
export interface HistoryPart {
  readonly since: Moment | null;
  readonly until: Moment | null;
  readonly direction: Direction | null;
  /** Asset of account chains. `native`: the chain's own coin; else the key of a contract, or a denomination. */
  readonly asset: 'native' | { readonly key: Buffer } | { readonly denom: string } | null;
  /** For EVM chains. `exclude`: without mentions, see {@link Direction}. */
  readonly spam: 'exclude' | null;
}

export const WHOLE_HISTORY: HistoryPart = { since: null, until: null, direction: null, asset: null, spam: null };

/**
 * Transactions that one page looks at for those of a direction or asset, at most. To look at ten thousand takes as long as to
 * show 500 on Bitcoin and 2,000 to 3,500 on Ethereum, where their transfers are counted and read.
 */
export const EXAMINED_ROWS = 10_000;
/** The same for all but mentions: explorers ask so by default, and mostly need what is shown and little more. */
export const EXAMINED_FOR_MENTIONS = 1_000;
/** Transfers that it looks at, on account chains: when so many were, no further transaction is begun. */
export const EXAMINED_TRANSFERS = 200_000;

/** Parameters of a page for a statement: which rows it goes through, and which of those it shows. */
export interface PageRequest {
  readonly newestFirst: boolean;
  /** Transactions to pass over: of those that are asked for, see {@link HistoryPart}. Ignored with `from`. */
  readonly offset: number;
  readonly limit: number;
  /** Absent: {@link WHOLE_HISTORY}. */
  readonly part?: HistoryPart | undefined;
  /** Without what is long and rarely wanted, which is not even read. */
  readonly compact?: boolean | undefined;
  /** Most that it may weigh besides its rows, in rows; null or absent: no bound. */
  readonly mostWeight?: number | null | undefined;
}

/** How much there is of what was asked for. */
export interface Extent {
  /**
   * Transactions that are asked for, unconfirmed ones included. Null where more than {@link EXAMINED_ROWS} would have
   * to be looked at one by one, and on pages of a walk that does so.
   */
  readonly total: number | null;
  /** Rows before the page, in its order, now; null with `total`, where no page has an offset. */
  readonly offset: number | null;
}

/** The tables contradict each other. A page with a gap would be worse than none. */
export class MissingRowsError extends Error {
  override readonly name = 'MissingRowsError';
  constructor(chain: ChainCode, expected: number, found: number) {
    super(`${chain}: a page has ${found} of its ${expected} transactions: the index is damaged, sync the chain again`);
  }
}

/** Refusal of a question that takes more than it may. Nothing but its weight was read. */
export class TooHeavyError extends Error {
  override readonly name = 'TooHeavyError';
  /** In rows of a history, besides those that are asked for. */
  readonly weight: number;
  constructor(weight: number) {
    super(`what is asked for takes as long as ${weight} more rows of a history`);
    this.weight = weight;
  }
}

/** @param most null: whatever it weighs @throws TooHeavyError */
export function requireWeight(weight: number, most: number | null): void {
  if (most !== null && weight > most) throw new TooHeavyError(weight);
}

/** How a statement is built. */
export interface StatementForm {
  /** For a {@link HistoryPart}; without, it has neither its parameters nor its queries, which would cost a short page a third more. */
  readonly part: boolean;
  readonly compact: boolean;
}
export const PLAIN: StatementForm = { part: false, compact: false };

/** The form of the statement for a page, and the end of its name. */
export function formOf({ part = WHOLE_HISTORY, compact = false }: PageRequest): StatementForm & { suffix: string } {
  const isPart = Object.values(part).some((value) => value !== null);
  return { part: isPart, compact, suffix: `${isPart ? '_part' : ''}${compact ? '_compact' : ''}` };
}

/** Whether single transactions have to be looked at. */
export function isExamined({ direction, asset, spam }: HistoryPart): boolean {
  return direction !== null || asset !== null || spam !== null;
}

/** How many transactions one page of it looks at, at most. */
export function examinedRows({ direction, asset, spam }: Partial<HistoryPart>): number {
  return spam && !direction && !asset ? EXAMINED_FOR_MENTIONS : EXAMINED_ROWS;
}

/** The offset and the limit of what a statement goes through. */
export function walkedPage({ offset, limit, part = WHOLE_HISTORY }: PageRequest): { offset: number; limit: number } {
  return isExamined(part) ? { offset: 0, limit: examinedRows(part) } : { offset, limit };
}

/**
 * Parameters: `tx_key` and time to begin at, `tx_key` and time to end before; offset and limit among the transactions that are
 * asked for; direction; whether it is about the chain's own coin, and another asset; whether mentions are left out.
 */
export function partValues(page: PageRequest): unknown[] {
  if (!formOf(page).part) return [];
  const { offset, limit, part = WHOLE_HISTORY } = page;
  const { since, until, direction, asset, spam } = part;
  const [sinceKey, sinceTime] = since ? keyAndTime(since, 0) : [null, null];
  const [untilKey, untilTime] = until ? keyAndTime(until, 1) : [null, null];
  const named = asset === null || asset === 'native' ? null : 'key' in asset ? asset.key : asset.denom;
  const shown = isExamined(part) ? offset : 0;
  return [sinceKey, sinceTime, untilKey, untilTime, shown, limit, direction, asset === 'native', named, spam !== null];
}

/** How many of them, the last ones, are about assets; and how many of those about mentions. */
export const OF_ASSETS = 3;
export const OF_MENTIONS = 1;

function keyAndTime(moment: Moment, after: 0 | 1): [number | null, number | null] {
  return 'height' in moment ? [txKey(moment.height + after, 0), null] : [null, moment.time + after];
}

/** SQL names of {@link partValues}, from the n-th parameter on. */
export function partParameters(first: number) {
  const at = (place: number): string => `$${first + place}`;
  const [direction, isNative, asset] = [`${at(6)}::text`, `${at(7)}::boolean`, at(8)];
  return {
    ...{ sinceKey: at(0), sinceTime: at(1), untilKey: at(2), untilTime: at(3) },
    ...{
      offset: `${at(4)}::bigint`,
      limit: `${at(5)}::bigint`,
      direction,
      isNative,
      asset,
      isClean: `${at(9)}::boolean`,
    },
  };
}
type PartParameters = ReturnType<typeof partParameters>;

/** A query `asked` of one row: `keys`, the ranges of `tx_key` of the blocks that are asked for, and whether they have no end. */
export function asked(chain: ChainCode, { part: isPart }: StatementForm, part: PartParameters): string {
  if (!isPart) return `asked AS MATERIALIZED (SELECT '{(,)}'::int8multirange AS keys, true AS is_open)`;
  const { sinceKey, sinceTime, untilKey, untilTime } = part;
  return `asked AS MATERIALIZED (
    SELECT ${keysFrom(chain, sinceKey, sinceTime, 'int8multirange(int8range(0, NULL))')}
      - ${keysFrom(chain, untilKey, untilTime, `'{}'`)} AS keys,
      ${untilKey} IS NULL AND ${untilTime} IS NULL AS is_open)`;
}

/** Keys of all blocks from a key on, or stamped at a time or later. */
function keysFrom(chain: ChainCode, key: string, time: string, otherwise: string): string {
  return `CASE
      WHEN ${key}::bigint IS NOT NULL THEN int8multirange(int8range(${key}, NULL))
      WHEN ${time}::bigint IS NULL THEN ${otherwise}
      ELSE ${keysFromTime(chain, time)} END`;
}

/**
 * Header times of UTXO chains do not always rise. A block is stamped after the median of the eleven before it (bitcoin
 * src/validation.cpp ContextualCheckBlockHeader), and any number of blocks may lie between two of one time. So no block below the
 * first one of a time is stamped then or later, and above it all but those with an earlier time and a later `max_time`.
 */
function keysFromTime(chain: ChainCode, time: string): string {
  const isUtxo = requireChain(chain).family === 'utxo';
  const from = `coalesce((
        SELECT int8multirange(int8range(height::bigint << 20, NULL)) FROM ${chain}.blocks
        WHERE (SELECT live FROM state) AND time >= ${time}${isUtxo ? ' AND max_time IS NULL' : ''}
        ORDER BY time, height LIMIT 1), '{}')`;
  if (!isUtxo) return from;
  return `${from} - coalesce((
        SELECT range_agg(int8range(height::bigint << 20, (height + 1)::bigint << 20)) FROM ${chain}.blocks
        WHERE (SELECT live FROM state) AND max_time IS NOT NULL AND int8range(time, max_time, '(]') @> ${time}::bigint), '{}')`;
}

/** A query `head` of how many confirmed transactions the address in $1 has, by the last `seq`. @param also another condition */
export function historyTotal(chain: ChainCode, also = ''): string {
  return `head AS MATERIALIZED (
    SELECT seq::bigint AS total FROM ${chain}.address_transactions
    WHERE (SELECT live FROM state)${also} AND address_key = $1
    ORDER BY seq DESC LIMIT 1
  )`;
}

/**
 * Queries over `address_transactions` behind {@link historyTotal}.
 * `pieces`: the ranges of `seq` (`base` < seq <= `top`) of the blocks that are asked for; `before` counts what lies in earlier
 * ones, so that `before + seq - base` is the rank among what is asked for.
 */
export function pieces(chain: ChainCode, { part }: StatementForm): string {
  if (!part) return 'pieces AS MATERIALIZED (SELECT 0::bigint AS base, total AS top, 0::bigint AS before FROM head)';
  return `span AS MATERIALIZED (
    SELECT n, coalesce(lower(keys), 0) AS low_key, coalesce(upper(keys), ${MOST}) AS high_key
    FROM unnest((SELECT keys FROM asked)) WITH ORDINALITY AS s(keys, n)
  ), ends(key, low, high) AS (
    SELECT key, CASE WHEN key = ${MOST} THEN total ELSE 0 END, CASE WHEN key = 0 THEN 0 ELSE total END
    FROM head CROSS JOIN (SELECT low_key FROM span UNION SELECT high_key FROM span) k(key)
    UNION ALL
    ${halveHistory(chain, 'ends', { carried: 'key', before: 'ends.key', rank: 'middle + 1' })}
  ), pieces AS MATERIALIZED (
    SELECT base, top, (sum(top - base) OVER (ORDER BY n) - (top - base))::bigint AS before
    FROM (
      SELECT n, l.low AS base, h.low AS top
      FROM span
      JOIN ends l ON l.key = low_key AND l.low = l.high
      JOIN ends h ON h.key = high_key AND h.low = h.high) found
  )`;
}

/**
 * As many `hits` as a page needs and one more, or all of them where they can be counted.
 * @param walk name of the query that says so (`is_countable`)
 */
export const mostHits = (walk: string, { limit }: PartParameters): string =>
  `CASE WHEN (SELECT is_countable FROM ${walk}) THEN NULL ELSE ${limit} + 1 END`;

/** A query `page` of the `hits` that are shown. */
export const pageOfHits = (walk: string, { offset, limit }: PartParameters): string => `page AS MATERIALIZED (
    SELECT * FROM hits ORDER BY n
    OFFSET CASE WHEN (SELECT is_countable FROM ${walk}) THEN ${offset} ELSE 0 END LIMIT ${limit}
  )`;

/** How many of what is asked for have a `seq` up to this one, an SQL expression. */
export function rankUpTo(seq: string): string {
  return `(SELECT coalesce(sum(least(greatest(${seq} - base, 0), top - base)), 0)::bigint FROM pieces)`;
}
