import type { Dropped } from '@chaintrail/db';
import type { FollowedChain } from '../read/followed-chain.js';
import { shownHash } from '../read/texts.js';
import type { DroppedFields } from '../schemas/values.js';

/** Facts of a transaction that left the mempool without a block, beside what it would have done. */
export function droppedFields(followed: FollowedChain, { at, reason, replacedBy }: Dropped): DroppedFields {
  return { dropReason: reason, replacedBy: replacedBy && shownHash(followed, replacedBy), droppedAt: at };
}

/** Those fields with the status, or nothing of a transaction that was not dropped. */
export function asDropped(followed: FollowedChain, dropped: Dropped | null) {
  return dropped && { status: 'dropped' as const, ...droppedFields(followed, dropped) };
}
