/**
 * The rules of SELFDESTRUCT. A contract that is its own beneficiary burns its balance, and all that it is sent later in
 * the same transaction. Since Cancun that holds only in the transaction that created the contract. Since Glamsterdam
 * the contract keeps both. Sources: EIP-6780, EIP-8246; go-ethereum core/vm/instructions.go opSelfdestruct6780,
 * core/state/statedb.go SelfDestruct, Finalise.
 */
import { addAmounts, subtractAmounts } from '../../account/account-amount.js';
import { type AccountAmount, NO_NUMBER } from '../../account/account-block.js';
import type { EvmChainNetwork } from '../../chain.js';
import type { DestructionFork } from '../evm-block.js';
import type { Move } from './moves.js';

export interface SelfDestructRules {
  /** Whether a contract that destroys itself is destroyed even where it was created earlier. */
  readonly destroysAny: boolean;
  /** Whether a contract that is destroyed keeps its balance. */
  readonly keepsBalance: boolean;
  /** Whether traces tell by themselves what destroyed contracts had at the end of a transaction (Arbitrum). */
  readonly remainsAreTold: boolean;
}

/** @param fork as the block's header has it, where the network has no schedule of its own */
export function selfDestructRules(
  { chain, network }: EvmChainNetwork,
  { height, time }: { readonly height: number; readonly time: number },
  fork?: DestructionFork,
): SelfDestructRules {
  return {
    destroysAny: fork === 'frontier' || height < network.cancunFrom,
    // The OP stack burns withdrawals to layer 1 in this way, and continues to.
    keepsBalance:
      (fork === 'amsterdam' && chain.feeRules !== 'op-stack') ||
      time >= (network.noBurnsFrom ?? Number.POSITIVE_INFINITY),
    remainsAreTold: chain.feeRules === 'arbitrum',
  };
}

/**
 * The moves of a transaction in which contracts destroy themselves, with what is burned.
 * @param nameOf what tells two addresses apart that lie at different places of the answer
 */
export function withBurns(moves: Iterable<Move>, nameOf: (at: number) => string, rules: SelfDestructRules): Move[] {
  const contracts = new DestroyedContracts(nameOf, rules);
  const result = [...moves].flatMap((move) => contracts.follow(move));
  return rules.remainsAreTold ? result : [...result, ...contracts.remains()];
}

class DestroyedContracts {
  readonly #nameOf: (at: number) => string;
  readonly #rules: SelfDestructRules;
  readonly #created = new Set<string>();
  /** Contracts that the end of the transaction removes, and what each has received since its SELFDESTRUCT. */
  readonly #destroyed = new Map<string, { readonly at: number; balance: AccountAmount }>();

  constructor(nameOf: (at: number) => string, rules: SelfDestructRules) {
    this.#nameOf = nameOf;
    this.#rules = rules;
  }

  /** @returns what the move is then: itself, a burn, or nothing */
  follow(move: Move): Move[] {
    const from = this.#nameOf(move.from);
    const to = this.#nameOf(move.to);
    if (move.kind === 'create') this.#created.add(to);
    if (move.kind === 'destroy' && this.#losesBalance(from)) {
      this.#destroyed.set(from, { at: move.from, balance: 0 });
    }
    const sender = this.#destroyed.get(from);
    if (move.kind === 'destroy' && from === to) return sender === undefined ? [] : [{ ...move, to: NO_NUMBER }];
    if (sender !== undefined && move.kind !== 'destroy') {
      sender.balance = subtractAmounts(sender.balance, move.amount);
    }
    const recipient = this.#destroyed.get(to);
    if (recipient !== undefined) recipient.balance = addAmounts(recipient.balance, move.amount);
    return [move];
  }

  #losesBalance(contract: string): boolean {
    const { destroysAny, keepsBalance } = this.#rules;
    return !keepsBalance && (destroysAny || this.#created.has(contract));
  }

  remains(): Move[] {
    return [...this.#destroyed.values()]
      .filter(({ balance }) => balance > 0)
      .map(({ at, balance }) => ({ kind: 'destroy', from: at, to: NO_NUMBER, amount: balance }));
  }
}
