/** Contracts that are not what their logs look like. */
import type { EvmContract } from '../../chain.js';
import { isDigitsAt } from '../json/hex-values.js';

/** Where tokens come from when they are minted, and go to when they are burned (EIP-20, EIP-721, EIP-1155). */
export const ZERO_ADDRESS = new Uint8Array(20);

const PSEUDO_TOKENS = [
  // Logs every move of the chain's own coin, with the topics of ERC-20 (EIP-7708).
  'fffffffffffffffffffffffffffffffffffffffe',
  // The chain's own coin as ERC-20 on Optimism before Bedrock. Source: optimism packages/contracts OVM_ETH
  'deaddeaddeaddeaddeaddeaddeaddeaddead0000',
];

/** Whether the 40 digits at `at` are a contract that shows the chain's own coin as if it were a token. */
export function isPseudoToken(bytes: Uint8Array, at: number): boolean {
  return PSEUDO_TOKENS.some((digits) => isDigitsAt(bytes, at, digits));
}

/** The form of the contract with the 40 digits at `at`; null for one like others. */
export function formOf(contracts: readonly EvmContract[], bytes: Uint8Array, at: number): EvmContract['form'] | null {
  for (const { address, form } of contracts) if (isDigitsAt(bytes, at, address)) return form;
  return null;
}
