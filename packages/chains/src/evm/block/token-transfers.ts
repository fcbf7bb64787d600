/** The token transfers of one transaction in the order of its logs, before its success is known. */
import { NO_NUMBER } from '../../account/account-block.js';
import type { Amount } from '../../amount.js';
import { KIND, type TransferColumnsBuilder } from '../transfer-columns.js';

/** A Deposit or Withdrawal of a contract that nobody knows to be a wrapped coin. */
interface WrappedClaim {
  readonly asset: number;
  readonly mints: boolean;
  /** The zero address. */
  readonly zero: number;
  readonly owner: number;
  readonly amount: Amount;
}

export class TokenTransfers {
  /** Rows of the columns that follow; they are written over for the next transaction. */
  #count = 0;
  readonly #asset: number[] = [];
  readonly #standard: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #amount: Amount[] = [];
  readonly #tokenId: (bigint | null)[] = [];
  /** Rows that WETH's Deposit and Withdrawal told of. */
  #wrapped: number[] = [];
  #claims: WrappedClaim[] = [];
  /** Contracts that logged that their implementation is another one. */
  changedCode: number[] = [];
  /** Account that got a punk by the last Transfer of the transaction. */
  buyer = NO_NUMBER;
  /** Number of the zero address, where something is wrapped. */
  #zero = NO_NUMBER;

  clear(): void {
    this.#count = 0;
    this.buyer = NO_NUMBER;
    if (this.#wrapped.length > 0) this.#wrapped = [];
    if (this.#claims.length > 0) this.#claims = [];
    if (this.changedCode.length > 0) this.changedCode = [];
  }

  add(asset: number, standard: number, from: number, to: number, amount: Amount, tokenId: bigint | null): void {
    const row = this.#count++;
    this.#asset[row] = asset;
    this.#standard[row] = standard;
    this.#from[row] = from;
    this.#to[row] = to;
    this.#amount[row] = amount;
    this.#tokenId[row] = tokenId;
  }

  /** A wrapped or unwrapped coin, which a Transfer log may report, too. @param isMint whether it comes from nowhere */
  addWrapped(asset: number, standard: number, zero: number, owner: number, amount: Amount, isMint: boolean): void {
    this.#zero = zero;
    this.#wrapped.push(this.#count);
    this.add(asset, standard, isMint ? zero : owner, isMint ? owner : zero, amount, null);
  }

  addClaim(claim: WrappedClaim): void {
    this.#claims.push(claim);
  }

  /** Adds all to the current entry of `columns`, and calls `touch` with each party. */
  moveTo(columns: TransferColumnsBuilder, touch: (address: number) => void): void {
    if (this.#wrapped.length > 0) this.#dropWhatIsToldTwice();
    if (this.#claims.length > 0) this.#moveClaims(columns, touch);
    for (let i = 0; i < this.#count; i++) {
      const asset = this.#asset[i]!;
      if (asset === NO_NUMBER) continue;
      const from = this.#from[i]!;
      const to = this.#to[i]!;
      columns.addToken(KIND.token, from, to, this.#amount[i]!, asset, this.#standard[i]!, this.#tokenId[i]!);
      touch(from);
      touch(to);
    }
  }

  /**
   * A claim may be a token once the contract is proved to be a wrapped coin, so its parties are touched. A
   * contract that logs a mint of its own beside a Deposit, or a burn beside a Withdrawal, has told all.
   */
  #moveClaims(columns: TransferColumnsBuilder, touch: (address: number) => void): void {
    const { zero } = this.#claims[0]!;
    const told = new Set<string>();
    for (let i = 0; i < this.#count; i++) {
      if (this.#from[i] === zero) told.add(`${this.#asset[i]} true`);
      if (this.#to[i] === zero) told.add(`${this.#asset[i]} false`);
    }
    for (const { asset, mints, owner, amount } of this.#claims) {
      if (told.has(`${asset} ${mints}`)) continue;
      columns.addClaim(asset, mints, owner, amount);
      touch(owner);
      touch(zero);
    }
  }

  /** Some contracts log a Transfer from or to the zero address beside Deposit or Withdrawal, before it or after it. */
  #dropWhatIsToldTwice(): void {
    const wrapped = new Set(this.#wrapped);
    const told = new Map<string, number>();
    for (let i = 0; i < this.#count; i++) {
      if ((this.#from[i] !== this.#zero && this.#to[i] !== this.#zero) || wrapped.has(i)) continue;
      told.set(this.#nameOf(i), (told.get(this.#nameOf(i)) ?? 0) + 1);
    }
    if (told.size === 0) return;
    for (const i of wrapped) {
      const times = told.get(this.#nameOf(i)) ?? 0;
      if (times === 0) continue;
      told.set(this.#nameOf(i), times - 1);
      this.#asset[i] = NO_NUMBER;
    }
  }

  #nameOf(i: number): string {
    return `${this.#asset[i]}/${this.#from[i]}/${this.#to[i]}/${this.#amount[i]}`;
  }
}
