import type { NodeClientOptions, UtxoNode } from '@chaintrail/chains';
import type { UtxoChainSettings } from '@chaintrail/config';
import { openNode } from '../open-node.js';

/** A client of its own, so that the loop's calls never wait behind those of an audit. */
export function auditedNode(settings: UtxoChainSettings, onRetry?: NodeClientOptions['onRetry']): UtxoNode {
  return openNode(settings, { connections: 1, onRetry });
}
