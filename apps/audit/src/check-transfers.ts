/** Everything that moved against the histories of all who had a part in it. */
import type { ChainCode } from '@chaintrail/chains';
import { type CheckReport, readAuditedChain, type Session, type TransferCheck } from '@chaintrail/db';
import type { Audit, Position, RangeWalk } from './audit.js';
import type { Tally } from './tally.js';
import { type HeightRange, heightRanges, walkRanges } from './walk-ranges.js';

/** Blocks in one range. */
const BLOCKS = 100;
/** Pairs of transaction and address in one statement, about: each is some twenty index probes. */
const FEW_PAIRS = 1_000;
const MANY_PAIRS = 5_000;

export interface TransfersPosition extends Position {
  transfers?: RangeWalk<number> & { readonly first: number; readonly last: number };
}

type CheckStretch = (session: Session, chain: ChainCode, span: HeightRange) => Promise<TransferCheck>;

/** @param checkStretch looks at some blocks, in the words of the family */
export async function checkTransfers(
  audit: Audit & { readonly position: TransfersPosition },
  tally: Tally,
  checkStretch: CheckStretch,
): Promise<CheckReport> {
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
