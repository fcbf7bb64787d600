import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { ofMany, queryChain, withState } from '../chain-state.js';
import { blockAsked } from '../read-balance.js';
import { bases, blockJson, endsOf, heldBalance, lastOfA, origins } from './balance-sql.js';
import type { EvmBalance } from './evm-read-model.js';
import { counts, keyInA, keyInB, lastOfB, seek } from './history-lists.js';
import { completeAround, tracing } from './internal-status.js';
import { type KnownBalance, knownParameters, knownTexts } from './known-balance.js';

/**
 * Tokens that are looked at: an address that everybody sends tokens to has touched hundreds of thousands. Those are the
 * first in the order of their index. Addresses that are asked for at once share them.
 */
const LOOKED_AT_TOKENS = 10_000;

/**
 * Parameters: $1 address key, $2 the last block to count or NULL, $3 how many tokens, $4 to $6 balances that the caller
 * knows. `reach`: what is up to that block.
 * @param lookedAt SQL: how many tokens
 */
function statement(chain: ChainCode, lookedAt = String(LOOKED_AT_TOKENS)): string {
  const timeOf = (key: string): string =>
    `(SELECT time FROM ${chain}.blocks WHERE height = (${key} >> 20)::integer LIMIT 1)`;
  return `${withState(chain)}, ${tracing(chain)}, ${counts(chain)}, ${bases(chain, KNOWN)}, ${whole(chain)},
  ${seek(chain, `${KEYS} UNION ALL ${endsOf(chain, ENDS)}`)}, ${heldBalance(chain)}, ${origins(chain)},
  reach AS MATERIALIZED (
    SELECT r.a, r.b, c.b0, c.bound, g.tip FROM counts c
    CROSS JOIN tracing g
    CROSS JOIN LATERAL (
      SELECT c.a, c.b WHERE $2::integer IS NULL UNION ALL SELECT f.a, f.b FROM found f WHERE f.id IS NULL) r
  ), ${tokens(chain, lookedAt)}
  SELECT (SELECT json FROM state) AS state,
    (SELECT json_build_object('balance', balance::text, 'height', height, 'isCurrent', is_current,
       'time', (SELECT time FROM ${chain}.blocks b WHERE (SELECT live FROM state) AND b.height = held.height LIMIT 1))
     FROM held WHERE $2 IS NULL) AS stored,
    (SELECT json_build_object('delta', coalesce(sum(delta), 0)::text, 'transactionCount', count(*))
     FROM ${chain}.mempool_address_transactions
     WHERE (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL AND $2 IS NULL
     HAVING (SELECT followed FROM state)) AS pending,
    coalesce((SELECT a + b FROM reach), 0)::float8 AS "transactionCount",
    (SELECT ${timeOf(`least((${keyInA(chain, '1')}), (${keyInB(chain, '1')}))`)} FROM reach c WHERE a + b > 0)::float8 AS "firstSeen",
    (SELECT ${timeOf(`greatest((${keyInA(chain, 'c.a')}), (${keyInB(chain, 'c.b')}))`)} FROM reach c WHERE a + b > 0)::float8 AS "lastSeen",
    (${received(chain)}) AS received,
    (SELECT ${blockJson(chain, 'until')} FROM whole WHERE NOT EXISTS (SELECT FROM ${WHOLE_ORIGINS})) AS wanted,
    ${blockAsked(chain)} AS block,
    coalesce((SELECT list FROM listed_tokens), '[]') AS tokens,
    (SELECT count(*) FROM held_tokens)::float8 AS "tokenCount", (SELECT count(*) FROM touched_tokens) >= ${lookedAt} AS "hasMore"`;
}

const KEYS = `SELECT NULL::bigint, ($2::bigint + 1) << 20 WHERE $2 IS NOT NULL`;

/** Of the last block that `received` counts, and of those to count it from. */
const ENDS = 'SELECT 0 AS id, last AS height FROM whole UNION ALL SELECT id, height FROM bases';
const KNOWN = { balances: '$4', heights: '$5', hashes: '$6' } as const;

/**
 * A query `whole` of one row. Everything is known from the chain's beginning up to block `until`; `last` is the last
 * one that is counted. Of none where that is before the block that was asked for, and not because traces of the newest
 * blocks are yet to come. Block 0 of no chain has transactions.
 */
function whole(chain: ChainCode): string {
  return `whole AS MATERIALIZED (
    SELECT w.until, least($2, w.until) AS last
    FROM tracing g
    CROSS JOIN LATERAL (${completeAround(chain, '0')}) w
    WHERE (SELECT live FROM state) AND g.history_from <= 1
      AND (w.until >= least($2, g.tip) OR w.until = g.live_to AND g.mode <> 'off')
  )`;
}

const WHOLE_ORIGINS = 'origins WHERE since <= 1';

/**
 * What transactions paid it, with the block up to which they are counted: where they tell all that it ever had. Running
 * sums at the end of what is counted; those of the part traced after the fact end where the other begins.
 */
function received(chain: ChainCode): string {
  return `SELECT json_build_object('height', w.last, 'amount', (coalesce(a.received, 0) + coalesce(i.received, 0)
        + CASE WHEN i.live THEN coalesce(o.received, 0) ELSE 0 END)::text)
      FROM whole w
      CROSS JOIN tracing g
      LEFT JOIN LATERAL (${lastOfA(chain, '0')}) a ON true
      LEFT JOIN LATERAL (${lastOfB(chain, '((w.last + 1)::bigint << 20) - 1')}) i ON true
      LEFT JOIN LATERAL (SELECT * FROM (${lastOfB(chain, '((g.backfill_to + 1)::bigint << 20) - 1')}) part WHERE NOT part.live) o ON true
      WHERE (SELECT bool_and(origin = 0) FROM ${WHOLE_ORIGINS})`;
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
  ofMany(statement(chain, '$7::integer'), { $1: 'bytea[]', $4: 'text[]', $5: 'text[]', $6: 'text[]' });

/** An address, and what nodes said of its balance beside what is stored. */
export interface AskedEvmAddress {
  readonly key: Buffer;
  readonly known: readonly KnownBalance[];
}

/**
 * Reads what is stored of the balances of addresses at one block, and of their tokens, in their order.
 * @param height the last block to count, or null for the tip
 * @param tokenLimit tokens to list at most
 * @returns null when the chain has no row in sync_state; nothing is counted while its first sync is under way
 */
export async function readEvmBalances(
  db: Queryable,
  chain: ChainCode,
  addresses: readonly AskedEvmAddress[],
  height: number | null,
  tokenLimit = 100,
): Promise<EvmBalance[] | null> {
  const [only, ...others] = addresses;
  const rows =
    only && others.length === 0
      ? await queryChain<EvmBalance>(db, 'account_balance', chain, statement, [
          ...[only.key, height, tokenLimit, ...knownParameters(only.known)],
        ])
      : await queryChain<EvmBalance>(db, 'account_balances', chain, manyStatement, [
          ...[addresses.map(({ key }) => key), height, tokenLimit],
          ...knownTexts(addresses.map(({ known }) => known)),
          Math.floor(LOOKED_AT_TOKENS / addresses.length),
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
