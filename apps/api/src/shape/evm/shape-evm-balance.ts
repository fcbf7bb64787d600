/** From what is stored and what a node said to the balance that clients see. */
import type { EvmChainNetwork } from '@chaintrail/chains';
import type { EvmBalance, StoredTokenBalance } from '@chaintrail/db';
import type { NamedAddress } from '../../read/followed-chain.js';
import { shapeIncomplete, type Tip } from '../../read/progress.js';
import { type AddressTexts, addressTextsOf } from '../../read/texts.js';
import type { Balance, TokenBalance } from '../../schemas/balance-schema.js';

/** A balance and the block after which it held. */
export interface BalanceAt {
  readonly balance: string | null;
  readonly height: number;
  /** Unix seconds. */
  readonly time: number;
}

export interface TokenBalanceAt extends StoredTokenBalance {
  readonly height: number | null;
}

export interface EvmBalanceParts {
  readonly followed: EvmChainNetwork;
  readonly named: NamedAddress;
  readonly found: EvmBalance;
  readonly tip: Tip;
  readonly native: BalanceAt;
  /** Balance before its first transaction, where all blocks up to the one of the answer are traced; null: not known. */
  readonly given: string | null;
  readonly tokens: readonly TokenBalanceAt[];
  /** Null with a past block. */
  readonly tokenCount: number | null;
  /** Cursor of the next ones. */
  readonly nextTokens: string | null;
}

export function shapeEvmBalance(parts: EvmBalanceParts): Balance {
  const { followed, named, found, tip, native, tokens, tokenCount, nextTokens } = parts;
  const flows = flowsOf(parts);
  const { chain, network } = followed;
  const texts = addressTextsOf(network);
  return {
    currency: chain.code,
    ...{ address: named.address, name: named.name, decimals: chain.decimals },
    balance: native.balance,
    pending: found.pending?.delta ?? null,
    pendingTransactionCount: found.pending?.transactionCount ?? null,
    received: flows?.received ?? null,
    receivedFrom: flows?.from ?? null,
    receivedHeight: flows?.to ?? null,
    sent: flows?.sent ?? null,
    transactionCount: found.transactionCount,
    firstSeen: found.firstSeen,
    lastSeen: found.lastSeen,
    ...{ tip, height: native.height, asOf: native.time, historyFrom: found.state.historyFrom },
    tokens: tokens.map((token) => shapeToken(token, texts)),
    ...{ tokenCount, nextTokens },
    usd: null,
    ...shapeIncomplete(found.incomplete),
  };
}

/** On a chain that is traced from its first block, what a genesis block gave was received in block 0. */
function flowsOf({ found: { flows }, given }: EvmBalanceParts) {
  if (!flows || (flows.stretch.isWhole && given === null)) return null;
  const { sent, stretch } = flows;
  const received = (BigInt(flows.received) + BigInt(given ?? 0)).toString();
  return { received, sent, from: stretch.isWhole ? 0 : stretch.since, to: stretch.until };
}

function shapeToken(token: TokenBalanceAt, texts: AddressTexts): TokenBalance {
  const { symbol, name, decimals, standard, tokenId, balance, height, drifts } = token;
  return { asset: texts.of(token.asset), symbol, name, decimals, standard, tokenId, balance, height, drifts };
}
