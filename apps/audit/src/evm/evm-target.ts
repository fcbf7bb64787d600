/** How EVM chains are audited. */

import type { EvmChain, EvmNetwork } from '@chaintrail/chains';
import { type CheckName, checkEvmTransfers } from '@chaintrail/db';
import type { AuditPart, AuditTarget, Check } from '../audit.js';
import { checkBlocks } from '../check-blocks.js';
import { checkTransfers } from '../check-transfers.js';
import { checkBalances } from './check-evm-balances.js';
import { checkHistories } from './check-evm-histories.js';
import { checkTransactions } from './check-evm-transactions.js';
import { checkTokens } from './check-tokens.js';
import type { EvmAudit, EvmAuditNode } from './evm-audit.js';

export function evmTarget(chain: EvmChain, network: EvmNetwork, node: EvmAuditNode): AuditTarget {
  const part = (name: CheckName, check: Check<EvmAudit>): AuditPart => ({
    names: [name],
    make: async (audit, [tally]) => [await check({ ...audit, chain, network, node }, tally!)],
  });
  return {
    ...{ chain, network },
    parts: [
      part('balances', checkBalances),
      part('tokens', checkTokens),
      part('transactions', checkTransactions),
      part('blocks', checkBlocks),
      part('histories', checkHistories),
      part('transfers', (audit, tally) => checkTransfers(audit, tally, checkEvmTransfers)),
    ],
    inherits: [],
  };
}
