/** Keeps where a first sync stands, so that it goes on after an interruption, and what its tables lack meanwhile. */
import { type ChainCode, requireChain } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { dropUnlessRead, inTransaction } from '../../database-transaction.js';
import { chainTables } from '../../tables/chain-tables.js';
import { orm, run } from '../../tables/orm.js';
import { firstSyncOf, STAGES_OF, type Stage } from '../../tables/sync-tables.js';
import { buildMissingIndexes, dropIndexes } from '../chain-indexes.js';
import type { ShownProgress } from './first-sync.js';
import { createStaging, stagingTable } from './staged-events.js';

export interface FirstSyncState {
  readonly stage: Stage;
  /** Outputs of transactions below this tx_key that are unspent are in unspent_outputs. */
  readonly unspentTo: number;
  /** Buckets below this one are sorted. */
  readonly sortedTo: number;
  /**
   * Account chains: transfers of transactions below this tx_key are staged for token_balances, or in token_history;
   * null where none is.
   */
  readonly touchedTo: number | null;
  readonly transactions: number;
  readonly events: number;
}

/** @returns null when no first sync is under way */
export async function readFirstSync(session: Session, chain: ChainCode): Promise<FirstSyncState | null> {
  const [row] = await run(orm(session).select().from(firstSyncOf(chain)));
  return row ?? null;
}

/** Moves on in a stage, within the caller's transaction. */
export async function moveFirstSync(
  session: Session,
  chain: ChainCode,
  to: Partial<Omit<FirstSyncState, 'stage'>>,
): Promise<void> {
  await run(orm(session).update(firstSyncOf(chain)).set(to));
}

/** @returns what sync_state says of how much is done */
export async function readShown(session: Session, chain: ChainCode): Promise<ShownProgress> {
  const { rows } = await session.query<ShownProgress>(
    `SELECT share, node_height AS "nodeHeight" FROM ${chain}.sync_state`,
  );
  return rows[0] ?? { share: null, nodeHeight: null };
}

/** Tables that only grow while loaded: a vacuum reads all for nothing. Not unspent_outputs, which shrinks again. */
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

/** Without a summary, each look-up reads all pages added since. The index is found by a row: Citus renames both. */
export async function summariseLoadIndex(session: Session, chain: ChainCode): Promise<void> {
  await session.query(
    `SELECT brin_summarize_new_values(replace(tableoid::regclass::text, '${chain}.transactions', '${loadIndex(chain)}')::regclass)
     FROM ${chain}.transactions LIMIT 1`,
  );
}

/**
 * Moves on to the stage that follows one, within the caller's transaction. After the last one the chain is followed
 * block by block. What the first sync leaves behind is {@link dropLeftovers}' to remove.
 */
export async function leaveStage(session: Session, chain: ChainCode, stage: Stage): Promise<void> {
  const stages = STAGES_OF[requireChain(chain).family].map((each) => each.stage);
  const next = stages[stages.indexOf(stage) + 1];
  if (next !== undefined) {
    await run(orm(session).update(firstSyncOf(chain)).set({ stage: next }));
    return;
  }
  for (const table of growing(chain)) await session.query(`ALTER TABLE ${chain}.${table} RESET (autovacuum_enabled)`);
  await run(orm(session).delete(firstSyncOf(chain)));
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
