import { CosmosNode, EvmNode, UtxoNode } from '@chaintrail/chains/node';
import {
  type BalanceNodeSettings,
  type CosmosNodeSettings,
  type NodeEndpoint,
  type UtxoNodeSettings,
  utxoNodeOptions,
} from '@chaintrail/config';
import { BANK_BALANCES_AT_ONCE, type FollowedRestNode, NAMES_AT_ONCE } from './cosmos-nodes.js';
import {
  BALANCE_LISTS_AT_ONCE,
  BALANCES_AT_ONCE,
  ESTIMATES_AT_ONCE,
  FEES_AT_ONCE,
  type FollowedNode,
  REFUSER_BATCHES_AT_ONCE,
  TOKEN_BATCHES_AT_ONCE,
} from './node-balances.js';
import { BROADCASTS_AT_ONCE, type FollowedUtxoNode, RAW_READS_AT_ONCE } from './raw-transactions.js';

/** One for each question that may be under way: slow contracts must not keep balances waiting. */
const CONNECTIONS =
  2 * BALANCES_AT_ONCE +
  BALANCE_LISTS_AT_ONCE +
  TOKEN_BATCHES_AT_ONCE +
  REFUSER_BATCHES_AT_ONCE +
  FEES_AT_ONCE +
  ESTIMATES_AT_ONCE +
  BROADCASTS_AT_ONCE;
/** Longer than a request waits: what comes a little later is kept, and a slow node is not asked anew each time. */
const TIMEOUT_MS = 4_000;
/** Once more where a kept connection turns out to be closed: an answer without a balance beats a late one. */
const RETRY = { attempts: 2, firstDelayMs: 50, maxDelayMs: 100, maxTotalMs: 1_000 };

/** A client per node. Nothing is asked of it before the first request. */
export function openNodes(settings: readonly BalanceNodeSettings[]): (FollowedNode & { readonly node: EvmNode })[] {
  return settings.map(({ family, chain, network, endpoint }) => {
    const options = { connections: CONNECTIONS, timeoutMs: TIMEOUT_MS, retry: RETRY };
    return { family, chain, network, node: new EvmNode({ chain, network, endpoint: reached(endpoint), ...options }) };
  });
}

/** The same of Cosmos chains, where the REST server is known: nothing else is asked. */
export function openRestNodes(
  settings: readonly CosmosNodeSettings[],
): (FollowedRestNode & { readonly node: CosmosNode })[] {
  return settings.flatMap(({ family, chain, network, endpoint, restEndpoint }) => {
    if (restEndpoint === undefined) return [];
    const options = { connections: BANK_BALANCES_AT_ONCE + NAMES_AT_ONCE, timeoutMs: TIMEOUT_MS, retry: RETRY };
    const endpoints = { endpoint: reached(endpoint ?? restEndpoint), restEndpoint: reached(restEndpoint) };
    return [{ family, chain, network, node: new CosmosNode({ chain, network, ...endpoints, ...options }) }];
  });
}

/** Batches of a question go out three at a time. */
const RAW_CONNECTIONS = 3 * RAW_READS_AT_ONCE + BROADCASTS_AT_ONCE;

export function openUtxoNodes(
  settings: readonly UtxoNodeSettings[],
): (FollowedUtxoNode & { readonly node: UtxoNode })[] {
  return settings.map((each) => {
    const options = { connections: RAW_CONNECTIONS, timeoutMs: TIMEOUT_MS, retry: RETRY };
    const { family, chain, network } = each;
    return { family, chain, network, node: new UtxoNode({ ...utxoNodeOptions(each), ...options }) };
  });
}

function reached({ url, user, password }: NodeEndpoint) {
  return { url, user, password: password?.reveal() };
}
