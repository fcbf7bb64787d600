/** SQL that finds what there is to tell of many addresses at once, each by probes of its own index. */
import { type ChainCode, requireChain } from '@chaintrail/chains';
import { DROPPED } from '../../tx-key.js';
import { opening, withState } from '../chain-state.js';
import { cosmosJson } from '../cosmos/cosmos-transaction-json.js';
import { confirmedEvmJson, pendingEvmJson } from '../evm/evm-transaction-json.js';
import { tracing } from '../evm/internal-status.js';
import { halveHistory } from '../halve-history.js';
import { DROPPED_JSON } from '../transaction-statement.js';
import { confirmedUtxoJson, pendingUtxoJson } from '../utxo/utxo-transaction-json.js';
import { depositorsQuery, depositsQuery, endOfBlock, outcomesQuery } from './outcome-news.js';
import { marksJson } from './stream-marks.js';

/** `told`: what blocks have; `pending`: what arrived unconfirmed, and what was dropped, by ids in one order. */
export type NewsKind = 'told' | 'pending';

/** Rows of histories that one page looks at, whatever the number of addresses; at least one of each. */
const LOOKED_AT = 100_000;

/**
 * The statement of a page, by place, then by address. A place is a `tx_key`, or the id of an unconfirmed one.
 * Parameters: $1 address keys, $4 the last place to tell of, $5 limit. $2 is the place that was told last, $3 the key
 * of the address that it was told of (NULL: of all).
 *
 * - `asked`: the addresses, each with the first place that is new for it.
 * - `found`: of each address as many rows as the page may need, its `share`. `edge`: up to there, nobody lacks any.
 * - `page`: with what entry to tell of (`tx_key`), whose number may not be known (`seq`), and in which order (`ord`).
 */
export function newsStatement(chain: ChainCode, kind: NewsKind): string {
  const hasOutcomes = kind === 'told' && requireChain(chain).family === 'cosmos';
  const edge = '(SELECT edge FROM edges)';
  const own = `SELECT key, seq, place, key AS ord, place AS tx_key FROM found WHERE place <= coalesce(${edge}, $4)`;
  const outcomes = `SELECT key, NULL, place, ord, tx_key FROM outcomes WHERE place <= coalesce(${edge}, $4)`;
  const all = hasOutcomes ? `${own} UNION ALL ${outcomes}` : own;
  return `${withState(chain)}, ${besides(chain, kind)}asked AS MATERIALIZED (
    SELECT key, CASE WHEN key > $3::bytea THEN $2::bigint ELSE $2 + 1 END AS first FROM unnest($1::bytea[]) k(key)
  ), ${FIND[kind](chain)}, ${edges(hasOutcomes)}, page AS MATERIALIZED (
    ${all} ORDER BY place, ord LIMIT $5
  )${hasOutcomes ? `, ${depositsQuery(chain)}` : ''}
  SELECT ${marksJson(chain)} AS marks, (SELECT count(*) FROM page) = $5 OR ${edge} IS NOT NULL AS more, ${edge} AS edge,
    (${payload(chain, kind)}) AS rows`;
}

/** Addresses ($1) with a row from place $2 on: mostly few of many. */
export function touchedStatement(chain: ChainCode, kind: NewsKind): string {
  const history = `${chain}.address_transactions`;
  const sources: Readonly<Record<NewsKind, string>> = {
    told: `SELECT FROM (SELECT tx_key FROM ${history} WHERE address_key = k.key ORDER BY seq DESC LIMIT 1) head WHERE tx_key >= $2`,
    pending: WAITING_OR_DROPPED.map(
      (state) => `(SELECT FROM ${chain}.mempool_address_transactions
      WHERE address_key = k.key AND ${state} AND id >= $2 ORDER BY address_key, tx_key, id LIMIT 1)`,
    ).join(' UNION ALL '),
  };
  const hasOutcomes = kind === 'told' && requireChain(chain).family === 'cosmos';
  const isDepositor = hasOutcomes ? ' OR k.key IN (SELECT key FROM depositors)' : '';
  return `${withState(chain)}${hasOutcomes ? `, ${depositorsQuery(chain)}` : ''}
  SELECT ${marksJson(chain)} AS marks, (SELECT json_agg(encode(k.key, 'hex')) FROM unnest($1::bytea[]) k(key)
    WHERE (SELECT live FROM state) AND $2::bigint IS NOT NULL AND (EXISTS (${sources[kind]})${isDepositor})) AS keys`;
}

