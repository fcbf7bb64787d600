/** Holdings of addresses of a Cosmos chain of every denomination after a block, as their histories say. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { opening, withState } from '../../read/chain-state.js';
import { lookOnce } from '../audit-session.js';
import type { KeyRange } from '../history-stretch.js';

interface AuditedHoldings {
  /** Hex. */
  readonly key: string;
  /** Denomination, null for the chain's own coin, and balance in base units; those of 0 may be left out. */
  readonly coins: readonly (readonly [denom: string | null, balance: string])[];
}

export interface CosmosHoldingStretch {
  readonly rows: readonly AuditedHoldings[];
  /** Key of the last row, null at the end of the range. */
  readonly next: string | null;
}

/**
 * - `keys`: addresses, walked from one to the next by index probes.
 * - `held`: their denominations, walked in the same way: a module's account has millions of rows and a few dozen
 *   denominations.
 */
const STATEMENT = (chain: ChainCode) => `
  WITH RECURSIVE keys AS (
    SELECT decode($1, 'hex') AS address_key, 0 AS n
    UNION ALL
    SELECT next.address_key, n + 1
    FROM keys CROSS JOIN LATERAL (
      SELECT (SELECT address_key FROM ${chain}.address_transactions
        WHERE address_key > keys.address_key AND address_key < decode($2, 'hex') ORDER BY address_key LIMIT 1) AS address_key) next
    WHERE n < $3 AND next.address_key IS NOT NULL),
  held(address_key, asset) AS (
    SELECT address_key, '' FROM keys WHERE n > 0
    UNION ALL
    SELECT held.address_key, next.asset
    FROM held CROSS JOIN LATERAL (
      SELECT (SELECT asset FROM ${chain}.token_history
        WHERE address_key = held.address_key AND asset > held.asset ORDER BY asset LIMIT 1) AS asset) next
    WHERE next.asset IS NOT NULL),
  coins AS (
    SELECT address_key, NULL AS asset, last.balance FROM keys CROSS JOIN LATERAL (
      SELECT balance FROM ${chain}.address_transactions
      WHERE address_key = keys.address_key AND tx_key < ($4::bigint + 1) << 20 ORDER BY seq DESC LIMIT 1) last
    WHERE n > 0
    UNION ALL
    SELECT address_key, asset, last.balance FROM held CROSS JOIN LATERAL (
      SELECT balance FROM ${chain}.token_history
      WHERE address_key = held.address_key AND asset = held.asset AND tx_key < ($4::bigint + 1) << 20 ORDER BY tx_key DESC LIMIT 1) last
    WHERE held.asset <> '')
  SELECT coalesce(json_agg(json_build_object('key', encode(address_key, 'hex'), 'coins', coins) ORDER BY address_key), '[]') AS rows
  FROM (
    SELECT keys.address_key, coalesce(json_agg(json_build_array(asset, balance::text)) FILTER (WHERE balance IS NOT NULL), '[]') AS coins
    FROM keys LEFT JOIN coins USING (address_key) WHERE n > 0 GROUP BY 1) holdings`;

/** @param span.after last key, hex; null at first @param span.height near the tip: newer rows are passed over */
export async function readCosmosHoldings(
  session: Session,
  chain: ChainCode,
  span: { readonly range: KeyRange; readonly after: string | null; readonly limit: number; readonly height: number },
): Promise<CosmosHoldingStretch> {
  const { range, after, limit, height } = span;
  const values = [after ?? range.from, range.to, limit, height];
  const { rows } = await lookOnce<Pick<CosmosHoldingStretch, 'rows'>>(session, STATEMENT(chain), values);
  return { rows, next: rows.length === limit ? rows.at(-1)!.key : null };
}

/** Denominations whose beginning the history does not know; null where it knows that of none. */
export async function readUnknownDenoms(session: Session, chain: ChainCode): Promise<readonly string[] | null> {
  const { rows } = await session.query<{ unknown: readonly string[] }>(
    `${withState(chain)}, ${opening(chain)} SELECT coalesce(unknown, '[]') AS unknown FROM opening`,
  );
  return rows[0]?.unknown ?? null;
}
