import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';

/** Blocks in which what is traced of an address does not make one balance that the node said of the other. */
export interface AddressGap {
  readonly key: Buffer;
  /** First and last block. */
  readonly from: number;
  readonly to: number;
  /** The older balance and all that moved since. */
  readonly expected: string;
  /** Balance by the node. */
  readonly balance: string;
}

/** Rows of an address above the block that its balance is of: with more, finding the row takes too long. */
const MOST_ABOVE = 1_000;

/**
 * Saves what the node said of balances, with the origin of each: see `address_balances.origin`. Two origins within one
 * stretch of traced blocks are the same, unless traces lack something. An address with too many newer rows is left out.
 * @param isSure whether the node was asked twice: else nothing is written of addresses whose balance does not fit
 * @returns what does not fit; null when the block is not indexed any more
 */
export async function saveBalances(
  session: Session,
  chain: ChainCode,
  block: BlockRef,
  keys: readonly Buffer[],
  balances: readonly bigint[],
  isSure: boolean,
): Promise<readonly AddressGap[] | null> {
  const { rows } = await session.query<AddressGap | { readonly key: null }>({
    name: `save_balances_${chain}`,
    text: `WITH block AS (SELECT true FROM ${chain}.blocks WHERE height = $1 AND hash = decode($2, 'hex')),
      asked AS MATERIALIZED (
        SELECT key, balance, balance - running AS origin FROM unnest($3::bytea[], $4::numeric[]) AS asked(key, balance)
        CROSS JOIN LATERAL (${runningAt(chain)}) last
        WHERE EXISTS (SELECT FROM block)
      ), unfit AS MATERIALIZED (
        SELECT asked.key, old.height + 1 AS since, asked.balance - asked.origin + old.origin AS expected, asked.balance
        FROM asked
        CROSS JOIN ${chain}.internal_sync i
        JOIN ${chain}.address_balances old ON old.address_key = asked.key AND old.height BETWEEN i.from_height - 1 AND $1 - 1
        WHERE asked.origin <> old.origin
          AND NOT EXISTS (SELECT FROM ${chain}.internal_gaps WHERE to_height > old.height AND from_height <= $1)
      ), counted AS (
        UPDATE ${chain}.internal_sync SET contradictions = contradictions + (SELECT count(*) FROM unfit) WHERE $5 AND EXISTS (SELECT FROM unfit)
      ), lengthened AS (
        UPDATE ${chain}.address_gaps g SET to_height = $1 FROM unfit WHERE $5 AND g.address_key = unfit.key AND g.to_height = unfit.since - 1
        RETURNING g.address_key
      ), begun AS (
        INSERT INTO ${chain}.address_gaps (address_key, from_height, to_height)
        SELECT key, since, $1 FROM unfit WHERE $5 AND key NOT IN (SELECT address_key FROM lengthened)
      ), saved AS (
        INSERT INTO ${chain}.address_balances AS b (address_key, balance, origin, height)
        SELECT key, balance, origin, $1 FROM asked WHERE $5::boolean OR key NOT IN (SELECT key FROM unfit) ORDER BY key
        ON CONFLICT (address_key) DO UPDATE SET balance = excluded.balance, origin = excluded.origin, height = excluded.height
        WHERE b.height <= excluded.height)
      SELECT unfit.key, since AS "from", $1::integer AS "to", expected::text AS expected, unfit.balance::text AS balance
      FROM block LEFT JOIN unfit ON true ORDER BY key`,
    values: [block.height, block.hash, keys, balances.map(String), isSure],
  });
  if (rows.length === 0) return null;
  return rows.filter((row): row is AddressGap => row.key !== null);
}

/** The running balance of asked.key at the end of block $1; no row where that lies too far from the history's end. */
function runningAt(chain: ChainCode): string {
  return `SELECT coalesce(found.balance, 0) AS running
    FROM (SELECT (SELECT seq FROM ${chain}.address_transactions WHERE address_key = asked.key ORDER BY seq DESC LIMIT 1) AS seq) first
    LEFT JOIN LATERAL (SELECT balance FROM ${chain}.address_transactions
      WHERE address_key = asked.key AND seq > first.seq - ${MOST_ABOVE} AND tx_key < ($1 + 1)::bigint << 20 ORDER BY seq DESC LIMIT 1) found ON true
    WHERE first.seq IS NULL OR found.balance IS NOT NULL OR first.seq <= ${MOST_ABOVE}`;
}
