import type { Chain, UtxoNetwork } from '@chaintrail/chains';
import { requireChain } from '@chaintrail/chains';
import type { Network } from 'bitcoinjs-lib';

export const btc: Chain = requireChain('btc');
export const ltc: Chain = requireChain('ltc');

export function networkOf(chain: Chain, name: string): UtxoNetwork {
  const network = chain.networks.find((candidate) => candidate.name === name);
  if (!network) throw new RangeError(`${chain.name} has no network ${name}`);
  return network;
}

/** Every network of every chain, for tests that hold on all of them. */
export const everyNetwork: readonly { chain: Chain; network: UtxoNetwork; title: string }[] = [btc, ltc].flatMap(
  (chain) => chain.networks.map((network) => ({ chain, network, title: `${chain.name} ${network.name}` })),
);

/** The same network in the words of bitcoinjs-lib, with the canonical version bytes. */
export function bitcoinjsNetwork(network: UtxoNetwork): Network {
  return {
    messagePrefix: '',
    bech32: network.hrp ?? '',
    bip32: { public: 0, private: 0 },
    pubKeyHash: network.p2pkh[0]!,
    scriptHash: network.p2sh[0]!,
    wif: 0,
  };
}
