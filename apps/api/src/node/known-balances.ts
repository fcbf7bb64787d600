import type { KnownBalance } from '@chaintrail/db';
import { LRUCache } from 'lru-cache';

/** Of an address: each tells a stretch of its history in which internal transfers are complete. Mostly there is one. */
const KEPT_OF_ADDRESS = 4;

/** What a node said of balances at some block, by address: of those that were looked at last. */
export class KnownBalances {
  readonly #byAddress: LRUCache<string, readonly KnownBalance[]>;

  /** @param most addresses */
  constructor(most: number) {
    this.#byAddress = new LRUCache({ max: most });
  }

  of(address: string): readonly KnownBalance[] {
    return this.#byAddress.get(address) ?? [];
  }

  add(address: string, balance: KnownBalance): void {
    this.#byAddress.set(address, [balance, ...this.of(address)].slice(0, KEPT_OF_ADDRESS));
  }
}
