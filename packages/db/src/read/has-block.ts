import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { queryChain, withState } from './chain-state.js';

/** @returns whether this block is indexed; false when the chain has no row in sync_state, or its first sync is under way */
export async function hasBlock(db: Queryable, chain: ChainCode, height: number, hash: Buffer): Promise<boolean> {
  const rows = await queryChain<{ found: boolean }>(db, 'has_block', chain, statement, [height, hash]);
  return rows[0]?.found === true;
}

function statement(chain: ChainCode): string {
  return `${withState(chain)} SELECT EXISTS (
    SELECT FROM ${chain}.blocks WHERE (SELECT live FROM state) AND height = $1::integer AND hash = $2::bytea) AS found`;
}
