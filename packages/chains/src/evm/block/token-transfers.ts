/** The token transfers of one transaction in the order of its logs, before its success is known. */
import { type AccountAmount, NO_NUMBER } from '../../account/account-block.js';
import { KIND, type TransferRows } from '../transfer-rows.js';

/** A Deposit or Withdrawal of a contract that nobody knows to be a wrapped coin. */
interface WrappedClaim {
  readonly asset: number;
  readonly mints: boolean;
  /** The zero address. */
  readonly zero: number;
  readonly owner: number;
  readonly amount: AccountAmount;
}

export class TokenTransfers {
  readonly #asset: number[] = [];
  readonly #standard: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #amount: AccountAmount[] = [];
  readonly #tokenId: (bigint | null)[] = [];
  /** Rows that WETH's Deposit and Withdrawal told of. */
  readonly #wrapped: number[] = [];
  readonly #claims: WrappedClaim[] = [];
  /** Contracts that logged that their implementation is another one. */
  readonly changedCode: number[] = [];
  /** Account that got a punk by the last Transfer of the transaction. */
  buyer = NO_NUMBER;

  clear(): void {
    this.buyer = NO_NUMBER;
    this.changedCode.length = 0;
    this.#asset.length = 0;
    this.#standard.length = 0;
    this.#from.length = 0;
    this.#to.length = 0;
    this.#amount.length = 0;
    this.#tokenId.length = 0;
    this.#wrapped.length = 0;
    this.#claims.length = 0;
  }

  add(asset: number, standard: number, from: number, to: number, amount: AccountAmount, tokenId: bigint | null): void {
    this.#asset.push(asset);
    this.#standard.push(standard);
    this.#from.push(from);
    this.#to.push(to);
    this.#amount.push(amount);
    this.#tokenId.push(tokenId);
  }

  /** A wrapped or unwrapped coin, which a Transfer log may report, too. */
  addWrapped(asset: number, standard: number, from: number, to: number, amount: AccountAmount): void {
    this.#wrapped.push(this.#asset.length);
    this.add(asset, standard, from, to, amount, null);
  }

  addClaim(claim: WrappedClaim): void {
    this.#claims.push(claim);
  }

  /** Adds all to the current entry of `rows`, and calls `touch` with each party. */
  moveTo(rows: TransferRows, touch: (address: number) => void): void {
    this.#dropWhatIsToldTwice();
    if (this.#claims.length > 0) this.#moveClaims(rows, touch);
    for (let i = 0; i < this.#asset.length; i++) {
      const asset = this.#asset[i]!;
      if (asset === NO_NUMBER) continue;
      const from = this.#from[i]!;
      const to = this.#to[i]!;
      rows.addToken(KIND.token, from, to, this.#amount[i]!, asset, this.#standard[i]!, this.#tokenId[i]!);
      touch(from);
      touch(to);
    }
  }

  /**
   * A claim may be a token once the contract is proved to be a wrapped coin, so its parties are touched. A
   * contract that logs a mint of its own beside a Deposit, or a burn beside a Withdrawal, has told all.
   */
  #moveClaims(rows: TransferRows, touch: (address: number) => void): void {
    const { zero } = this.#claims[0]!;
    const told = new Set<string>();
    for (const [i, asset] of this.#asset.entries()) {
      if (this.#from[i] === zero) told.add(`${asset} true`);
      if (this.#to[i] === zero) told.add(`${asset} false`);
    }
    for (const { asset, mints, owner, amount } of this.#claims) {
      if (told.has(`${asset} ${mints}`)) continue;
      rows.addClaim(asset, mints, owner, amount);
      touch(owner);
      touch(zero);
    }
  }

  /** Some contracts log a Transfer from or to the zero address beside Deposit or Withdrawal, before it or after it. */
  #dropWhatIsToldTwice(): void {
    if (this.#wrapped.length === 0 || this.#wrapped.length === this.#asset.length) return;
    const wrapped = new Set(this.#wrapped);
    const told = new Map<string, number>();
    for (let i = 0; i < this.#asset.length; i++) {
      if (!wrapped.has(i)) told.set(this.#nameOf(i), (told.get(this.#nameOf(i)) ?? 0) + 1);
    }
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
