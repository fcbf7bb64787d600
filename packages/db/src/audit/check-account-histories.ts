/** Histories of an EVM chain's addresses as blocks tell them. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../connection.js';
import {
  type HistorySpan,
  type HistoryStretch,
  historyStatement,
  type KeyRange,
  lookAtHistories,
} from './history-stretch.js';

/** Above every key of 20 bytes. */
const KEYS_END = 'ff'.repeat(21);

/**
 * @returns ranges that together hold every key of an account chain, in order: one for each beginning of so many bytes
 */
export function accountKeyRanges(bytes: number): KeyRange[] {
  const starts = Array.from({ length: 256 ** bytes }, (_, n) => n.toString(16).padStart(2 * bytes, '0'));
  return starts.map((start, n) => ({ from: n === 0 ? '' : start, to: starts[n + 1] ?? KEYS_END }));
}
export const ALL_ACCOUNT_KEYS: KeyRange = { from: '', to: KEYS_END };

/** Sums of deltas may be below zero: they leave out what untraced blocks moved. */
const STATEMENT = (chain: ChainCode) => historyStatement(chain, { findings: [] });

/** Looks at the next stretch of histories. */
export function checkAccountHistories(session: Session, chain: ChainCode, span: HistorySpan): Promise<HistoryStretch> {
  return lookAtHistories(session, STATEMENT(chain), span);
}