/** Addresses of the unconfirmed transactions that arrived from id $1 to $2, of at most $3 rows. */
export function arrivedStatement(chain: ChainCode): string {
  return `${withState(chain)}
  SELECT ${marksJson(chain)} AS marks, (SELECT json_agg(encode(address_key, 'hex')) FROM (
    SELECT address_key FROM ${chain}.mempool_address_transactions
    WHERE (SELECT followed FROM state) AND id >= $1::bigint AND id <= $2::bigint ORDER BY id LIMIT $3) arrived) AS keys`;
}

function besides(chain: ChainCode, kind: NewsKind): string {
  switch (requireChain(chain).family) {
    case 'utxo':
      return '';
    case 'evm':
      return `${tracing(chain)}, `;
    case 'cosmos':
      return `${opening(chain)}, ${kind === 'told' ? `${outcomesQuery(chain)}, ` : ''}`;
  }
}

/** Each of them is one stretch of an index. */
const WAITING_OR_DROPPED = ['tx_key IS NULL', `tx_key = ${DROPPED}`];

const share = (asked: string): string =>
  `shares AS MATERIALIZED (SELECT greatest(1, least($5::integer + 1, ${LOOKED_AT} / greatest(count(*), 1))) AS share FROM ${asked})`;

/** @param from a query (key, seq, place) with at most a share of each address, all up to $4 */
const found = (from: string): string => `found AS MATERIALIZED (
    SELECT *, count(*) OVER w AS rows, max(place) OVER w AS last FROM (${from}) candidates WINDOW w AS (PARTITION BY key)
  )`;

/** End of what was looked at for outcomes. */
const edges = (hasOutcomes: boolean): string => `edges AS MATERIALIZED (
    SELECT ${hasOutcomes ? 'least(min(last), (SELECT last FROM telling WHERE last < $4))' : 'min(last)'} AS edge
    FROM found WHERE rows = (SELECT share FROM shares))`;

const FIND: Readonly<Record<NewsKind, (chain: ChainCode) => string>> = {
  /** Where the new ones of a history begin is found by halving it: it is sorted by `tx_key`, too. */
  told(chain) {
    const history = `${chain}.address_transactions`;
    return `heads AS MATERIALIZED (
    SELECT a.key, a.first, head.seq::bigint FROM asked a
    CROSS JOIN LATERAL (SELECT seq, tx_key FROM ${history} WHERE address_key = a.key ORDER BY seq DESC LIMIT 1) head
    WHERE (SELECT live FROM state) AND head.tx_key >= a.first
  ), seek(key, first, low, high) AS (
    SELECT key, first, 1::bigint, seq FROM heads
    UNION ALL
    ${halveHistory(chain, 'seek', { carried: 'key, first', before: 'seek.first', rank: 'middle', address: 'seek.key' })}
  ), ${share('heads')}, ${found(`
      SELECT s.key, r.seq::bigint, r.tx_key AS place FROM seek s
      CROSS JOIN LATERAL (
        SELECT seq, tx_key FROM ${history} WHERE address_key = s.key AND seq >= s.low ORDER BY seq LIMIT (SELECT share FROM shares)) r
      WHERE s.low = s.high AND r.tx_key <= $4::bigint`)}`;
  },
  pending: (chain) =>
    `${share('asked')}, ${found(`
      SELECT a.key, NULL::bigint AS seq, r.id AS place FROM asked a
      CROSS JOIN LATERAL (
        ${WAITING_OR_DROPPED.map(
          (state) => `(SELECT id FROM ${chain}.mempool_address_transactions
        WHERE (SELECT followed FROM state) AND address_key = a.key AND ${state} AND id >= a.first AND id <= $4::bigint
        ORDER BY address_key, tx_key, id LIMIT (SELECT share FROM shares))`,
        ).join(' UNION ALL ')}
        ORDER BY id LIMIT (SELECT share FROM shares)) r`)}`,
};

