/** One server that is read from: its connections, what is under way there, and whether it may be asked. */
import { CONNECT_TIMEOUT_MS, createPool, type Pool, type Queryable } from '../../connection.js';
import { explainConnectionError } from '../../connection-error.js';
import { isStoreError } from '../../store-error.js';
import { createReadPool } from '../read-pool.js';
import type { SiteOf } from '../turns.js';
import { type Asking, connectionsOf, LANES, type Lane, Turns } from '../turns.js';
import { readPosition, readSystemIdentifier } from './read-position.js';

/** Jittered, so that many processes do not ask at once. */
const CHECK_MS = 1_000;
const SLOWEST_CHECK_MS = 5_000;
const CHECK_TIMEOUT_MS = 1_000;
/** An answer is a few statements of some milliseconds: what takes longer waits for something, or has a bad plan. */
const SLOW_MS = 1_000;
/** Bound of a replica: there are others to ask. */
export const REPLICA_CONNECT_MS = 1_000;
/** Questions of a lane that wait for a connection; more would time out in the queue. */
const MOST_WAITING = 500;

/** Snapshot of an answer, which all of it is. */
export interface Reader extends Queryable {
  /** The same for all that read from a server. */
  readonly server: object;
  /** How much of the log the answers so far were made of, for who goes on elsewhere; null: there is nowhere else. */
  position(): Promise<number | null>;
  /** Waits for one turn, in which a task asks. It may ask nothing, and waits for nothing else meanwhile. */
  inTurn<T>(task: (db: Reader) => Promise<T>): Promise<T>;
}

/** A server went away while it was asked. */
class ServerLostError extends Error {
  override readonly name = 'ServerLostError';
  readonly code = 'ECONNABORTED';
}

export interface ServerOptions {
  /** postgres://…; never logged. */
  readonly url: string;
  /** The setting that names it, and its place there, the first 1. */
  readonly variable: string;
  readonly place: number;
  readonly isPrimary: boolean;
  /** Whether an answer may be gone on with on another server. */
  readonly hasOthers: boolean;
  /** Connections. */
  readonly max: number;
  readonly applicationName: string;
  readonly connectTimeoutMs?: number;
  readonly siteOf?: SiteOf;
}

/** Report about a server, for operators. */
export interface ServerReport {
  readonly variable: string;
  /** In the list of replicas, the first 1; 0: the primary. */
  readonly place: number;
  readonly isUsed: boolean;
  readonly lagSeconds: number;
  readonly reads: number;
  readonly failures: number;
  /** Questions that took longer than a second. */
  readonly slow: number;
  /** Time that all questions took together. */
  readonly seconds: number;
  /** Questions that wait for a connection now, and connections in use. */
  readonly waiting: number;
  readonly busy: number;
  /** The same by lane, and those whose turn did not come since the process started. */
  readonly lanes: Readonly<Record<Lane, Pick<Turns, 'running' | 'waiting' | 'refused'>>>;
}

/** Why a replica is not read from; null: it is. A failed question makes it `suspected`, until its check at once. */
export type Absence = 'unknown' | 'suspected' | 'down' | 'lagging' | 'foreign' | null;

export class Server {
  readonly options: ServerOptions;
  absence: Absence = 'unknown';
  /** By this process's clock; 0 for what has replayed all that is known. */
  lagMs = 0;
  /** Answers that were read here. */
  reads = 0;
  /** Failed questions, answers that took longer than {@link SLOW_MS}, and milliseconds of all, with the wait. */
  failures = 0;
  slow = 0;
  askedMs = 0;
  /** Milliseconds of `performance.now()`. */
  answeredAt = Number.NEGATIVE_INFINITY;
  /** Until then others are asked first: its last answer was behind what had been answered before. */
  behindUntil = Number.NEGATIVE_INFINITY;
  /** Null: not known. */
  systemIdentifier: string | null = null;
  /** At the last look; `age` is that of its last replayed commit, in seconds. */
  seen: { readonly isStandby: boolean; readonly age: number | null } = { isStandby: false, age: null };
  readonly lanes: Readonly<Record<Lane, Turns>>;
  #position = 0;
  #pool: Pool;
  readonly #checks: Pool;
  readonly #flights = new Set<(error: Error) => void>();
  #wake: () => void = () => undefined;
  #isStopped = false;

