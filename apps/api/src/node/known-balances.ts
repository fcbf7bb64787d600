import type { KnownBalance } from '@chaintrail/db';

/**
 * Of an address: each tells a stretch of its history in which internal transfers are complete, and there is mostly one.
 */
const KEPT_OF_ADDRESS = 4;

/** What a node said of balances at some block, by address: of those that were looked at last. */
export class KnownBalances {
  readonly #byAddress = new Map<string, readonly KnownBalance[]>();
  readonly #most: number;

  /** @param most addresses */
  constructor(most: number) {
    this.#most = most;
  }

  of(address: string): readonly KnownBalance[] {
    const known = this.#byAddress.get(address) ?? [];
    if (known.length > 0) this.#keep(address, known);
    return known;
  }

  add(address: string, balance: KnownBalance): void {
    this.#keep(address, [balance, ...(this.#byAddress.get(address) ?? [])].slice(0, KEPT_OF_ADDRESS));
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size > this.#most && oldest !== undefined) this.#byAddress.delete(oldest);
  }

  /** A Map keeps the order of insertion: the first one is the one that was not used for longest. */
  #keep(address: string, known: readonly KnownBalance[]): void {
    this.#byAddress.delete(address);
    this.#byAddress.set(address, known);
  }
}
