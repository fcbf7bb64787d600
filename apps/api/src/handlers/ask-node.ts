/** Questions that handlers have to nodes, and transactions for them. */
import type { NodeReply } from '../node/node-queue.js';
import { ProblemError } from '../problem.js';
import type { FollowedChain } from '../read/followed-chain.js';
import type { RequestBody } from '../services/route.js';

/** The largest transaction that nodes relay has 400,000 bytes; miners are given larger ones. Digits. */
export const MOST_HEX = 2 * 2 ** 20;
/** Bytes, without a prefix. */
export const IS_HEX = /^(?:[0-9a-f]{2})+$/i;
export const hexBody: RequestBody = {
  mostBytes: MOST_HEX,
  description: 'The signed transaction in hexadecimal.',
  content: { 'text/plain': { schema: { type: 'string' }, example: '0200000001…' } },
};
/** Seconds. */
const ASK_AGAIN_AFTER = 5;

/** @throws ProblemError where the node did not answer */
export function answered<T>(followed: FollowedChain, reply: NodeReply<T>): T {
  if (reply.outcome === 'answered') return reply.value;
  throw away(followed, reply.outcome === 'away' ? 'does not answer' : 'does not have that block');
}

export function away({ chain }: FollowedChain, what: string): ProblemError {
  return new ProblemError('node-unavailable', `the node of ${chain.name} ${what}; ask again`, {
    retryAfter: ASK_AGAIN_AFTER,
  });
}

/** @throws ProblemError where the operator lets no client send transactions */
export function requireBroadcast({ mayBroadcast }: { readonly mayBroadcast: boolean }): void {
  if (!mayBroadcast)
    throw new ProblemError('broadcast-off', 'sending transactions is off here: use your own node or another service');
}

/** @throws ProblemError where there is none */
export function requireNode<Known extends FollowedChain>(
  nodes: { has(followed: Known): boolean },
  followed: Known,
): void {
  if (!nodes.has(followed))
    throw new ProblemError('no-raw-transactions', `this server has no node of ${followed.chain.name} to ask`);
}
