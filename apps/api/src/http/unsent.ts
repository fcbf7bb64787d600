import type { Response } from 'express';
import { ProblemError } from './problem.js';

/** What all clients together have not taken of their answers, of an API. */
export const MOST_UNSENT_BYTES = 256 * 1_024 * 1_024;
/** What a socket takes at once, whatever its client does. */
const COUNTED_FROM = 16_384;
const RETRY_SECONDS = 5;

/** Answers that are in memory because their clients do not take them, by client. */
export class Unsent {
  #bytes = 0;
  readonly #most: number;
  readonly #bytesOf = new Map<string, number>();

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * A client may hold as much as is free: one alone half of all, two a third each. Switches share memory among ports so
   * (Choudhury and Hahne, Dynamic queue length thresholds, 1998).
   * @throws ProblemError overloaded
   */
  requireRoom(client: string): void {
    if ((this.#bytesOf.get(client) ?? 0) < this.#most - this.#bytes) return;
    throw new ProblemError('overloaded', 'too much of the answers before this one was not taken yet', {
      retryAfter: RETRY_SECONDS,
    });
  }

  /** Counts an answer until it was sent, or its client has left. */
  hold(client: string, bytes: number, response: Response): void {
    if (bytes < COUNTED_FROM || response.destroyed) return;
    this.#add(client, bytes);
    response.once('close', () => this.#add(client, -bytes));
  }

  #add(client: string, bytes: number): void {
    this.#bytes += bytes;
    const own = (this.#bytesOf.get(client) ?? 0) + bytes;
    if (own === 0) this.#bytesOf.delete(client);
    else this.#bytesOf.set(client, own);
  }
}
