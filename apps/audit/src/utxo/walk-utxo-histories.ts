/** Histories of addresses against themselves, and their ends against the unspent outputs. */
import {
  ALL_KEYS,
  type CheckReport,
  checkUtxoHistories,
  estimateHistoryRows,
  FIRST_SEQ,
  KEY_RANGES,
  readAuditedChain,
  type UtxoHistoryStretch,
} from '@chaintrail/db';
import type { Tally } from '../tally.js';
import { walkRanges } from '../walk-ranges.js';
import type { UtxoAudit } from './utxo-audit.js';

export async function checkHistories(audit: UtxoAudit, tally: Tally): Promise<CheckReport> {
  const { session, code, limits, position } = audit;
  position.histories ??= {
    whole: (await estimateHistoryRows(session, code)) < limits.smallHistories,
    done: 0,
    place: null,
  };
  const walk = position.histories;
  const cursorBefore = (await readAuditedChain(session, code))?.cursor?.hash;
  const share = await walkRanges(audit, tally, walk, walk.whole ? [ALL_KEYS] : KEY_RANGES, async (range, place) => {
    const stretch = await checkUtxoHistories(session, code, {
      from: place ?? { key: range.from, seq: FIRST_SEQ },
      to: range.to,
      limit: limits.historyRows,
      isWhole: audit.historyFrom === 0,
    });
    take(tally, stretch);
    return stretch.next;
  });
  const cursorAfter = (await readAuditedChain(session, code))?.cursor?.hash;
  if (share === 1 && cursorBefore === cursorAfter) compareSums(audit, tally, cursorAfter);
  return tally.done(share);
}

function take(tally: Tally, stretch: UtxoHistoryStretch): void {
  tally.add(stretch);
  tally.count('rows', stretch.rows);
  tally.count('addresses', stretch.addresses);
  tally.sum('balances', stretch.balances);
  tally.sum('unspent', stretch.unspent);
}

/**
 * All balances and what lies on scripts without an address are all unspent outputs. That follows from the ranges, each
 * of which has both sums from one snapshot. Over all of them it can be said where no block came meanwhile.
 */
function compareSums({ position, historyFrom }: UtxoAudit, tally: Tally, cursor: string | undefined): void {
  const { unspent } = position;
  if (historyFrom > 0 || unspent === undefined || unspent.cursor !== cursor) return;
  const expected = BigInt(unspent.total) - BigInt(unspent.unaddressed);
  const found = BigInt(tally.facts['balances'] ?? 0);
  tally.facts['unspent without address'] = unspent.unaddressed;
  if (found !== expected) tally.find('sum', `all addresses at block ${cursor}`, expected, found);
}
