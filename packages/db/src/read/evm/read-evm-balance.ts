import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { ofMany, queryChain, withState } from '../chain-state.js';
import { halveHistory } from '../halve-history.js';
import { blockAsked, lastUpTo } from '../read-balance.js';
import { countingJson } from './counting.js';
import type { EvmBalance } from './evm-read-model.js';
import { gapsJson, stretchAround, tracing } from './internal-status.js';

/**
 * Tokens that are looked at: an address that everybody sends tokens to has touched hundreds of thousands. Those are the
 * first in the order of their index. Addresses that are asked for at once share them.
 */
const LOOKED_AT_TOKENS = 10_000;

/**
 * Parameters: $1 address key, $2 the last block to count or NULL, $3 how many tokens.
 * - `reach`: the last row up to that block. `flows`: what was paid in the traced stretch around it.
 * @param lookedAt SQL: how many tokens
 */
export function evmBalanceStatement(chain: ChainCode, lookedAt = String(LOOKED_AT_TOKENS)): string {
  const history = `${chain}.address_transactions`;
  const timeOf = (key: string): string =>
    `(SELECT time FROM ${chain}.blocks WHERE height = (${key} >> 20)::integer LIMIT 1)`;
  const row = (seq: string): string => `SELECT * FROM ${history} WHERE address_key = $1 AND seq = ${seq} LIMIT 1`;
  return `${withState(chain)}, ${tracing(chain)}, ${lastUpTo(chain, '0::bigint')}, reach AS MATERIALIZED (
    SELECT r.* FROM head CROSS JOIN LATERAL (${row('CASE WHEN $2 IS NULL THEN head.last ELSE (SELECT low FROM search WHERE low = high) END')}) r
  ), around AS MATERIALIZED (
    SELECT s.*, least(coalesce($2, g.tip), g.tip) AS upto FROM tracing g
    CROSS JOIN LATERAL (${stretchAround(chain, 'least(coalesce($2, g.tip), g.tip)')}) s
    WHERE (SELECT live FROM state) AND s.since <= least(coalesce($2, g.tip), g.tip)
  ), before(low, high) AS (
    SELECT 0::bigint, coalesce((SELECT seq FROM reach), 0) FROM around WHERE NOT is_whole
    UNION ALL
    ${halveHistory(chain, 'before', { before: '(SELECT since::bigint << 20 FROM around)', rank: 'middle + 1' })}
  ), flows AS MATERIALIZED (
    SELECT a.*, coalesce(r.received, 0) - coalesce(b.received, 0) AS received, coalesce(r.balance, 0) - coalesce(b.balance, 0) AS net
    FROM around a
    LEFT JOIN reach r ON true
    LEFT JOIN LATERAL (${row('(SELECT low FROM before WHERE low = high)')}) b ON true
  ), ${tokens(chain, lookedAt)}
  SELECT (SELECT json FROM state) AS state,
    (SELECT json_build_object('balance', balance::text, 'height', height,
       'time', (SELECT time FROM ${chain}.blocks b WHERE b.height = h.height LIMIT 1))
     FROM (SELECT * FROM ${chain}.address_balances WHERE (SELECT live FROM state) AND $2 IS NULL AND address_key = $1 LIMIT 1) h) AS stored,
    ${countingJson(chain)} AS counting, coalesce((SELECT balance FROM reach), 0)::text AS running,
    (SELECT json_build_object('received', received::text, 'sent', (received - net)::text,
       'stretch', json_build_object('since', since, 'until', upto, 'isWhole', is_whole)) FROM flows) AS flows,
    ${gapsJson(chain, '$2 IS NULL OR from_height <= $2')} AS incomplete,
    (SELECT json_build_object('delta', coalesce(sum(delta), 0)::text, 'transactionCount', count(*))
     FROM ${chain}.mempool_address_transactions
     WHERE (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL AND $2 IS NULL
     HAVING (SELECT followed FROM state)) AS pending,
    coalesce((SELECT seq FROM reach), 0)::float8 AS "transactionCount",
    (SELECT ${timeOf(`(SELECT tx_key FROM (${row('1')}) f)`)} FROM reach)::float8 AS "firstSeen",
    (SELECT ${timeOf('reach.tx_key')} FROM reach)::float8 AS "lastSeen",
    ${blockAsked(chain)} AS block,
    coalesce((SELECT list FROM listed_tokens), '[]') AS tokens,
    (SELECT count(*) FROM held_tokens)::float8 AS "tokenCount", (SELECT count(*) FROM touched_tokens) >= ${lookedAt} AS "hasMore"`;
}

