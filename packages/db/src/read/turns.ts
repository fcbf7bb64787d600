/** Who has which turn at what there is a bounded number of, such as connections. */
import { NoTurnError } from '../store-error.js';
import { type SiteOf, Waiting } from './waiting.js';

export interface TurnsOptions {
  /** How many have their turn at once, one or more. */
  readonly places: number;
  /** How many wait, at most. */
  readonly waiting: number;
  /** How long each waits, at most. */
  readonly waitMs: number;
  /** Which clients have turns together; by default each has its own. */
  readonly siteOf?: SiteOf;
}

interface Waiter {
  readonly begin: () => void;
  readonly fail: () => void;
}

/**
 * Sites of clients have their turns one after the other, and clients of a site have the site's: whatever one asks for,
 * another one waits for one turn. One site has all places but one, so that there is room for the next one at once.
 *
 * In a full queue, the site with the most in it loses what it asked for last. So nobody fills the queue alone (as in
 * fair queues of packets, RFC 8290 §4.1).
 */
export class Turns {
  readonly places: number;
  /** Those that were turned away, or waited in vain. */
  refused = 0;
  readonly #options: TurnsOptions;
  readonly #placesOfSite: number;
  readonly #runningOf = new Map<string, number>();
  readonly #waiting: Waiting<Waiter>;
  #running = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.places = options.places;
    this.#placesOfSite = Math.max(1, options.places - 1);
    this.#waiting = new Waiting(options.siteOf ?? (() => null));
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
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
    const site = this.#waiting.siteOf(client);
    if (this.#mayRun(site)) this.#start(site);
    else await this.#wait(client, signal);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#end(site);
    };
  }

  #mayRun(site: string): boolean {
    return this.#running < this.places && (this.#runningOf.get(site) ?? 0) < this.#placesOfSite;
  }

  #start(site: string): void {
    this.#running++;
    this.#runningOf.set(site, (this.#runningOf.get(site) ?? 0) + 1);
  }

  #end(site: string): void {
    this.#running--;
    const left = (this.#runningOf.get(site) ?? 1) - 1;
    if (left === 0) this.#runningOf.delete(site);
    else this.#runningOf.set(site, left);
    this.#waiting.next((next) => this.#mayRun(next))?.begin();
  }

  #wait(client: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.waiting >= this.#options.waiting && !this.#makeRoom(client)) {
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
          this.#start(this.#waiting.siteOf(client));
          resolve();
        },
        fail: () => {
          settle();
          this.#waiting.remove(client, waiter);
          this.refused++;
          reject(new NoTurnError('it waited in vain'));
        },
      };
      const giveUp = (): void => waiter.fail();
      const timer = setTimeout(giveUp, this.#options.waitMs);
      signal?.addEventListener('abort', giveUp);
      this.#waiting.add(client, waiter);
    });
  }

  #makeRoom(client: string): boolean {
    const newest = this.#waiting.newestBefore(client);
    newest?.fail();
    return newest !== null;
  }
}
