/** What a client of a followed node is opened with: `new EvmNode({ ...evmNodeOptions(settings), onRetry })`. */
import type { CosmosNodeOptions, EvmNodeOptions, NodeClientOptions } from '@chaintrail/chains';
import type { CosmosChainSettings, EvmChainSettings, NodeEndpoint, UtxoChainSettings } from './read-chains.js';

export function utxoNodeOptions({ chain, network, endpoint, zmqUrl }: UtxoChainSettings) {
  return { chain, network, endpoint: { ...revealed(endpoint), zmqUrl } } satisfies NodeClientOptions;
}

export function evmNodeOptions({ chain, network, endpoint, wsUrl }: EvmChainSettings) {
  return { chain, network, endpoint: { ...revealed(endpoint), wsUrl } } satisfies EvmNodeOptions;
}

export function cosmosNodeOptions({ chain, network, endpoint, restEndpoint, wsUrl }: CosmosChainSettings) {
  return {
    ...{ chain, network },
    endpoint: { ...revealed(endpoint), wsUrl },
    restEndpoint: restEndpoint && revealed(restEndpoint),
  } satisfies CosmosNodeOptions;
}

function revealed(endpoint: NodeEndpoint) {
  return { ...endpoint, password: endpoint.password?.reveal() };
}
