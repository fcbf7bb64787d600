import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';

/** Blocks in which what is traced of an address does not make one balance that the node said of the other. */
export interface AddressGap {
  readonly key: Buffer;
  /** First and last block. */
  readonly from: number;
  readonly to: number;
  /** The older balance and all that is traced since. */
  readonly expected: string;
  /** Balance by the node. */
  readonly balance: string;
}

/**
 * An address with more transactions since its last balance is not compared: finding where that was reads them all.
 */
const MOST_COMPARED = 1_000;

/** Saves what the node said of balances. @returns what does not fit; null when the block is not indexed any more */
export async function saveBalances(
  session: Session,
  chain: ChainCode,
  block: BlockRef,
  keys: readonly Buffer[],
  balances: readonly bigint[],
): Promise<readonly AddressGap[] | null> {
  const { rows } = await session.query<AddressGap | { readonly key: null }>({
    name: `save_balances_${chain}`,
    text: `WITH block AS (SELECT true FROM ${chain}.blocks WHERE height = $1 AND hash = decode($2, 'hex')),
      asked AS MATERIALIZED (
        SELECT key, balance FROM unnest($3::bytea[], $4::numeric[]) AS asked(key, balance) WHERE EXISTS (SELECT FROM block)
      ), unfit AS MATERIALIZED (
        SELECT asked.key, old.height + 1 AS since, old.balance + told.sum + traced.sum AS expected, asked.balance
        FROM asked
        CROSS JOIN ${chain}.internal_sync i
        JOIN ${chain}.address_balances old ON old.address_key = asked.key AND old.height BETWEEN i.live_from - 1 AND $1 - 1
        CROSS JOIN LATERAL (${toldSince(chain)}) told
        CROSS JOIN LATERAL (${tracedSince(chain)}) traced
        WHERE i.live_to >= $1 AND asked.balance <> old.balance + told.sum + traced.sum
          AND NOT EXISTS (SELECT FROM ${chain}.internal_gaps WHERE to_height > old.height AND from_height <= $1)
      ), counted AS (
        UPDATE ${chain}.internal_sync SET contradictions = contradictions + (SELECT count(*) FROM unfit) WHERE EXISTS (SELECT FROM unfit)
      ), lengthened AS (
        UPDATE ${chain}.address_gaps g SET to_height = $1 FROM unfit WHERE g.address_key = unfit.key AND g.to_height = unfit.since - 1
        RETURNING g.address_key
      ), begun AS (
        INSERT INTO ${chain}.address_gaps (address_key, from_height, to_height)
        SELECT key, since, $1 FROM unfit WHERE key NOT IN (SELECT address_key FROM lengthened)
      ), saved AS (
        INSERT INTO ${chain}.address_balances AS b (address_key, balance, height)
        SELECT key, balance, $1 FROM asked ORDER BY key
        ON CONFLICT (address_key) DO UPDATE SET balance = excluded.balance, height = excluded.height WHERE b.height <= excluded.height)
      SELECT unfit.key, since AS "from", $1::integer AS "to", expected::text AS expected, unfit.balance::text AS balance
      FROM block LEFT JOIN unfit ON true ORDER BY key`,
    values: [block.height, block.hash, keys, balances.map(String)],
  });
  if (rows.length === 0) return null;
  return rows.filter((row): row is AddressGap => row.key !== null);
}

/**
 * What blocks tell of the address since its older balance, as a query of one row (sum), or of none where that is too
 * far back. Histories are read from their end.
 */
function toldSince(chain: ChainCode): string {
  const upTo = (height: string): string => `(SELECT balance FROM ${chain}.address_transactions
    WHERE address_key = asked.key AND seq > last.seq - ${MOST_COMPARED} AND tx_key < (${height} + 1)::bigint << 20 ORDER BY seq DESC LIMIT 1)`;
  return `SELECT coalesce(after, 0) - coalesce(before, 0) AS sum
    FROM (SELECT (SELECT seq FROM ${chain}.address_transactions WHERE address_key = asked.key ORDER BY seq DESC LIMIT 1) AS seq) last
    CROSS JOIN LATERAL (SELECT ${upTo('$1')} AS after, ${upTo('old.height')} AS before) ends
    WHERE before IS NOT NULL OR coalesce(last.seq, 0) <= ${MOST_COMPARED}`;
}

/** The same of what was traced as blocks came. */
function tracedSince(chain: ChainCode): string {
  const upTo = (height: string): string => `coalesce((SELECT CASE WHEN live THEN balance ELSE 0 END
    FROM ${chain}.internal_address_transactions
    WHERE address_key = asked.key AND tx_key < (${height} + 1)::bigint << 20 ORDER BY tx_key DESC LIMIT 1), 0)`;
  return `SELECT ${upTo('$1')} - ${upTo('old.height')} AS sum`;
}
