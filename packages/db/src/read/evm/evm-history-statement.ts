import type { ChainCode } from '@chaintrail/chains';
import { directionSql } from '../direction-sql.js';
import { EXAMINED_TRANSFERS } from '../history-part.js';
import { endOf, type HistorySql, MOST_HITS, PART } from '../history-statement.js';
import { LOOKED_AT_PER_ROW, lookedAt } from '../transaction-lists.js';
import { countingJson } from './counting.js';
import {
  confirmedEvmJson,
  movesToken,
  namesOwn,
  pendingEvmJson,
  sides,
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
const ALL = `(${PART.direction} IS NULL AND NOT ${PART.isNative} AND ${PART.asset}::bytea IS NULL AND NOT ${PART.isClean})`;

/** `weighed`: rows, and how many transfers are looked at for those before them. */
function hits(chain: ChainCode): string {
  const count = (most?: string): string => `SELECT ${transferCount(chain, most)} FROM (SELECT c.tx_key) t`;
  const looked = `CASE WHEN c.tx_key IS NULL THEN 0 WHEN ${PART.asset}::bytea IS NOT NULL THEN (${count()})
          WHEN (${PART.direction} IS NOT NULL OR ${PART.isClean}) AND c.delta = 0 THEN (${count(lookedAt(LIST))}) ELSE 0 END`;
  return `weighed AS MATERIALIZED (
    SELECT c.*, coalesce(sum(${looked}) OVER (ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS looked
    FROM candidates c ORDER BY n
  ), hits AS MATERIALIZED (
    SELECT * FROM weighed c
    WHERE looked < ${EXAMINED_TRANSFERS} AND (${ALL} OR (
      (NOT ${PART.isNative} OR c.delta <> 0)
      AND (${PART.asset}::bytea IS NULL OR (c.tx_key IS NOT NULL AND ${movesToken(chain, 'c.tx_key', '$1', PART.asset)}))
      AND (${PART.direction} IS NULL AND (NOT ${PART.isClean} OR c.delta <> 0 OR c.tx_key IS NULL) OR (
        SELECT (${PART.direction} IS NULL OR ${PART.direction} = way) AND NOT (${PART.isClean} AND way = 'mention')
        FROM (SELECT CASE
          WHEN c.delta > 0 THEN 'in'
          WHEN c.tx_key IS NULL THEN (${pendingDirection(chain)})
          ELSE (${confirmedDirection(chain)}) END AS way OFFSET 0) found))))
    ORDER BY n LIMIT ${MOST_HITS})`;
}

/** Direction of the confirmed transaction of row `c`. */
function confirmedDirection(chain: ChainCode): string {
  const { gives, gets, isSeen } = sides(chain, LIST, `(${transferCount(chain)})`);
  return `SELECT ${directionOf('t.fee', { gives, gets, isMention: `t.created_contract IS DISTINCT FROM $1 AND ${isSeen} AND ${namesOwn(chain, LIST)}` })}
    FROM (SELECT tx_key, from_key, to_key, created_contract, fee FROM ${chain}.transactions WHERE tx_key = c.tx_key LIMIT 1) t`;
}

/** The same of an unconfirmed one: nothing has moved yet. */
function pendingDirection(chain: ChainCode): string {
  return `SELECT ${directionOf('NULL::numeric', { gives: 'false', gets: 'false', isMention: 'false' })}
    FROM (SELECT from_key, to_key FROM ${chain}.mempool_transactions WHERE id = c.id LIMIT 1) t`;
}

/**
 * Direction of row `t`, which does `c.delta`.
 * @param of SQL: whether transfers took from the address or brought it something, and whether they can but mention it
 */
function directionOf(fee: string, { gives, gets, isMention }: Record<'gives' | 'gets' | 'isMention', string>): string {
  const sides = `SELECT coalesce(t.from_key = $1, false) OR ${gives} AS gives, coalesce(t.to_key = $1, false) OR ${gets} AS gets`;
  return directionSql({ delta: 'c.delta', fee, toItself: 't.from_key = $1 AND t.to_key = $1', sides, isMention });
}
