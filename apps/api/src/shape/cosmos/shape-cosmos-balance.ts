/** From what is stored, and what a node said where that is no balance, to the balance that clients see. */
import type { CosmosChain, CosmosChainNetwork } from '@chaintrail/chains';
import type { CosmosBalance, StoredDenomination, TokenPosition } from '@chaintrail/db';
import type { NamedAddress } from '../../read/followed-chain.js';
import type { Tip } from '../../read/progress.js';
import type { Balance, TokenBalance } from '../../schemas/balance-schema.js';
import { denominationFacts } from './denomination.js';

/** Holdings of an address at a block. */
export interface Holdings {
  /** Balance of the chain's own coin; null where it is not known. */
  readonly balance: string | null;
  readonly tokens: readonly StoredDenomination[];
  /** Those that are not listed included; null where they were too many to count. */
  readonly tokenCount: number | null;
  /** Position of the next page; null where nothing does. */
  readonly next: TokenPosition | null;
}

export interface CosmosBalanceParts {
  readonly followed: CosmosChainNetwork;
  readonly named: NamedAddress;
  readonly found: CosmosBalance;
  readonly holdings: Holdings;
  /** Cursor of the next denominations. */
  readonly nextTokens: string | null;
  readonly tip: Tip;
  /** The block that was asked for, or the tip. */
  readonly at: { readonly height: number; readonly time: number };
}

export function shapeCosmosBalance({
  followed,
  named,
  found,
  holdings,
  nextTokens,
  tip,
  at,
}: CosmosBalanceParts): Balance {
  const { chain } = followed;
  const { state, totals, isKnown } = found;
  // A denomination that nobody ever paid is 0; coins from before the first indexed block came by no transaction.
  const received = totals ? totals.received : isKnown ? '0' : null;
  const sent =
    received === null || !totals?.balance ? received : (BigInt(received) - BigInt(totals.balance)).toString();
  return {
    currency: chain.code,
    ...{ address: named.address, name: named.name, decimals: chain.decimals },
    balance: holdings.balance,
    ...{ pending: null, pendingTransactionCount: null },
    ...{
      received,
      receivedFrom: received === null ? null : 0,
      receivedHeight: received === null ? null : at.height,
      sent,
    },
    transactionCount: totals?.transactionCount ?? 0,
    ...{ firstSeen: totals?.firstSeen ?? null, lastSeen: totals?.lastSeen ?? null },
    ...{ tip, height: at.height, asOf: at.time, historyFrom: state.historyFrom },
    tokens: holdings.tokens.map((token) => shapeToken(chain, token, at.height)),
    ...{ tokenCount: holdings.tokenCount, nextTokens },
    usd: null,
  };
}

function shapeToken(chain: CosmosChain, { asset, balance }: StoredDenomination, height: number): TokenBalance {
  const { symbol, name, decimals } = denominationFacts(chain, asset);
  const at = balance === null ? null : height;
  return { asset, symbol, name, decimals, standard: null, tokenId: null, balance, height: at, drifts: false };
}
