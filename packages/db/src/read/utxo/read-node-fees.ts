import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { type ChainState, queryState, withState } from '../chain-state.js';

/** Fee estimates of the node of a UTXO chain. */
export interface StoredNodeFees {
  readonly state: ChainState;
  /** The nearest blocks first. Empty where it has no estimate, or none was read for ten minutes. */
  readonly estimates: readonly {
    readonly blocks: number;
    /** Base units for 1,000 virtual bytes. */
    readonly feeRate: number;
  }[];
}

function nodeFeesStatement(chain: ChainCode): string {
  return `${withState(chain)}
  SELECT (SELECT json FROM state) AS state, coalesce((
    SELECT json_agg(json_build_object('blocks', blocks, 'feeRate', fee_rate) ORDER BY blocks) FROM ${chain}.node_fees
    WHERE (SELECT live FROM state) AND read_at > now() - interval '10 minutes'), '[]') AS estimates`;
}

export function readNodeFees(db: Queryable, chain: ChainCode): Promise<StoredNodeFees | null> {
  return queryState<StoredNodeFees>(db, 'node_fees', chain, nodeFeesStatement);
}
