/** Who waits for a turn, and who is next. */

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
