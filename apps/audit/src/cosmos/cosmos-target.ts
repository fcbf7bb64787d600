/** How Cosmos chains are audited. */
import type { CosmosChainNetwork } from '@chaintrail/chains';
import { type CheckName, checkCosmosTransfers } from '@chaintrail/db';
import type { AuditPart, AuditTarget, Check } from '../audit.js';
import { checkTransfers } from '../check-transfers.js';
import { checkBlocks } from '../walk-blocks.js';
import { checkBalances } from './check-cosmos-balances.js';
import { checkTransactions } from './check-cosmos-transactions.js';
import type { CosmosAudit, CosmosAuditNode } from './cosmos-audit.js';
import { checkHistories } from './walk-cosmos-histories.js';

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
