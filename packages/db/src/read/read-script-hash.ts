import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { SCRIPT_HASH_INDEXES } from '../write/script-hashes.js';
import { queryChain } from './chain-state.js';

/** The chain has no index of script hashes, or it is being built. */
export class NoScriptHashIndexError extends Error {
  override readonly name = 'NoScriptHashIndexError';
}

/**
 * Parameters: $1 the hash, $2 its first eight bytes as a number. Without the index nothing is looked at: it would be
 * every row there is.
 */
function scriptHashStatement(chain: ChainCode): string {
  const isBuilt = SCRIPT_HASH_INDEXES.map((name) => `to_regclass('${chain}.${name}') IS NOT NULL`).join(' AND ');
  const found = (table: string, which: string): string => `SELECT address_key FROM ${chain}.${table}
    WHERE ${isBuilt} AND ${which}${chain}.script_hash_head(address_key) = $2::bigint
      AND sha256(${chain}.script_of(address_key)) = $1 LIMIT 1`;
  return `SELECT ${isBuilt} AS built, coalesce(
    (${found('address_transactions', 'seq = 1 AND ')}),
    (${found('mempool_address_transactions', '')})) AS key`;
}

/**
 * @param hash SHA-256 of an output script
 * @returns the key of the address with that script; null where it was never used, also not by an unconfirmed transaction
 * @throws NoScriptHashIndexError
 */
export async function addressOfScriptHash(db: Queryable, chain: ChainCode, hash: Buffer): Promise<Buffer | null> {
  const values = [hash, hash.readBigInt64BE().toString()];
  const [row] = await queryChain<{ built: boolean; key: Buffer | null }>(
    db,
    'script_hash',
    chain,
    scriptHashStatement,
    values,
  );
  if (row?.built !== true) throw new NoScriptHashIndexError(`addresses of ${chain} are not indexed by script hashes`);
  return row.key;
}
