/** Transfers and effects while a block is read: rows are added to the current entry, and an entry ends when it is told to. */
import { addAmounts, subtractAmounts } from './amount.js';
import {
  type AccountAmount,
  type EffectColumns,
  NO_NUMBER,
  TOKEN_STANDARDS,
  type TokenStandard,
  TRANSFER_KINDS,
  type TransferColumns,
  type TransferKind,
} from './block.js';

/** Numbers of the kinds and standards in columns. */
export const KIND = numbers(TRANSFER_KINDS) satisfies Record<TransferKind, number>;
export const STANDARD = numbers(TOKEN_STANDARDS) satisfies Record<TokenStandard, number>;

function numbers<T extends string>(words: readonly T[]): Record<T, number> {
  return Object.fromEntries(words.map((word, number) => [word, number])) as Record<T, number>;
}

export class TransferRows {
  readonly #start: number[] = [0];
  readonly kind: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly asset: number[] = [];
  readonly standard: number[] = [];
  readonly amount: AccountAmount[] = [];
  readonly tokenId: (bigint | null)[] = [];

  /** A transfer of the chain's own coin. */
  addCoin(kind: number, from: number, to: number, amount: AccountAmount): void {
    this.addToken(kind, from, to, amount, NO_NUMBER, NO_NUMBER, null);
  }

  addToken(
    kind: number,
    from: number,
    to: number,
    amount: AccountAmount,
    asset: number,
    standard: number,
    tokenId: bigint | null,
  ): void {
    this.kind.push(kind);
    this.from.push(from);
    this.to.push(to);
    this.amount.push(amount);
    this.asset.push(asset);
    this.standard.push(standard);
    this.tokenId.push(tokenId);
  }

  endEntry(): void {
    this.#start.push(this.kind.length);
  }

  columns(): TransferColumns {
    return {
      start: Uint32Array.from(this.#start),
      kind: Uint8Array.from(this.kind),
      from: Int32Array.from(this.from),
      to: Int32Array.from(this.to),
      asset: Int32Array.from(this.asset),
      standard: Int8Array.from(this.standard),
      amount: this.amount,
      tokenId: this.tokenId,
    };
  }
}

export class EffectRows {
  readonly #start: number[] = [0];
  readonly #address: number[] = [];
  readonly #delta: AccountAmount[] = [];
  readonly #received: AccountAmount[] = [];
  /** The last row of each address; of this entry where it is not before its first one. */
  readonly #rowOf: number[] = [];
  #first = 0;

  /** The entry has something to do with the address. @returns its row */
  touch(address: number): number {
    const rowOf = this.#rowOf;
    while (rowOf.length <= address) rowOf.push(NO_NUMBER);
    const known = rowOf[address]!;
    if (known >= this.#first) return known;
    const row = this.#address.length;
    rowOf[address] = row;
    this.#address.push(address);
    this.#delta.push(0);
    this.#received.push(0);
    return row;
  }

  pay(address: number, amount: AccountAmount): void {
    const row = this.touch(address);
    this.#delta[row] = addAmounts(this.#delta[row]!, amount);
    this.#received[row] = addAmounts(this.#received[row]!, amount);
  }

  charge(address: number, amount: AccountAmount): void {
    const row = this.touch(address);
    this.#delta[row] = subtractAmounts(this.#delta[row]!, amount);
  }

  endEntry(): void {
    this.#first = this.#address.length;
    this.#start.push(this.#first);
  }

  columns(): EffectColumns {
    return {
      start: Uint32Array.from(this.#start),
      address: Int32Array.from(this.#address),
      delta: this.#delta,
      received: this.#received,
    };
  }
}
