import { CHAIN_CODES, type ChainCode } from '@chaintrail/chains';
import { closeSession } from '../connection.js';
import { internalStagingTable } from '../write/account/internal/staged-internal.js';
import { touchesTable } from '../write/account/staged-touches.js';
import { chainTables, mempoolTables } from '../write/chain-tables.js';
import { stagingTable } from '../write/first-sync/staged-events.js';
import { becomeOwner } from '../write/owner.js';

/** The chain cannot be dropped now. */
export class ChainInUseError extends Error {
  override readonly name = 'ChainInUseError';
}

/** Tables with rows about a chain, beside sync_state. */
const STATE_TABLES = ['first_sync', 'audits', 'internal_sync', 'internal_ranges', 'internal_gaps'] as const;

/**
 * Removes everything that is stored of a chain, in one transaction: its next sync starts anew.
 * @returns false when nothing was stored of it
 * @throws ChainInUseError while an indexer follows it
 */
export async function dropChain(databaseUrl: string, chain: ChainCode): Promise<boolean> {
  if (!CHAIN_CODES.includes(chain)) throw new RangeError(`${chain} is no chain code`); // it becomes part of table names
  const session = await becomeOwner(databaseUrl, chain);
  if (session === null)
    throw new ChainInUseError(`An indexer follows ${chain}: stop it first, or leave ${chain} out of its settings.`);
  try {
    await session.query('BEGIN');
    for (const table of [...chainTables(chain), ...mempoolTables(chain)]) {
      await session.query(`DROP TABLE IF EXISTS ${table}_${chain}`);
    }
    for (const table of [stagingTable(chain), touchesTable(chain), internalStagingTable(chain)]) {
      await session.query(`DROP TABLE IF EXISTS ${table}`);
    }
    for (const table of STATE_TABLES) await session.query(`DELETE FROM ${table} WHERE chain = $1`, [chain]);
    const { rowCount } = await session.query('DELETE FROM sync_state WHERE chain = $1', [chain]);
    await session.query('COMMIT');
    return rowCount === 1;
  } finally {
    await closeSession(session);
  }
}
