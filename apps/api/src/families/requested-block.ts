import type { ChainState } from '@chaintrail/db';
import { invalidParameter } from '../problem.js';
import type { Tip } from '../read/progress.js';

/** A block, its hash as it is stored. */
interface StoredBlock {
  readonly height: number;
  readonly hash: string;
  readonly time: number;
}

/** @param block at the height @returns null for the tip @throws ProblemError when that height is not indexed */
export function blockAsked(
  { block, state }: { readonly block: StoredBlock | null; readonly state: ChainState },
  height: number | undefined,
  tip: Tip,
): StoredBlock | null {
  if (height === undefined) return null;
  if (block && height <= tip.height) return block;
  throw invalidParameter('height', `expected an indexed block, from ${state.historyFrom} to ${tip.height}`, {
    facts: { tip },
  });
}
