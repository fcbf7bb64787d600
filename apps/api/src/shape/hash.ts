import type { FollowedChain } from '../chain-directory.js';

/** A hash as the chain's users write it: on EVM chains after `0x`. */
export function shownHash({ family }: Pick<FollowedChain, 'family'>, hash: string): string {
  return family === 'evm' ? `0x${hash}` : hash;
}
