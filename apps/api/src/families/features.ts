import type { ListedChain } from '../read/followed-chain.js';
import type { AnswerSources } from '../read/read-answer.js';
import { FEATURES, type Feature } from '../schemas/currencies-schema.js';

/** Features that a chain has, or has not, whatever its state. */
const OF_FAMILY: Readonly<Record<ListedChain['family'], readonly Feature[]>> = {
  utxo: ['history', 'balance', 'balance-at-height', 'transaction', 'utxos'],
  evm: ['history', 'balance', 'transaction', 'tokens'],
  cosmos: ['history', 'balance', 'balance-at-height', 'transaction', 'tokens', 'payouts', 'memo'],
};

type AskedNodes = Pick<AnswerSources, 'nodes' | 'cosmosNodes'>;

/** Features that need the node. */
function featuresOfNode(listed: ListedChain, { nodes, cosmosNodes }: AskedNodes): readonly Feature[] {
  switch (listed.family) {
    case 'utxo':
      return [];
    case 'evm':
      // Balances at past blocks are not stored.
      return nodes.has(listed) ? ['balance-at-height'] : [];
    case 'cosmos':
      return listed.chain.names && cosmosNodes.has(listed) ? ['names'] : [];
  }
}

/** Features of a chain as things are, in the order of {@link FEATURES}. */
export function featuresOf(listed: ListedChain, asked: AskedNodes): Feature[] {
  const { family, state } = listed;
  const has = new Set<Feature>([...OF_FAMILY[family], ...featuresOfNode(listed, asked)]);
  if (state.mempool) has.add('pending');
  if (state.internal && state.internal.mode !== 'off') has.add('internal-transfers');
  return FEATURES.filter((feature) => has.has(feature));
}
