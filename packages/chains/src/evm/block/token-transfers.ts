/** The token transfers of one transaction in the order of its logs, before its success is known. */
import { type AccountAmount, NO_NUMBER } from '../../account/account-block.js';
import { KIND, type TransferRows } from '../transfer-rows.js';

export class TokenTransfers {
  readonly #asset: number[] = [];
  readonly #standard: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #amount: AccountAmount[] = [];
  readonly #tokenId: (bigint | null)[] = [];
  /** Rows that WETH's Deposit and Withdrawal told of. */
  readonly #wrapped: number[] = [];

  clear(): void {
    this.#asset.length = 0;
    this.#standard.length = 0;
    this.#from.length = 0;
    this.#to.length = 0;
    this.#amount.length = 0;
    this.#tokenId.length = 0;
    this.#wrapped.length = 0;
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

  /** Adds all to the current entry of `rows`, and calls `touch` with each party. */
  moveTo(rows: TransferRows, touch: (address: number) => void): void {
    this.#dropWhatIsToldTwice();
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
