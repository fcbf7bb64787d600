/** Begin and end of a first sync: tables without indexes at its start, and nothing left of it at its end. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { dropUnlessRead, inTransaction } from '../../database-transaction.js';
import { chainTables } from '../../tables/chain-tables.js';
import { orm, run } from '../../tables/orm.js';
import { firstSyncOf } from '../../tables/sync-tables.js';
import { buildMissingIndexes, dropIndexes } from '../chain-indexes.js';
import { createStaging, stagingTable } from './staged-events.js';

/**
 * Tables that only grow while they are loaded: a vacuum finds nothing to do in them and reads all of it. Not
 * unspent_outputs, from which most of what is stored is taken again.
 */
function growing(chain: ChainCode): readonly string[] {
  return chainTables(chain).filter((table) => table !== 'unspent_outputs');
}

/** Finds the transactions of a height while `transactions` has no other index; block ranges cost nothing to keep. */
function loadIndex(chain: ChainCode): string {
  return `${chain}.transactions_load`;
}

/** Only while nothing is indexed. */
export async function beginFirstSync(session: Session, chain: ChainCode): Promise<void> {
  await inTransaction(session, async () => {
    // The table of blocks is small and written in order, and the cursor looks hashes up in it.
    const kept = 'blocks_height';
    await dropIndexes(session, chain, [kept]);
    await buildMissingIndexes(session, chain, kept);
    await session.query(
      `CREATE INDEX IF NOT EXISTS transactions_load ON ${chain}.transactions USING brin (tx_key) WITH (pages_per_range = 512)`,
    );
    for (const table of growing(chain))
      await session.query(`ALTER TABLE ${chain}.${table} SET (autovacuum_enabled = off)`);
    await createStaging(session, chain);
    await run(orm(session).insert(firstSyncOf(chain)).values({ stage: 'load' }));
  });
}

/**
 * Without a summary every page that was added since the last one would be read for every height that is looked up. The
 * index is found by a row of the table: under Citus, table and index on the worker have a number behind their names.
 */
export async function summariseLoadIndex(session: Session, chain: ChainCode): Promise<void> {
  await session.query(
    `SELECT brin_summarize_new_values(replace(tableoid::regclass::text, '${chain}.transactions', '${loadIndex(chain)}')::regclass)
     FROM ${chain}.transactions LIMIT 1`,
  );
}

/**
 * Ends it: from here on the chain is followed block by block. What it leaves behind is {@link dropLeftovers}' to
 * remove.
 */
export async function endFirstSync(session: Session, chain: ChainCode): Promise<void> {
  await inTransaction(session, async () => {
    for (const table of growing(chain)) await session.query(`ALTER TABLE ${chain}.${table} RESET (autovacuum_enabled)`);
    await run(orm(session).delete(firstSyncOf(chain)));
  });
}

/**
 * Drops what a first sync needed and nothing else does. What is being read stays, and is tried again another time.
 * @param familyTables staging tables of the chain's family
 * @returns false when something had to stay
 */
export async function dropLeftovers(
  session: Session,
  chain: ChainCode,
  familyTables: readonly string[],
): Promise<boolean> {
  const index = loadIndex(chain);
  const { rows } = await session.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [[index, stagingTable(chain), ...familyTables]],
  );
  const statements = rows.map(({ name }) => `DROP ${name === index ? 'INDEX' : 'TABLE'} IF EXISTS ${name}`);
  for (const statement of statements) if (!(await dropUnlessRead(session, statement))) return false;
  return true;
}
