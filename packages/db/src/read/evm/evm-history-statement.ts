import type { ChainCode } from '@chaintrail/chains';
import { EXAMINED_TRANSFERS } from '../history-part.js';
import { endOf, type HistorySql, MOST_HITS, PART } from '../history-statement.js';
import { LOOKED_AT_PER_ROW, lookedAt } from '../transaction-json.js';
import { countingJson } from './counting.js';
import {
  confirmedEvmJson,
  listedTransfers,
  movesToken,
  pendingEvmJson,
  transferCount,
} from './evm-transaction-json.js';
import { gapsJson, tracing } from './internal-status.js';

/** Histories of EVM chains. Cursors have keys and no ranks, since rows join where a gap of traces is closed. */
export function evmHistorySql(chain: ChainCode): HistorySql {
  const ofPart = 'int8range(from_height::bigint << 20, (to_height + 1)::bigint << 20) && (SELECT keys FROM asked)';
  return {
    ...{ queries: `${tracing(chain)}, `, join: 'CROSS JOIN tracing g', isByKey: true },
    head: (isPart) =>
      `json_build_object('counting', ${countingJson(chain)}, 'incomplete', ${gapsJson(chain, isPart ? ofPart : 'true')})`,
    columns: `, (${transferCount(chain)})::integer AS transfer_count`,
    weight: {
      confirmed: (limit) => `least(t.transfer_count, ${lookedAt({ limit })}) / ${LOOKED_AT_PER_ROW}`,
      pending: () => '0',
    },
    confirmed: (limit, compact) => confirmedEvmJson(chain, { key: '$1', limit, compact }, 't.transfer_count'),
    pending: () => pendingEvmJson(),
    hits: hits(chain),
    // Not asked for where the page is full: rows behind it are not even weighed.
    end: `CASE WHEN NOT ${ALL} AND (is_countable OR (SELECT count(*) FROM hits) <= ${PART.limit}) THEN (
      ${endOf(`weighed WHERE looked < ${EXAMINED_TRANSFERS}`)}) END`,
  };
}

const LIST = { key: '$1', limit: PART.limit } as const;
/** Whether no transaction has to be looked at. */
const ALL = `(${PART.direction} IS NULL AND NOT ${PART.isNative} AND ${PART.asset}::bytea IS NULL)`;

/** `weighed`: rows, and how many transfers are looked at for those before them. */
function hits(chain: ChainCode): string {
  const count = (most?: string): string => `SELECT ${transferCount(chain, most)} FROM (SELECT c.tx_key) t`;
  const looked = `CASE WHEN c.tx_key IS NULL THEN 0 WHEN ${PART.asset}::bytea IS NOT NULL THEN (${count()})
          WHEN ${PART.direction} IS NOT NULL AND c.delta = 0 THEN (${count(lookedAt(LIST))}) ELSE 0 END`;
  return `weighed AS MATERIALIZED (
    SELECT c.*, coalesce(sum(${looked}) OVER (ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS looked
    FROM candidates c ORDER BY n
  ), hits AS MATERIALIZED (
    SELECT * FROM weighed c
    WHERE looked < ${EXAMINED_TRANSFERS} AND (${ALL} OR (
      (NOT ${PART.isNative} OR c.delta <> 0)
      AND (${PART.asset}::bytea IS NULL OR (c.tx_key IS NOT NULL AND ${movesToken(chain, 'c.tx_key', '$1', PART.asset)}))
      AND (${PART.direction} IS NULL OR ${PART.direction} = CASE
        WHEN c.delta > 0 THEN 'in'
        WHEN c.tx_key IS NULL THEN (${pendingDirection(chain)})
        ELSE (${confirmedDirection(chain)}) END)))
    ORDER BY n LIMIT ${MOST_HITS})`;
}

/** Which way the confirmed transaction of row `c` goes; a fee is never below 0, so that it is no `self` that gains. */
function confirmedDirection(chain: ChainCode): string {
  const sides = `(
        SELECT bool_or(from_key = $1) AS gives, bool_or(to_key = $1) AS gets FROM (${listedTransfers(chain, LIST)}) x)`;
  return `SELECT ${directionOf('t.fee', sides)}
    FROM (SELECT tx_key, from_key, to_key, fee FROM ${chain}.transactions WHERE tx_key = c.tx_key LIMIT 1) t`;
}

/** The same of an unconfirmed one: nothing has moved yet. */
function pendingDirection(chain: ChainCode): string {
  return `SELECT ${directionOf('NULL::numeric', '(SELECT false AS gives, false AS gets)')}
    FROM (SELECT from_key, to_key FROM ${chain}.mempool_transactions WHERE id = c.id LIMIT 1) t`;
}

/** Which way row `t` goes that does `c.delta`, as `directionOf` of the API says it of what is listed. */
function directionOf(fee: string, sides: string): string {
  return `CASE
        WHEN t.from_key = $1 AND t.to_key = $1 AND (c.delta = 0 OR c.delta = -${fee}) THEN 'self'
        WHEN c.delta < 0 THEN 'out' WHEN c.delta > 0 THEN 'in'
        ELSE (SELECT CASE
            WHEN (coalesce(t.from_key = $1, false) OR coalesce(gives, false)) AND (coalesce(t.to_key = $1, false) OR coalesce(gets, false)) THEN 'self'
            WHEN coalesce(t.from_key = $1, false) OR coalesce(gives, false) THEN 'out' ELSE 'in' END
          FROM ${sides} sides) END`;
}
