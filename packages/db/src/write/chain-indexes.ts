/** The indexes of a chain's tables. `chain_indexes` of the schema names them and the statements that build them. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../connection.js';
import { allowMemory } from '../database-transaction.js';
import { createChainSchema } from '../migrate/chain-schema.js';

export interface ChainIndex {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
  readonly exists: boolean;
}

/** @returns all that the chain has or is to have, the largest first */
export async function chainIndexes(session: Session, chain: ChainCode): Promise<ChainIndex[]> {
  const { rows } = await session.query<ChainIndex>(
    `SELECT name, on_table AS "table", definition, to_regclass('${chain}.' || name) IS NOT NULL AS exists FROM ${chain}.chain_indexes()`,
  );
  return rows;
}

export async function missingIndexes(session: Session, chain: ChainCode): Promise<ChainIndex[]> {
  return (await chainIndexes(session, chain)).filter(({ exists }) => !exists);
}

/** Makes the tables ready for blocks one by one, or only the index that is named. Asks only, where they are. */
export async function buildMissingIndexes(session: Session, chain: ChainCode, only?: string): Promise<void> {
  for (const { name, definition } of await missingIndexes(session, chain)) {
    if (only === undefined || name === only) await session.query(definition);
  }
}

/** The schema of a chain as live writes need it, for whoever writes rows without an indexer. */
export async function createIndexedChain(session: Session, chain: ChainCode, network: string): Promise<void> {
  await createChainSchema(session, chain, network);
  await buildMissingIndexes(session, chain);
}

/** Less makes a build of any size slower, and keeps parallel workers from it. */
const LEAST_BUILD_MB = 64;

/** For the builds that follow on the session. @param sessions that build at once and share the memory */
export async function giveIndexesMemory(session: Session, sessions = 1): Promise<void> {
  await allowMemory(session, 'maintenance_work_mem', 256, 'session');
  if (sessions === 1) return;
  await session.query(
    `SELECT set_config('maintenance_work_mem', greatest(${LEAST_BUILD_MB * 1024}, pg_size_bytes(current_setting('maintenance_work_mem')) / 1024 / ${sessions}) || 'kB', false)`,
  );
}

/** Drops all indexes but those named. The tables must be empty, or building them again takes its time. */
export async function dropIndexes(session: Session, chain: ChainCode, except: readonly string[]): Promise<void> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT name FROM ${chain}.chain_indexes() WHERE to_regclass('${chain}.' || name) IS NOT NULL AND name <> ALL ($1)`,
    [except],
  );
  for (const { name } of rows) await session.query(`DROP INDEX ${chain}.${name}`);
}
