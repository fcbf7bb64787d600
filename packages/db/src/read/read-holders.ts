import { type ChainCode, requireChain } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { type ChainState, opening, queryState, withState } from './chain-state.js';
import type { StoredTokenBalance } from './evm/evm-read-model.js';

/**
 * How many holders are counted, and passed over, at most: no rank is kept of them, as every transfer moves those
 * between. An index has them in order, so a cursor starts in its middle. As for unspent outputs.
 */
export const COUNTED_HOLDERS = 10_000;

/** Where a walk goes on: behind this holder. Base units in decimal. */
export interface HolderPosition {
  readonly balance: string;
  readonly addressKey: Buffer;
}

export interface HoldersPage {
  /** Holders to pass over, at most {@link COUNTED_HOLDERS}. Ignored with `from`. */
  readonly offset: number;
  readonly from: HolderPosition | null;
  readonly limit: number;
}

/** Keys are hex, amounts base units in decimal. */
interface StoredHolder {
  readonly addressKey: string;
  readonly balance: string;
  /** The block that the contract was asked for; null where blocks tell. */
  readonly height: number | null;
  /** Whether a transfer has touched the balance since: it may be another one by now. */
  readonly isOld: boolean;
}

type TokenFacts = Pick<StoredTokenBalance, 'standard' | 'name' | 'symbol' | 'decimals' | 'drifts'>;

export interface Holders {
  readonly state: ChainState;
  /** Null where no transfer of it is indexed, or the first sync is under way. A denomination has no facts. */
  readonly token: TokenFacts | Record<string, never> | null;
  /** Holders whose balance is, or was, known; null with `from`, and above {@link COUNTED_HOLDERS}. */
  readonly total: number | null;
  /** Addresses with a transfer and no known balance; null: more than {@link COUNTED_HOLDERS}, of all ids. */
  readonly unknown: number | null;
  /** Holders whose balance is an old one; null as `unknown`. */
  readonly old: number | null;
  /** The largest first, of equal ones the highest key first. */
  readonly rows: readonly StoredHolder[];
  /** Null when nothing follows. */
  readonly next: HolderPosition | null;
}

interface StatementRow extends Pick<Holders, 'token' | 'unknown' | 'old'> {
  readonly total: number;
  readonly listed:
    | readonly (readonly [addressKey: string, balance: string, height: number | null, isOld: boolean])[]
    | null;
}

/** Where a family has holders: a table, with conditions, and how it is ordered before the balance. */
interface Source {
  /** Queries beside `state`. */
  readonly queries: string;
  readonly token: string;
  readonly table: string;
  /** Holdings of addresses that had a transfer of the token, in the words of the indexes; one of these is true. */
  readonly tokens: readonly string[];
  readonly isKnown: string;
  /**
   * Rows of those whose balance is not known as it is now, whatever the token id, which are meant, and which are
   * listed with an older balance.
   */
  readonly unknown: { readonly from: string; readonly isMeant: string; readonly isListed: string };
  readonly order: string;
  readonly height: string;
  /** Whether a transfer has touched the balance since that height. */
  readonly isOld: string;
}

/** Parameter $2 is a token id of ERC-1155, or NULL. A branch for each: IS NOT DISTINCT FROM would use no index. */
function evmSource(chain: ChainCode): Source {
  return {
    queries: '',
    token: `SELECT json_build_object('standard', standard, 'name', name, 'symbol', symbol, 'decimals', decimals, 'drifts', drifts)
      FROM ${chain}.tokens WHERE (SELECT live FROM state) AND asset = $1::bytea LIMIT 1`,
    table: `${chain}.token_balances`,
    tokens: [
      'asset = $1::bytea AND token_id IS NULL AND $2::numeric IS NULL',
      'asset = $1::bytea AND token_id = $2::numeric',
    ],
    isKnown: 'balance > 0',
    unknown: {
      from: `SELECT token_id, balance FROM ${chain}.token_balances
        WHERE (SELECT live FROM state) AND asset = $1::bytea AND (height >= touched AND balance IS NOT NULL) IS NOT TRUE`,
      isMeant: 'token_id IS NOT DISTINCT FROM $2::numeric',
      isListed: 'balance > 0',
    },
    order: 'asset DESC, token_id DESC, balance DESC, address_key DESC',
    height: 'height',
    isOld: 'height < touched',
  };
}

/**
 * All of a denomination, or none of it: where it is not known what was there before the first indexed block, sums are
 * no balances.
 */
