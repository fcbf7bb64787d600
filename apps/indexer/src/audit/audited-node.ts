import { type NodeClientOptions, UtxoNode } from '@chaintrail/chains';
import type { ChainSettings } from '@chaintrail/config';

/** A client of its own, so that the loop's calls never wait behind those of an audit. */
export function auditedNode(
  { chain, network, endpoint }: ChainSettings,
  onRetry?: NodeClientOptions['onRetry'],
): UtxoNode {
  return new UtxoNode({
    chain,
    network,
    endpoint: { ...endpoint, password: endpoint.password?.reveal() },
    connections: 1,
    onRetry,
  });
}
