/** Counts things that clients have under way at the same time, and bounds them. */
import { siteOf } from './client-address.js';

/** How many, and how much they weigh together. */
export interface Amount {
  readonly count: number;
  readonly weight: number;
}

export interface RoomLimits {
  readonly all: Amount;
  readonly ofClient: Amount;
}

/** The bound that is reached: the client's number, the client's weight, or either of all clients together. */
export type Lack = 'count' | 'weight' | 'all';

export interface Room {
  /** @returns what leaves again, to be called once; or why there is no room */
  enter(client: string, weight: number): Promise<(() => void) | Lack>;
}

const NOTHING: Amount = { count: 0, weight: 0 };
/** Share of all that the clients of one site have together: it has 65,536 networks that are a client each. */
const SHARE_OF_SITE = 0.5;

export class MemoryRoom implements Room {
  readonly #limits: RoomLimits;
  /** Clients, and sites. */
  readonly #by = new Map<string, Amount>();
  #all = NOTHING;

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  async enter(client: string, weight: number): Promise<(() => void) | Lack> {
    const { all, ofClient } = this.#limits;
    const own = this.#of(client);
    if (own.count >= ofClient.count) return 'count';
    if (own.weight + weight > ofClient.weight) return 'weight';
    if (isFull(this.#all, all, weight)) return 'all';
    const site = siteOf(client);
    if (site !== null && isFull(this.#of(site), shareOf(all, SHARE_OF_SITE), weight)) return 'all';
    const names = site === null ? [client] : [client, site];
    this.#change(names, 1, weight);
    return () => this.#change(names, -1, -weight);
  }

  #of(name: string): Amount {
    return this.#by.get(name) ?? NOTHING;
  }

  #change(names: readonly string[], count: number, weight: number): void {
    const add = (to: Amount): Amount => ({ count: to.count + count, weight: to.weight + weight });
    for (const name of names) {
      const amount = add(this.#of(name));
      if (amount.count === 0) this.#by.delete(name);
      else this.#by.set(name, amount);
    }
    this.#all = add(this.#all);
  }
}

function isFull({ count, weight }: Amount, most: Amount, more: number): boolean {
  return count >= most.count || weight + more > most.weight;
}

function shareOf({ count, weight }: Amount, share: number): Amount {
  return { count: count * share, weight: weight * share };
}
