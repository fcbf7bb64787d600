import type { NodeClientOptions } from '@chaintrail/chains';
import { CosmosNode, EvmNode, UtxoNode } from '@chaintrail/chains/node';
import { type ChainSettings, cosmosNodeOptions, evmNodeOptions, utxoNodeOptions } from '@chaintrail/config';
import type { AuditTarget } from './audit.js';
import { cosmosTarget } from './cosmos/cosmos-target.js';
import { evmTarget } from './evm/evm-target.js';
import { utxoTarget } from './utxo/utxo-target.js';

export interface OpenedTarget {
  readonly target: AuditTarget;
  /** Ends calls to a node that does not answer, too. */
  close(): Promise<void>;
}

/** With a client of the node of its own, so that the loop's calls never wait behind those of an audit. */
export function openTarget(settings: ChainSettings, onRetry?: NodeClientOptions['onRetry']): OpenedTarget {
  const options = { connections: 1, onRetry };
  switch (settings.family) {
    case 'utxo': {
      const node = new UtxoNode({ ...utxoNodeOptions(settings), ...options });
      return { target: utxoTarget(settings.chain, settings.network, node), close: () => node.close() };
    }
    case 'evm': {
      const node = new EvmNode({ ...evmNodeOptions(settings), ...options });
      return { target: evmTarget(settings.chain, settings.network, node), close: () => node.close() };
    }
    case 'cosmos': {
      const node = new CosmosNode({ ...cosmosNodeOptions(settings), ...options });
      const hasRest = settings.restEndpoint !== undefined;
      return { target: cosmosTarget(settings, node, hasRest), close: () => node.close() };
    }
  }
}
