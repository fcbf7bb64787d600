/**
 * A database that answers are read from: a primary, and its streaming replicas where there are any.
 *
 * An answer is read from one server. Replicas are asked in turn, the one with the least under way first; the primary
 * only where none can be. One that is away, or lags too much, is asked by its check alone until that finds it well.
 */
import type { ChainCode } from '@chaintrail/chains';
import type { Pool } from '../../connection.js';
import { isConflict, isMissingTable, isQueueTimeout, isStoreError, isTimeout } from '../../store-error.js';
import { type Asking, connectionsOf, type SiteOf } from '../turns.js';
import { REPLICA_CONNECT_MS, type Reader, Server, type ServerOptions, type ServerReport } from './server.js';
import { WalHead } from './wal-head.js';

/** A replica whose answer was behind is not asked first for so long. */
const BEHIND_MS = 100;
/** Replicas that fail a question before the primary is asked. */
const MOST_FAILURES = 2;

export interface ReadDatabaseOptions {
  /** Chain that it is for; null: every chain that has none of its own. */
  readonly chain: ChainCode | null;
  /** postgres://…; never logged. */
  readonly url: string;
  readonly replicas: readonly string[];
  /** The settings that name them, for messages. */
  readonly variable: string;
  readonly readVariable: string;
  /** Connections to each server. Three in ten are for heavy questions, one of each kind at least. */
  readonly max: number;
  readonly applicationName: string;
  /** A replica that lags more is not read from. */
  readonly maxLagMs: number;
  /** Which clients have turns together. */
  readonly siteOf?: SiteOf;
  /** Called when a replica is left out, with the reason, or is back (null). */
  onReplica?(place: number, reason: string | null): void;
  /**
   * Tells the other processes of this API: tells the others how far chains are answered now, which they {@link
   * ReadDatabase.noteHeights note}.
   */
  shareHeights?(heights: ReadonlyMap<ChainCode, number>): Promise<void>;
}

/** Heights of the chains in an answer; null of one that should be there and is not. */
export type Heights = ReadonlyMap<ChainCode, number | null>;

export interface ReadOptions<T> {
  heights(found: T): Heights;
  /**
   * Position of an earlier answer: a read that goes on from one that was read at this {@link Reader.position} must
   * see all that was seen there.
   */
  readonly since?: number | null;
  /** Client of the answer; `OWN` for what is read once for all who wait, no more than a few times a second. */
  readonly asking: Asking;
}

/** No replica has what an answer has to go on from, and the primary does not answer. */
class ReplicasBehindError extends Error {
  override readonly name = 'ReplicasBehindError';
  /** SQLSTATE cannot_connect_now: asking a little later works. */
  readonly code = '57P03';
  constructor() {
    super('no server that answers has come as far as the page before');
  }
}

const failedAt = new WeakMap<Error, ReadDatabase>();

/** The database that a failure came from. */
export function databaseOfFailure(error: unknown): ReadDatabase | undefined {
  return error instanceof Error ? failedAt.get(error) : undefined;
}

export class ReadDatabase {
  readonly options: ReadDatabaseOptions;
  readonly #primary: Server;
  readonly #replicas: readonly Server[];
  readonly #head: WalHead;
  /** Until each replica was looked at once. */
  readonly #ready: Promise<unknown>;
  readonly #watches: readonly Promise<void>[];
  /** The highest block of each chain that was answered: without need no later answer is older. */
  readonly #served = new Map<ChainCode, number>();
  /** The last of them that every process knows of, or is being told of. */
  readonly #shared = new Map<ChainCode, { readonly height: number; readonly done: Promise<void> }>();
  #turn = 0;

