import type { Response } from 'express';
import { siteOf } from '../access/client-address.js';
import { ProblemError } from '../problem.js';
import { noteCut } from './access-log.js';

/** Bytes of answers that all clients of an API together may leave untaken. */
export const MOST_UNSENT_BYTES = 256 * 1_024 * 1_024;
const RETRY_SECONDS = 5;

/** The clients of a site, or one that has none. */
interface Site {
  bytes: number;
}

interface Holder {
  readonly site: Site;
  bytes: number;
  /** Holders of anything, the oldest first. */
  readonly answers: Map<Response, number>;
}

/** Answers that are in memory because their clients do not take them, by client. */
export class Unsent {
  #bytes = 0;
  readonly #most: number;
  readonly #holders = new Map<string, Holder>();
  readonly #sites = new Map<string, Site>();
  /** Answers whose end is waited for. */
  readonly #seen = new WeakSet<Response>();

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * A site may hold as much as is free: one alone half of all, two a third each. Switches share memory among ports so
   * (Choudhury and Hahne, Dynamic queue length thresholds, 1998). A client that holds nothing always has room.
   */
  hasRoom(client: string): boolean {
    const own = this.#holders.get(client);
    return own === undefined || own.site.bytes < this.#most - this.#bytes;
  }

  /** @throws ProblemError overloaded */
  requireRoom(client: string): void {
    if (this.hasRoom(client)) return;
    throw new ProblemError('overloaded', 'too much of the answers before this one was not taken yet', {
      retryAfter: RETRY_SECONDS,
    });
  }

  /**
   * Counts an answer until it was sent, or its client has left; called again for one that grows and is taken meanwhile.
   * Beyond the bound, the site that holds most loses an answer, the oldest of its client with the most: many addresses
   * that hold a little each fill no more memory than one.
   */
  hold(client: string, bytes: number, response: Response): void {
    if (response.destroyed) return;
    this.#set(client, bytes, response);
    if (bytes === 0) return;
    if (!this.#seen.has(response)) response.once('close', () => this.#set(client, 0, response));
    this.#seen.add(response);
    while (this.#bytes > this.#most && this.#cutOne(response));
  }

  #set(client: string, bytes: number, response: Response): void {
    const holder = this.#holders.get(client) ?? this.#newHolder(client);
    const { site, answers } = holder;
    const more = bytes - (answers.get(response) ?? 0);
    if (bytes === 0) answers.delete(response);
    else answers.set(response, bytes);
    holder.bytes += more;
    site.bytes += more;
    this.#bytes += more;
    if (holder.bytes > 0) this.#holders.set(client, holder);
    else this.#holders.delete(client);
    const name = siteOf(client) ?? client;
    if (site.bytes > 0) this.#sites.set(name, site);
    else this.#sites.delete(name);
  }

  #newHolder(client: string): Holder {
    const site = this.#sites.get(siteOf(client) ?? client) ?? { bytes: 0 };
    return { site, bytes: 0, answers: new Map<Response, number>() };
  }

  /** @param last which its client had no time to take. @returns whether there was another one */
  #cutOne(last: Response): boolean {
    let most: { readonly client: string; readonly holder: Holder } | undefined;
    for (const [client, holder] of this.#holders) {
      const hasOthers = holder.answers.size > 1 || !holder.answers.has(last);
      if (hasOthers && (!most || holdsMore(holder, most.holder))) most = { client, holder };
    }
    const [oldest] = most?.holder.answers.keys() ?? [];
    if (!most || !oldest) return false;
    this.#set(most.client, 0, oldest);
    noteCut(oldest, 'its client took too little of its answers, and others need the room');
    oldest.destroy();
    return true;
  }
}

function holdsMore(a: Holder, b: Holder): boolean {
  return a.site.bytes > b.site.bytes || (a.site === b.site && a.bytes > b.bytes);
}
