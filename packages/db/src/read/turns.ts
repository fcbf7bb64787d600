/** Lanes, and the turns of clients in each: at what there is a bounded number of, such as connections. */
import { NoTurnError } from '../store-error.js';

/** Lane of a question. Each lane has connections of its own: what is heavy keeps nothing waiting that is not. */
export type Lane = 'cheap' | 'heavy';
export const LANES: readonly Lane[] = ['cheap', 'heavy'];

/** Client that asks. */
export interface Asking {
  readonly lane: Lane;
  /** Clients have their turns one after the other. */
  readonly client: string;
}

/** Questions of the service itself: each is the same for all who wait for the answer, and bounded whatever clients do. */
export const OWN: Asking = { lane: 'cheap', client: '' };

/** Share of the connections for heavy questions. */
const HEAVY_SHARE = 0.3;

/** Connections by lane, one of each at least. */
export function connectionsOf(max: number): Readonly<Record<Lane, number>> {
  const heavy = Math.max(1, Math.floor(max * HEAVY_SHARE));
  return { heavy, cheap: Math.max(1, max - heavy) };
}

/** The network of many clients, all of one customer; null where a client stands for itself. */
export type SiteOf = (client: string) => string | null;

interface Site<T> {
  size: number;
  /** In the order of their turns. */
  readonly clients: Map<string, T[]>;
}

/**
 * Sites have their turns one after the other (round robin), and so have the clients of each site, each with its own
 * first in, first out. So whoever has many addresses of a network has no more turns than others.
 */
export class Waiting<T> {
  readonly #siteOf: SiteOf;
  /** In the order of their turns. */
  readonly #sites = new Map<string, Site<T>>();
  #size = 0;

  constructor(siteOf: SiteOf) {
    this.#siteOf = siteOf;
  }

  get size(): number {
    return this.#size;
  }

  siteOf(client: string): string {
    return this.#siteOf(client) ?? client;
  }

  add(client: string, item: T): void {
    const name = this.siteOf(client);
    const site = this.#sites.get(name) ?? { size: 0, clients: new Map<string, T[]>() };
    this.#sites.set(name, site);
    const own = site.clients.get(client) ?? [];
    site.clients.set(client, own);
    own.push(item);
    site.size++;
    this.#size++;
  }

  /** Takes the next one out. @param mayTake whether it may be one of this site */
  next(mayTake: (site: string) => boolean = () => true): T | undefined {
    for (const [name, { clients }] of this.#sites) {
      const [first] = clients;
      if (!first || !mayTake(name)) continue;
      const [client, [item]] = first;
      this.remove(client, item!);
      // Its next turn comes after everybody else's.
      moveToEnd(clients, client);
      moveToEnd(this.#sites, name);
      return item;
    }
    return undefined;
  }

  remove(client: string, item: T): void {
    const name = this.siteOf(client);
    const site = this.#sites.get(name);
    const own = site?.clients.get(client);
    const at = own?.indexOf(item) ?? -1;
    if (!site || !own || at === -1) return;
    own.splice(at, 1);
    site.size--;
    this.#size--;
    if (own.length === 0) site.clients.delete(client);
    if (site.size === 0) this.#sites.delete(name);
  }

  /**
   * Finds what gives way to another item of a client where there is no more room: the newest of the site with the most,
   * and there of the client with the most. Null where the client would have as many then.
   */
  newestBefore(client: string): T | null {
    const own = this.#sites.get(this.siteOf(client));
    let site = own;
    for (const other of this.#sites.values()) if (other.size > (site?.size ?? 0)) site = other;
    const isOthers = site !== own && (site?.size ?? 0) > (own?.size ?? 0) + 1;
    const { clients } = (isOthers ? site : own) ?? { clients: new Map<string, T[]>() };
    let longest = clients.get(client) ?? [];
    const least = isOthers ? 0 : longest.length + 1;
    // Among those with as many, the one whose turn is last.
    for (const items of clients.values()) if (items.length >= longest.length) longest = items;
    return longest.length > least ? longest.at(-1)! : null;
  }
}

function moveToEnd<T>(map: Map<string, T>, name: string): void {
  const value = map.get(name);
  if (value === undefined) return;
  map.delete(name);
  map.set(name, value);
}

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

  /** @param signal that nobody waits any more @returns what ends the turn, any number of times @throws NoTurnError */
  async begin(client: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new NoTurnError('nobody waits any more');
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