  constructor(options: ServerOptions) {
    this.options = options;
    const { cheap, heavy } = connectionsOf(options.max);
    const { siteOf, connectTimeoutMs: waitMs = CONNECT_TIMEOUT_MS } = options;
    const bounds = { waiting: MOST_WAITING, waitMs, ...(siteOf && { siteOf }) };
    this.lanes = { cheap: new Turns({ places: cheap, ...bounds }), heavy: new Turns({ places: heavy, ...bounds }) };
    this.#pool = this.#openPool();
    this.#checks = createPool(options.url, {
      ...{ max: 1, applicationName: `${options.applicationName}-check` },
      ...{ connectTimeoutMs: CHECK_TIMEOUT_MS, timeoutMs: CHECK_TIMEOUT_MS },
    });
  }

  /** Bytes of the log that it is known to have. */
  get position(): number {
    return this.#position;
  }

  get underWay(): number {
    return this.#flights.size;
  }

  get pool(): Pool {
    return this.#pool;
  }

  get waiting(): number {
    return this.#pool.waitingCount + LANES.reduce((sum, lane) => sum + this.lanes[lane].waiting, 0);
  }

  /** Connections that questions use now. */
  get busy(): number {
    return this.#pool.totalCount - this.#pool.idleCount;
  }

  /** @param isUsed whether answers are read from it now */
  report(isUsed: boolean): ServerReport {
    const { variable, place } = this.options;
    const { lagMs, reads, failures, slow, askedMs, waiting, busy, lanes } = this;
    const [lagSeconds, seconds] = [lagMs / 1_000, askedMs / 1_000];
    return { variable, place, isUsed, lagSeconds, reads, failures, slow, seconds, waiting, busy, lanes };
  }

  /** @param isAnswer whether it is one of {@link reads} */
  async ask<T>(look: (db: Reader) => Promise<T>, asking: Asking, isAnswer = true): Promise<T> {
    let lose: (error: Error) => void = () => undefined;
    const lost = new Promise<never>((_resolve, reject) => {
      lose = reject;
    });
    this.#flights.add(lose);
    const startedMs = performance.now();
    try {
      const found = await Promise.race([look(this.#readerFor(asking)), lost]);
      if (isAnswer) this.reads++;
      return found;
    } catch (error) {
      if (isStoreError(error)) this.failures++;
      throw error;
    } finally {
      const ms = performance.now() - startedMs;
      this.askedMs += ms;
      if (ms > SLOW_MS) this.slow++;
      this.#flights.delete(lose);
    }
  }

  /** Whether all that was answered from a position of the log is here, as far as a short question tells. */
  async hasReached(position: number): Promise<boolean> {
    if (position <= this.#position) return true;
    return Number.isFinite(position) && (await this.#readPosition(this.#pool)) >= position;
  }

  /** Nobody is sent here before the next look at it, which comes at once. */
  suspect(): void {
    this.absence = 'suspected';
    this.#wake();
  }

  /** Looks at it again and again until stopped, less often while `check` says that it fails. */
  async watch(check: () => Promise<boolean>): Promise<void> {
    for (let failures = 0; !this.#isStopped; ) {
      failures = (await check()) ? 0 : failures + 1;
      const waitMs = Math.min(SLOWEST_CHECK_MS, CHECK_MS * 2 ** Math.max(0, failures - 1));
      await this.#pause(waitMs * (0.75 + Math.random() / 2));
    }
  }

  /** Looks, twice where it fails, which then fails what is under way on a replica. @returns why it failed, or null */
  async check(): Promise<string | null> {
    try {
      await this.#look().catch(() => this.#look());
      return null;
    } catch (error) {
      this.systemIdentifier = null;
      if (!this.options.isPrimary) this.#lose();
      const reason = error instanceof Error ? error.message : String(error);
      return explainConnectionError(error, this.options.variable) ?? reason;
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  async end(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#checks.end()]);
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #look(): Promise<void> {
    this.systemIdentifier ??= await readSystemIdentifier(this.#checks);
    const { position, isStandby, age } = await readPosition(this.#checks);
    this.#position = position;
    this.seen = { isStandby, age };
  }

  async #readPosition(pool: Pool): Promise<number> {
    const { position } = await readPosition(pool);
    this.#position = Math.max(this.#position, position);
    return position;
  }

  /** Queries under way there fail now; connections may be to a host that is gone, and are not used again. */
  #lose(): void {
    const old = this.#pool;
    this.#pool = this.#openPool();
    for (const lose of this.#flights) lose(new ServerLostError('the server went away'));
    old.end().catch(() => undefined);
  }

  #readerFor({ lane, client }: Asking): Reader {
    const { hasOthers } = this.options;
    const pool = this.#pool;
    const turns = this.lanes[lane];
    // Its overloads are those of the pool.
    const query = ((...question: Parameters<Pool['query']>) =>
      turns.run(client, async () => pool.query(...question))) as unknown as Pool['query'];
    const position = async (): Promise<number | null> => (hasOthers ? this.#readPosition(pool) : null);
    const held: Reader = {
      ...{ server: this, position },
      query: ((...question: Parameters<Pool['query']>) => pool.query(...question)) as unknown as Pool['query'],
      inTurn: (task) => task(held),
    };
    return { server: this, query, position, inTurn: (task) => turns.run(client, () => task(held)) };
  }

  #openPool(): Pool {
    const { url, applicationName, connectTimeoutMs } = this.options;
    const max = LANES.reduce((sum, lane) => sum + this.lanes[lane].places, 0);
    const pool = createReadPool(url, { max, applicationName, ...(connectTimeoutMs && { connectTimeoutMs }) });
    pool.on('release', (error: Error | boolean | undefined) => {
      if (!error) this.answeredAt = performance.now();
    });
    return pool;
  }
}
