/** How Cosmos chains are audited. */
import type { BlockRef, CosmosChainNetwork, CosmosNode } from '@chaintrail/chains';
import { type CheckName, checkCosmosTransfers, type DenomPlace, type HistoryPlace } from '@chaintrail/db';
import type { Audit, AuditPart, AuditTarget, Check } from '../audit.js';
import { checkBlocks } from '../check-blocks.js';
import { checkTransfers, type TransfersPosition } from '../check-transfers.js';
import type { RangeWalk } from '../walk-ranges.js';
import { checkBalances } from './check-cosmos-balances.js';
import { checkHistories } from './check-cosmos-histories.js';
import { checkTransactions } from './check-cosmos-transactions.js';

/** What an audit asks of a node; all of it is reading. */
export type CosmosAuditNode = Pick<CosmosNode, 'blockHashAt' | 'rawBlock' | 'bankBalances' | 'bankSupply'>;

/** Balances after one block, all of them as one range where addresses are few. */
export type BalancesWalk = RangeWalk<string> & {
  readonly whole: boolean;
  readonly block: BlockRef;
  /** Of what all addresses so far have, by denomination. */
  readonly sums: Record<string, string>;
};

/** Within a range of keys first the chain's own coin, then other denominations. */
export type HistoriesPlace =
  | { readonly of: 'coin'; readonly at: HistoryPlace }
  | { readonly of: 'denoms'; readonly at: DenomPlace };

interface CosmosPosition extends TransfersPosition {
  balances?: BalancesWalk;
  histories?: RangeWalk<HistoriesPlace> & { readonly whole: boolean };
}

export interface CosmosAudit extends Audit {
  readonly place: CosmosChainNetwork;
  readonly node: CosmosAuditNode;
  /** Whether the node's REST server is known: it alone tells of the bank module. */
  readonly hasRest: boolean;
  readonly position: CosmosPosition;
}

export function cosmosTarget(place: CosmosChainNetwork, node: CosmosAuditNode, hasRest: boolean): AuditTarget {
  const part = (name: CheckName, check: Check<CosmosAudit>): AuditPart => ({
    names: [name],
    make: async (audit, [tally]) => [await check({ ...audit, place, node, hasRest }, tally!)],
  });
  return {
    ...{ chain: place.chain, network: place.network },
    parts: [
      part('balances', checkBalances),
      part('transactions', checkTransactions),
      part('blocks', checkBlocks),
      part('histories', checkHistories),
      part('transfers', (audit, tally) => checkTransfers(audit, tally, checkCosmosTransfers)),
    ],
    inherits: [],
  };
}
