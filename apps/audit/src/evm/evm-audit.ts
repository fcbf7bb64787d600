/** How account chains are audited. */
import type { EvmChain, EvmNetwork, EvmNode } from '@chaintrail/chains';
import {
  type CheckName,
  checkTransfers as checkEvmTransfers,
  type HistoryPlace,
  type HoldingPlace,
  type InternalPlace,
} from '@chaintrail/db';
import type { Audit, AuditPart, AuditTarget, Check } from '../audit.js';
import { checkBlocks } from '../check-blocks.js';
import { checkTransfers, type TransfersPosition } from '../check-transfers.js';
import type { RangeWalk } from '../walk-ranges.js';
import { checkBalances } from './check-evm-balances.js';
import { checkHistories } from './check-evm-histories.js';
import { checkTransactions } from './check-evm-transactions.js';
import { checkTokens } from './check-tokens.js';

/** What an audit asks of a node; all of it is reading. */
export type AccountAuditNode = Pick<
  EvmNode,
  'blockHashAt' | 'rawBlock' | 'tracer' | 'rawTraces' | 'balances' | 'calls'
>;

/** A walk through keys, all of them as one range where there are few. */
type KeyWalk<Place> = RangeWalk<Place> & { readonly whole: boolean };

/** Within a range of keys first what blocks tell, then what traces tell. */
export type HistoriesPlace =
  | { readonly list: 'told'; readonly at: HistoryPlace }
  | { readonly list: 'traced'; readonly at: InternalPlace };

interface EvmPosition extends TransfersPosition {
  balances?: KeyWalk<string>;
  tokens?: KeyWalk<HoldingPlace>;
  histories?: KeyWalk<HistoriesPlace>;
}

export interface AccountPlace {
  readonly chain: EvmChain;
  readonly network: EvmNetwork;
}

export interface AccountAudit extends Audit, AccountPlace {
  readonly node: AccountAuditNode;
  readonly position: EvmPosition;
}

export function accountTarget(chain: EvmChain, network: EvmNetwork, node: AccountAuditNode): AuditTarget {
  const part = (name: CheckName, check: Check<AccountAudit>): AuditPart => ({
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
