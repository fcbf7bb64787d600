import type { ListedChain } from '../chain-directory.js';
import type { NodeBalances } from '../node/node-balances.js';
import { FEATURES, type Feature } from '../schemas/currencies.js';

/** Features that a chain has, or has not, whatever its state. */
const OF_FAMILY: Readonly<Record<ListedChain['family'], readonly Feature[]>> = {
  utxo: ['history', 'balance', 'balance-at-height', 'transaction', 'utxos'],
  evm: ['history', 'balance', 'transaction', 'tokens'],
  cosmos: ['history', 'balance', 'balance-at-height', 'transaction', 'tokens'],
};

/** What can be asked about a chain as things are, in the order of {@link FEATURES}. */
export function featuresOf(listed: ListedChain, nodes: NodeBalances): Feature[] {
  const { family, state } = listed;
  const has = new Set<Feature>(OF_FAMILY[family]);
  if (state.mempool) has.add('pending');
  if (state.internal && state.internal.mode !== 'off') has.add('internal-transfers');
  // Balances at past blocks are not stored: the node says them.
  if (nodes.has(listed)) has.add('balance-at-height');
  return FEATURES.filter((feature) => has.has(feature));
}
