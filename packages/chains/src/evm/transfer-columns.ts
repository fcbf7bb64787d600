/** Collects the transfers of a block that is being read. Rows belong to the current entry until `endEntry`. */
import { NO_NUMBER, TRANSFER_KINDS, type TransferKind } from '../account/account-block.js';
import type { Amount } from '../amount.js';
import { TOKEN_STANDARDS, type TokenStandard, type TransferColumns, type WrappedColumns } from './evm-block.js';

/** The numbers that stand for kinds and standards in columns. */
export const KIND = numbers(TRANSFER_KINDS) satisfies Record<TransferKind, number>;
export const STANDARD = numbers(TOKEN_STANDARDS) satisfies Record<TokenStandard, number>;

function numbers<T extends string>(words: readonly T[]): Record<T, number> {
  return Object.fromEntries(words.map((word, number) => [word, number])) as Record<T, number>;
}

export class TransferColumnsBuilder {
  readonly #start: number[] = [0];
  readonly kind: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly asset: number[] = [];
  readonly standard: number[] = [];
  readonly amount: Amount[] = [];
  readonly tokenId: (bigint | null)[] = [];
  /** Claims of wrapped coins, with the entry of each. */
  readonly #claims = {
    entry: [] as number[],
    mints: [] as number[],
    asset: [] as number[],
    owner: [] as number[],
    amount: [] as Amount[],
  };

  /** A transfer of the chain's own coin. */
  addCoin(kind: number, from: number, to: number, amount: Amount): void {
    this.addToken(kind, from, to, amount, NO_NUMBER, NO_NUMBER, null);
  }

  addToken(
    kind: number,
    from: number,
    to: number,
    amount: Amount,
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

  addClaim(asset: number, mints: boolean, owner: number, amount: Amount): void {
    const claims = this.#claims;
    claims.entry.push(this.#start.length - 1);
    claims.mints.push(mints ? 1 : 0);
    claims.asset.push(asset);
    claims.owner.push(owner);
    claims.amount.push(amount);
  }

  endEntry(): void {
    this.#start.push(this.kind.length);
  }

  wrapped(): WrappedColumns {
    const { entry, mints, asset, owner, amount } = this.#claims;
    return {
      entry: Uint32Array.from(entry),
      mints: Uint8Array.from(mints),
      asset: Int32Array.from(asset),
      owner: Int32Array.from(owner),
      amount,
    };
  }

  finish(): TransferColumns {
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
