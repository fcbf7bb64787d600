/** The rows of blocks against each other and against their transactions, a bounded number at a time. */
import { type BlockRef, type ChainCode, type ChainFamily, requireChain } from '@chaintrail/chains';
import type { Session } from '../connection.js';
import { queryChain } from '../read/chain-state.js';
import { FINDING_COLUMNS, type Findings } from '../tables/findings.js';
import { lookOnce } from './audit-session.js';

/** Most blocks of a statement, which ends with the block that brings it to so many transactions. */
const BLOCKS = 5_000;
const TRANSACTIONS = 100_000;

export interface BlockStretch extends Findings {
  readonly blocks: number;
  readonly transactions: number;
  /** Height of the last block looked at; below the first one where the chain ends before it. */
  readonly last: number;
}

/**
 * How many transactions a block has rows of, and at how many places.
 * - EVM: it may have one row more, of what the block itself moved: behind its transactions, without a type.
 * - Cosmos: it may have several, before and behind them, without an index. All rows together are without a gap.
 */
const COUNTED: Readonly<Record<ChainFamily, string>> = {
  utxo: 'count(*) AS rows, max(tx_key & 1048575) + 1 AS places',
  evm: 'count(type) AS rows, max(tx_key & 1048575) + 1 - (count(*) - count(type)) AS places',
  cosmos: `count(block_index) AS rows,
      greatest(coalesce(max(block_index), -1) + 1, max(tx_key & 1048575) + 1 - (count(*) - count(block_index))) AS places`,
};

/** Latest header time up to a block, which `from` and `to` of histories are looked up by. On account chains times never fall. */
const latestTime = (chain: ChainCode, block: string): string =>
  requireChain(chain).family === 'utxo' ? `coalesce(${block}.max_time, ${block}.time)` : `${block}.time`;

const STATEMENT = (chain: ChainCode) => `
  WITH bound AS MATERIALIZED (
    SELECT least($2::integer, height) AS last, history_from FROM ${chain}.sync_state),
  nearest AS MATERIALIZED (
    SELECT height, hash, parent_hash, tx_count, time, ${latestTime(chain, 'b')} AS latest, sum(greatest(tx_count, 0)) OVER (ORDER BY height) - greatest(tx_count, 0) AS before
    FROM (SELECT * FROM ${chain}.blocks WHERE height >= $1 AND height <= (SELECT last FROM bound) ORDER BY height LIMIT ${BLOCKS}) b),
  taken AS MATERIALIZED (SELECT * FROM nearest WHERE before < ${TRANSACTIONS}),
  span AS MATERIALIZED (
    SELECT CASE WHEN (SELECT count(*) FROM nearest) = ${BLOCKS} OR (SELECT count(*) FROM taken) < (SELECT count(*) FROM nearest)
      THEN (SELECT max(height) FROM taken) ELSE bound.last END AS last, history_from FROM bound),
  counted AS MATERIALIZED (
    SELECT (tx_key >> 20)::integer AS height, ${COUNTED[requireChain(chain).family]} FROM ${chain}.transactions
    WHERE tx_key >= $1::bigint << 20 AND tx_key < ((SELECT last FROM span) + 1)::bigint << 20 GROUP BY 1),
  findings AS MATERIALIZED (
    SELECT problem, 'block ' || height AS place, expected, found FROM (
      SELECT 'missing' AS problem, height, 'a row in blocks' AS expected, 'none' AS found
      FROM (SELECT generate_series($1::integer, last) AS height FROM span) s LEFT JOIN taken USING (height) WHERE taken.height IS NULL
      UNION ALL
      SELECT 'parent', t.height, encode(p.hash, 'hex'), encode(t.parent_hash, 'hex')
      FROM taken t JOIN ${chain}.blocks p ON p.height = t.height - 1 WHERE p.hash <> t.parent_hash
      UNION ALL
      SELECT 'latest-time', t.height, greatest(t.time, ${latestTime(chain, 'p')})::text, t.latest::text
      FROM taken t JOIN ${chain}.blocks p ON p.height = t.height - 1 WHERE t.latest <> greatest(t.time, ${latestTime(chain, 'p')})
      UNION ALL
      SELECT 'transactions', taken.height, taken.tx_count || ' rows in transactions', coalesce(c.rows, 0) || ' rows, at ' || coalesce(c.places, 0) || ' places'
      FROM taken LEFT JOIN counted c USING (height)
      WHERE coalesce(c.rows, 0) <> taken.tx_count OR coalesce(c.places, 0) <> taken.tx_count
      UNION ALL
      SELECT 'transactions-without-block', c.height, 'no transactions', c.rows || ' rows'
      FROM counted c LEFT JOIN taken USING (height) WHERE taken.height IS NULL) all_findings
    ORDER BY height)
  SELECT (SELECT count(*)::integer FROM taken) AS blocks, (SELECT coalesce(sum(rows), 0)::integer FROM counted) AS transactions,
    span.last, ${FINDING_COLUMNS}
  FROM span`;

