/**
 * The rules of SELFDESTRUCT. A contract that is its own beneficiary burns its balance, and all that it is sent later in
 * the same transaction. Since Cancun that holds only in the transaction that created the contract. Since Glamsterdam
 * the contract keeps both. Sources: EIP-6780, EIP-8246; go-ethereum core/vm/instructions.go opSelfdestruct6780,
 * core/state/statedb.go SelfDestruct, Finalise.
 */

import { NO_NUMBER } from '../../account/account-block.js';
import { type Amount, addAmounts, subtractAmounts } from '../../amount.js';
import type { EvmChainNetwork } from '../../chain.js';
import type { DestructionFork } from '../evm-block.js';
import { ADDRESS_DIGITS, isDigitsAt } from '../json/hex-values.js';
import type { Move } from './moves.js';

export interface SelfDestructRules {
  /** Whether a contract that destroys itself is destroyed even where it was created earlier. */
  readonly destroysAny: boolean;
  /** Whether a contract that is destroyed keeps its balance. */
  readonly keepsBalance: boolean;
  /** Its traces tell by themselves what destroyed contracts had at the end of a transaction. */
  readonly isArbitrum: boolean;
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
    isArbitrum: chain.feeRules === 'arbitrum',
  };
}

/**
 * The moves of a transaction in which contracts destroy themselves, with what is burned.
 * @param nameOf what tells two addresses apart that lie at different places of the answer
 */
export function withBurns(moves: Iterable<Move>, nameOf: (at: number) => string, rules: SelfDestructRules): Move[] {
  const contracts = new DestroyedContracts(nameOf, rules);
  const result = [...moves].flatMap((move) => contracts.follow(move));
  return rules.isArbitrum ? result : [...result, ...contracts.remains()];
}

const ZERO_ADDRESS = '0'.repeat(ADDRESS_DIGITS);

/**
 * Whether a SELFDESTRUCT names no contract. Since Cancun clients on revm (Anvil, Reth, layer 2s by Reth) show in this
 * way a contract that stays although it destroys itself in its own favour: nothing moves. Before Cancun there is no
 * such case, and the frame is unreadable. So is always one that names the contract and not what it had: Reth until
 * September 2024 (reth issue 10554). Sources: revm issue 3834; Anvil 1.7.
 */
export function isOfNobody(bytes: Buffer, { from, to }: Pick<Move, 'from' | 'to'>): boolean {
  const isZero = (at: number) => at === NO_NUMBER || isDigitsAt(bytes, at, ZERO_ADDRESS);
  return isZero(from) && isZero(to);
}

/**
 * Whether a SELFDESTRUCT repeats what the call itself moved, which no contract can: it is not the caller's account that
 * destroys itself. Clients on revm show that of a contract that stays, in its own favour: they read it off the last
 * change, which is the call's. Nothing moves. Source: revm pull request 3805 (fixed in July 2026).
 * @param call null where it moved nothing
 */
export function repeatsItsCall(
  bytes: Buffer,
  destruction: Move | null,
  call: Move | null,
  { destroysAny }: SelfDestructRules,
): boolean {
  if (destroysAny || destruction === null || call?.kind !== 'call' || call.amount !== destruction.amount) return false;
  const isSame = (a: number, b: number) =>
    a !== NO_NUMBER &&
    b !== NO_NUMBER &&
    isDigitsAt(bytes, a, bytes.toString('latin1', b, b + ADDRESS_DIGITS).toLowerCase());
  const { from, to } = destruction;
  return isSame(from, call.from) && isSame(to, call.to) && !isSame(from, to);
}

class DestroyedContracts {
  readonly #nameOf: (at: number) => string;
  readonly #rules: SelfDestructRules;
  readonly #created = new Set<string>();
  /** Contracts that the end of the transaction removes, and what each has received since its SELFDESTRUCT. */
  readonly #destroyed = new Map<string, { readonly at: number; balance: Amount }>();

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
