import type { Queryable } from '../connection.js';
import { CHAIN_STATE, type ChainState, type PublicChainState } from './chain-state.js';

/** @returns every followed chain, in the order of the currency codes; `reason` is the operator's alone */
export async function readChains(db: Queryable): Promise<(PublicChainState & ChainState)[]> {
  const { rows } = await db.query<{ state: PublicChainState; reason: string | null }>({
    name: 'chains',
    text: `SELECT ${CHAIN_STATE} AS state, reason FROM sync_state ORDER BY chain`,
  });
  return rows.map(({ state, reason }) => ({ ...state, reason }));
}
