import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { blockAsked, lastUpTo } from '../balance-height.js';
import { askBalances, type BalanceReading, type TokenForm, type TokensRead } from '../balance-tokens.js';
import { MOST, opening, withState } from '../chain-state.js';
import type { CosmosBalance } from './cosmos-read-model.js';

/** Denominations that are looked at, by index, shared by addresses of a question: anybody may create and send some. */
const LOOKED_AT_ASSETS = 10_000;

/**
 * Parameters: $1 address key, $2 the last block to count or NULL, $3 how many denominations; more by the form, as of
 * `evmBalanceStatement`: a denomination stands for asset and id, so `after` has $4, and $5 to $7.
 *
 * `assets` jumps from one denomination to the next in the index of `token_history`, whose rows of one may be millions.
 *
 * @param lookedAt SQL: how many denominations
 */
export function cosmosBalanceStatement(
  chain: ChainCode,
  form: TokenForm = 'first',
  lookedAt = String(LOOKED_AT_ASSETS),
): string {
  const history = `${chain}.address_transactions`;
  const tokens = `${chain}.token_history`;
  const order = form === 'named' ? 'n' : 'rank, since, asset';
  const isAfter =
    form === 'after' ? '$5::integer IS NULL OR (rank, since, asset) > ($5, $6::bigint, $7::text)' : 'true';
  return `${withState(chain)}, ${opening(chain)}, ${lastUpTo(chain, 'CASE WHEN $2::integer IS NULL THEN last ELSE 0 END')}, assets(asset, since, n) AS (
    ${assets(chain, form, lookedAt)}
  ), held AS MATERIALIZED (
    SELECT a.asset, a.n, a.since, CASE WHEN k.is_known THEN coalesce(newest.balance, 0) END AS balance,
      CASE WHEN k.is_known THEN 1 ELSE 2 END AS rank
    FROM assets a
    ${form === 'named' ? 'LEFT' : 'CROSS'} JOIN LATERAL (
      SELECT balance FROM ${tokens}
      WHERE address_key = $1 AND asset = a.asset AND tx_key < coalesce(($2::bigint + 1) << 20, ${MOST})
      ORDER BY address_key DESC, asset DESC, tx_key DESC LIMIT 1) newest ${form === 'named' ? 'ON true' : ''}
    CROSS JOIN LATERAL (SELECT coalesce((SELECT coalesce(NOT jsonb_exists(unknown, a.asset), true) FROM opening), false) AS is_known) k
    WHERE ${form === 'named' ? 'true' : 'NOT (k.is_known AND newest.balance = 0)'}
  )
  SELECT (SELECT json FROM state) AS state, EXISTS (SELECT FROM opening) AS "isKnown",
    ${blockAsked(chain)} AS block,
    (SELECT json_build_object(
       'balance', CASE WHEN EXISTS (SELECT FROM opening) THEN r.balance::text END,
       'received', (SELECT r.received::text FROM opening o WHERE o.tx_key <> f.tx_key),
       'transactionCount', r.seq, 'firstSeen', beginning.time, 'lastSeen', ending.time)
     FROM search s
     CROSS JOIN LATERAL (SELECT * FROM ${history} WHERE address_key = $1 AND seq = s.low LIMIT 1) r
     CROSS JOIN LATERAL (SELECT tx_key FROM ${history} WHERE address_key = $1 AND seq = 1 LIMIT 1) f
     CROSS JOIN LATERAL (SELECT time FROM ${chain}.blocks WHERE height = (f.tx_key >> 20)::integer LIMIT 1) beginning
     CROSS JOIN LATERAL (SELECT time FROM ${chain}.blocks WHERE height = (r.tx_key >> 20)::integer LIMIT 1) ending
     WHERE s.low = s.high) AS totals,
    coalesce((SELECT json_agg(json_build_object('asset', asset, 'balance', balance::text, 'rank', rank, 'since', since) ORDER BY ${order})
     FROM (SELECT * FROM held WHERE ${isAfter} ORDER BY ${order} LIMIT $3 + 1) listed), '[]') AS tokens,
    (SELECT count(*) FROM held)::float8 AS "tokenCount", (SELECT count(*) FROM assets) >= ${lookedAt} AS "hasMore",
    (SELECT json_build_object('asset', asset, 'tokenId', NULL) FROM assets ORDER BY asset DESC LIMIT 1) AS "lastLooked"`;
}

function assets(chain: ChainCode, form: TokenForm, lookedAt: string): string {
  const first = (condition: string): string => `SELECT asset, tx_key FROM ${chain}.token_history
      WHERE address_key = $1 AND ${condition} ORDER BY address_key, asset, tx_key LIMIT 1`;
  if (form === 'named')
    return `SELECT a.asset, f.tx_key, n FROM (SELECT asset, min(n) AS n FROM unnest($4::text[]) WITH ORDINALITY u(asset, n) GROUP BY asset) a
    LEFT JOIN LATERAL (${first('asset = a.asset')}) f ON true
    WHERE (SELECT live FROM state)`;
  return `(SELECT asset, tx_key, 1 FROM (${first(`(SELECT live FROM state)${form === 'after' ? " AND asset > coalesce($4::text, '')" : ''}`)}) f)
    UNION ALL
    SELECT following.asset, following.tx_key, n + 1
    FROM assets
    CROSS JOIN LATERAL (${first('asset > assets.asset')}) following
    WHERE n < ${lookedAt}`;
}

/** Which denominations of an address are read: of a page, or those named. */
export type DenominationRequest = TokensRead<string>;

const FIRST_DENOMINATIONS: DenominationRequest = { limit: 100, from: null, assets: null };

const READING: BalanceReading = {
  ...{ name: 'cosmos_balance', names: 'cosmos_balances', lookedAt: LOOKED_AT_ASSETS },
  statement: cosmosBalanceStatement,
  positionValues: ({ looked, after }) => [
    ...[looked?.asset ?? null, after?.rank ?? null, after?.since ?? null, after?.asset ?? null],
  ],
};

/**
 * Reads what addresses have of every denomination at one block, from their histories, in their order.
 * @param height the last block to count, or null for the tip
 * @param request beside the chain's own coin
 * @returns null when the chain has no row in sync_state; nothing is counted while its first sync is under way
 */
export function readCosmosBalances(
  db: Queryable,
  chain: ChainCode,
  addressKeys: readonly Buffer[],
  height: number | null,
  request: DenominationRequest = FIRST_DENOMINATIONS,
): Promise<CosmosBalance[] | null> {
  return askBalances<CosmosBalance>(db, chain, READING, addressKeys, height, request);
}
