import { type NodeClientOptions, UtxoNode } from '@chaintrail/chains';
import type { UtxoChainSettings } from '@chaintrail/config';

/** A client of the node that the settings of a chain name. */
export function openNode(
  { chain, network, endpoint, zmqUrl }: UtxoChainSettings,
  options: Pick<NodeClientOptions, 'connections' | 'onRetry'>,
): UtxoNode {
  return new UtxoNode({
    ...options,
    chain,
    network,
    endpoint: { ...endpoint, password: endpoint.password?.reveal(), zmqUrl },
  });
}
