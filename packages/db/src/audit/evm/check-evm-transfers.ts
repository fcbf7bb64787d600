/** Moves of blocks of an EVM chain, against the histories of all who had a part in it. */
import { type ChainCode, requireChain } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { withState } from '../../read/chain-state.js';
import { FINDING_COLUMNS } from '../../tables/findings.js';
import { FIRST_INTERNAL_IDX } from '../../tx-key.js';
import { ZERO_ADDRESS } from '../../write/evm/token-tables.js';
import { lookOnce } from '../audit-session.js';
import { type BlockSpan, historyFindings, historyRowsOf, type TransferCheck } from '../transfer-check.js';

/** Types whose fee an account may pay that no column names, in the place of the sender: EIP-8141, EIP-8130. */
const PAID_BY_ANYBODY = '(6, 121)';

/**
 * `told`: whom each transaction touches, by its parties and by its transfers, and what it does to them; `spared` is the
 * part of it that another may bear.
 */
const STATEMENT = (chain: ChainCode) => `
  ${withState(chain)},
  entries AS MATERIALIZED (
    SELECT * FROM ${chain}.transactions t WHERE t.tx_key >= $1::bigint << 20 AND t.tx_key < ($2::bigint + 1) << 20),
  moved AS MATERIALIZED (
    SELECT tx_key, idx, kind, from_key, to_key, asset, standard, token_id, CASE WHEN asset IS NULL THEN amount ELSE 0 END AS coins FROM ${chain}.transfers
    WHERE tx_key >= $1::bigint << 20 AND tx_key < ($2::bigint + 1) << 20),
  numbered AS MATERIALIZED (
    SELECT tx_key, idx >= ${FIRST_INTERNAL_IDX} AS is_internal, count(*) AS rows, max(idx) % ${FIRST_INTERNAL_IDX} + 1 AS places FROM moved GROUP BY 1, 2),
  told AS MATERIALIZED (
    SELECT tx_key, key, sum(delta) AS delta, sum(greatest(delta, 0)) AS paid, sum(spared) AS spared FROM (
      SELECT tx_key, from_key AS key, -coalesce(fee, 0) AS delta, CASE WHEN type IN ${PAID_BY_ANYBODY} THEN coalesce(fee, 0) ELSE 0 END AS spared
      FROM entries
      UNION ALL SELECT tx_key, unnest(ARRAY[to_key, created_contract]), 0, 0 FROM entries
      UNION ALL SELECT tx_key, from_key, -coins, 0 FROM moved
      UNION ALL SELECT tx_key, to_key, coins, 0 FROM moved
      UNION ALL SELECT tx_key, unnest(ARRAY[owner_key, ${ZERO_ADDRESS}::bytea]), 0, 0 FROM ${chain}.wrapped_logs
      WHERE tx_key >= $1::bigint << 20 AND tx_key < ($2::bigint + 1) << 20) effects
    WHERE key IS NOT NULL GROUP BY 1, 2),
  ${historyRowsOf(chain)},
  held AS MATERIALIZED (
    SELECT DISTINCT tx_key, key, asset, CASE WHEN standard = 'erc1155' THEN token_id END AS token_id
    FROM (SELECT *, from_key AS key FROM moved UNION ALL SELECT *, to_key FROM moved) parties
    WHERE asset IS NOT NULL AND key <> ${ZERO_ADDRESS}),
  findings AS MATERIALIZED (
    SELECT problem, 'transaction ' || (tx_key & 1048575) || ' of block ' || (tx_key >> 20) || coalesce(' address_key ' || encode(key, 'hex'), '') AS place,
      expected, found FROM (
      SELECT 'numbering' AS problem, tx_key, NULL::bytea AS key, places || ' transfers' AS expected, rows || CASE WHEN is_internal THEN ' internal' ELSE '' END AS found
      FROM numbered WHERE rows <> places
      UNION ALL
      SELECT 'without-transaction', tx_key, NULL, 'a row in transactions', 'none'
      FROM numbered LEFT JOIN entries USING (tx_key) WHERE entries.txid IS NULL
      UNION ALL
      ${historyFindings('', 'r.delta IN (t.delta, t.delta + t.spared)')}
      UNION ALL
      SELECT 'of-failed', tx_key, NULL, 'nothing moved', moved.kind::text FROM moved JOIN entries USING (tx_key)
      WHERE NOT entries.succeeded AND moved.idx < ${FIRST_INTERNAL_IDX} AND moved.kind <> 'mint'
      UNION ALL
      ${isArbitrum(chain) ? '' : INTERNAL_OF_FAILED}
      SELECT 'token', h.tx_key, h.asset, 'a row in tokens', 'none' FROM held h
      LEFT JOIN LATERAL (SELECT true AS is_there FROM ${chain}.tokens WHERE asset = h.asset LIMIT 1) t ON true WHERE t.is_there IS NULL
      UNION ALL
      SELECT 'holding', h.tx_key, h.key, 'a row in token_balances of ' || encode(h.asset, 'hex') || ' touched at ' || (h.tx_key >> 20) || ' or later',
        coalesce(b.touched::text, 'none')
      FROM held h LEFT JOIN LATERAL (
        (SELECT touched FROM ${chain}.token_balances WHERE address_key = h.key AND asset = h.asset AND token_id = h.token_id LIMIT 1)
        UNION ALL
        (SELECT touched FROM ${chain}.token_balances
         WHERE address_key = h.key AND asset = h.asset AND token_id IS NULL AND h.token_id IS NULL LIMIT 1)) b ON true
      WHERE b.touched IS NULL OR b.touched < h.tx_key >> 20) all_findings)
  SELECT (SELECT count(*)::integer FROM moved) AS transfers,
    (SELECT count(*) FROM told)::integer AS touched, ${FINDING_COLUMNS}`;

/** Arbitrum alone moves something around a call that failed. */
const INTERNAL_OF_FAILED = `SELECT 'internal-of-failed', tx_key, NULL, 'nothing moved', moved.kind::text
      FROM moved JOIN entries USING (tx_key) WHERE NOT entries.succeeded AND moved.idx >= ${FIRST_INTERNAL_IDX}
      UNION ALL`;

function isArbitrum(code: ChainCode): boolean {
  const chain = requireChain(code);
  return chain.family === 'evm' && chain.feeRules === 'arbitrum';
}

/** Looks at the transfers of a few blocks. */
export function checkEvmTransfers(session: Session, chain: ChainCode, span: BlockSpan): Promise<TransferCheck> {
  return lookOnce<TransferCheck>(session, STATEMENT(chain), [span.from, span.to]);
}
