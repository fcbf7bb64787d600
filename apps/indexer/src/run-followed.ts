import type { ChainSettings } from '@chaintrail/config';
import { runCosmosChain } from './cosmos-chain.js';
import { runEvmChain } from './evm-chain.js';
import type { ChainOptions } from './run-chain.js';
import { runUtxoChain } from './utxo-chain.js';

/** Follows a chain of any family. Resolves when `signal` fires and everything is closed. Never rejects. */
export function runFollowed(settings: ChainSettings, shared: Omit<ChainOptions<never>, 'settings'>): Promise<void> {
  switch (settings.family) {
    case 'utxo':
      return runUtxoChain({ ...shared, settings });
    case 'evm':
      return runEvmChain({ ...shared, settings });
    case 'cosmos':
      return runCosmosChain({ ...shared, settings });
  }
}
