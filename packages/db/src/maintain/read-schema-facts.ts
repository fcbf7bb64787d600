/** Versions of a database's schemas, and rights of our role on them. */

import { CHAIN_CODES, type ChainCode, requireChain } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { versionOf } from '../migrate/chain-schema.js';
import { missingMigrations } from '../migrate/missing-migrations.js';
import { readChainMigrations, readSharedMigrations } from '../migrate/read-migrations.js';
import { readSchemaPresence } from '../read/read-chains.js';
import { isForbidden } from '../store-error.js';

interface ChainSchemaFacts {
  readonly chain: ChainCode;
  readonly network: string;
  readonly version: number;
  /** Version that this program needs. */
  readonly wantedVersion: number;
  readonly mayRead: boolean;
  /** Our role owns it, or is a member of the one that does. */
  readonly mayWrite: boolean;
}

export interface SchemaFacts {
  /** Files that what all chains share has not had; null where our role may not know. */
  readonly missingShared: number | null;
  readonly chains: readonly ChainSchemaFacts[];
}

/**
 * @returns null where the database has nothing of Chaintrail
 * @throws MigrationError where it is of a newer version, or was made by other files
 */
export async function readSchemaFacts(db: Queryable): Promise<SchemaFacts | null> {
  if (!(await readSchemaPresence(db))) return null;
  const { rows } = await db.query<Omit<ChainSchemaFacts, 'wantedVersion'>>(
    `SELECT c.code AS chain, c.network, c.schema_version AS version,
       has_schema_privilege(n.oid, 'USAGE') AS "mayRead", pg_has_role(n.nspowner, 'USAGE') AS "mayWrite"
     FROM chaintrail.chains c JOIN pg_namespace n ON n.nspname = c.code WHERE c.code = ANY ($1)`,
    [CHAIN_CODES],
  );
  const chains = await Promise.all(
    rows.map(async (row) => ({
      ...row,
      wantedVersion: versionOf(await readChainMigrations(requireChain(row.chain))),
    })),
  );
  return { missingShared: await countMissingShared(db), chains };
}

async function countMissingShared(db: Queryable): Promise<number | null> {
  try {
    return (await missingMigrations(db, 'chaintrail', await readSharedMigrations())).length;
  } catch (error) {
    if (isForbidden(error)) return null;
    throw error;
  }
}
