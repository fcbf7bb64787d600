/**
 * SQL that says which blocks' internal transfers are part of the rows, for statements that begin with `withState`. They
 * are from `internal_sync.from_height` on, but for blocks of `internal_gaps`.
 */
import { type ChainCode, requireChain } from '@chaintrail/chains';
import { LISTED_GAPS } from '../chain-state.js';

/** A query `tracing` of one row, or of none without a row in sync_state: `tip`, and columns of internal_sync. */
export function tracing(chain: ChainCode): string {
  return `tracing AS MATERIALIZED (
    SELECT s.height AS tip, s.history_from, i.*
    FROM state s
    LEFT JOIN LATERAL (SELECT mode, from_height, revision FROM ${chain}.internal_sync LIMIT 1) i ON true)`;
}

/**
 * The {@link InternalTransfers} of a transaction at a height, from row `g` of `tracing`. Gaps do not overlap: the one
 * that begins last before the height is the one that may hold it. One of blocks that were not to be traced stays.
 */
export function internalStatus(chain: ChainCode, height: string): string {
  return `CASE WHEN ${height} >= g.from_height THEN coalesce((
        SELECT CASE WHEN to_height < ${height} THEN 'complete' WHEN reason_code = 'off' OR g.mode = 'off' THEN 'off' ELSE 'pending' END
        FROM ${chain}.internal_gaps WHERE from_height <= ${height} ORDER BY from_height DESC LIMIT 1), 'complete')
      ELSE 'off' END`;
}

/** The same of one that no block has. */
export const PENDING_STATUS = `CASE WHEN g.mode <> 'off' THEN 'pending' ELSE 'off' END`;

/**
 * The stretch of blocks around a height whose rows have all that moved and fit the balances of the address in $1, from
 * row `g` of `tracing`. It is a query of one row (since, until, is_whole), or of none where the next block is not
 * traced either. It ends before a block that moved balances without a trace of it. `since` may be the next height.
 * `is_whole`: nothing before it is missing, but for what a genesis block, or that block, gave or took.
 */
export function stretchAround(chain: ChainCode, height: string): string {
  const gap = (which: string, nearest: string): string => `SELECT from_height, to_height FROM (
      (SELECT from_height, to_height FROM ${chain}.internal_gaps WHERE from_height ${which} LIMIT 1)
      UNION ALL (SELECT from_height, to_height FROM ${chain}.address_gaps WHERE address_key = $1 AND from_height ${which} LIMIT 1)
      ) both_kinds ORDER BY ${nearest} LIMIT 1`;
  const clip = (side: 'greatest' | 'least', bound: string): string =>
    [bound, ...irregularBlocks(chain).map((at) => clipped(side, height, at))].join(', ');
  // Block 0 of no chain has transactions.
  return `SELECT greatest(${clip('greatest', 'since')}) AS since, least(${clip('least', 'until')}) AS until,
      since <= 1 AND g.history_from <= 1 AS is_whole
    FROM (SELECT greatest(below.to_height + 1, g.from_height) AS since, coalesce(above.from_height - 1, g.tip) AS until
      FROM (SELECT) one
      LEFT JOIN LATERAL (${gap(`<= ${height} ORDER BY from_height DESC`, 'to_height DESC')}) below ON true
      LEFT JOIN LATERAL (${gap(`> ${height} ORDER BY from_height`, 'from_height')}) above ON true) stretch
    WHERE g.from_height IS NOT NULL AND since <= ${height} + 1 AND until >= ${height}`;
}

/** NULL, which is no bound, on other networks and where the height is on the other side. */
function clipped(side: 'greatest' | 'least', height: string, [network, block]: readonly [string, number]): string {
  const [condition, bound] =
    side === 'greatest' ? [`${height} >= ${block}`, block] : [`${height} < ${block}`, block - 1];
  return `CASE WHEN ${condition} AND (SELECT json ->> 'network' FROM state) = '${network}' THEN ${bound} END`;
}

/** Networks of the chain with a block that moved balances without a trace of it. */
function irregularBlocks(code: ChainCode): (readonly [network: string, height: number])[] {
  const chain = requireChain(code);
  if (chain.family !== 'evm') return [];
  return chain.networks.flatMap(({ name, irregularBlock }) =>
    irregularBlock === null ? [] : [[name, irregularBlock] as const],
  );
}

/** JSON array of the newest {@link LISTED_GAPS} gaps of address $1. @param where by `from_height`, `to_height` */
export function gapsJson(chain: ChainCode, where: string): string {
  const newest = (from: string): string =>
    `(SELECT * FROM (SELECT ${from}) g WHERE ${where} ORDER BY from_height DESC LIMIT ${LISTED_GAPS})`;
  return `(SELECT coalesce(json_agg(json_build_object('from', from_height, 'to', to_height, 'reason', reason) ORDER BY from_height DESC), '[]')
    FROM (SELECT * FROM (
      ${newest(`from_height, to_height, reason_code AS reason FROM ${chain}.internal_gaps WHERE (SELECT live FROM state)`)}
      UNION ALL
      ${newest(`from_height, to_height, 'contradiction' AS reason FROM ${chain}.address_gaps WHERE (SELECT live FROM state) AND address_key = $1`)}
    ) both_kinds ORDER BY from_height DESC LIMIT ${LISTED_GAPS}) newest)`;
}
