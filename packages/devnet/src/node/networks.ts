import type { UtxoChain, UtxoNetwork } from '@chaintrail/chains';

/** @throws RangeError when the chain has no network of that name */
export function networkOf(chain: UtxoChain, name = 'regtest'): UtxoNetwork {
  const network = chain.networks.find((candidate) => candidate.name === name);
  if (network) return network;
  throw new RangeError(
    `${chain.code} has no network ${name}: it has ${chain.networks.map((known) => known.name).join(', ')}`,
  );
}
