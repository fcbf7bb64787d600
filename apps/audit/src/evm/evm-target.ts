/** How EVM chains are audited. */

import type { EvmChain, EvmNetwork } from '@chaintrail/chains';
import { type CheckName, checkEvmTransfers } from '@chaintrail/db';
import type { AuditPart, AuditTarget, Check } from '../audit.js';
import { checkTransfers } from '../check-transfers.js';
import { checkBlocks } from '../walk-blocks.js';
import { checkBalances } from './check-evm-balances.js';
import { checkTransactions } from './check-evm-transactions.js';
import { checkTokens } from './check-tokens.js';
import type { EvmAudit, EvmAuditNode } from './evm-audit.js';
import { checkHistories } from './walk-evm-histories.js';

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
