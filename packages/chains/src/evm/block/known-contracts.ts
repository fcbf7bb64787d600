/** Contracts that are not what their logs look like. */
import { isDigitsAt } from '../json/hex-values.js';

/** Where tokens come from when they are minted, and go to when they are burned (EIP-20, EIP-721, EIP-1155). */
export const ZERO_ADDRESS = new Uint8Array(20);

const PSEUDO_TOKENS = [
  // Logs every move of the chain's own coin, with the topics of ERC-20 (EIP-7708).
  'fffffffffffffffffffffffffffffffffffffffe',
  // The chain's own coin as ERC-20 on Optimism before Bedrock. Source: optimism packages/contracts OVM_ETH
  'deaddeaddeaddeaddeaddeaddeaddeaddead0000',
];

/**
 * CryptoKitties: an ERC-721 from before the standard, which indexes nothing (ethereum/EIPs eip-721.md, "Backwards
 * compatibility").
 */
const UNINDEXED_COLLECTIONS = ['06012c8cf97bead5deae237070f9587f8e7a266d'];

/** Whether the 40 digits at `at` are a contract that shows the chain's own coin as if it were a token. */
export function isPseudoToken(bytes: Uint8Array, at: number): boolean {
  return PSEUDO_TOKENS.some((digits) => isDigitsAt(bytes, at, digits));
}

/**
 * Whether they are a collection of ERC-721 tokens that logs transfers as ERC-20 tokens from before the standard did.
 */
export function isUnindexedCollection(bytes: Uint8Array, at: number): boolean {
  return UNINDEXED_COLLECTIONS.some((digits) => isDigitsAt(bytes, at, digits));
}
