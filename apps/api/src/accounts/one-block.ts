/** Several questions whose answers have to be of one block. */
import type { ChainState } from '@chaintrail/db';
import { ProblemError } from '../problem.js';

/** How often reading begins anew while blocks and unconfirmed transactions come and go. */
const MOST_ATTEMPTS = 5;

export const isOfBlock = (one: ChainState, other: ChainState): boolean =>
  one.height === other.height && one.hash === other.hash;

/** @param read null where something changed meanwhile. @throws ProblemError where something does each time */
export async function readOfOneBlock<T>(read: () => Promise<T | null>): Promise<T> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const found = await read();
    if (found !== null) return found;
  }
  throw new ProblemError('overloaded', 'blocks came and went while the account was read; ask again', { retryAfter: 1 });
}
