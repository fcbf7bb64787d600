import { getAddress } from 'ethers';
import type { EvmChainNetwork } from '../chain.js';
import { AddressError } from '../errors.js';

/** The key of an address in any case, or in ICAP form. @throws AddressError */
export function parseEvmAddress({ chain, network }: EvmChainNetwork, text: string): Buffer {
  try {
    return Buffer.from(getAddress(text).slice(2), 'hex');
  } catch {
    const expected = `expected an address of ${chain.name} ${network.name} such as ${network.addressExample}`;
    throw new AddressError('malformed', `this is no address; ${expected}`);
  }
}
