/** Contracts' words about themselves: which are asked next, and their answers. */
import { type ChainCode, requireChain, type TokenStandard } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import type { HeardRequests } from '../../../token-requests.js';
import { hasChangedSince, shapeOf } from '../token-tables.js';

export interface TokenMetadata {
  readonly asset: Buffer;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** By what the contract answered; null where its answers prove none. */
  readonly proof: { readonly standard: TokenStandard; readonly evidence: 'erc165' | 'decimals' } | null;
}

/** The newest transfers, which tell what moves. */
const LOOKED_AT = 4_000;
/**
 * A contract that moves is asked again after so many seconds, as blocks count them, and twice as long each time, up to
 * the most.
 */
const ASKED_AGAIN_SECONDS = { least: 300, most: 86_400 } as const;

/** So many of those that are asked at once may be such whose code changed: anybody may log that, in each block. */
const CHANGED_SHARE = 1 / 4;

/**
 * Contracts to be asked what they are. Those whose code changed come first, up to a share, of them whoever was not asked
 * for longest. Then come those that moved last, those that moved most before others: of them whoever was never asked,
 * then those that were asked long ago. Others that were never asked follow, the newest first.
 */
export async function tokensToAsk(session: Session, chain: ChainCode, limit: number): Promise<Buffer[]> {
  const { rows } = await session.query<{ asset: Buffer }>({
    name: `tokens_to_ask_${chain}`,
    text: `WITH changed AS MATERIALIZED (
        SELECT asset, ask_after FROM ${chain}.tokens WHERE asked_at IS NULL AND ask_after > 0 ORDER BY ask_after LIMIT $2
      ), moving AS MATERIALIZED (
        SELECT m.asset, m.moves, t.asked_at IS NULL AS is_new FROM (
          SELECT asset, count(*) AS moves FROM (SELECT asset FROM ${chain}.transfers ORDER BY tx_key DESC, idx DESC LIMIT ${LOOKED_AT}) newest
          WHERE asset IS NOT NULL GROUP BY asset) m
        CROSS JOIN LATERAL (SELECT asked_at, ask_after FROM ${chain}.tokens WHERE asset = m.asset LIMIT 1) t
        WHERE CASE WHEN t.asked_at IS NULL THEN t.ask_after = 0 ELSE t.ask_after <= (SELECT height FROM ${chain}.sync_state) END
      ), others AS MATERIALIZED (
        SELECT asset FROM ${chain}.tokens WHERE asked_at IS NULL AND ask_after = 0 AND asset NOT IN (SELECT asset FROM moving)
        ORDER BY first_height DESC LIMIT $1)
      SELECT asset FROM (
        SELECT asset, 0 AS turn, false AS is_old, -ask_after AS moves FROM changed
        UNION ALL SELECT asset, 1, NOT is_new, moves FROM moving
        UNION ALL SELECT asset, 2, false, 0 FROM others) ranked
      ORDER BY turn, is_old, moves DESC LIMIT $1`,
    values: [limit, Math.ceil(limit * CHANGED_SHARE)],
  });
  return rows.map(({ asset }) => asset);
}

/** Saves what contracts say; one that says nothing keeps what it said. @param height block of the question */
export async function saveMetadata(
  session: Session,
  chain: ChainCode,
  height: number,
  answers: readonly TokenMetadata[],
): Promise<void> {
  // An answer about a contract that has changed meanwhile is of what it was: it is asked again.
  const tokens = answers.filter(({ asset }) => !hasChangedSince(session, asset, height));
  if (tokens.length === 0) return;
  const { least, most } = ASKED_AGAIN_SECONDS;
  const { blockSeconds } = requireChain(chain);
  await session.query({
    name: `save_token_metadata_${chain}`,
    text: `WITH said AS MATERIALIZED (
        SELECT t.asset, t.ask_after > 0 AS is_known, t.asked_at,
          CASE WHEN silent THEN t.name ELSE said.name END AS name,
          CASE WHEN silent THEN t.symbol ELSE said.symbol END AS symbol,
          CASE WHEN silent THEN t.decimals ELSE said.decimals END AS decimals,
          CASE WHEN t.evidence = 'list' OR silent AND t.ask_after > 0 THEN t.standard ELSE coalesce(said.standard, ${shapeOf('t')}) END AS standard,
          CASE WHEN t.evidence = 'list' OR silent AND t.ask_after > 0 THEN t.evidence ELSE coalesce(said.evidence, 'shape') END AS evidence
        FROM (SELECT *, name IS NULL AND symbol IS NULL AND decimals IS NULL AND standard IS NULL AS silent
          FROM unnest($1::bytea[], $2::text[], $3::text[], $4::smallint[], $5::chaintrail.token_standard[], $6::text[])
            AS said(asset, name, symbol, decimals, standard, evidence)) said
        JOIN ${chain}.tokens t ON t.asset = said.asset
      ), changed AS MATERIALIZED (
        SELECT s.asset FROM said s JOIN ${chain}.tokens t ON t.asset = s.asset
        WHERE s.is_known AND (s.name, s.symbol, s.decimals, s.standard) IS DISTINCT FROM (t.name, t.symbol, t.decimals, t.standard)
      ), counted AS (
        UPDATE ${chain}.token_changes SET changes = changes + (SELECT count(*) FROM changed) WHERE EXISTS (SELECT FROM changed))
      UPDATE ${chain}.tokens t SET name = said.name, symbol = said.symbol, decimals = said.decimals, standard = said.standard,
        evidence = said.evidence, asked_at = now(),
        ask_after = $7 + ceil(CASE WHEN said.asset IN (SELECT asset FROM changed) THEN ${least}
            ELSE greatest(${least}, least(${most}, coalesce(2 * extract(epoch FROM now() - said.asked_at), 0))) END / ${blockSeconds})::integer
      FROM said WHERE t.asset = said.asset`,
    values: [
      tokens.map(({ asset }) => asset),
      tokens.map(({ name }) => name),
      tokens.map(({ symbol }) => symbol),
      tokens.map(({ decimals }) => decimals),
      tokens.map(({ proof }) => proof?.standard ?? null),
      tokens.map(({ proof }) => proof?.evidence ?? null),
      height,
    ],
  });
}

/** @returns contracts that clients looked at and that were not asked since. They wait until they were */
export async function requestedTokens(
  session: Session,
  chain: ChainCode,
  requests: HeardRequests,
  limit: number,
): Promise<Buffer[]> {
  const looked = await requests.waiting();
  if (looked.length === 0) return [];
  const { rows } = await session.query<{ asset: string }>({
    name: `requested_tokens_${chain}`,
    text: `SELECT encode(asset, 'hex') AS asset FROM unnest($1::bytea[]) WITH ORDINALITY AS wanted(key, n)
      CROSS JOIN LATERAL (SELECT asset FROM ${chain}.tokens WHERE asset = key AND asked_at IS NULL LIMIT 1) t ORDER BY n`,
    values: [looked.map((asset) => Buffer.from(asset, 'hex'))],
  });
  requests.keep(looked, new Set(rows.map(({ asset }) => asset)));
  return rows.slice(0, limit).map(({ asset }) => Buffer.from(asset, 'hex'));
}
