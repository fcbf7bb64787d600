import type { Response } from 'express';
import { noteCut } from './access-log.js';
import { ProblemError } from './problem.js';

/** What all clients together have not taken of their answers, of an API. */
export const MOST_UNSENT_BYTES = 256 * 1_024 * 1_024;
const RETRY_SECONDS = 5;

interface Holder {
  bytes: number;
  /** Oldest first. */
  readonly answers: Map<Response, number>;
}

/** Answers that are in memory because their clients do not take them, by client. */
export class Unsent {
  #bytes = 0;
  readonly #most: number;
  readonly #holders = new Map<string, Holder>();

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * A client may hold as much as is free: one alone half of all, two a third each. Switches share memory among ports so
   * (Choudhury and Hahne, Dynamic queue length thresholds, 1998). One that holds nothing is never refused.
   * @throws ProblemError overloaded
   */
  requireRoom(client: string): void {
    const own = this.#holders.get(client)?.bytes ?? 0;
    if (own === 0 || own < this.#most - this.#bytes) return;
    throw new ProblemError('overloaded', 'too much of the answers before this one was not taken yet', {
      retryAfter: RETRY_SECONDS,
    });
  }

  /**
   * Counts an answer until it was sent, or its client has left. Beyond the bound, the client that holds most loses its
   * oldest answer: many addresses that hold a little each fill no more memory than one.
   */
  hold(client: string, bytes: number, response: Response): void {
    if (bytes === 0 || response.destroyed) return;
    const holder = this.#holders.get(client) ?? { bytes: 0, answers: new Map<Response, number>() };
    this.#holders.set(client, holder);
    holder.answers.set(response, bytes);
    holder.bytes += bytes;
    this.#bytes += bytes;
    response.once('close', () => this.#release(client, response));
    while (this.#bytes > this.#most && this.#cutOne(response));
  }

  #release(client: string, response: Response): void {
    const holder = this.#holders.get(client);
    const bytes = holder?.answers.get(response);
    if (!holder || bytes === undefined) return;
    holder.answers.delete(response);
    holder.bytes -= bytes;
    this.#bytes -= bytes;
    if (holder.answers.size === 0) this.#holders.delete(client);
  }

  /** @param last which its client had no time to take. @returns whether there was another one */
  #cutOne(last: Response): boolean {
    let [most, bytes] = ['', 0];
    for (const [client, holder] of this.#holders) {
      const hasOthers = holder.answers.size > 1 || !holder.answers.has(last);
      if (hasOthers && holder.bytes > bytes) [most, bytes] = [client, holder.bytes];
    }
    const [oldest] = this.#holders.get(most)?.answers.keys() ?? [];
    if (!oldest) return false;
    this.#release(most, oldest);
    noteCut(oldest, 'its client took too little of its answers, and others need the room');
    oldest.destroy();
    return true;
  }
}
