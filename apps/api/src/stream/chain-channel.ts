/**
 * Events of one chain, told to all who listen in this process. One short question, again and again while anybody
 * listens; where something changed, what is new of the addresses of all of them is read together.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { formatAddress } from '@chaintrail/chains';
import {
  isStoreError,
  type NewsKind,
  type NewsPlace,
  OWN,
  readArrivedKeys,
  readInstallationKey,
  readStreamMarks,
  readTouchedKeys,
} from '@chaintrail/db';
import { readNews } from '../families/questions.js';
import type { FollowedChain } from '../read/followed-chain.js';
import { partsOf } from '../read/parts.js';
import type { AnswerSources } from '../read/read-answer.js';
import { advance, MovedError, type NewsSource, ReplacedError, readMarked, type StreamEvent } from './advance.js';
import {
  areLive,
  comparePlaces,
  earlierPlace,
  isAhead,
  type LiveMarks,
  type Position,
  type PositionScope,
  positionAt,
} from './position.js';

/** Between two looks; a longer one makes the pause as long, so that a database is never asked without one. */
const POLL_MS = 100;
/** After a look that failed. */
const RETRY_MS = 1_000;
/** Addresses of one question: a probe of an index takes some microseconds. */
const PROBED_AT_ONCE = 5_000;
/** Rows of new unconfirmed transactions that are looked through; where more arrive at once, addresses are probed. */
const ARRIVALS = 10_000;

/** Who listens. */
export interface Listener {
  /** Hex keys of addresses. */
  readonly keys: readonly string[];
  /** May make the listener leave. */
  take(event: StreamEvent): void;
  /** All up to here was told. */
  moved(position: Position): void;
  /** There is nothing more to come. */
  end(): void;
}

/** Where a channel stands after a look at everything. */
export interface Standing {
  readonly position: Position;
  readonly marks: LiveMarks;
  /** Scope of ids of events. */
  readonly scope: PositionScope;
}

/** Who hears of it. */
export interface ChannelEvents {
  readonly onEnd: () => void;
  /** Reports a mistake of this program. */
  readonly report: (error: unknown) => void;
}

export class ChainChannel {
  readonly source: NewsSource;
  readonly #listeners = new Set<Listener>();
  readonly #byKey = new Map<string, Set<Listener>>();
  /** Those that are not up to date, but will be. */
  readonly #waiting = new Set<Listener>();
  readonly #onEnd: () => void;
  readonly #report: (error: unknown) => void;
  #standing: Standing | null = null;
  /** Position of what was told; behind {@link #standing} while that is made. */
  #position: Position | null = null;
  #scope: PositionScope | null = null;
  /** Who waits until it has come to a position. */
  #awaiting = 0;
  #isSettled = false;
  #isEnded = false;
  /** Resolves after each look. */
  #looked = deferred();
  #failure: unknown;

