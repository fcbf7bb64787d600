import type { FollowedChain } from '../read/followed-chain.js';

/**
 * A hash as the chain's users write it: after `0x` on EVM chains, in upper case on Cosmos chains, where what a block itself
 * moved is named by a text (`block:5:begin`).
 */
export function shownHash({ family }: Pick<FollowedChain, 'family'>, hash: string): string {
  switch (family) {
    case 'utxo':
      return hash;
    case 'evm':
      return `0x${hash}`;
    case 'cosmos':
      return hash.includes(':') ? hash : hash.toUpperCase();
  }
}