function cosmosSource(chain: ChainCode): Source {
  const known = '(SELECT is_known FROM knowing)';
  return {
    queries: `, ${opening(chain)}, knowing AS MATERIALIZED (
      SELECT coalesce((SELECT coalesce(NOT jsonb_exists(unknown, $1::text), true) FROM opening), false) AS is_known)`,
    token: `SELECT json_build_object() FROM ${chain}.token_holdings
      WHERE (SELECT live FROM state) AND asset = $1::text AND $2::numeric IS NULL LIMIT 1`,
    table: `${chain}.token_holdings`,
    tokens: ['asset = $1::text'],
    isKnown: `${known} AND balance > 0`,
    unknown: {
      from: `SELECT FROM ${chain}.token_holdings WHERE (SELECT live FROM state) AND asset = $1::text AND NOT ${known}`,
      isMeant: 'true',
      isListed: 'false',
    },
    order: 'asset DESC, balance DESC, address_key DESC',
    height: 'NULL::integer',
    isOld: 'false',
  };
}

function sourceOf(chain: ChainCode): Source {
  switch (requireChain(chain).family) {
    case 'evm':
      return evmSource(chain);
    case 'cosmos':
      return cosmosSource(chain);
    case 'utxo':
      throw new RangeError(`${chain} has no tokens`);
  }
}

/**
 * The statement of a page of holders. Parameters: $1 asset, $2 token id or NULL, $3 offset, $4 limit, $5 and $6 balance
 * and key that the page lies behind, NULL without a cursor. A page has one row more, which says that something follows.
 */
export function holdersStatement(chain: ChainCode): string {
  const { queries, token, table, tokens, isKnown, unknown, order, height, isOld } = sourceOf(chain);
  const rows = (columns: string, condition: string, end: string): string =>
    tokens
      .map(
        (isToken) => `(SELECT ${columns} FROM ${table}
       WHERE (SELECT live FROM state) AND ${isToken} AND ${condition} ${end})`,
      )
      .join(' UNION ALL ');
  const behind = `${isKnown} AND (balance, address_key) < (coalesce($5::numeric, 'Infinity'), coalesce($6::bytea, ''))`;
  return `${withState(chain)}${queries}, page AS MATERIALIZED (
    ${rows(
      `address_key, balance, ${height} AS height, ${isOld} AS is_old`,
      behind,
      `ORDER BY ${order} OFFSET CASE WHEN $5::numeric IS NULL THEN $3::bigint ELSE 0 END LIMIT $4::bigint + 1`,
    )}
  )
  SELECT (SELECT json FROM state) AS state, (${token}) AS token,
    (SELECT count(*) FROM (${rows('', `${isKnown} AND $5::numeric IS NULL`, `LIMIT ${COUNTED_HOLDERS} + 1`)}) counted)::float8 AS total,
    unknown.*,
    (SELECT json_agg(json_build_array(encode(address_key, 'hex'), balance::text, height, is_old) ORDER BY balance DESC, address_key DESC)
     FROM page) AS listed
  FROM (SELECT CASE WHEN count(*) <= ${COUNTED_HOLDERS} THEN count(*) FILTER (WHERE ${unknown.isMeant} AND (${unknown.isListed}) IS NOT TRUE) END::float8 AS unknown,
      CASE WHEN count(*) <= ${COUNTED_HOLDERS} THEN count(*) FILTER (WHERE ${unknown.isMeant} AND ${unknown.isListed}) END::float8 AS old
    FROM (${unknown.from} LIMIT ${COUNTED_HOLDERS} + 1) counted) unknown`;
}

/** @param asset the contract's key, or the denomination @param tokenId of ERC-1155, in decimal, else null */
export async function readHolders(
  db: Queryable,
  chain: ChainCode,
  asset: Buffer | string,
  tokenId: string | null,
  { offset, from, limit }: HoldersPage,
): Promise<Holders | null> {
  const values = [asset, tokenId, offset, limit, from?.balance ?? null, from?.addressKey ?? null];
  const answer = await queryState<StatementRow>(db, 'holders', chain, holdersStatement, values);
  if (!answer) return null;
  const listed = answer.listed ?? [];
  const rows = listed
    .slice(0, limit)
    .map(([addressKey, balance, height, isOld]) => ({ addressKey, balance, height, isOld }));
  const last = listed.length > limit ? rows.at(-1) : undefined;
  return {
    ...{ state: answer.state, token: answer.token, unknown: answer.unknown, old: answer.old, rows },
    total: from || answer.total > COUNTED_HOLDERS ? null : answer.total,
    next: last ? { balance: last.balance, addressKey: Buffer.from(last.addressKey, 'hex') } : null,
  };
}
