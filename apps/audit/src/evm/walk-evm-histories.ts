/** Histories of addresses against themselves. */
import { type CheckReport, checkEvmHistories, FIRST_SEQ } from '@chaintrail/db';
import type { Tally } from '../tally.js';
import { isSmall, keyRanges, walkRanges } from '../walk-ranges.js';
import type { EvmAudit } from './evm-audit.js';

export async function checkHistories(audit: EvmAudit, tally: Tally): Promise<CheckReport> {
  const { position, session, code, limits } = audit;
  position.histories ??= { whole: await isSmall(audit), done: 0, place: null };
  const walk = position.histories;
  const share = await walkRanges(audit, tally, walk, keyRanges(walk.whole, 1), async (range, place) => {
    const from = place ?? { key: range.from, seq: FIRST_SEQ };
    const stretch = await checkEvmHistories(session, code, { from, to: range.to, limit: limits.historyRows });
    tally.add(stretch);
    tally.count('rows', stretch.rows);
    tally.count('addresses', stretch.addresses);
    return stretch.next;
  });
  return tally.done(share);
}
