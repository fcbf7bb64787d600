/** Deposits whose outcome later blocks changed, from what those tell. Their place is the end of the block. */
import type { ChainCode } from '@chaintrail/chains';
import { TXS_PER_BLOCK } from '../../tx-key.js';
import { outcome } from '../cosmos/cosmos-transaction-json.js';
import { halveHistory } from '../halve-history.js';

/** Payouts, and refunds without one, that a page looks at; more where a single block has more. */
const LOOKED_AT = 1_000;

/** The last key of the block of a key. */
export const endOfBlock = (key: string): string => `(${key} | ${TXS_PER_BLOCK - 1})`;

/** An entry of the block that gives a reason pays nothing where the fee takes all of it. */
const SOURCES = [
  { table: 'payouts', order: 'tx_key, idx', isTold: 'true' },
  { table: 'transactions', order: 'tx_key', isTold: 'in_txid IS NOT NULL AND failure IS NOT NULL' },
] as const;

/**
 * Queries `telling`, up to which `last` key they look, and `told`: which transaction (`in_txid`) which block (`height`)
 * tells of.
 * @param first SQL of the first key of the first block. @param to of the last key
 */
function told(chain: ChainCode, first: string, to: string): string {
  const rows = ({ table, isTold }: (typeof SOURCES)[number]): string =>
    `FROM ${chain}.${table} WHERE (SELECT live FROM state) AND ${isTold} AND tx_key >= (SELECT first FROM telling)`;
  const lasts = SOURCES.map(
    ({ table, order, isTold }) => `(SELECT ${endOfBlock('tx_key')} FROM ${chain}.${table}
        WHERE (SELECT live FROM state) AND ${isTold} AND tx_key >= first AND tx_key <= ${to} ORDER BY ${order} OFFSET ${LOOKED_AT - 1} LIMIT 1)`,
  );
  return `telling AS MATERIALIZED (
    SELECT first, least(${to}, ${lasts.join(', ')}) AS last FROM (SELECT ${first} AS first) f
  ), told AS MATERIALIZED (
    SELECT DISTINCT in_txid, tx_key >> 20 AS height FROM (
      ${SOURCES.map((source) => `SELECT tx_key, in_txid ${rows(source)} AND tx_key <= (SELECT last FROM telling)`).join(' UNION ALL ')}) all_told
  )`;
}

/** The deposit in `told`, if somebody is followed who made it in an earlier block. */
const deposit = (chain: ChainCode): string => `CROSS JOIN LATERAL (
      SELECT * FROM ${chain}.transactions WHERE txid = told.in_txid AND code = 0 LIMIT 1) t
    WHERE t.from_key IN (SELECT unnest($1::bytea[])) AND t.tx_key >> 20 < told.height`;

/** First key of the block that has a key. */
const startOfBlock = (key: string): string => `((${key} >> 20) << 20)`;
const NO_END = String(Number.MAX_SAFE_INTEGER);

/** Queries whose last is `depositors`: keys ($1) of those who may be told of an outcome from place $2 on. */
export function depositorsQuery(chain: ChainCode): string {
  return `${told(chain, startOfBlock('$2::bigint'), NO_END)}, depositors AS MATERIALIZED (
    SELECT t.from_key AS key FROM told ${deposit(chain)}
    UNION
    SELECT unnest($1::bytea[]) FROM telling WHERE last < ${NO_END}
  )`;
}

/** Queries of a page of news. `outcomes`: places of changed deposits; several at one place are in order of `ord`. */
export function outcomesQuery(chain: ChainCode): string {
  const first = startOfBlock('($2::bigint + CASE WHEN $3::bytea IS NULL THEN 1 ELSE 0 END)');
  return `${told(chain, first, '$4::bigint')}, outcomes AS MATERIALIZED (
    SELECT key, place, ord, tx_key FROM (
      SELECT t.from_key AS key, c.place, t.from_key || int8send(t.tx_key) AS ord, t.tx_key,
        ${outcome(chain, 'c.place')}::text AS now, ${outcome(chain, `c.place - ${TXS_PER_BLOCK}`)}::text AS before
      FROM told CROSS JOIN LATERAL (SELECT ${endOfBlock('told.height << 20')} AS place) c ${deposit(chain)}) d
    WHERE now IS DISTINCT FROM before AND (place > $2 OR (place = $2 AND ord > $3))
  )`;
}

/** Query `deposits`: the number (`low` = `high`) in their histories of those that a `page` tells of. */
export function depositsQuery(chain: ChainCode): string {
  const history = `${chain}.address_transactions`;
  return `deposits(ord, key, tx_key, low, high) AS (
    SELECT p.ord, p.key, p.tx_key, 1::bigint, head.seq::bigint FROM page p
    CROSS JOIN LATERAL (SELECT seq FROM ${history} WHERE address_key = p.key ORDER BY seq DESC LIMIT 1) head
    WHERE p.seq IS NULL
    UNION ALL
    ${halveHistory(chain, 'deposits', { carried: 'ord, key, tx_key', before: 'deposits.tx_key', rank: 'middle', address: 'deposits.key' })}
  )`;
}
