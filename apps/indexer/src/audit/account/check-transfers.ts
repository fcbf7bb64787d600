/** Everything that moved against the histories of all who had a part in it. */
import { type CheckReport, checkTransfers as checkStretch, readAuditedChain } from '@chaintrail/db';
import type { Tally } from '../tally.js';
import { heightRanges, walkRanges } from '../walk-ranges.js';
import type { AccountAudit } from './account-audit.js';

/** Blocks in one range. */
const BLOCKS = 100;
/** Pairs of transaction and address in one statement, about: each is some twenty index probes. */
const FEW_PAIRS = 1_000;
const MANY_PAIRS = 5_000;

export async function checkTransfers(audit: AccountAudit, tally: Tally): Promise<CheckReport> {
  const { session, code, historyFrom, position } = audit;
  const last = (await readAuditedChain(session, code))?.cursor?.height ?? historyFrom - 1;
  position.transfers ??= { first: historyFrom, last, done: 0, place: null };
  const walk = position.transfers;
  let blocks = 1;
  const share = await walkRanges(audit, tally, walk, heightRanges(walk.first, walk.last, BLOCKS), async (range, at) => {
    const from = at ?? range.from;
    const to = Math.min(range.to, from + blocks - 1);
    const stretch = await checkStretch(session, code, { from, to });
    tally.add(stretch);
    tally.count('transfers', stretch.transfers);
    tally.count('effects', stretch.touched);
    if (stretch.touched > MANY_PAIRS) blocks = Math.max(1, blocks >> 1);
    else if (stretch.touched < FEW_PAIRS) blocks = Math.min(BLOCKS, 2 * blocks);
    return to === range.to ? null : to + 1;
  });
  return tally.done(share);
}
