import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainCode } from '@chaintrail/chains';
import {
  isStoreError,
  type LatestAudit,
  type Queryable,
  type ReadDatabase,
  type ReadDatabases,
  type RunningAudit,
  readLatestAudits,
  readOwnedChains,
  readRunningAudits,
  readStrangers,
} from '@chaintrail/db';
import type { ListedChain } from './followed-chain.js';

const PATIENCE_MS = 1_000;

interface Audits {
  readonly latest: readonly LatestAudit[];
  readonly running: readonly RunningAudit[];
}

/** Audits of chains whose databases answer, from where each chain is read. */
export async function readAudits(databases: ReadDatabases, chains: readonly ListedChain[]): Promise<Audits> {
  const answering = chains.filter(({ isAnswering }) => isAnswering).map(({ chain }) => chain.code);
  const asked = databases.all.filter((database) => answering.some((code) => databases.of(code) === database));
  const parts = await Promise.all(
    asked.map(async (database): Promise<Audits> => {
      const look = { heights: () => new Map() };
      const [latest, running] = await Promise.all([
        database.read(readLatestAudits, look),
        // An audit that runs holds a lock, which is not on replicas. The rest need not wait for a primary that is away.
        fromPrimary(database, readRunningAudits, []),
      ]);
      const isHere = ({ chain }: { readonly chain: (typeof answering)[number] }) => databases.of(chain) === database;
      return { latest: latest.filter(isHere), running: running.filter(isHere) };
    }),
  );
  return { latest: parts.flatMap(({ latest }) => latest), running: parts.flatMap(({ running }) => running) };
}

/** @returns whether an indexer holds a chain; null where the primary of its database does not say so in time */
export async function readOwners(databases: ReadDatabases): Promise<(code: ChainCode) => boolean | null> {
  const parts = await Promise.all(
    databases.all.map(async (database) => [database, await fromPrimary(database, readOwnedChains, null)] as const),
  );
  const owned = new Map(parts);
  return (code) => {
    const database = databases.of(code);
    return (database && owned.get(database)?.has(code)) ?? null;
  };
}

/** Chains whose lock somebody holds who is no indexer, as far as primaries say so in time. */
export async function readForeignLocks(databases: ReadDatabases): Promise<ReadonlySet<ChainCode>> {
  const parts = await Promise.all(
    databases.all.map(async (database) => {
      const strangers = (await fromPrimary(database, readStrangers, null)) ?? new Map<ChainCode, string>();
      return [...strangers.keys()].filter((code) => databases.of(code) === database);
    }),
  );
  return new Set(parts.flat());
}

/** What only the primary knows, which nobody waits long for. */
async function fromPrimary<T, None>(
  database: ReadDatabase,
  look: (db: Queryable) => Promise<T>,
  none: None,
): Promise<T | None> {
  try {
    return await Promise.race([look(database.primaryPool), sleep(PATIENCE_MS, none, { ref: false })]);
  } catch (error) {
    if (isStoreError(error)) return none;
    throw error;
  }
}
