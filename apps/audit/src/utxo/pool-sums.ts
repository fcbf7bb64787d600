/** Sums over a whole chain, added up in stretches and kept: the next audit adds what has come since. */
import { addPoolSums, NO_POOL_SUMS, type PoolSums, readAuditedChain, readBlockHashAt, sumPools } from '@chaintrail/db';
import type { Tally } from '../tally.js';
import type { UtxoAudit } from './utxo-audit.js';

/**
 * The sums of all blocks up to `height`; with null up to some way below the cursor, to have them ready.
 * @returns null when the block they were kept at is gone from the index: they begin anew at the next call
 */
export async function poolSumsUpTo(audit: UtxoAudit, tally: Tally, height: number | null): Promise<PoolSums | null> {
  const { session, code, network, position } = audit;
  const cursor = (await readAuditedChain(session, code))?.cursor?.height ?? -1;
  const settled = cursor - audit.limits.keepBelowTip;
  const upTo = height ?? settled;
  const kept = position.pools;
  const isGone = kept && (await readBlockHashAt(session, code, kept.height)) !== kept.hash;
  if (isGone || (kept && height !== null && kept.height > height)) {
    delete position.pools;
    return null;
  }
  let sums = kept?.sums ?? NO_POOL_SUMS;
  for (let next = kept ? kept.height + 1 : 0; next <= upTo; ) {
    const stretch = await sumPools(session, code, network, { from: next, to: upTo });
    sums = addPoolSums(sums, stretch.sums);
    next = stretch.last + 1;
    const hash = stretch.last <= settled ? await readBlockHashAt(session, code, stretch.last) : null;
    if (hash !== null) position.pools = { height: stretch.last, hash, sums };
    tally.facts['pool sums up to block'] = stretch.last;
    await audit.step(tally.underway(0));
  }
  return sums;
}
