import type { ChainCode } from '@chaintrail/chains';
import { type ReadDatabases, readOwnedChains } from '@chaintrail/db';
import { fromPrimary } from './read-audits.js';

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
