/** Moves of blocks of a Cosmos chain, against the histories of all who had a part in it. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { opening, withState } from '../../read/chain-state.js';
import { FINDING_COLUMNS } from '../../tables/findings.js';
import { lookOnce } from '../audit-session.js';
import { type BlockSpan, historyFindings, historyRowsOf, type TransferCheck } from '../transfer-check.js';

/**
 * - `told`: whom each entry touches, by its signer and by its transfers, and what it does to them in the chain's coin.
 * - `held`: what it does to them in other denominations.
 * - The opening entry has half a million pairs on a mainnet: its row is the first one of each address.
 */
const STATEMENT = (chain: ChainCode) => `
  ${withState(chain)}, ${opening(chain)}, entries AS MATERIALIZED (
    SELECT tx_key, from_key FROM ${chain}.transactions WHERE tx_key >= $1::bigint << 20 AND tx_key < ($2::bigint + 1) << 20),
  moved AS MATERIALIZED (
    SELECT tx_key, idx, kind, from_key, to_key, asset, amount, CASE WHEN asset IS NULL THEN amount ELSE 0 END AS coins FROM ${chain}.transfers
    WHERE tx_key >= $1::bigint << 20 AND tx_key < ($2::bigint + 1) << 20),
  numbered AS MATERIALIZED (SELECT tx_key, count(*) AS rows, max(idx) + 1 AS places FROM moved GROUP BY 1),
  told AS MATERIALIZED (
    SELECT tx_key, key, sum(delta) AS delta, sum(paid) AS paid FROM (
      SELECT tx_key, from_key AS key, 0 AS delta, 0 AS paid FROM entries
      UNION ALL SELECT tx_key, from_key, -coins, 0 FROM moved
      UNION ALL SELECT tx_key, to_key, coins, CASE WHEN kind = 'genesis' THEN 0 ELSE coins END FROM moved) effects
    WHERE key IS NOT NULL GROUP BY 1, 2),
  held AS MATERIALIZED (
    SELECT tx_key, key, asset, sum(delta) AS delta FROM (
      SELECT tx_key, from_key AS key, asset, -amount AS delta FROM moved
      UNION ALL SELECT tx_key, to_key, asset, amount FROM moved) effects
    WHERE key IS NOT NULL AND asset IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(delta) <> 0),
  ${historyRowsOf(chain, 'CASE WHEN t.tx_key = (SELECT tx_key FROM opening) THEN 1 ELSE head.seq END')},
  held_found AS MATERIALIZED (
    SELECT held.*, h.delta AS found FROM held LEFT JOIN LATERAL (
      SELECT delta FROM ${chain}.token_history WHERE address_key = held.key AND asset = held.asset AND tx_key = held.tx_key LIMIT 1) h ON true),
  findings AS MATERIALIZED (
    SELECT problem, 'entry ' || (tx_key & 1048575) || ' of block ' || (tx_key >> 20) || coalesce(' address_key ' || encode(key, 'hex'), '')
      || coalesce(' ' || asset, '') AS place, expected, found FROM (
      SELECT 'numbering' AS problem, tx_key, NULL::bytea AS key, NULL AS asset, places || ' transfers' AS expected, rows::text AS found
      FROM numbered WHERE rows <> places
      UNION ALL
      SELECT 'without-transaction', tx_key, NULL, NULL, 'a row in transactions', 'none'
      FROM numbered LEFT JOIN entries USING (tx_key) WHERE entries.tx_key IS NULL
      UNION ALL
      ${historyFindings('NULL, ')}
      UNION ALL
      SELECT 'not-in-history', tx_key, key, asset, 'a row in token_history', 'none' FROM held_found WHERE found IS NULL
      UNION ALL
      SELECT 'delta', tx_key, key, asset, delta::text, found::text FROM held_found WHERE found <> delta) all_findings)
  SELECT (SELECT count(*)::integer FROM moved) AS transfers,
    ((SELECT count(*) FROM told) + (SELECT count(*) FROM held))::integer AS touched, ${FINDING_COLUMNS}`;

/** Looks at the transfers of a few blocks. */
export function checkCosmosTransfers(session: Session, chain: ChainCode, span: BlockSpan): Promise<TransferCheck> {
  return lookOnce<TransferCheck>(session, STATEMENT(chain), [span.from, span.to]);
}
