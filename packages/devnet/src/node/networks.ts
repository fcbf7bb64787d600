import type { ChainFamily, CosmosChain, CosmosChainNetwork, UtxoChain, UtxoNetwork } from '@chaintrail/chains';

/** The network that simulated nodes are of. */
export const SIMULATED_NETWORK = { utxo: 'regtest', evm: 'local', cosmos: 'mocknet' } as const satisfies Record<
  ChainFamily,
  string
>;

/** @throws RangeError for a chain without a network of its own for tests */
export function networkOf(chain: UtxoChain): UtxoNetwork {
  return named(chain.networks, chain.code, SIMULATED_NETWORK.utxo);
}

/** @throws RangeError for a chain without a network of its own for tests */
export function cosmosPlace(chain: CosmosChain): CosmosChainNetwork {
  return { family: 'cosmos', chain, network: named(chain.networks, chain.code, SIMULATED_NETWORK.cosmos) };
}

function named<Network extends { readonly name: string }>(
  networks: readonly Network[],
  code: string,
  name: string,
): Network {
  const network = networks.find((candidate) => candidate.name === name);
  if (network) return network;
  throw new RangeError(`${code} has no network ${name}`);
}
