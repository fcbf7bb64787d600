/**
 * Payments of a transaction beside its value. Sources: EIP-1559, EIP-4844; optimism specs/protocol isthmus and jovian
 * exec-engine.md
 */
import type { EvmFeeRules } from '@chaintrail/chains';
import type { NodeReceipt, NodeTransaction } from './evm-node-block.js';

export interface ExpectedFee {
  readonly gasPrice: bigint | null;
  /** All parts together; null where neither transaction nor receipt says a price. */
  readonly total: bigint | null;
  readonly blob: bigint | null;
  readonly l1: bigint | null;
  readonly operator: bigint | null;
}

/** Gas of the OP stack's deposits was bought on layer 1, and what ends a block is not run (lagoon/post-exec.md). */
const WITHOUT_FEE: readonly unknown[] = [0x7en, 0x7dn];
const FREE: ExpectedFee = { gasPrice: 0n, total: 0n, blob: null, l1: null, operator: null };

export function paysNoFee({ type }: NodeTransaction): boolean {
  return WITHOUT_FEE.includes(type);
}

export function feeOf(rules: EvmFeeRules, transaction: NodeTransaction, receipt: NodeReceipt): ExpectedFee {
  if (paysNoFee(transaction)) return FREE;
  const price = receipt.effectiveGasPrice ?? transaction.gasPrice ?? null;
  if (price === null) return { ...FREE, gasPrice: null, total: null };
  const isOptimism = rules === 'op-stack';
  const { blobGasUsed, blobGasPrice } = receipt;
  const blob = isOptimism || blobGasUsed == null || blobGasPrice == null ? null : blobGasUsed * blobGasPrice;
  const l1 = isOptimism ? (receipt.l1Fee ?? null) : null;
  const operator = isOptimism ? operatorFee(receipt) : null;
  const total = receipt.gasUsed * price + (blob ?? 0n) + (l1 ?? 0n) + (operator ?? 0n);
  return { gasPrice: price, total, blob, l1, operator };
}

function operatorFee(receipt: NodeReceipt): bigint | null {
  const { gasUsed, operatorFeeScalar: scalar, operatorFeeConstant: constant, daFootprintGasScalar } = receipt;
  if (scalar == null && constant == null) return null;
  const scaled = gasUsed * (scalar ?? 0n);
  // Receipts have the footprint's scalar since Jovian.
  return (daFootprintGasScalar == null ? scaled / 1_000_000n : scaled * 100n) + (constant ?? 0n);
}
