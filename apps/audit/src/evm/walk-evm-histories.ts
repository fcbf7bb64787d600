/** Histories of addresses against themselves: what blocks tell of them, and what traces add. */
import {
  type CheckReport,
  checkAccountHistories,
  checkInternalHistories,
  FIRST_SEQ,
  FIRST_TX_KEY,
  type KeyRange,
} from '@chaintrail/db';
import type { Tally } from '../tally.js';
import { isSmall, keyRanges, walkRanges } from '../walk-ranges.js';
import type { EvmAudit, HistoriesCursor } from './evm-audit.js';

export async function checkHistories(audit: EvmAudit, tally: Tally): Promise<CheckReport> {
  const { position } = audit;
  position.histories ??= { whole: await isSmall(audit), done: 0, place: null };
  const walk = position.histories;
  const share = await walkRanges(audit, tally, walk, keyRanges(walk.whole, 1), (range, place) => {
    const from = place ?? { list: 'told', at: { key: range.from, seq: FIRST_SEQ } };
    return from.list === 'told' ? checkTold(audit, tally, range, from) : checkTraced(audit, tally, range, from);
  });
  return tally.done(share);
}

/** @returns where to go on: with what traces tell, at the end of the range */
async function checkTold(
  audit: EvmAudit,
  tally: Tally,
  range: KeyRange,
  { at }: HistoriesCursor & { list: 'told' },
): Promise<HistoriesCursor> {
  const { session, code, limits } = audit;
  const stretch = await checkAccountHistories(session, code, { from: at, to: range.to, limit: limits.historyRows });
  tally.add(stretch);
  tally.count('rows', stretch.rows);
  tally.count('addresses', stretch.addresses);
  if (stretch.next !== null) return { list: 'told', at: stretch.next };
  return { list: 'traced', at: { key: range.from, txKey: FIRST_TX_KEY } };
}

async function checkTraced(
  { session, code, limits }: EvmAudit,
  tally: Tally,
  range: KeyRange,
  { at }: HistoriesCursor & { list: 'traced' },
): Promise<HistoriesCursor | null> {
  const stretch = await checkInternalHistories(session, code, { from: at, to: range.to, limit: limits.historyRows });
  tally.add(stretch);
  tally.count('internal rows', stretch.rows);
  return stretch.next === null ? null : { list: 'traced', at: stretch.next };
}
