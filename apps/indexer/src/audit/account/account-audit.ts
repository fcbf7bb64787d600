/** How account chains are audited. */
import type { EvmChain, EvmNetwork, EvmNode } from '@chaintrail/chains';
import type { CheckName, HistoryPlace, HoldingPlace, InternalPlace } from '@chaintrail/db';
import type { Audit, AuditPart, AuditTarget, Check, Position } from '../audit.js';
import { checkBlocks } from '../check-blocks.js';
import type { RangeWalk } from '../walk-ranges.js';
import { checkBalances } from './check-balances.js';
import { checkHistories } from './check-histories.js';
import { checkTokens } from './check-tokens.js';
import { checkTransactions } from './check-transactions.js';
import { checkTransfers } from './check-transfers.js';

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

interface EvmPosition extends Position {
  balances?: KeyWalk<string>;
  tokens?: KeyWalk<HoldingPlace>;
  histories?: KeyWalk<HistoriesPlace>;
  transfers?: RangeWalk<number> & { readonly first: number; readonly last: number };
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
      part('transfers', checkTransfers),
    ],
    inherits: [],
  };
}
