import { type ChainCode, chainOnNetwork, requireChain, writeAddress } from '@chaintrail/chains';
import type { WriteAddressText } from './history-rows.js';

/** How the users of a network write an address. @throws RangeError for a chain or network that this version does not know */
export function addressTextOf(code: ChainCode, networkName: string): WriteAddressText {
  const network = chainOnNetwork(requireChain(code), networkName)?.network;
  if (network === undefined) throw new RangeError(`${code} has no network ${networkName}`);
  return (keys, start, length, target, at) => writeAddress(network, keys, start, length, target, at);
}