/** Looks at blocks from a height on, up to `to` (inclusive) or the cursor, or as many as one statement may take. */
export async function checkBlocks(
  session: Session,
  chain: ChainCode,
  span: { readonly from: number; readonly to: number },
): Promise<BlockStretch> {
  return lookOnce<BlockStretch>(session, STATEMENT(chain), [span.from, span.to]);
}

/** Whether the cursor names the last block, and nothing lies outside of what it says is indexed. */
export async function checkCursor(session: Session, chain: ChainCode): Promise<Findings> {
  return lookOnce<Findings>(
    session,
    `WITH cursor AS (SELECT height, hash, history_from FROM ${chain}.sync_state),
     findings AS MATERIALIZED (
       SELECT 'cursor' AS problem, 'block ' || cursor.height AS place, coalesce(encode(b.hash, 'hex'), 'a row in blocks') AS expected, encode(cursor.hash, 'hex') AS found
       FROM cursor LEFT JOIN ${chain}.blocks b USING (height) WHERE b.hash IS DISTINCT FROM cursor.hash
       UNION ALL
       SELECT 'above-cursor', 'block ' || max(b.height), 'at most ' || min(cursor.height), max(b.height)::text
       FROM cursor JOIN ${chain}.blocks b ON b.height > cursor.height HAVING count(*) > 0
       UNION ALL
       SELECT 'above-cursor', 'tx_key ' || max(t.tx_key), 'a block of at most ' || min(cursor.height), (max(t.tx_key) >> 20)::text
       FROM cursor JOIN ${chain}.transactions t ON t.tx_key >= (cursor.height + 1)::bigint << 20 HAVING count(*) > 0
       UNION ALL
       SELECT 'before-history', 'block ' || min(b.height), 'at least ' || min(cursor.history_from), min(b.height)::text
       FROM cursor JOIN ${chain}.blocks b ON b.height < cursor.history_from HAVING count(*) > 0)
     SELECT ${FINDING_COLUMNS}`,
  );
}

export interface AuditedChain {
  readonly network: string;
  readonly historyFrom: number;
  /** Null before the first block. */
  readonly cursor: BlockRef | null;
  /** The first sync is over: the rows are complete and indexed. */
  readonly isLive: boolean;
}

/** @returns null for a chain that is not indexed here */
export async function readAuditedChain(session: Session, chain: ChainCode): Promise<AuditedChain | null> {
  const rows = await queryChain<{
    network: string;
    history_from: number;
    height: number | null;
    hash: string | null;
    live: boolean;
  }>(
    session,
    'audited_chain',
    chain,
    () => `SELECT network, history_from, height, encode(hash, 'hex') AS hash, live_since IS NOT NULL AND stage IS NULL AS live
     FROM ${chain}.sync_state`,
  );
  const [row] = rows;
  if (!row) return null;
  const { height, hash } = row;
  return {
    network: row.network,
    historyFrom: row.history_from,
    cursor: height === null || hash === null ? null : { height, hash },
    isLive: row.live,
  };
}

/** @returns the hash of the indexed block at a height, or null where none is indexed */
export async function readBlockHashAt(session: Session, chain: ChainCode, height: number): Promise<string | null> {
  const { rows } = await session.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM ${chain}.blocks WHERE height = $1`,
    [height],
  );
  return rows[0]?.hash ?? null;
}
