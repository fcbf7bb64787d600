/** Accounts of modules: they hold what the protocol holds, and have names instead of owners. */
import { type ChainNetwork, type CosmosChainNetwork, formatAddress, moduleKey } from '@chaintrail/chains';

interface ModuleAccount {
  readonly name: string;
  readonly address: string;
}

/** The known ones of a chain; null where it has no modules. */
export function modulesOf(followed: ChainNetwork): ModuleAccount[] | null {
  switch (followed.family) {
    case 'utxo':
    case 'evm':
      return null;
    case 'cosmos': {
      const { chain, network } = followed;
      return chain.modules.map((name) => ({ name, address: formatAddress(network, moduleKey(name)) }));
    }
  }
}

/** @returns name of the module whose account it is; null for others */
export function moduleName({ chain }: CosmosChainNetwork, key: Buffer): string | null {
  return chain.modules.find((name) => moduleKey(name).equals(key)) ?? null;
}