/**
 * Rows of the page, as JSON: key, place, order, hash of the place's block, how it was dropped, and the columns of a
 * history's row.
 */
function payload(chain: ChainCode, kind: NewsKind): string {
  const dropped = kind === 'pending' ? `CASE WHEN t.tx_key = ${DROPPED} THEN ${DROPPED_JSON} END` : 'NULL';
  const rows = (columns: string, from: string, block = kind === 'pending' ? 'NULL' : `encode(b.hash, 'hex')`): string =>
    `SELECT json_agg(json_build_array(encode(p.key, 'hex'), p.place, encode(p.ord, 'hex'), ${block}, ${dropped}, ${columns}, item.json)
      ORDER BY p.place, p.ord) FROM page p ${from}`;
  const effect = `CROSS JOIN LATERAL (
      SELECT delta, received FROM ${chain}.mempool_address_transactions
      WHERE address_key = p.key AND (tx_key IS NULL OR tx_key = ${DROPPED}) AND id = p.place LIMIT 1) e
    CROSS JOIN LATERAL (SELECT * FROM ${chain}.mempool_transactions WHERE id = p.place LIMIT 1) t`;
  const confirmed = `CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = p.tx_key LIMIT 1) t
    CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (p.tx_key >> 20)::integer LIMIT 1) b`;
  const rowOf = (seq: string): string =>
    `LATERAL (SELECT delta, balance, received FROM ${chain}.address_transactions WHERE address_key = p.key AND seq = ${seq} LIMIT 1)`;
  const item = (json: string): string => `CROSS JOIN LATERAL (SELECT ${json} AS json) item`;
  switch (requireChain(chain).family) {
    case 'utxo':
      if (kind === 'pending') {
        const json = pendingUtxoJson(chain, { key: 'p.key', limit: '$5', spent: '(e.received - e.delta)' });
        return rows('e.delta::text, NULL, e.received::text', `${effect} ${item(json)}`);
      }
      return rows(
        'h.delta::text, h.balance::text, g.gained::text',
        `CROSS JOIN ${rowOf('p.seq')} h LEFT JOIN ${rowOf('p.seq - 1')} before ON true
    CROSS JOIN LATERAL (SELECT h.received - coalesce(before.received, 0) AS gained) g
    ${confirmed} ${item(confirmedUtxoJson(chain, { key: 'p.key', limit: '$5', spent: '(g.gained - h.delta)' }))}`,
      );
    case 'evm':
      if (kind === 'pending') return rows('e.delta::text', `${effect} CROSS JOIN tracing g ${item(pendingEvmJson())}`);
      return rows(
        'h.delta::text',
        `CROSS JOIN tracing g CROSS JOIN ${rowOf('p.seq')} h
    ${confirmed} ${item(confirmedEvmJson(chain, { key: 'p.key', limit: '$5' }))}`,
      );
    case 'cosmos': {
      // The outcome as of the block that is told of, so that who reads later is told the same.
      const list = { key: 'p.key', limit: '$5', until: endOfBlock('p.place') };
      return rows(
        'h.delta::text, CASE WHEN EXISTS (SELECT FROM opening) THEN h.balance::text END',
        `CROSS JOIN LATERAL (
      SELECT coalesce(p.seq, (SELECT low FROM deposits d WHERE d.ord = p.ord AND d.low = d.high LIMIT 1)) AS seq) n
    CROSS JOIN ${rowOf('n.seq')} h ${confirmed} ${item(cosmosJson(chain, list))}`,
        `(SELECT encode(hash, 'hex') FROM ${chain}.blocks WHERE height = (p.place >> 20)::integer LIMIT 1)`,
      );
    }
  }
}
