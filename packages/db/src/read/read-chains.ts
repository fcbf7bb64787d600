import type { Queryable } from '../connection.js';
import { CHAIN_STATE, type ChainState } from './chain-state.js';

/** @returns every followed chain, in the order of the currency codes */
export async function readChains(db: Queryable): Promise<ChainState[]> {
  const { rows } = await db.query<{ state: ChainState }>({
    name: 'chains',
    text: `SELECT ${CHAIN_STATE} AS state FROM sync_state ORDER BY chain`,
  });
  return rows.map((row) => row.state);
}
