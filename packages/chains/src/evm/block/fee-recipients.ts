/** The fees of a block's transactions, by recipient. */
import { type Amount, addAmounts, multiplyAmounts } from '../../amount.js';
import type { EvmFeeRules } from '../../chain.js';
import type { BlockAnswer } from './block-answer.js';
import { type Fee, priorityPrice } from './transaction-fees.js';

/** Vaults that collect the OP stack's fees. Source: optimism specs/protocol/predeploys.md, isthmus/predeploys.md */
const VAULT = {
  sequencer: key('4200000000000000000000000000000000000011'),
  baseFee: key('4200000000000000000000000000000000000019'),
  l1Fee: key('420000000000000000000000000000000000001a'),
  operatorFee: key('420000000000000000000000000000000000001b'),
} as const;

function key(digits: string): Uint8Array {
  return Buffer.from(digits, 'hex');
}

export interface Payment {
  readonly to: number;
  readonly amount: Amount;
}

export class Income {
  #base: Amount = 0;
  #priority: Amount = 0;
  #l1: Amount = 0;
  #operator: Amount = 0;

  add(fee: Fee, gasUsed: number, baseFee: Amount | null): void {
    this.#base = addAmounts(this.#base, multiplyAmounts(gasUsed, baseFee ?? 0));
    this.#priority = addAmounts(this.#priority, multiplyAmounts(gasUsed, priorityPrice(fee.gasPrice, baseFee ?? 0)));
    this.#l1 = addAmounts(this.#l1, fee.l1 ?? 0);
    this.#operator = addAmounts(this.#operator, fee.operator ?? 0);
  }

  /** One payment to each recipient that is paid anything. */
  payments(rules: EvmFeeRules, block: BlockAnswer): Payment[] {
    return this.#shares(rules, block)
      .filter(([, amount]) => amount !== 0)
      .map(([to, amount]) => ({ to: block.addresses.ofKey(to), amount }));
  }

  #shares(rules: EvmFeeRules, { miner, baseFee }: BlockAnswer): (readonly [Uint8Array, Amount])[] {
    switch (rules) {
      case 'ethereum':
        return [[miner, this.#priority]];
      case 'op-stack':
        // Before Bedrock blocks had no base fee, and one vault collected all. Source: optimism l2geth
        // core/state_transition.go
        if (baseFee === null) return [[VAULT.sequencer, addAmounts(this.#priority, this.#l1)]];
        return [
          [VAULT.baseFee, this.#base],
          [miner, this.#priority],
          [VAULT.l1Fee, this.#l1],
          [VAULT.operatorFee, this.#operator],
        ];
      case 'arbitrum':
        return [];
    }
  }
}
