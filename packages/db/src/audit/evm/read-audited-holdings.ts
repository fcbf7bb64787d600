/** Balances of tokens as contracts said them, a bounded number at a time, in the order of their index. */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { lookOnce } from '../audit-session.js';
import type { KeyRange } from '../history-stretch.js';

export interface AuditedHolding {
  /** Hex. */
  readonly key: string;
  readonly asset: string;
  /** Token id of ERC-1155. */
  readonly tokenId: string | null;
  /** Null where the contract gave no answer. */
  readonly balance: string | null;
  /** The block that it was asked for, null where it was not. The hash is null where there is no such block. */
  readonly height: number | null;
  readonly hash: string | null;
  /** Block of the last transfer. */
  readonly touched: number;
}

/** A contract as it is stored. */
interface AuditedToken {
  /** Hex. */
  readonly asset: string;
  /** Null where transfers of two standards are shown each as it looks. */
  readonly standard: string | null;
  readonly decimals: number | null;
  /** Seconds since the contract was asked; null where it was not. */
  readonly age: number | null;
}

/** The holding that a stretch ended with. */
export interface HoldingCursor {
  readonly key: string;
  readonly asset: string;
  readonly tokenId: string | null;
}

export interface HoldingStretch {
  /** The last indexed block. */
  readonly cursor: BlockRef | null;
  readonly rows: readonly AuditedHolding[];
  /** Their contracts. */
  readonly tokens: readonly AuditedToken[];
  /** Null at the end of the range. */
  readonly next: HoldingCursor | null;
}

/** The rest of the contract of the last stretch (ids first, none last, as in the index), then what is behind it. */
const STATEMENT = (chain: ChainCode) => `
  WITH cursor AS MATERIALIZED (SELECT height, hash FROM ${chain}.sync_state),
  holdings AS MATERIALIZED (
    SELECT * FROM (
      (SELECT * FROM ${chain}.token_balances WHERE address_key = decode($1, 'hex') AND asset = decode($2, 'hex') AND token_id > $3::numeric
       ORDER BY token_id LIMIT $5)
      UNION ALL
      (SELECT * FROM ${chain}.token_balances
       WHERE $3::numeric IS NOT NULL AND address_key = decode($1, 'hex') AND asset = decode($2, 'hex') AND token_id IS NULL)
      UNION ALL
      (SELECT * FROM ${chain}.token_balances WHERE (address_key, asset) > (decode($1, 'hex'), decode($2, 'hex')) AND address_key < decode($4, 'hex')
       ORDER BY address_key, asset, token_id LIMIT $5)) listed
    ORDER BY address_key, asset, token_id LIMIT $5),
  rows AS (
    SELECT encode(h.address_key, 'hex') AS key, encode(h.asset, 'hex') AS asset, h.token_id::text AS "tokenId",
      h.balance::text AS balance, h.height, encode(b.hash, 'hex') AS hash, h.touched
    FROM holdings h
    LEFT JOIN LATERAL (SELECT hash FROM ${chain}.blocks WHERE height = h.height LIMIT 1) b ON true
    ORDER BY h.address_key, h.asset, h.token_id)
  SELECT (SELECT json_build_object('height', height, 'hash', encode(hash, 'hex')) FROM cursor WHERE height IS NOT NULL) AS cursor,
    (SELECT coalesce(json_agg(row_to_json(rows)), '[]') FROM rows) AS rows,
    (SELECT coalesce(json_agg(json_build_object('asset', encode(k.asset, 'hex'), 'decimals', k.decimals,
        'standard', CASE WHEN k.plain_from IS NULL OR k.indexed_from IS NULL THEN k.standard END, 'age', extract(epoch FROM now() - k.asked_at)::integer)), '[]')
     FROM ${chain}.tokens k WHERE k.asset IN (SELECT asset FROM holdings)) AS tokens`;

/**
 * Reads the next stretch of holdings.
 * @param span.after what the last stretch ended with; null at the beginning of the range
 */
export async function readAuditedHoldings(
  session: Session,
  chain: ChainCode,
  span: { readonly range: KeyRange; readonly after: HoldingCursor | null; readonly limit: number },
): Promise<HoldingStretch> {
  const { range, after, limit } = span;
  const { key, asset, tokenId } = after ?? { key: range.from, asset: '', tokenId: null };
  const values = [key, asset, tokenId, range.to, limit];
  const stretch = await lookOnce<Omit<HoldingStretch, 'next'>>(session, STATEMENT(chain), values);
  const last = stretch.rows.at(-1);
  const isFull = stretch.rows.length === limit && last !== undefined;
  return { ...stretch, next: isFull ? { key: last.key, asset: last.asset, tokenId: last.tokenId } : null };
}
