/** Whether addresses of a chain are found by the hash of their script. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { dropUnlessRead } from '../../database-transaction.js';

/** The larger one first. */
export const SCRIPT_HASH_INDEXES = [
  'address_transactions_script_hash',
  'mempool_address_transactions_script_hash',
] as const;

/** Notes the operator's choice: wanted indexes are built with missing ones, others dropped, or at the next start. */
export async function chooseScriptHashes(session: Session, chain: ChainCode, isWanted: boolean): Promise<void> {
  await session.query(
    `UPDATE ${chain}.sync_state SET script_hashes = $1, revision = revision + 1 WHERE script_hashes <> $1`,
    [isWanted],
  );
  if (isWanted) return;
  const { rows } = await session.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [SCRIPT_HASH_INDEXES.map((name) => `${chain}.${name}`)],
  );
  for (const { name } of rows) await dropUnlessRead(session, `DROP INDEX ${name}`);
}
