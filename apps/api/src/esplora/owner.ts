/** Subject of a route: an address, or the hash of a script. */
import { scriptOfAddressKey } from '@chaintrail/chains';
import type { ChainState } from '@chaintrail/db';
import { readAddress } from '../families/named-address.js';
import { ProblemError } from '../problem.js';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { addressParameter } from '../schemas/parameters.js';
import type { Services } from '../services/open-services.js';
import { refused, scriptHashParameter } from './esplora-route.js';

/** Null for a script that no indexed output has, which `state` was read with. */
export type Owner =
  | { readonly key: Buffer; readonly script: Buffer }
  | { readonly key: null; readonly state: ChainState };

/** How a route names its owner. */
export interface Naming {
  readonly word: 'address' | 'scripthash';
  /** In operation ids. */
  readonly title: 'Address' | 'Script';
  readonly parameter: typeof addressParameter;
  find(services: Services, followed: ListedUtxoChain, text: string): Promise<Owner>;
}

const BY_ADDRESS: Naming = {
  ...{ word: 'address', title: 'Address', parameter: addressParameter },
  async find(_services, followed, text) {
    return ownerOf(readEsploraAddress(followed, text));
  },
};

const BY_SCRIPT_HASH: Naming = {
  ...{ word: 'scripthash', title: 'Script', parameter: scriptHashParameter },
  async find(services, followed, text) {
    if (!/^[0-9a-f]{64}$/i.test(text)) throw refused('Invalid scripthash');
    const { key, state } = await services.scripts.read(services, followed, Buffer.from(text, 'hex'));
    return key ? ownerOf(key) : { key, state };
  },
};

export const NAMINGS: readonly Naming[] = [BY_ADDRESS, BY_SCRIPT_HASH];

function ownerOf(key: Buffer): Owner {
  return { key, script: scriptOfAddressKey(key) };
}

/** @throws ProblemError as Esplora words it */
function readEsploraAddress(followed: ListedUtxoChain, text: string): Buffer {
  try {
    return readAddress(followed, text).key;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.code === 'address-foreign-network') throw refused('Address on invalid network');
    throw refused(`Invalid ${followed.chain.name} address`);
  }
}
