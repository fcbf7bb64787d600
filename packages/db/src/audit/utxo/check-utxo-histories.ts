/** Histories of a UTXO chain's addresses, against themselves and against the unspent outputs. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import {
  type HistorySpan,
  type HistoryStretch,
  historyStatement,
  type KeyRange,
  lookAtHistories,
} from '../history-stretch.js';

/** Above every address key: kinds end at 0x20. */
const KEYS_END = 'ff';

/** Kinds that nearly all addresses are of: a range for each first byte of their hash. */
const COMMON_KINDS = [0x00, 0x01, 0x10, 0x11];

/** Ranges that together hold every key, in order; as many as let a small part of a large chain be looked at. */
export const UTXO_KEY_RANGES: readonly KeyRange[] = rangesOf(COMMON_KINDS);
export const ALL_UTXO_KEYS: KeyRange = { from: '', to: KEYS_END };

function rangesOf(kinds: readonly number[]): KeyRange[] {
  const starts = [''];
  for (const kind of kinds) {
    for (let byte = 0; byte < 256; byte++) starts.push(hex(kind) + (byte === 0 ? '' : hex(byte)));
    if (!kinds.includes(kind + 1)) starts.push(hex(kind + 1));
  }
  const distinct = [...new Set(starts)];
  return distinct.map((from, n) => ({ from, to: distinct[n + 1] ?? KEYS_END }));
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

export interface UtxoHistoryStretch extends HistoryStretch {
  /** Sum of the last balances, and of the unspent outputs in the same range of keys. */
  readonly balances: string;
  readonly unspent: string;
}

interface UtxoHistorySpan extends HistorySpan {
  /** False where the history starts later than the chain: what was there before is in no balance. */
  readonly isWhole: boolean;
}

/**
 * Parameter $5: whether the history is whole. Balances and unspent outputs are of one snapshot, so blocks that arrive
 * between two stretches do not matter. A balance may be negative within a block of Bitcoin Cash. It orders transactions
 * by txid, so one may spend what a later one makes (BCHN src/validation.cpp, canonical transaction order).
 */
const STATEMENT = (chain: ChainCode) =>
  historyStatement(chain, {
    facts: `unspent AS MATERIALIZED (
    SELECT address_key, sum(value) AS total FROM ${chain}.unspent_outputs
    WHERE address_key >= decode($1, 'hex') AND address_key < (SELECT key FROM upto) GROUP BY address_key),
  `,
    findings: [
      `SELECT 'negative', address_key, seq, '0 or more', balance::text FROM walk, upto
      WHERE $5 AND balance < 0 AND CASE WHEN is_last THEN address_key < upto.key ELSE tx_key_after >> 20 <> tx_key >> 20 END`,
      `SELECT 'unspent-outputs', address_key, NULL, coalesce(ends.balance, 0)::text, coalesce(unspent.total, 0)::text
      FROM ends FULL JOIN unspent USING (address_key)
      WHERE ends.address_key IS NULL OR $5 AND ends.balance <> coalesce(unspent.total, 0)`,
    ],
    columns: `(SELECT coalesce(sum(balance), 0)::text FROM ends) AS balances, (SELECT coalesce(sum(total), 0)::text FROM unspent) AS unspent,`,
  });

/** Looks at the next stretch of histories. */
export function checkUtxoHistories(
  session: Session,
  chain: ChainCode,
  span: UtxoHistorySpan,
): Promise<UtxoHistoryStretch> {
  return lookAtHistories<UtxoHistoryStretch>(session, STATEMENT(chain), span, [span.isWhole]);
}
