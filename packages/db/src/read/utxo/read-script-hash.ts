import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { SCRIPT_HASH_INDEXES } from '../../write/utxo/script-hashes.js';
import { type ChainState, queryState, withState } from '../chain-state.js';

export interface FoundScripts {
  readonly state: ChainState;
  /** By hash, the address's key; null: never used, not even unconfirmed. Null in all: no index, or one being built. */
  readonly keys: readonly (Buffer | null)[] | null;
}

/** $1 the hashes, $2 of each its first eight bytes as a number. Without the index nothing is looked at. */
function scriptHashStatement(chain: ChainCode): string {
  const isBuilt = SCRIPT_HASH_INDEXES.map((name) => `to_regclass('${chain}.${name}') IS NOT NULL`).join(' AND ');
  const found = (table: string, which: string): string => `SELECT address_key FROM ${chain}.${table}
    WHERE ${which}${chain}.script_hash_head(address_key) = asked.head
      AND sha256(${chain}.script_of(address_key)) = asked.hash LIMIT 1`;
  return `${withState(chain)}
  SELECT (SELECT json FROM state) AS state, (
    SELECT array_agg(key ORDER BY place)
    FROM unnest($1::bytea[], $2::bigint[]) WITH ORDINALITY AS asked(hash, head, place)
    CROSS JOIN LATERAL (SELECT coalesce(
      (${found('address_transactions', 'seq = 1 AND ')}),
      (${found('mempool_address_transactions', '')})) AS key) one
    WHERE ${isBuilt}) AS keys`;
}

/** @param hashes SHA-256 of output scripts, at least one @returns null without a row in sync_state */
export async function addressesOfScriptHashes(
  db: Queryable,
  chain: ChainCode,
  hashes: readonly Buffer[],
): Promise<FoundScripts | null> {
  const values = [hashes, hashes.map((hash) => hash.readBigInt64BE().toString())];
  return queryState<FoundScripts>(db, 'script_hashes', chain, scriptHashStatement, values);
}
