/** Whether the database answers: seen from the requests that it answers anyway, and asked where there are none. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  databaseOfFailure,
  isQueueTimeout,
  OWN,
  type ReadDatabase,
  type ReadDatabases,
  readSchemaPresence,
} from '@chaintrail/db';
import { ProblemError } from '../problem.js';
import { Recent } from './recent.js';

/** An orchestrator is answered within a second, its own way included. */
const PROBE_MS = 750;
/** A database that has answered so lately has not stopped: what waits meanwhile waits for its turn. */
const LATELY_MS = 5_000;
const RETRY_SECONDS = 5;

/** A new connection took too long; pg-pool gives no code. A statement without any answer is no sign of load. */
const CONNECT_TIMEOUT = /^Connection terminated due to connection timeout/;
/** SQLSTATE: a statement was cancelled, which its timeout does; no memory, connections or other means left. */
const LOAD_STATES = new Set(['57014', '53200', '53300', '53400']);

export class StoreHealth {
  readonly #databases: ReadDatabases;
  readonly #presence: ReadonlyMap<ReadDatabase, Recent<boolean>>;

  constructor(databases: ReadDatabases) {
    this.#databases = databases;
    const look = { heights: () => new Map(), asking: OWN };
    this.#presence = new Map(
      databases.all.map((database) => [database, new Recent(() => database.read(readSchemaPresence, look))]),
    );
  }

  /** Whether a failed query says that its database has too much to do, and not that it is away. */
  isLoad(error: unknown): boolean {
    if (!(error instanceof Error)) return false;
    if ('code' in error && typeof error.code === 'string') return LOAD_STATES.has(error.code);
    const answeredAt = databaseOfFailure(error)?.answeredAt ?? Number.NEGATIVE_INFINITY;
    return (isQueueTimeout(error) || CONNECT_TIMEOUT.test(error.message)) && performance.now() - answeredAt < LATELY_MS;
  }

  /**
   * One database is enough: the chains of the others are answered with 503, and those that are here go on.
   * @returns whether a database holds Chaintrail's tables, within a second
   * @throws ProblemError store-unavailable where none answers; what a failed query throws
   */
  async hasTables(): Promise<boolean> {
    const answers = await Promise.allSettled(this.#databases.all.map((database) => this.#ask(database)));
    if (answers.some((answer) => answer.status === 'fulfilled' && answer.value)) return true;
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed) throw failed.reason;
    return false;
  }

  async #ask(database: ReadDatabase): Promise<boolean> {
    const began = performance.now();
    const present = await Promise.race([this.#presence.get(database)!.get(), sleep(PROBE_MS, null, { ref: false })]);
    if (present !== null) return present;
    // The question waits behind others, which are answered: there are tables, or they would fail.
    if (database.answeredAt > began) return true;
    throw new ProblemError('store-unavailable', 'the database does not answer', { retryAfter: RETRY_SECONDS });
  }
}