  constructor(sources: AnswerSources, followed: FollowedChain, { onEnd, report }: ChannelEvents) {
    this.#report = report;
    this.#onEnd = onEnd;
    this.source = {
      followed,
      database: sources.chains.databaseOf(followed.chain.code),
      keys: (kind, after, goal) => this.#touched(kind, after, goal),
      news: (db, query, tip) => readNews(followed, db, query, tip),
      // One reads for all who listen, a pause after each look.
      asking: OWN,
      addressOf: (key) => formatAddress(followed.network, Buffer.from(key, 'hex')),
    };
    void this.#run();
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Scope of ids of events; null before the first look. */
  get scope(): PositionScope | null {
    return this.#scope;
  }

  /** How many addresses are watched. */
  get watched(): number {
    return this.#byKey.size;
  }

  /** Where it stands between two looks, as soon as it does. @param mayFail whether to fail as the last look did */
  async standing(mayFail = false): Promise<Standing | null> {
    // Keeps it from ending meanwhile: a look that finds the chain moved settles nothing.
    this.#awaiting++;
    try {
      while (!this.#isEnded) {
        if (this.#isSettled && this.#standing) return this.#standing;
        if (mayFail && this.#failure !== undefined) throw this.#failure;
        await this.#looked.promise;
      }
      return null;
    } finally {
      this.#awaiting--;
    }
  }

  /**
   * Where it stands once it has all that a position tells of, or when the time is over. Its looks are for all who wait.
   * @param until in milliseconds of `performance.now()`
   * @throws why the last look failed
   */
  async standingAt(position: Position, until: number): Promise<Standing | null> {
    this.#awaiting++;
    try {
      while (!this.#isEnded) {
        if (this.#failure !== undefined) throw this.#failure;
        const standing = this.#standing;
        const isThere = this.#isSettled && standing !== null && !isAhead(position, standing.marks);
        if (isThere || performance.now() > until) return standing;
        await this.#looked.promise;
      }
      return null;
    } finally {
      this.#awaiting--;
    }
  }

  /** After the next look. */
  nextLook(): Promise<void> {
    return this.#isEnded ? Promise.resolve() : this.#looked.promise;
  }

  /** Keeps it looking, though the listener is told nothing yet. */
  expect(listener: Listener): void {
    this.#waiting.add(listener);
  }

  /** Listens from now on. @returns false where the position, as far as blocks go, is not that of the channel */
  join(listener: Listener, { told, reorgId, pending }: Position): boolean {
    const position = this.#position;
    if (!this.#isSettled || !position || this.#isEnded) return false;
    if (position.told.at !== told.at || told.key !== null || position.reorgId !== reorgId) return false;
    // Others know more than this one then, and skip what they know.
    this.#position = { ...position, pending: earlierPlace(position.pending, pending) };
    this.#waiting.delete(listener);
    this.#listeners.add(listener);
    for (const key of listener.keys) {
      const others = this.#byKey.get(key);
      if (others) others.add(listener);
      else this.#byKey.set(key, new Set([listener]));
    }
    return true;
  }

  leave(listener: Listener): void {
    this.#waiting.delete(listener);
    if (!this.#listeners.delete(listener)) return;
    for (const key of listener.keys) {
      const others = this.#byKey.get(key);
      others?.delete(listener);
      if (others?.size === 0) this.#byKey.delete(key);
    }
  }

  async #run(): Promise<void> {
    // The first look is for whoever made the channel, and joins it afterwards.
    do {
      const start = performance.now();
      try {
        await this.#look();
        this.#failure = undefined;
      } catch (error) {
        this.#isSettled = false;
        if (error instanceof ReplacedError) break;
        if (!(error instanceof MovedError)) this.#failure = error;
        if (!(error instanceof MovedError || isStoreError(error))) this.#report(error);
      }
      this.#tellLooked();
      await sleep(this.#failure === undefined ? Math.max(POLL_MS, performance.now() - start) : RETRY_MS);
    } while (this.#listeners.size + this.#waiting.size + this.#awaiting > 0 && !this.#isEnded);
    this.end();
  }

  /** Nobody is told anything more. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const listener of [...this.#listeners, ...this.#waiting]) listener.end();
    this.#onEnd();
    this.#tellLooked();
  }

  async #look(): Promise<void> {
    const { followed, database } = this.source;
    const { code } = followed.chain;
    const before = this.#isSettled ? this.#standing : null;
    const marks = await database.read((db) => readStreamMarks(db, code), {
      heights: (found) => new Map([[code, found?.height ?? null]]),
      asking: OWN,
    });
    this.#scope ??= await this.#readScope();
    const position = this.#position;
    if (!areLive(marks) || marks.network !== followed.network.name) throw new ReplacedError();
    if (position && position.liveSince !== marks.liveSince) throw new ReplacedError();
    if (!position) this.#settle(positionAt(marks), marks, this.#scope);
    else if (before && isSame(before.marks, marks) && !lacksPending(position, before.position)) return;
    else if (isAhead(position, marks)) throw new MovedError();
    else await this.#tell(position, marks, this.#scope);
  }

  async #readScope(): Promise<PositionScope> {
    const { followed, database } = this.source;
    const key = await database.read(readInstallationKey, { heights: () => new Map(), asking: OWN });
    return { chain: followed.chain.code, network: followed.network.name, key };
  }

  async #tell(start: Position, goal: LiveMarks, scope: PositionScope): Promise<void> {
    this.#isSettled = false;
    let position = start;
    for await (const step of advance(this.source, start, goal)) {
      for (const event of step.events) {
        const to = event.key === null ? this.#listeners : (this.#byKey.get(event.key) ?? []);
        for (const listener of [...to]) listener.take(event);
      }
      position = step.position;
      this.#position = position;
    }
    this.#settle(position, goal, scope);
    for (const listener of this.#listeners) listener.moved(position);
  }

  #settle(position: Position, marks: LiveMarks, scope: PositionScope): void {
    this.#position = position;
    this.#standing = { position, marks, scope };
    this.#isSettled = true;
  }

  #tellLooked(): void {
    const told = this.#looked;
    this.#looked = deferred();
    told.resolve();
  }

  async #touched(kind: NewsKind, after: NewsPlace, goal: LiveMarks): Promise<readonly string[]> {
    const keys = [...this.#byKey.keys()];
    if (keys.length === 0) return [];
    if (kind === 'pending' && after.at > 0 && keys.length > PROBED_AT_ONCE / 10) {
      const arrived = await this.#arrived(after, goal);
      if (arrived) return arrived;
    }
    const touched: string[] = [];
    const from = after.key === null ? after.at + 1 : after.at;
    const { code } = this.source.followed.chain;
    for (const part of partsOf(keys, PROBED_AT_ONCE)) {
      const found = await readMarked(this.source, goal, kind, (db) => readTouchedKeys(db, code, kind, part, from));
      touched.push(...found.keys);
    }
    return touched;
  }

  /** @returns null where so many arrived that nobody knows of all of them */
  async #arrived(after: NewsPlace, goal: LiveMarks): Promise<string[] | null> {
    const { code } = this.source.followed.chain;
    const found = await readMarked(this.source, goal, 'pending', (db) =>
      readArrivedKeys(db, code, after.at, goal.pendingId ?? 0, ARRIVALS),
    );
    if (found.keys.length === ARRIVALS) return null;
    return [...new Set(found.keys)].filter((key) => this.#byKey.has(key));
  }
}

/** Whether a listener has joined since who knows less of what is pending. */
function lacksPending(now: Position, settled: Position): boolean {
  return comparePlaces(now.pending, settled.pending) < 0;
}

/** Whether nothing happened that anybody is told of. */
function isSame(a: LiveMarks, b: LiveMarks): boolean {
  const isFollowed = ({ pendingAt }: LiveMarks): boolean => pendingAt !== null;
  return a.hash === b.hash && a.reorgId === b.reorgId && a.pendingId === b.pendingId && isFollowed(a) === isFollowed(b);
}

interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function deferred(): Deferred {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
