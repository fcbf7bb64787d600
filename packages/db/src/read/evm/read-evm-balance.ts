import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { blockAsked, lastUpTo } from '../balance-height.js';
import { askBalances, type BalanceReading, type TokenForm, type TokensRead } from '../balance-tokens.js';
import { withState } from '../chain-state.js';
import { halveHistory } from '../halve-history.js';
import { countingJson } from './counting.js';
import type { EvmBalance } from './evm-read-model.js';
import { gapsJson, stretchAround, tracing } from './internal-status.js';

/** Tokens that are looked at, by index, shared by addresses of a question: some have touched hundreds of thousands. */
const LOOKED_AT_TOKENS = 10_000;

/**
 * Parameters: $1 address key, $2 the last block to count or NULL, $3 how many tokens; more by the form. `after`: $4 and
 * $5 asset and id that the looked at ones lie behind (NULL: none), $6 to $9 rank, first block, asset and id that the
 * page lies behind (NULL: nothing). `named`: $4 contracts.
 * - `reach`: the last row up to that block. `flows`: what was paid in the traced stretch around it.
 * @param lookedAt SQL: how many tokens
 */
export function evmBalanceStatement(
  chain: ChainCode,
  form: TokenForm = 'first',
  lookedAt = String(LOOKED_AT_TOKENS),
): string {
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
  ), ${tokens(chain, form, lookedAt)}
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
    (SELECT count(*) FROM held_tokens)::float8 AS "tokenCount", (SELECT count(*) FROM touched_tokens) >= ${lookedAt} AS "hasMore",
    (SELECT json_build_object('asset', encode(asset, 'hex'), 'tokenId', token_id::text)
     FROM touched_tokens ORDER BY asset DESC, token_id DESC LIMIT 1) AS "lastLooked"`;
}

/** Holdings that the address touched, as far as it is looked at, in the order of the index. */
function touched(chain: ChainCode, form: TokenForm, lookedAt: string): string {
  const isNow = form === 'named' ? '' : ' AND $2 IS NULL';
  const own = `SELECT * FROM ${chain}.token_balances WHERE (SELECT live FROM state)${isNow} AND address_key = $1`;
  const order = `ORDER BY address_key, asset, token_id LIMIT ${lookedAt}`;
  switch (form) {
    case 'first':
      return `${own} ${order}`;
    case 'after':
      // Ids come before none at all.
      return `SELECT * FROM (
      (${own} AND asset = $4::bytea AND token_id > $5::numeric ${order})
      UNION ALL (${own} AND asset = $4 AND token_id IS NULL AND $5 IS NOT NULL ${order})
      UNION ALL (${own} AND asset > coalesce($4, '') ${order})) parts ${order}`;
    case 'named':
      return `SELECT a.asset, b.token_id, b.touched, b.height, b.balance, b.sent, a.n
    FROM (SELECT asset, min(n) AS n FROM unnest($4::bytea[]) WITH ORDINALITY u(asset, n) GROUP BY asset) a
    LEFT JOIN LATERAL (${own} AND asset = a.asset ${order}) b ON true`;
  }
}

/**
 * A balance is known where it was asked for after the last transfer. Known to be nothing: not held. Those come first that
 * the address itself ever sent, then those that it has, of both the oldest contracts: to be sent some costs nobody
 * anything, and a copy is newer than what it copies.
 */
function tokens(chain: ChainCode, form: TokenForm, lookedAt: string): string {
  const isNamed = form === 'named';
  const order = isNamed ? 'n, token_id' : 'rank, since, asset, id';
  return `touched_tokens AS MATERIALIZED (
    ${touched(chain, form, lookedAt)}
  ), held_tokens AS MATERIALIZED (
    SELECT h.*, CASE WHEN sent THEN 0 WHEN balance IS NOT NULL THEN 1 ELSE 2 END AS rank
    FROM (SELECT asset, token_id, coalesce(token_id, -1) AS id, touched, height, sent,${isNamed ? ' n,' : ''}
        CASE WHEN height IS NOT NULL THEN balance IS NOT NULL END AS answered,
        CASE WHEN ${isNamed ? '$2 IS NULL AND ' : ''}height >= touched THEN balance END AS balance
      FROM touched_tokens
      WHERE ${isNamed ? 'true' : '(height >= touched AND balance = 0) IS NOT TRUE'}) h
  ), listed_tokens AS MATERIALIZED (
    SELECT json_agg(json_build_object('asset', encode(asset, 'hex'),
        'standard', ${holdingStandard('h', isNamed)},
        'tokenId', token_id::text, 'name', name, 'symbol', symbol, 'decimals', decimals,
        'balance', balance::text, 'height', height, 'drifts', coalesce(drifts, false), 'answered', answered, 'rank', rank, 'since', since)
      ORDER BY ${order}) AS list
    FROM (SELECT h.*, coalesce(k.first_height, 0) AS since, k.standard, k.name, k.symbol, k.decimals, k.drifts FROM held_tokens h
      LEFT JOIN LATERAL (SELECT * FROM ${chain}.tokens WHERE asset = h.asset LIMIT 1) k ON true
      WHERE ${conditionOf(form)}
      ORDER BY ${order} LIMIT $3 + 1) h)`;
}

function conditionOf(form: TokenForm): string {
  switch (form) {
    case 'first':
      return 'true';
    case 'after':
      return '$6::integer IS NULL OR (h.rank, coalesce(k.first_height, 0), h.asset, h.id) > ($6, $7::integer, $8::bytea, $9::numeric)';
    case 'named':
      // Holdings of ERC-1155 are of an id each: where it had none there is nothing to ask for.
      return "touched IS NOT NULL OR k.standard IS DISTINCT FROM 'erc1155'";
  }
}

/** Tokens of an address that are read; `assets` are keys of contracts. */
export type TokenRequest = TokensRead<Buffer>;

const FIRST_TOKENS: TokenRequest = { limit: 100, from: null, assets: null };

const READING: BalanceReading = {
  ...{ name: 'evm_balance', names: 'evm_balances', lookedAt: LOOKED_AT_TOKENS },
  statement: evmBalanceStatement,
  positionValues({ looked, after }) {
    const bytes = (hex: string | undefined): Buffer | null => (hex === undefined ? null : Buffer.from(hex, 'hex'));
    return [
      ...[bytes(looked?.asset), looked?.tokenId ?? null, after?.rank ?? null, after?.since ?? null],
      ...[bytes(after?.asset), after === null ? null : (after.tokenId ?? '-1')],
    ];
  },
};

/**
 * Reads what is stored of the balances of addresses at one block, and of their tokens, in their order.
 * @param height the last block to count, or null for the tip
 * @returns null when the chain has no row in sync_state; nothing is counted while its first sync is under way
 */
export function readEvmBalances(
  db: Queryable,
  chain: ChainCode,
  keys: readonly Buffer[],
  height: number | null,
  tokens: TokenRequest = FIRST_TOKENS,
): Promise<EvmBalance[] | null> {
  return askBalances<EvmBalance>(db, chain, READING, keys, height, tokens);
}

/**
 * The standard of what an address has of a contract, in SQL. A contract may log transfers of several standards. Those
 * of ERC-1155 alone are kept by token id; of the other two, which ask the same question, the contract tells.
 * @param row with columns of token_balances and of tokens, which may be NULL: of a contract that logged no transfer
 */
function holdingStandard(row: string, isNamed: boolean): string {
  const unknown = isNamed ? `WHEN ${row}.standard IS NULL THEN NULL ` : '';
  return `CASE WHEN ${row}.token_id IS NOT NULL THEN 'erc1155' WHEN ${row}.standard = 'erc721' THEN 'erc721' ${unknown}ELSE 'erc20' END`;
}
