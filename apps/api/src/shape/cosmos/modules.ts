/** Accounts of modules: they hold what the protocol holds, and have names instead of owners. */
import { type CosmosChainNetwork, formatAddress, moduleKey } from '@chaintrail/chains';

export interface ModuleAccount {
  readonly name: string;
  readonly address: string;
}

/** The known ones of a chain. */
export function modulesOf({ chain, network }: CosmosChainNetwork): ModuleAccount[] {
  return chain.modules.map((name) => ({ name, address: formatAddress(network, moduleKey(name)) }));
}

/** @returns name of the module whose account it is; null for others */
export function moduleName({ chain }: CosmosChainNetwork, key: Buffer): string | null {
  return chain.modules.find((name) => moduleKey(name).equals(key)) ?? null;
}
