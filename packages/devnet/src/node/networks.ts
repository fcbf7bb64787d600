import type { ChainFamily, CosmosChain, CosmosChainNetwork, UtxoChain, UtxoNetwork } from '@chaintrail/chains';

/** The network that simulated nodes are of, by default. */
export const SIMULATED_NETWORK = { utxo: 'regtest', evm: 'local', cosmos: 'mocknet' } as const satisfies Record<
  ChainFamily,
  string
>;

/** @throws RangeError when the chain has no network of that name */
export function networkOf(chain: UtxoChain, name: string = SIMULATED_NETWORK.utxo): UtxoNetwork {
  return named(chain.networks, chain.code, name);
}

/** @throws RangeError when the chain has no network of that name */
export function cosmosPlace(chain: CosmosChain, name: string = SIMULATED_NETWORK.cosmos): CosmosChainNetwork {
  return { family: 'cosmos', chain, network: named(chain.networks, chain.code, name) };
}

function named<Network extends { readonly name: string }>(
  networks: readonly Network[],
  code: string,
  name: string,
): Network {
  const network = networks.find((candidate) => candidate.name === name);
  if (network) return network;
  throw new RangeError(`${code} has no network ${name}: it has ${networks.map((known) => known.name).join(', ')}`);
}
