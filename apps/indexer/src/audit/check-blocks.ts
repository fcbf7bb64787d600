/** The rows of blocks: without gaps, linked, and with all their transactions. */
import { type CheckReport, checkCursor, checkBlocks as checkStretch, readAuditedChain } from '@chaintrail/db';
import type { Audit, Tally } from './audit.js';
import { shuffled } from './draw.js';
import { TimeLimit } from './time-limit.js';

export async function checkBlocks(audit: Audit, tally: Tally): Promise<CheckReport> {
  const { session, code, scope, limits, position } = audit;
  if (!position.blocks) {
    tally.add(await checkCursor(session, code));
    const state = await readAuditedChain(session, code);
    position.blocks = { first: audit.historyFrom, last: state?.cursor?.height ?? audit.historyFrom - 1, done: 0 };
  }
  const place = position.blocks;
  const { first, last } = place;
  const ranges = Math.ceil((last - first + 1) / limits.blocks);
  const order = scope === 'full' ? null : shuffled(ranges, position.seed);
  const time = new TimeLimit(audit, tally.name);
  for (; place.done < ranges && !(place.done > 0 && time.isOver()); place.done++) {
    const from = first + (order?.[place.done] ?? place.done) * limits.blocks;
    await checkRange(audit, tally, from, Math.min(last, from + limits.blocks - 1), place.done / ranges);
  }
  return tally.done(ranges === 0 ? 1 : place.done / ranges);
}

async function checkRange(audit: Audit, tally: Tally, from: number, to: number, share: number): Promise<void> {
  for (let next = from; next <= to; ) {
    const stretch = await checkStretch(audit.session, audit.code, { from: next, to });
    tally.add(stretch);
    tally.count('blocks', stretch.blocks);
    tally.count('transactions', stretch.transactions);
    // A reorg may have ended the chain below.
    if (stretch.last < next) return;
    next = stretch.last + 1;
    if (next <= to) await audit.step(tally.underway(share));
  }
  await audit.step(tally.underway(share));
}
