import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainCode, chainByCode, chainOnNetwork } from '@chaintrail/chains';
import { type ChainState, isStoreError, OWN, type ReadDatabase, type ReadDatabases, readChains } from '@chaintrail/db';
import { ProblemError } from '../problem.js';
import type { FollowedChain, ListedChain, Listing } from './followed-chain.js';
import { isFollowed } from './progress.js';

/** A database is asked for its chains at most this often, whoever asks. */
const REFRESH_MS = 1_000;
/** Others are not kept waiting longer by one that does not answer. */
const PATIENCE_MS = 1_000;
const LATE = Symbol('late');

/** Last answer of a database of the chains that are read from it. */
interface LastListing {
  readonly chains: readonly ListedChain[];
  /** Why it did not answer when it was asked last. */
  readonly failure: unknown;
}

/**
 * Which chains the databases follow. A database holds one network per chain for good, so what was read once stays true.
 * A request about a known chain needs no query for it. Two make it look again: an unknown currency, and a chain that
 * has no block yet, which is forgotten when its indexer gives up.
 */
export class ChainDirectory {
  readonly #databases: ReadDatabases;
  readonly #known = new Map<ReadDatabase, LastListing>();
  /** Questions that were left alone: there is no use in another one before they end. */
  readonly #stuck = new Map<ReadDatabase, Error>();
  readonly #onChange: (database: ReadDatabase, failure: Error | null) => void;
  readonly #readAt = new Map<ReadDatabase, number>();
  readonly #refreshing = new Map<ReadDatabase, Promise<void>>();

  /** @param onChange told when a database stops answering, with its failure, and when it answers again (null) */
  constructor(databases: ReadDatabases, onChange: (database: ReadDatabase, failure: Error | null) => void) {
    this.#databases = databases;
    this.#onChange = onChange;
  }

  /** @throws ProblemError unknown-currency, listing the known ones; the failure of a database that would know */
  async find(currency: string): Promise<ListedChain> {
    const code = currency.toLowerCase();
    const chain = chainByCode(code);
    const database = chain && this.#databases.of(chain.code);
    if (database && typeof this.#followed(code)?.state.height !== 'number') await this.#refresh(database);
    const found = this.#followed(code);
    if (found) return found;
    const failure = database && this.#known.get(database)?.failure;
    if (failure) throw failure;
    await Promise.all(this.#databases.all.map((each) => this.#refresh(each)));
    const currencies = [...this.#known.values()].flatMap(({ chains }) => chains.map(({ chain }) => chain.code));
    const mute = [...this.#known.values()].find((known) => known.failure)?.failure;
    if (mute && currencies.length === 0) throw mute;
    const known =
      currencies.length > 0 ? `this server follows ${currencies.join(', ')}` : 'this server follows none yet';
    throw new ProblemError('unknown-currency', `there is no such currency here; ${known}`, { facts: { currencies } });
  }

  /** The database that a followed chain is read from. */
  databaseOf(code: ChainCode): ReadDatabase {
    const database = this.#databases.of(code);
    if (!database) throw new RangeError(`no database is configured for ${code}`);
    return database;
  }

  /**
   * Every followed chain with its state, a second old at most where its database answers.
   * @throws the failure of a database of which nothing is known that could be listed instead: when none answers, or the
   * common one never did
   */
  async list(): Promise<Listing> {
    const { all } = this.#databases;
    await Promise.all(all.map((database) => this.#refresh(database)));
    const known = all.map((database) => ({ database, ...this.#known.get(database)! }));
    const failed = known.filter(({ failure }) => failure !== undefined);
    const mute = failed.find(({ database, chains }) => database.options.chain === null && chains.length === 0);
    const worst = failed.length === known.length ? failed[0] : mute;
    if (worst) throw worst.failure;
    return {
      chains: known.flatMap(({ chains }) => chains),
      unavailable: failed.flatMap(({ database: { options }, chains }) =>
        options.chain === null ? chains.map(({ chain }) => chain.code) : [options.chain],
      ),
    };
  }

  /** Forgets what was read: the database turned out to be another one. */
  forget(database: ReadDatabase): void {
    this.#known.delete(database);
    this.#readAt.delete(database);
  }

  #followed(code: string): ListedChain | undefined {
    for (const { chains } of this.#known.values()) {
      const found = chains.find(({ chain }) => chain.code === code);
      if (found) return found;
    }
    return undefined;
  }

  /** Keeps what a database said before where it does not answer. */
  async #look(database: ReadDatabase): Promise<void> {
    const before = this.#known.get(database);
    try {
      const chains = await this.#read(database);
      this.#known.set(database, { chains, failure: undefined });
      if (before?.failure) this.#onChange(database, null);
    } catch (failure) {
      if (!isStoreError(failure)) throw failure;
      const chains = before?.chains.map((listed) => ({ ...listed, isAnswering: false })) ?? [];
      this.#known.set(database, { chains, failure });
      if (!before?.failure) this.#onChange(database, failure);
    }
    this.#readAt.set(database, performance.now());
  }

  async #read(database: ReadDatabase): Promise<ListedChain[]> {
    const stuck = this.#stuck.get(database);
    if (stuck) throw stuck;
    const reading = database.read(readChains, {
      heights: (states) => {
        const before = this.#known.get(database)?.chains.map(({ chain }) => [chain.code, null] as const) ?? [];
        return new Map([...before, ...states.map(({ chain, height }) => [chain, height] as const)]);
      },
      asking: OWN,
    });
    const states = this.#databases.all.length === 1 ? await reading : await this.#inTime(database, reading);
    // A chain that has a database of its own may have left rows in the common one.
    return states
      .filter((state) => isFollowed(state) && this.#databases.of(state.chain) === database)
      .flatMap((state) => {
        const followed = followedChain(state);
        return followed ? [{ ...followed, database, state, isAnswering: true }] : [];
      });
  }

  async #inTime<T>(database: ReadDatabase, reading: Promise<T>): Promise<T> {
    const timer = new AbortController();
    const late = sleep(PATIENCE_MS, LATE, { signal: timer.signal, ref: false }).catch(() => LATE);
    const first = await Promise.race([reading, late]).finally(() => timer.abort());
    if (first !== LATE) return first as T;
    const failure = database.blame(new Error('timeout expired'));
    this.#stuck.set(database, failure);
    const over = () => this.#stuck.delete(database);
    reading.then(over, over);
    throw failure;
  }

  async #refresh(database: ReadDatabase): Promise<void> {
    if (performance.now() - (this.#readAt.get(database) ?? Number.NEGATIVE_INFINITY) < REFRESH_MS) return;
    const refreshing =
      this.#refreshing.get(database) ?? this.#look(database).finally(() => this.#refreshing.delete(database));
    this.#refreshing.set(database, refreshing);
    await refreshing;
  }
}

/** Undefined for a chain or network of a newer version than this one. */
function followedChain(state: ChainState): FollowedChain | undefined {
  const chain = chainByCode(state.chain);
  return chain && chainOnNetwork(chain, state.network);
}
