import type { CosmosNodeOptions, EvmNodeOptions, NodeClientOptions } from '@chaintrail/chains';
import { CosmosNode, EvmNode, UtxoNode } from '@chaintrail/chains/node';
import type { CosmosChainSettings, EvmChainSettings, UtxoChainSettings } from '@chaintrail/config';

/** A client of the node that the settings of a UTXO chain name. */
export function openNode(
  { chain, network, endpoint, zmqUrl }: UtxoChainSettings,
  options: Omit<NodeClientOptions, 'chain' | 'network' | 'endpoint'>,
): UtxoNode {
  return new UtxoNode({
    ...options,
    chain,
    network,
    endpoint: { ...endpoint, password: endpoint.password?.reveal(), zmqUrl },
  });
}

/** A client of the node that the settings of an EVM chain name. */
export function openEvmNode(
  { chain, network, endpoint, wsUrl }: EvmChainSettings,
  options: Omit<EvmNodeOptions, 'chain' | 'network' | 'endpoint'>,
): EvmNode {
  return new EvmNode({
    ...options,
    chain,
    network,
    endpoint: { ...endpoint, password: endpoint.password?.reveal(), wsUrl },
  });
}

/** A client of the node that the settings of a Cosmos chain name. */
export function openCosmosNode(
  { chain, network, endpoint, restEndpoint, wsUrl }: CosmosChainSettings,
  options: Omit<CosmosNodeOptions, 'chain' | 'network' | 'endpoint' | 'restEndpoint'>,
): CosmosNode {
  return new CosmosNode({
    ...options,
    chain,
    network,
    endpoint: { ...endpoint, password: endpoint.password?.reveal(), wsUrl },
    restEndpoint: restEndpoint && { ...restEndpoint, password: restEndpoint.password?.reveal() },
  });
}
