/** Histories of a Cosmos chain's addresses, in its own coin and in every other denomination. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { opening, withState } from '../../read/chain-state.js';
import { FINDING_COLUMNS, type Findings } from '../../tables/findings.js';
import { lookOnce } from '../audit-session.js';
import { type HistorySpan, type HistoryStretch, historyStatement, lookAtHistories } from '../history-stretch.js';

/** Coins from before the first block were paid in no block. */
const COIN_STATEMENT = (chain: ChainCode) =>
  historyStatement(chain, {
    queries: `${withState(chain)}, ${opening(chain)},`,
    unpaid: 'tx_key IN (SELECT tx_key FROM opening)',
    findings: [
      `SELECT 'negative', address_key, seq, 'at least 0', balance::text
      FROM walk, opening WHERE NOT is_seen AND balance < 0`,
    ],
  });

/** Looks at the next stretch of histories in the chain's own coin. */
export function checkCosmosHistories(session: Session, chain: ChainCode, span: HistorySpan): Promise<HistoryStretch> {
  return lookAtHistories(session, COIN_STATEMENT(chain), span);
}

/** Where a walk through other denominations' histories is: its last row, which the next stretch begins with. */
export interface DenomCursor {
  /** Hex. */
  readonly key: string;
  readonly asset: string;
  readonly txKey: string;
}

/** @returns the place before every row of an address and those behind it */
export function firstDenomCursor(key: string): DenomCursor {
  return { key, asset: '', txKey: '-1' };
}

export interface DenomStretch extends Findings {
  /** Rows looked at for the first time. */
  readonly rows: number;
  /** Null at the end of the range. */
  readonly next: DenomCursor | null;
}

const DENOM_STATEMENT = (chain: ChainCode) => `
  ${withState(chain)}, history AS MATERIALIZED (
    SELECT address_key, asset, tx_key, delta, balance, address_key = decode($1, 'hex') AND asset = $2 AND tx_key = $3::bigint AS is_seen
    FROM ${chain}.token_history
    WHERE (address_key, asset, tx_key) >= (decode($1, 'hex'), $2::text, $3::bigint) AND address_key < decode($4, 'hex')
    ORDER BY address_key, asset, tx_key LIMIT $5),
  size AS (SELECT count(*) AS rows, count(*) = $5 AS is_full, count(*) FILTER (WHERE is_seen) AS seen FROM history),
  edge AS (SELECT address_key, asset, tx_key FROM history ORDER BY address_key DESC, asset DESC, tx_key DESC LIMIT 1),
  cursor AS MATERIALIZED (SELECT (height + 1)::bigint << 20 AS tx_key FROM ${chain}.sync_state),
  ${opening(chain)},
  walk AS MATERIALIZED (
    SELECT history.*, coalesce(lag(balance) OVER (PARTITION BY address_key, asset ORDER BY tx_key), 0) AS balance_before,
      lead(tx_key) OVER (PARTITION BY address_key, asset ORDER BY tx_key) IS NULL AS is_last FROM history),
  -- The last row of a full stretch may have others behind it: the next stretch begins with it.
  held AS (
    SELECT walk.*, h.tx_key AS held_key, h.balance AS held
    FROM walk
    CROSS JOIN size
    CROSS JOIN edge
    LEFT JOIN LATERAL (
      SELECT tx_key, balance FROM ${chain}.token_holdings WHERE address_key = walk.address_key AND asset = walk.asset LIMIT 1) h ON true
    WHERE is_last AND NOT (is_full AND (walk.address_key, walk.asset) = (edge.address_key, edge.asset))),
  findings AS MATERIALIZED (
    SELECT problem, 'address_key ' || encode(address_key, 'hex') || ' ' || asset || ' tx_key ' || tx_key AS place, expected, found FROM (
      SELECT 'balance' AS problem, address_key, asset, tx_key, (balance_before + delta)::text AS expected, balance::text AS found
      FROM walk WHERE NOT is_seen AND balance <> balance_before + delta
      UNION ALL
      SELECT 'negative', address_key, asset, walk.tx_key, 'at least 0', balance::text
      FROM walk, opening WHERE NOT is_seen AND balance < 0 AND NOT coalesce(opening.unknown ? asset, false)
      UNION ALL
      SELECT 'above-cursor', address_key, asset, walk.tx_key, 'below ' || cursor.tx_key, walk.tx_key::text
      FROM walk, cursor WHERE NOT is_seen AND walk.tx_key >= cursor.tx_key
      UNION ALL
      SELECT 'holding', address_key, asset, tx_key, balance || ' since ' || tx_key, coalesce(held || ' since ' || held_key, 'none')
      FROM held WHERE (held, held_key) IS DISTINCT FROM (balance, tx_key)) all_findings)
  SELECT (size.rows - size.seen)::integer AS rows,
    CASE WHEN size.is_full THEN (SELECT json_build_object('key', encode(address_key, 'hex'), 'asset', asset, 'txKey', tx_key::text) FROM edge) END AS next,
    ${FINDING_COLUMNS}
  FROM size`;

/** The same for other denominations. @param span.from {@link firstDenomCursor}, or `next` of the stretch before */
export async function checkDenomHistories(
  session: Session,
  chain: ChainCode,
  { from, to, limit }: { readonly from: DenomCursor; readonly to: string; readonly limit: number },
): Promise<DenomStretch> {
  return lookOnce<DenomStretch>(session, DENOM_STATEMENT(chain), [from.key, from.asset, from.txKey, to, limit]);
}
