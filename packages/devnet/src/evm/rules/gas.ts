import type { EvmTransaction } from '../block/evm-transaction.js';

/** Gas that a transaction costs before anything runs (go-ethereum core/state_transition.go IntrinsicGas). */
export function intrinsicGas({ to, input, accessList, authorizationList }: EvmTransaction): number {
  let gas = to === null ? 53_000 : 21_000;
  for (let at = 2; at < input.length; at += 2) gas += input[at] === '0' && input[at + 1] === '0' ? 4 : 16;
  for (const { storageKeys } of accessList ?? []) gas += 2_400 + 1_900 * storageKeys.length;
  return gas + 25_000 * (authorizationList?.length ?? 0);
}

/** What is paid per unit of gas (EIP-1559). */
export function effectivePrice(transaction: EvmTransaction, baseFee: bigint): bigint {
  const { gasPrice, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = transaction;
  if (gasPrice !== undefined) return gasPrice;
  if (baseFee + maxPriorityFeePerGas > maxFeePerGas) return maxFeePerGas;
  return baseFee + maxPriorityFeePerGas;
}

/** EIP-4844 GAS_PER_BLOB. */
export const GAS_PER_BLOB = 131_072;
