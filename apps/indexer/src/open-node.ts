import type { CosmosNodeOptions, EvmNodeOptions, NodeClientOptions } from '@chaintrail/chains';
import { CosmosNode, EvmNode, UtxoNode } from '@chaintrail/chains/node';
import type { CosmosChainSettings, EvmChainSettings, UtxoChainSettings } from '@chaintrail/config';

/** A client of the node that the settings of a UTXO chain name. */
export function openNode(
  { chain, network, endpoint, zmqUrl }: UtxoChainSettings,
  options: Pick<NodeClientOptions, 'connections' | 'onRetry' | 'onRequest'>,
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
  options: Pick<EvmNodeOptions, 'connections' | 'onRetry' | 'onRequest'>,
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
  options: Pick<CosmosNodeOptions, 'connections' | 'onRetry' | 'onRequest'>,
): CosmosNode {
  return new CosmosNode({
    ...options,
    chain,
    network,
    endpoint: { ...endpoint, password: endpoint.password?.reveal(), wsUrl },
    restEndpoint: restEndpoint && { ...restEndpoint, password: restEndpoint.password?.reveal() },
  });
}
