/** Who has which turn at what there is a bounded number of, such as connections. */
import { NoTurnError } from '../store-error.js';

export interface TurnsOptions {
  /** How many have their turn at once, one or more. */
  readonly places: number;
  /** How many wait, at most. */
  readonly waiting: number;
  /** How long each waits, at most. */
  readonly waitMs: number;
}

interface Waiter {
  readonly begin: () => void;
  readonly fail: () => void;
}

/**
 * Clients have their turns one after the other (round robin), each with its own first in, first out: whatever one asks for, another one
 * waits for one turn. One client has all places but one, so that there is room for the next one at once.
 *
 * Of a full queue, the client with the most in it loses what it asked for last. So nobody fills the queue alone (as in
 * fair queues of packets, RFC 8290 §4.1).
 */
export class Turns {
  readonly places: number;
  /** Those that were turned away, or waited in vain. */
  refused = 0;
  readonly #options: TurnsOptions;
  readonly #placesOfClient: number;
  readonly #runningOf = new Map<string, number>();
  /** In the order of their turns. */
  readonly #waitingOf = new Map<string, Waiter[]>();
  #running = 0;
  #waiting = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.places = options.places;
    this.#placesOfClient = Math.max(1, options.places - 1);
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** @throws NoTurnError */
  async run<T>(client: string, task: () => Promise<T>): Promise<T> {
    const end = await this.begin(client);
    try {
      return await task();
    } finally {
      end();
    }
  }

  /**
   * @param signal that nobody waits any more
   * @returns what ends the turn; calling it again does nothing
   * @throws NoTurnError
   */
  async begin(client: string, signal?: AbortSignal): Promise<() => void> {
    if (this.#mayRun(client)) this.#start(client);
    else await this.#wait(client, signal);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#end(client);
    };
  }

  #mayRun(client: string): boolean {
    return this.#running < this.places && (this.#runningOf.get(client) ?? 0) < this.#placesOfClient;
  }

  #start(client: string): void {
    this.#running++;
    this.#runningOf.set(client, (this.#runningOf.get(client) ?? 0) + 1);
  }

  #end(client: string): void {
    this.#running--;
    const left = (this.#runningOf.get(client) ?? 1) - 1;
    if (left === 0) this.#runningOf.delete(client);
    else this.#runningOf.set(client, left);
    for (const [next, [first]] of this.#waitingOf) {
      if (!first || !this.#mayRun(next)) continue;
      this.#remove(next, first);
      // Its next turn comes after everybody else's.
      const others = this.#waitingOf.get(next);
      if (others && this.#waitingOf.delete(next)) this.#waitingOf.set(next, others);
      this.#start(next);
      first.begin();
      return;
    }
  }

  #wait(client: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting >= this.#options.waiting && !this.#makeRoom(client)) {
      this.refused++;
      return Promise.reject(new NoTurnError('too many wait'));
    }
    return new Promise<void>((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const waiter: Waiter = {
        begin: () => {
          settle();
          resolve();
        },
        fail: () => {
          settle();
          this.#remove(client, waiter);
          this.refused++;
          reject(new NoTurnError('it waited in vain'));
        },
      };
      const giveUp = (): void => waiter.fail();
      const timer = setTimeout(giveUp, this.#options.waitMs);
      signal?.addEventListener('abort', giveUp);
      const own = this.#waitingOf.get(client) ?? [];
      this.#waitingOf.set(client, own);
      own.push(waiter);
      this.#waiting++;
    });
  }

  /** Turns away the newest of the client with the most, where that has more than this one would have. */
  #makeRoom(client: string): boolean {
    let longest = this.#waitingOf.get(client) ?? [];
    const own = longest.length;
    for (const waiters of this.#waitingOf.values()) if (waiters.length > longest.length) longest = waiters;
    if (longest.length <= own + 1) return false;
    longest.at(-1)?.fail();
    return true;
  }

  #remove(client: string, waiter: Waiter): void {
    const own = this.#waitingOf.get(client);
    const at = own?.indexOf(waiter) ?? -1;
    if (!own || at === -1) return;
    own.splice(at, 1);
    this.#waiting--;
    if (own.length === 0) this.#waitingOf.delete(client);
  }
}
