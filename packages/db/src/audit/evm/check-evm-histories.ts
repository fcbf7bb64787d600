/** Histories of an EVM chain's addresses as blocks tell them. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { type HistorySpan, type HistoryStretch, historyStatement, lookAtHistories } from '../history-stretch.js';

/** Sums of deltas may be below zero: they leave out what untraced blocks moved. */
const STATEMENT = (chain: ChainCode) => historyStatement(chain, { findings: [] });

/** Looks at the next stretch of histories. */
export function checkEvmHistories(session: Session, chain: ChainCode, span: HistorySpan): Promise<HistoryStretch> {
  return lookAtHistories(session, STATEMENT(chain), span);
}
