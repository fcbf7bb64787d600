/** What clients have under way at the same time, and how much of it there may be. */

/** How many, and how much they weigh together. */
export interface Amount {
  readonly count: number;
  readonly weight: number;
}

export interface RoomLimits {
  readonly all: Amount;
  readonly ofClient: Amount;
}

/** What there is no more of: the client's number, the client's weight, or either of all clients together. */
export type Lack = 'count' | 'weight' | 'all';

export interface Room {
  /** @returns what leaves again, to be called once; or why there is no room */
  enter(client: string, weight: number): Promise<(() => void) | Lack>;
}

const NOTHING: Amount = { count: 0, weight: 0 };

export class MemoryRoom implements Room {
  readonly #limits: RoomLimits;
  readonly #byClient = new Map<string, Amount>();
  #all = NOTHING;

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  async enter(client: string, weight: number): Promise<(() => void) | Lack> {
    const { all, ofClient } = this.#limits;
    const own = this.#byClient.get(client) ?? NOTHING;
    if (own.count >= ofClient.count) return 'count';
    if (own.weight + weight > ofClient.weight) return 'weight';
    if (this.#all.count >= all.count || this.#all.weight + weight > all.weight) return 'all';
    this.#change(client, 1, weight);
    return () => this.#change(client, -1, -weight);
  }

  #change(client: string, count: number, weight: number): void {
    const add = (to: Amount): Amount => ({ count: to.count + count, weight: to.weight + weight });
    const own = add(this.#byClient.get(client) ?? NOTHING);
    if (own.count === 0) this.#byClient.delete(client);
    else this.#byClient.set(client, own);
    this.#all = add(this.#all);
  }
}