/** A balance is known where it was asked for after the last transfer. Known to be nothing: not held. */
function tokens(chain: ChainCode, lookedAt: string): string {
  return `touched_tokens AS MATERIALIZED (
    SELECT * FROM ${chain}.token_balances
    WHERE (SELECT live FROM state) AND $2 IS NULL AND address_key = $1
    ORDER BY address_key, asset, token_id LIMIT ${lookedAt}
  ), held_tokens AS MATERIALIZED (
    SELECT asset, token_id, touched, height, CASE WHEN height IS NOT NULL THEN balance IS NOT NULL END AS answered,
      CASE WHEN height >= touched THEN balance END AS balance
    FROM touched_tokens
    WHERE (height >= touched AND balance = 0) IS NOT TRUE
  ), listed_tokens AS MATERIALIZED (
    SELECT json_agg(json_build_object('asset', encode(h.asset, 'hex'),
        'standard', ${holdingStandard('h', 'k')},
        'tokenId', h.token_id::text, 'name', k.name, 'symbol', k.symbol, 'decimals', k.decimals,
        'balance', h.balance::text, 'height', h.height, 'drifts', coalesce(k.drifts, false), 'answered', h.answered)
      ORDER BY h.balance IS NULL, h.touched DESC, h.asset, h.token_id) AS list
    FROM (SELECT * FROM held_tokens ORDER BY balance IS NULL, touched DESC, asset, token_id LIMIT $3) h
    LEFT JOIN LATERAL (SELECT * FROM ${chain}.tokens WHERE asset = h.asset LIMIT 1) k ON true)`;
}

const manyStatement = (chain: ChainCode): string =>
  ofMany(evmBalanceStatement(chain, '$4::integer'), { $1: 'bytea[]' });

/**
 * Reads what is stored of the balances of addresses at one block, and of their tokens, in their order.
 * @param height the last block to count, or null for the tip
 * @param tokenLimit tokens to list at most
 * @returns null when the chain has no row in sync_state; nothing is counted while its first sync is under way
 */
export async function readEvmBalances(
  db: Queryable,
  chain: ChainCode,
  keys: readonly Buffer[],
  height: number | null,
  tokenLimit = 100,
): Promise<EvmBalance[] | null> {
  const [only, ...others] = keys;
  const rows =
    only && others.length === 0
      ? await queryChain<EvmBalance>(db, 'account_balance', chain, evmBalanceStatement, [only, height, tokenLimit])
      : await queryChain<EvmBalance>(db, 'account_balances', chain, manyStatement, [
          ...[keys, height, tokenLimit, Math.floor(LOOKED_AT_TOKENS / keys.length)],
        ]);
  return rows[0]?.state ? rows : null;
}

/**
 * The standard of what an address has of a contract, in SQL. A contract may log transfers of several standards. Those
 * of ERC-1155 alone are kept by token id; of the other two, which ask the same question, the contract's first transfer
 * tells.
 * @param holding row of token_balances @param token row of tokens, may be all NULL
 */
function holdingStandard(holding: string, token: string): string {
  return `CASE WHEN ${holding}.token_id IS NOT NULL THEN 'erc1155' WHEN ${token}.standard = 'erc721' THEN 'erc721' ELSE 'erc20' END`;
}
