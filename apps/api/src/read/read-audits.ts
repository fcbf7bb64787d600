import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainCode } from '@chaintrail/chains';
import {
  isStoreError,
  type LatestAudit,
  OWN,
  type ReadDatabase,
  type ReadDatabases,
  type RunningAudit,
  readLatestAudits,
  readOwnedChains,
  readRunningAudits,
  readStrangers,
} from '@chaintrail/db';
import type { ListedChain } from './followed-chain.js';
import { Recent } from './recent.js';

const PATIENCE_MS = 1_000;
const LATE = Symbol('late');

interface Audits {
  readonly latest: readonly LatestAudit[];
  readonly running: readonly RunningAudit[];
}

/** Facts about one database. Locks are not on replicas: the primary is asked for them. */
class DatabaseAudits {
  readonly latest: Recent<readonly LatestAudit[]>;
  readonly #running: Recent<readonly RunningAudit[]>;
  readonly #owned: Recent<ReadonlySet<ChainCode>>;
  readonly #strangers: Recent<ReadonlyMap<ChainCode, string>>;

  constructor(database: ReadDatabase) {
    this.latest = new Recent(() => database.read(readLatestAudits, { heights: () => new Map(), asking: OWN }));
    this.#running = new Recent(() => database.readPrimary(readRunningAudits, OWN));
    this.#owned = new Recent(() => database.readPrimary(readOwnedChains, OWN));
    this.#strangers = new Recent(() => database.readPrimary(readStrangers, OWN));
  }

  running(): Promise<readonly RunningAudit[] | null> {
    return soon(this.#running);
  }

  owned(): Promise<ReadonlySet<ChainCode> | null> {
    return soon(this.#owned);
  }

  strangers(): Promise<ReadonlyMap<ChainCode, string> | null> {
    return soon(this.#strangers);
  }
}

/** Audits of chains, and whether an indexer has them. Looked at once a second at most, whoever asks. */
export class ChainAudits {
  readonly #databases: ReadDatabases;
  readonly #audits: ReadonlyMap<ReadDatabase, DatabaseAudits>;

  constructor(databases: ReadDatabases) {
    this.#databases = databases;
    this.#audits = new Map(databases.all.map((database) => [database, new DatabaseAudits(database)]));
  }

  /** Audits of chains whose databases answer, from where each chain is read. */
  async read(chains: readonly ListedChain[]): Promise<Audits> {
    const answering = chains.filter(({ isAnswering }) => isAnswering).map(({ chain }) => chain.code);
    const asked = [...this.#audits].filter(([database]) =>
      answering.some((code) => this.#databases.of(code) === database),
    );
    const parts = await Promise.all(
      asked.map(async ([database, audits]): Promise<Audits> => {
        // The rest need not wait for a primary that is away.
        const [latest, running] = await Promise.all([audits.latest.get(), audits.running()]);
        const isHere = ({ chain }: { readonly chain: ChainCode }) => this.#databases.of(chain) === database;
        return { latest: latest.filter(isHere), running: (running ?? []).filter(isHere) };
      }),
    );
    return { latest: parts.flatMap(({ latest }) => latest), running: parts.flatMap(({ running }) => running) };
  }

  /** @returns whether an indexer holds a chain; null where the primary of its database does not say so in time */
  async owners(): Promise<(code: ChainCode) => boolean | null> {
    const parts = [...this.#audits].map(async ([database, audits]) => [database, await audits.owned()] as const);
    const owned = new Map(await Promise.all(parts));
    return (code) => {
      const database = this.#databases.of(code);
      return (database && owned.get(database)?.has(code)) ?? null;
    };
  }

  /** Chains whose lock somebody holds who is no indexer, as far as primaries say so in time. */
  async foreignLocks(): Promise<ReadonlySet<ChainCode>> {
    const parts = [...this.#audits].map(async ([database, audits]) => {
      const strangers = (await audits.strangers()) ?? new Map<ChainCode, string>();
      return [...strangers.keys()].filter((code) => this.#databases.of(code) === database);
    });
    return new Set((await Promise.all(parts)).flat());
  }
}

/** Waits for an answer, not for long. A slow question stays the only one until it ends. @returns null: unknown */
async function soon<T>(recent: Recent<T>): Promise<T | null> {
  try {
    const found = await Promise.race([recent.get(), sleep(PATIENCE_MS, LATE, { ref: false })]);
    return found === LATE ? null : (found as T);
  } catch (error) {
    if (isStoreError(error)) return null;
    throw error;
  }
}
