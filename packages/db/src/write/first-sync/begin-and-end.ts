/** What surrounds a first sync: tables without indexes at its start, and nothing left of it at its end. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { dropIndexes } from '../chain-indexes.js';
import { inTransaction } from '../transaction.js';
import { createStaging, stagingTable } from './staged-events.js';

const TABLES = ['blocks', 'transactions', 'address_transactions', 'addresses', 'unspent_outputs'] as const;

/** The table of blocks is small and written in order, and the cursor looks hashes up in it. */
const KEPT = (chain: ChainCode): string[] => [`blocks_${chain}_height`];

/** Finds the transactions of a height while `transactions` has no other index; block ranges cost nothing to keep. */
function loadIndex(chain: ChainCode): string {
  return `transactions_${chain}_load`;
}

/** Only while nothing is indexed. */
export async function beginFirstSync(session: Session, chain: ChainCode): Promise<void> {
  await inTransaction(session, async () => {
    await dropIndexes(session, chain, KEPT(chain));
    await session.query(`CREATE UNIQUE INDEX IF NOT EXISTS blocks_${chain}_height ON blocks_${chain} (height)`);
    await session.query(
      `CREATE INDEX IF NOT EXISTS ${loadIndex(chain)} ON transactions_${chain} USING brin (tx_key) WITH (pages_per_range = 32)`,
    );
    // A vacuum of a table that only grows finds nothing to do, and reads all of it.
    for (const table of TABLES) await session.query(`ALTER TABLE ${table}_${chain} SET (autovacuum_enabled = off)`);
    await createStaging(session, chain);
    await session.query(`INSERT INTO first_sync (chain, stage) VALUES ($1, 'load')`, [chain]);
  });
}

/** After a crash the newest pages may not be summarised, and every one of them would be read for every height. */
export async function summariseLoadIndex(session: Session, chain: ChainCode): Promise<void> {
  await session.query('SELECT brin_summarize_new_values($1)', [loadIndex(chain)]);
}

export async function endFirstSync(session: Session, chain: ChainCode): Promise<void> {
  await inTransaction(session, async () => {
    await session.query(`DROP INDEX IF EXISTS ${loadIndex(chain)}`);
    for (const table of TABLES) await session.query(`ALTER TABLE ${table}_${chain} RESET (autovacuum_enabled)`);
    await session.query(`DROP TABLE ${stagingTable(chain)}`);
    await session.query('DELETE FROM first_sync WHERE chain = $1', [chain]);
  });
}
