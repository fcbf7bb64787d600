/** Builds the columns of an {@link InternalBlock}, transaction by transaction. */
import { NO_NUMBER } from '../../account/account-block.js';
import { EffectColumnsBuilder } from '../../account/effect-columns.js';
import type { AddressNumbers } from '../address-numbers.js';
import type { InternalBlock } from '../evm-block.js';
import { ADDRESS_DIGITS } from '../json/hex-values.js';
import { KIND, TransferColumnsBuilder } from '../transfer-columns.js';
import { isArbitrumBurn } from './arbitrum-transfers.js';
import type { Move, Moves } from './moves.js';
import { movedBySubmission } from './retryables.js';
import { type SelfDestructRules, withBurns } from './self-destruct.js';

export class InternalColumns {
  readonly #bytes: Buffer;
  readonly #rules: SelfDestructRules;
  readonly #addresses: AddressNumbers;
  readonly #transfers = new TransferColumnsBuilder();
  readonly #effects = new EffectColumnsBuilder();

  /** @param bytes the answer that moves name addresses in. @param addresses that have numbers already */
  constructor(bytes: Buffer, rules: SelfDestructRules, addresses: AddressNumbers) {
    this.#bytes = bytes;
    this.#addresses = addresses;
    this.#rules = rules;
  }

  /** Adds what the next transaction moved. */
  add(moves: Moves): void {
    const nameOf = (at: number) => this.#nameOf(at);
    const happened = this.#rules.isArbitrum && moves.submitsRetryable ? movedBySubmission(moves, nameOf) : moves;
    const all = moves.someDestroy ? withBurns(happened, nameOf, this.#rules) : happened;
    for (const move of all) if (move.amount !== 0) this.#addMove(move);
    this.addNothing();
  }

  /** An entry in which nothing moved. */
  addNothing(): void {
    this.#transfers.endEntry();
    this.#effects.endEntry();
  }

  finish(): InternalBlock {
    return {
      keys: this.#addresses.table(),
      transfers: this.#transfers.finish(),
      effects: this.#effects.finish(),
    };
  }

  #addMove(move: Move): void {
    const from = this.#numberOf(move.from);
    const to = this.#rules.isArbitrum && isArbitrumBurn(this.#bytes, move) ? NO_NUMBER : this.#numberOf(move.to);
    const kind = from === NO_NUMBER ? KIND.mint : to === NO_NUMBER ? KIND.burn : KIND.internal;
    this.#transfers.addCoin(kind, from, to, move.amount);
    if (from !== NO_NUMBER) this.#effects.charge(from, move.amount);
    if (to !== NO_NUMBER) this.#effects.pay(to, move.amount);
  }

  #numberOf(at: number): number {
    return at === NO_NUMBER ? NO_NUMBER : this.#addresses.ofDigits(this.#bytes, at);
  }

  #nameOf(at: number): string {
    return at === NO_NUMBER ? '' : this.#bytes.toString('latin1', at, at + ADDRESS_DIGITS).toLowerCase();
  }
}
