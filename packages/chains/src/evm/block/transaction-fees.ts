/** The fees of a transaction, and which parts of them are paid to an account. */
import { type Amount, addAmounts, amountOf, multiplyAmounts, subtractAmounts } from '../../amount.js';
import type { EvmFeeRules } from '../../chain.js';
import type { Receipt } from './receipt.js';
import { TX_TYPE } from './transaction-columns.js';

/** Parts that a transaction does not have are null, as in the columns of a block. */
export interface Fee {
  readonly gasPrice: Amount;
  /** All parts together. */
  readonly total: Amount;
  readonly blob: Amount | null;
  readonly l1: Amount | null;
  readonly operator: Amount | null;
}

/**
 * @param offeredPrice what the transaction says it pays for a unit of gas; before London nodes may leave it out of the
 *   receipt
 * @returns null where neither says a price, or the receipt of a transaction with blobs not what they cost
 */
export function feeOf(rules: EvmFeeRules, type: number, receipt: Receipt, offeredPrice: Amount | null): Fee | null {
  if (paysNoFee(type)) return { gasPrice: 0, total: 0, blob: null, l1: null, operator: null };
  const gasPrice = receipt.gasPrice ?? offeredPrice;
  if (gasPrice === null) return null;
  const gas = multiplyAmounts(receipt.gasUsed, gasPrice);
  if (rules === 'op-stack') return withLayerFees(receipt, gasPrice, gas);
  const blob = blobFee(receipt);
  if (blob === null && type === TX_TYPE.blob) return null;
  return { gasPrice, total: blob === null ? gas : addAmounts(gas, blob), blob, l1: null, operator: null };
}

/**
 * Gas of deposits was bought on layer 1, and what ends a block is not run at all. Source: optimism
 * specs/protocol/deposits.md and lagoon/post-exec.md
 */
export function paysNoFee(type: number): boolean {
  return type === TX_TYPE.optimismDeposit || type === TX_TYPE.optimismPostExec;
}

function withLayerFees(receipt: Receipt, gasPrice: Amount, gas: Amount): Fee {
  const l1 = receipt.l1Fee;
  const operator = operatorFee(receipt);
  // Since Jovian `blobGasUsed` says something else than gas of blobs: no transaction here has any.
  return { gasPrice, total: addAmounts(addAmounts(gas, l1 ?? 0), operator ?? 0), blob: null, l1, operator };
}

function blobFee({ blobGasUsed, blobGasPrice }: Receipt): Amount | null {
  return blobGasUsed === null || blobGasPrice === null ? null : multiplyAmounts(blobGasUsed, blobGasPrice);
}

const ISTHMUS_SCALE = 1_000_000n;
const JOVIAN_FACTOR = 100;

/**
 * Since Isthmus, gasUsed · scalar / 10^6 + constant; since Jovian, whose receipts have a field more, gasUsed · scalar ·
 * 100 + constant. Source: optimism specs/protocol/isthmus/exec-engine.md and jovian/exec-engine.md, "Operator Fee"
 */
function operatorFee(receipt: Receipt): Amount | null {
  const { operatorFeeScalar, operatorFeeConstant } = receipt;
  if (operatorFeeScalar === null && operatorFeeConstant === null) return null;
  const scaled = multiplyAmounts(receipt.gasUsed, operatorFeeScalar ?? 0);
  const byGas =
    receipt.daFootprintGasScalar === null
      ? amountOf(BigInt(scaled) / ISTHMUS_SCALE)
      : multiplyAmounts(scaled, JOVIAN_FACTOR);
  return addAmounts(byGas, operatorFeeConstant ?? 0);
}

/** Payment of a transaction per unit of gas beyond the base fee; 0 where it paid less than that. */
export function priorityPrice(gasPrice: Amount, baseFee: Amount): Amount {
  return gasPrice > baseFee ? subtractAmounts(gasPrice, baseFee) : 0;
}
