/** How EVM chains are audited. */
import type { EvmChain, EvmNetwork } from '@chaintrail/chains';
import { type CheckName, type CheckReport, checkEvmHistories, checkEvmTransfers, FIRST_SEQ } from '@chaintrail/db';
import type { AuditPart, AuditTarget, Check } from '../audit.js';
import { checkTransfers } from '../check-transfers.js';
import type { Tally } from '../tally.js';
import { checkBlocks } from '../walk-blocks.js';
import { isSmall, keyRanges, walkRanges } from '../walk-ranges.js';
import { checkBalances } from './check-evm-balances.js';
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

async function checkHistories(audit: EvmAudit, tally: Tally): Promise<CheckReport> {
  const { position, session, code, limits } = audit;
  position.histories ??= { whole: await isSmall(audit), done: 0, place: null };
  const walk = position.histories;
  const share = await walkRanges(audit, tally, walk, keyRanges(walk.whole, 1), async (range, place) => {
    const from = place ?? { key: range.from, seq: FIRST_SEQ };
    const stretch = await checkEvmHistories(session, code, { from, to: range.to, limit: limits.historyRows });
    tally.add(stretch);
    tally.count('rows', stretch.rows);
    tally.count('addresses', stretch.addresses);
    return stretch.next;
  });
  return tally.done(share);
}