  constructor(options: ReadDatabaseOptions) {
    this.options = options;
    const { max, applicationName, siteOf, variable, readVariable } = options;
    const common = { max, applicationName, hasOthers: options.replicas.length > 0, ...(siteOf && { siteOf }) };
    this.#primary = new Server({ ...common, url: options.url, variable, place: 0, isPrimary: true });
    this.#replicas = options.replicas.map((url, at) => {
      const own: ServerOptions = { ...common, url, variable: readVariable, place: at + 1, isPrimary: false };
      return new Server({ ...own, connectTimeoutMs: REPLICA_CONNECT_MS });
    });
    this.#head = new WalHead(options.maxLagMs);
    if (this.#replicas.length === 0) {
      this.#ready = Promise.resolve();
      this.#watches = [];
      return;
    }
    // The head that replicas are measured with.
    const first = this.#checkPrimary();
    this.#ready = first.then(() => Promise.all(this.#replicas.map((replica) => this.#check(replica))));
    this.#watches = [
      this.#ready.then(() => this.#primary.watch(() => this.#checkPrimary())),
      ...this.#replicas.map((replica) => this.#ready.then(() => replica.watch(() => this.#check(replica)))),
    ];
  }

  /** The setting that names what was read from, for messages. */
  get variable(): string {
    const { variable, readVariable } = this.options;
    return this.#replicas.length > 0 ? `${readVariable} and ${variable}` : variable;
  }

  /** Questions that wait for a connection. */
  get waiting(): number {
    return this.#servers().reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /** Connections for heavy questions, to all servers that are asked. */
  get heavyConnections(): number {
    return connectionsOf(this.options.max).heavy * Math.max(1, this.#replicas.length);
  }

  /** When a server last answered, in milliseconds of `performance.now()`. */
  get answeredAt(): number {
    return Math.max(...this.#servers().map(({ answeredAt }) => answeredAt));
  }

  /** Reads one answer from one server. `look` may be called anew, where a server fails or turns out to be behind. */
  async read<T>(look: (db: Reader) => Promise<T>, options: ReadOptions<T>): Promise<T> {
    if (this.#replicas.length === 0) return this.#ask(this.#primary, look, options.asking);
    await this.#ready;
    const behind: { readonly found: T; readonly heights: Heights }[] = [];
    let failure: unknown;
    let failures = 0;
    for (const replica of this.#inTurn()) {
      if (failures === MOST_FAILURES) break;
      try {
        if (options.since != null && !(await replica.hasReached(options.since))) continue;
        const found = await this.#ask(replica, look, options.asking);
        const heights = options.heights(found);
        if (!this.#isBehind(heights)) {
          await this.#noteServed(heights);
          return found;
        }
        replica.behindUntil = performance.now() + BEHIND_MS;
        behind.push({ found, heights });
      } catch (error) {
        if (!isStoreError(error) || isTimeout(error)) throw error;
        if (isAway(error)) replica.suspect();
        failure = error;
        failures++;
      }
    }
    const best = behind.sort((a, b) => total(b.heights) - total(a.heights))[0];
    // Nobody has what was answered before: its server is out, or the chain was shortened.
    if (best && failure === undefined && !this.#isSuspecting()) return this.#settleFor(best.found, best.heights);
    try {
      return await this.#askPrimary(look, options, failure);
    } catch (error) {
      if (best && isStoreError(error)) return this.#settleFor(best.found, best.heights);
      throw error;
    }
  }

  /** Asks for what only the primary knows, which no replica could say. @param asking whose question it is */
  readPrimary<T>(look: (db: Reader) => Promise<T>, asking: Asking): Promise<T> {
    return this.#ask(this.#primary, look, asking, false);
  }

  /** Heights that another process answers: no later answer of this one is older. */
  noteHeights(heights: ReadonlyMap<ChainCode, number>): void {
    for (const [chain, height] of heights)
      if (height > (this.#served.get(chain) ?? -1)) this.#served.set(chain, height);
  }

  /** For tests: its connections, past all turns. */
  get primaryPool(): Pool {
    return this.#primary.pool;
  }

  /** Notes that a failure came from here, for {@link databaseOfFailure}. */
  blame<E extends Error>(failure: E): E {
    failedAt.set(failure, this);
    return failure;
  }

  reports(): ServerReport[] {
    const isPrimaryUsed = this.#replicas.every(({ absence }) => absence !== null);
    return [
      this.#primary.report(isPrimaryUsed),
      ...this.#replicas.map((replica) => replica.report(replica.absence === null)),
    ];
  }

  async end(): Promise<void> {
    for (const server of this.#servers()) server.stop();
    await Promise.all(this.#watches);
    await Promise.all(this.#servers().map((server) => server.end()));
  }

  async #askPrimary<T>(look: (db: Reader) => Promise<T>, options: ReadOptions<T>, failure: unknown): Promise<T> {
    try {
      const found = await this.#ask(this.#primary, look, options.asking);
      // It may be far ahead of every replica, and need not be there for the next answer: no height to hold those to.
      const heights = options.heights(found);
      for (const [chain, height] of heights) {
        const served = this.#served.get(chain);
        if (served === undefined || height === null || height >= served) continue;
        this.#served.set(chain, height);
        this.#shared.delete(chain);
      }
      return found;
    } catch (error) {
      const lacks = options.since != null && isStoreError(error) && failure === undefined;
      throw lacks ? this.blame(new ReplicasBehindError()) : error;
    }
  }

  async #ask<T>(server: Server, look: (db: Reader) => Promise<T>, asking: Asking, isAnswer = true): Promise<T> {
    try {
      return await server.ask(look, asking, isAnswer);
    } catch (error) {
      throw error instanceof Error ? this.blame(error) : error;
    }
  }

  #servers(): Server[] {
    return [this.#primary, ...this.#replicas];
  }

  /** Those that may be asked, the least busy first, and of equal ones another one each time. */
  #inTurn(): Server[] {
    const used = this.#replicas.filter(({ absence }) => absence === null);
    const turn = used.length > 0 ? this.#turn++ % used.length : 0;
    const now = performance.now();
    return [...used.slice(turn), ...used.slice(0, turn)].sort(
      (a, b) => Number(a.behindUntil > now) - Number(b.behindUntil > now) || a.underWay - b.underWay,
    );
  }

  /** One that failed a question is looked at now, and may be back in a moment. */
  #isSuspecting(): boolean {
    return this.#replicas.some(({ absence }) => absence === 'suspected');
  }

  #isBehind(heights: Heights): boolean {
    return [...heights].some(([chain, height]) => (height ?? -1) < (this.#served.get(chain) ?? -1));
  }

  /** Resolves when an answer of these heights may be given: whoever gets it may ask another process next. */
  async #noteServed(heights: Heights): Promise<void> {
    for (const [chain, height] of heights) if (height !== null) this.#served.set(chain, height);
    if (this.options.shareHeights) await Promise.all([...heights].map((each) => this.#share(...each)));
  }

  /** Also what another process told of: a third one may not have heard it yet. */
  #share(chain: ChainCode, height: number | null): Promise<void> | undefined {
    if (height === null) return undefined;
    const known = this.#shared.get(chain);
    if (known && known.height >= height) return known.done;
    const done = this.options.shareHeights!(new Map([[chain, height]]));
    this.#shared.set(chain, { height, done });
    return done;
  }

  async #settleFor<T>(found: T, heights: Heights): Promise<T> {
    for (const [chain, height] of heights) {
      if (height === null) this.#served.delete(chain);
      this.#shared.delete(chain);
    }
    await this.#noteServed(heights);
    return found;
  }

  async #checkPrimary(): Promise<boolean> {
    const failed = await this.#primary.check();
    if (failed === null) this.#head.note(this.#primary.position, true, performance.now());
    return failed === null;
  }

  /** @returns whether it answered */
  async #check(replica: Server): Promise<boolean> {
    const failed = await replica.check();
    const [absence, reason] = failed === null ? this.#head.judge(replica, this.#primary) : (['down', failed] as const);
    const before = replica.absence;
    replica.absence = absence;
    const wasTold = before !== 'unknown' && before !== 'suspected';
    if (before !== absence && (wasTold || absence !== null)) {
      this.options.onReplica?.(replica.options.place, reason);
    }
    return failed === null;
  }
}

/** Neither a conflict with replay, nor a chain that the replica does not have yet, nor too much to do. */
function isAway(error: unknown): boolean {
  return !isConflict(error) && !isMissingTable(error) && !isQueueTimeout(error);
}

function total(heights: Heights): number {
  return [...heights.values()].reduce<number>((sum, height) => sum + (height ?? 0), 0);
}

/** Which database each chain is read from. */
export class ReadDatabases {
  readonly all: readonly ReadDatabase[];
  readonly #common: ReadDatabase | undefined;
  readonly #own: ReadonlyMap<ChainCode, ReadDatabase>;

  constructor(all: readonly ReadDatabase[]) {
    this.all = all;
    this.#common = all.find(({ options }) => options.chain === null);
    this.#own = new Map(
      all.flatMap((each) => (each.options.chain === null ? [] : [[each.options.chain, each] as const])),
    );
  }

  /** @returns undefined of a chain that no database is configured for */
  of(chain: ChainCode): ReadDatabase | undefined {
    return this.#own.get(chain) ?? this.#common;
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map((database) => database.end()));
  }
}
