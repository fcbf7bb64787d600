/** Whether the database answers: seen from the requests that it answers anyway, and asked where there are none. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Pool, readSchemaPresence } from '@chaintrail/db';
import { ProblemError } from './http/problem.js';

/** An orchestrator is answered within a second, its own way included. */
const PROBE_MS = 750;
/** A database that has answered so lately has not stopped: what waits meanwhile waits for its turn. */
const LATELY_MS = 5_000;
const RETRY_SECONDS = 5;

/**
 * Waiting for one of the pool's connections, or for a new one, took too long; pg-pool gives no code. A statement that gets no answer at all, not
 * even that it took too long, is no sign of load.
 */
const TIMEOUTS = /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)/;
/** SQLSTATE: a statement was cancelled, which its timeout does; no memory, connections or other means left. */
const LOAD_STATES = new Set(['57014', '53200', '53300', '53400']);

export class StoreHealth {
  readonly #pool: Pool;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<boolean> | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
    pool.on('release', (error: Error | boolean | undefined) => {
      if (!error) this.#answeredAt = performance.now();
    });
  }

  /** Whether a failed query says that the database has too much to do, and not that it is away. */
  isLoad(error: unknown): boolean {
    if (!(error instanceof Error)) return false;
    if ('code' in error && typeof error.code === 'string') return LOAD_STATES.has(error.code);
    return TIMEOUTS.test(error.message) && performance.now() - this.#answeredAt < LATELY_MS;
  }

  /**
   * @returns whether the database holds Chaintrail's tables, within a second
   * @throws ProblemError store-unavailable where it does not answer; what a failed query throws
   */
  async hasTables(): Promise<boolean> {
    this.#asking ??= readSchemaPresence(this.#pool).finally(() => {
      this.#asking = undefined;
    });
    const began = performance.now();
    const present = await Promise.race([this.#asking, sleep(PROBE_MS, null, { ref: false })]);
    if (present !== null) return present;
    // The question waits behind others, which are answered: there are tables, or they would fail.
    if (this.#answeredAt > began) return true;
    throw new ProblemError('store-unavailable', 'the database does not answer', { retryAfter: RETRY_SECONDS });
  }
}
