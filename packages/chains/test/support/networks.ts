import type { Chain, UtxoNetwork } from '@chaintrail/chains';
import { UTXO_CHAINS, requireUtxoChain } from '@chaintrail/chains';
import type { Network } from 'bitcoinjs-lib';

export const btc: Chain = requireUtxoChain('btc');
export const ltc: Chain = requireUtxoChain('ltc');
export const doge: Chain = requireUtxoChain('doge');
export const bch: Chain = requireUtxoChain('bch');

export function networkOf(chain: Chain, name: string): UtxoNetwork {
  const network = chain.networks.find((candidate) => candidate.name === name);
  if (!network) throw new RangeError(`${chain.name} has no network ${name}`);
  return network;
}

/** Every network of every chain, for tests that hold on all of them. */
export const everyNetwork: readonly NamedNetwork[] = UTXO_CHAINS.flatMap((chain) =>
  chain.networks.map((network) => ({ chain, network, title: `${chain.name} ${network.name}` })),
);

interface NamedNetwork {
  readonly chain: Chain;
  readonly network: UtxoNetwork;
  readonly title: string;
}

/** The same network in the words of bitcoinjs-lib, with the canonical version bytes; where the chain has no segwit, none. */
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
