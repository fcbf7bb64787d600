import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { MOST, ofMany, opening, queryChain, withState } from '../chain-state.js';
import { blockAsked, lastUpTo } from '../read-balance.js';
import type { CosmosBalance } from './cosmos-read-model.js';

/**
 * Denominations that are looked at, in the order of their index: anybody may create some, and send them to anybody.
 * Addresses that are asked for at once share them.
 */
const LOOKED_AT_ASSETS = 10_000;

/**
 * Parameters: $1 address key, $2 the last block to count or NULL, $3 how many denominations.
 *
 * `assets` jumps from one denomination to the next in the index of `token_history`, whose rows of one may be millions.
 *
 * @param lookedAt SQL: how many denominations
 */
export function cosmosBalanceStatement(chain: ChainCode, lookedAt = String(LOOKED_AT_ASSETS)): string {
  const history = `${chain}.address_transactions`;
  const tokens = `${chain}.token_history`;
  return `${withState(chain)}, ${opening(chain)}, ${lastUpTo(chain, 'CASE WHEN $2::integer IS NULL THEN last ELSE 0 END')}, assets(asset, n) AS (
    (SELECT asset, 1 FROM ${tokens} WHERE (SELECT live FROM state) AND address_key = $1 ORDER BY address_key, asset LIMIT 1)
    UNION ALL
    SELECT following.asset, n + 1
    FROM assets
    CROSS JOIN LATERAL (
      SELECT asset FROM ${tokens} WHERE address_key = $1 AND asset > assets.asset ORDER BY address_key, asset LIMIT 1) following
    WHERE n < ${lookedAt}
  ), held AS MATERIALIZED (
    SELECT a.asset, newest.tx_key, CASE WHEN k.is_known THEN newest.balance END AS balance
    FROM assets a
    CROSS JOIN LATERAL (
      SELECT tx_key, balance FROM ${tokens}
      WHERE address_key = $1 AND asset = a.asset AND tx_key < coalesce(($2::bigint + 1) << 20, ${MOST})
      ORDER BY address_key DESC, asset DESC, tx_key DESC LIMIT 1) newest
    CROSS JOIN LATERAL (SELECT coalesce((SELECT coalesce(NOT jsonb_exists(unknown, a.asset), true) FROM opening), false) AS is_known) k
    WHERE NOT (k.is_known AND newest.balance = 0)
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
    coalesce((SELECT json_agg(json_build_object('asset', asset, 'balance', balance::text) ORDER BY balance IS NULL, tx_key DESC, asset)
     FROM (SELECT * FROM held ORDER BY balance IS NULL, tx_key DESC, asset LIMIT $3) listed), '[]') AS tokens,
    (SELECT count(*) FROM held)::float8 AS "tokenCount", (SELECT count(*) FROM assets) >= ${lookedAt} AS "hasMore"`;
}

const manyStatement = (chain: ChainCode): string =>
  ofMany(cosmosBalanceStatement(chain, '$4::integer'), { $1: 'bytea[]' });

/**
 * Reads what addresses have of every denomination at one block, from their histories, in their order.
 * @param height the last block to count, or null for the tip
 * @param tokenLimit denominations to list at most, beside the chain's own coin
 * @returns null when the chain has no row in sync_state; nothing is counted while its first sync is under way
 */
export async function readCosmosBalances(
  db: Queryable,
  chain: ChainCode,
  addressKeys: readonly Buffer[],
  height: number | null,
  tokenLimit = 100,
): Promise<CosmosBalance[] | null> {
  const [only, ...others] = addressKeys;
  const share = Math.floor(LOOKED_AT_ASSETS / addressKeys.length);
  const rows =
    others.length === 0
      ? await queryChain<CosmosBalance>(db, 'cosmos_balance', chain, cosmosBalanceStatement, [only, height, tokenLimit])
      : await queryChain<CosmosBalance>(db, 'cosmos_balances', chain, manyStatement, [
          ...[addressKeys, height, tokenLimit, share],
        ]);
  return rows[0]?.state ? rows : null;
}
