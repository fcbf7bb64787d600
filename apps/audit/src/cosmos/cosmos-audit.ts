/** Tools of the checks of a Cosmos chain. */
import type { BlockRef, CosmosChainNetwork, CosmosNode } from '@chaintrail/chains';
import type { DenomCursor, HistoryCursor } from '@chaintrail/db';
import type { Audit, RangeWalk } from '../audit.js';
import type { TransfersPosition } from '../check-transfers.js';

/** Questions of an audit to a node; all of it is reading. */
export type CosmosAuditNode = Pick<CosmosNode, 'blockHashAt' | 'rawBlock' | 'bankBalances' | 'bankSupply'>;

/** Balances after one block, all of them as one range where addresses are few. */
export type BalancesWalk = RangeWalk<string> & {
  readonly whole: boolean;
  readonly block: BlockRef;
  /** Sums of all addresses so far, by denomination. */
  readonly sums: Record<string, string>;
};

/** Within a range of keys first the chain's own coin, then other denominations. */
export type HistoriesCursor =
  | { readonly of: 'coin'; readonly at: HistoryCursor }
  | { readonly of: 'denoms'; readonly at: DenomCursor };

interface CosmosPosition extends TransfersPosition {
  balances?: BalancesWalk;
  histories?: RangeWalk<HistoriesCursor> & { readonly whole: boolean };
}

export interface CosmosAudit extends Audit {
  readonly place: CosmosChainNetwork;
  readonly node: CosmosAuditNode;
  /** Whether the node's REST server is known: it alone tells of the bank module. */
  readonly hasRest: boolean;
  /** Whether results of blocks are taken as they are, as the indexer takes them (`<CODE>_HEADER_CHECKS`). */
  readonly isTrusted: boolean;
  readonly position: CosmosPosition;
}
