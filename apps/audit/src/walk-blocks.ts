/** The rows of blocks: without gaps, linked, and with all their transactions. */
import { type CheckReport, checkCursor, checkBlocks as checkStretch, readAuditedChain } from '@chaintrail/db';
import type { Audit } from './audit.js';
import type { Tally } from './tally.js';
import { heightRanges, walkRanges } from './walk-ranges.js';

export async function checkBlocks(audit: Audit, tally: Tally): Promise<CheckReport> {
  const { session, code, limits, position } = audit;
  if (!position.blocks) {
    tally.add(await checkCursor(session, code));
    const state = await readAuditedChain(session, code);
    const last = state?.cursor?.height ?? audit.historyFrom - 1;
    position.blocks = { first: audit.historyFrom, last, done: 0, place: null };
  }
  const { first, last } = position.blocks;
  const ranges = heightRanges(first, last, limits.blocks);
  const share = await walkRanges(audit, tally, position.blocks, ranges, async ({ from, to }, place) => {
    const next = place ?? from;
    const stretch = await checkStretch(session, code, { from: next, to });
    tally.add(stretch);
    tally.count('blocks', stretch.blocks);
    tally.count('transactions', stretch.transactions);
    // A reorg may have ended the chain below.
    return stretch.last < next || stretch.last >= to ? null : stretch.last + 1;
  });
  return tally.done(share);
}
