import type { UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import { parseAddress as parseAddressOn, requireUtxoChain, UTXO_CHAINS } from '@chaintrail/chains';
import type { Network } from 'bitcoinjs-lib';

export const btc: UtxoChain = requireUtxoChain('btc');
export const ltc: UtxoChain = requireUtxoChain('ltc');
export const doge: UtxoChain = requireUtxoChain('doge');
export const bch: UtxoChain = requireUtxoChain('bch');

export function networkOf(chain: UtxoChain, name: string): UtxoNetwork {
  const network = chain.networks.find((candidate) => candidate.name === name);
  if (!network) throw new RangeError(`${chain.name} has no network ${name}`);
  return network;
}

/** Every network of every chain, for tests that hold on all of them. */
export const everyNetwork: readonly NamedNetwork[] = UTXO_CHAINS.flatMap((chain) =>
  chain.networks.map((network) => ({ chain, network, title: `${chain.name} ${network.name}` })),
);

interface NamedNetwork {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly title: string;
}

/**
 * The same network in the words of bitcoinjs-lib, with the canonical version bytes; where the chain has no segwit,
 * none.
 */
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

/** Parses a client's text on a network of the UTXO family. */
export function parseAddress(chain: UtxoChain, network: UtxoNetwork, text: string): Buffer {
  return parseAddressOn({ family: 'utxo', chain, network }, text);
}
