/** Balances of an EVM chain's addresses as they are stored, and what their histories add up to. */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { withState } from '../../read/chain-state.js';
import { tracing } from '../../read/evm/internal-status.js';
import { lookOnce } from '../audit-session.js';
import type { KeyRange } from '../history-stretch.js';

export interface AuditedBalance {
  /** Hex. */
  readonly key: string;
  /** The node's stored answer; null where it was not asked. */
  readonly stored: {
    readonly balance: string;
    readonly height: number;
    /** Hash of the block at that height; null where there is none. */
    readonly hash: string | null;
    /** Nothing touched the address from there to {@link BalanceStretch.traced}, and all blocks between are traced. */
    readonly isCurrent: boolean;
  } | null;
  /** Sum of all that transactions up to {@link BalanceStretch.traced} did; null where traces of some are not there. */
  readonly sum: string | null;
}

export interface BalanceStretch {
  /** The last block that is indexed with its internal transfers; null where there is none. */
  readonly traced: BlockRef | null;
  /** The block before the history, or block 0: what was there is in no history. */
  readonly opening: BlockRef | null;
  readonly rows: readonly AuditedBalance[];
  /** Key of the last row, null at the end of the range. */
  readonly next: string | null;
}

/**
 * - `reach`: `upto`, the last block, and `unbroken_from`, from which height on all blocks up to there are traced.
 * - `keys`: all addresses where the histories are whole, walked from one to the next by index probes; else those with a
 *   stored balance.
 */
const STATEMENT = (chain: ChainCode) => `
  ${withState(chain)}, ${tracing(chain)},
  reach AS MATERIALIZED (
    SELECT *, coalesce(unbroken_from <= greatest(history_from, 1), false) AS is_whole FROM (
      SELECT CASE WHEN unbroken_from <= tip THEN tip END AS upto, unbroken_from, history_from FROM (
        SELECT g.tip, g.history_from,
          CASE WHEN g.from_height IS NOT NULL THEN greatest(g.from_height, (SELECT max(to_height) + 1 FROM ${chain}.internal_gaps)) END AS unbroken_from
        FROM tracing g) known) placed),
  walked AS (
    SELECT decode($1, 'hex') AS address_key, 0 AS n
    UNION ALL
    SELECT next.address_key, n + 1
    FROM walked CROSS JOIN LATERAL (
      SELECT address_key FROM ${chain}.address_transactions
      WHERE address_key > walked.address_key AND address_key < decode($2, 'hex') ORDER BY address_key LIMIT 1) next
    WHERE n < $3 AND (SELECT is_whole FROM reach)),
  keys AS MATERIALIZED (
    SELECT address_key FROM walked WHERE n > 0
    UNION ALL
    SELECT address_key FROM (
      SELECT address_key FROM ${chain}.address_balances
      WHERE NOT (SELECT is_whole FROM reach) AND address_key > decode($1, 'hex') AND address_key < decode($2, 'hex') ORDER BY address_key LIMIT $3) stored),
  rows AS (
    SELECT k.address_key, encode(k.address_key, 'hex') AS key, CASE WHEN r.is_whole THEN coalesce(a.balance, 0)::text END AS sum,
      CASE WHEN s.height IS NOT NULL THEN json_build_object('balance', s.balance::text, 'height', s.height, 'hash', encode(b.hash, 'hex'),
        'isCurrent', coalesce(s.height < r.upto AND r.unbroken_from <= s.height + 1 AND coalesce(a.tx_key >> 20, 0) <= s.height, false)) END AS stored
    FROM keys k CROSS JOIN reach r
    LEFT JOIN LATERAL (
      SELECT tx_key, balance FROM ${chain}.address_transactions WHERE address_key = k.address_key ORDER BY seq DESC LIMIT 1) a ON true
    LEFT JOIN LATERAL (SELECT balance, height FROM ${chain}.address_balances WHERE address_key = k.address_key LIMIT 1) s ON true
    LEFT JOIN LATERAL (SELECT hash FROM ${chain}.blocks WHERE height = s.height LIMIT 1) b ON true)
  SELECT
    (SELECT json_build_object('height', height, 'hash', encode(hash, 'hex')) FROM ${chain}.blocks
     WHERE height = (SELECT upto FROM reach)) AS traced,
    (SELECT CASE WHEN height = 0 THEN json_build_object('height', 0, 'hash', encode(hash, 'hex'))
       ELSE json_build_object('height', height - 1, 'hash', encode(parent_hash, 'hex')) END
     FROM ${chain}.blocks WHERE height = (SELECT history_from FROM state)) AS opening,
    (SELECT coalesce(json_agg(json_build_object('key', key, 'stored', stored, 'sum', sum) ORDER BY address_key), '[]') FROM rows) AS rows`;

/** The next stretch. @param span.after the key that the last one ended with, hex; null at first */
export async function readAuditedBalances(
  session: Session,
  chain: ChainCode,
  span: { readonly range: KeyRange; readonly after: string | null; readonly limit: number },
): Promise<BalanceStretch> {
  const { range, after, limit } = span;
  const values = [after ?? range.from, range.to, limit];
  const stretch = await lookOnce<Omit<BalanceStretch, 'next'>>(session, STATEMENT(chain), values);
  return { ...stretch, next: stretch.rows.length === limit ? stretch.rows.at(-1)!.key : null };
}

export interface EffectsOfBlock {
  readonly block: BlockRef;
  readonly parent: BlockRef;
  /** Changes that its transactions made to each of the keys, in their order. */
  readonly effects: readonly string[];
}

/** Reads what the transactions of one block did to addresses. @returns null where the block is not indexed */
export async function readEffectsOfBlock(
  session: Session,
  chain: ChainCode,
  height: number,
  keys: readonly string[],
): Promise<EffectsOfBlock | null> {
  const found = await lookOnce<{ readonly found: EffectsOfBlock | null }>(
    session,
    `SELECT (SELECT json_build_object(
        'block', json_build_object('height', height, 'hash', encode(hash, 'hex')),
        'parent', json_build_object('height', height - 1, 'hash', encode(parent_hash, 'hex')),
        'effects', (SELECT coalesce(json_agg(coalesce(sum, 0)::text ORDER BY n), '[]') FROM unnest($2::text[]) WITH ORDINALITY AS asked (key, n)
          LEFT JOIN (SELECT address_key, sum(delta) AS sum FROM ${chain}.address_transactions
            WHERE address_key = ANY (SELECT decode(key, 'hex') FROM unnest($2::text[]) AS key)
              AND tx_key >= $1::bigint << 20 AND tx_key < ($1::bigint + 1) << 20 GROUP BY 1) did
            ON address_key = decode(key, 'hex')))
      FROM ${chain}.blocks WHERE height = $1) AS found`,
    [height, keys],
  );
  return found.found;
}
