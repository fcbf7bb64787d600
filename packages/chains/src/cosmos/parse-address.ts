/** Reading addresses that people typed. The text is never echoed: it may be a private key pasted by mistake. */
import { bytesOfBech32Values, decodeBech32 } from '../bytes/bech32.js';
import type { CosmosChainNetwork } from '../chain.js';
import { AddressError, type AddressErrorCode } from '../errors.js';
import { foreignOwner } from '../evm/foreign-owner.js';
import { MAX_COSMOS_ADDRESS_LENGTH, MAX_COSMOS_KEY_BYTES } from './address.js';

/**
 * The key of an address in bech32, lower case or upper.
 * @throws AddressError `malformed`, `checksum` or `foreign-network`, saying what was expected
 */
export function parseCosmosAddress({ chain, network }: CosmosChainNetwork, text: string): Buffer {
  const fail = (code: AddressErrorCode, what: string): never => {
    const expected = `expected an address of ${chain.name} ${network.name} such as ${network.addressExample}`;
    throw new AddressError(code, `${what}; ${expected}`);
  };
  if (text.length === 0) return fail('malformed', 'the address is empty');
  if (text.length > MAX_COSMOS_ADDRESS_LENGTH)
    return fail('malformed', `${text.length} characters are more than any address has`);
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) {
    const owner = foreignOwner(text);
    if (owner !== null) return fail('foreign-network', `this is an address of ${owner}`);
    return fail('malformed', 'upper and lower case are mixed');
  }
  const separator = lower.lastIndexOf('1');
  const hrp = lower.slice(0, Math.max(0, separator));
  if (hrp !== network.hrp) {
    const sibling = chain.networks.find((each) => each.hrp === hrp);
    if (sibling) return fail('foreign-network', `this is an address of ${chain.name} ${sibling.name}`);
    const owner = foreignOwner(text);
    if (owner !== null) return fail('foreign-network', `this is an address of ${owner}`);
    return fail('malformed', `addresses start with ${network.hrp}1`);
  }
  const decoded = decodeBech32(lower, hrp);
  if (decoded.kind === 'bad-character') return fail('malformed', `character ${decoded.index + 1} is none of bech32`);
  if (decoded.kind === 'bad-checksum' || decoded.encoding !== 'bech32') {
    return fail('checksum', 'the checksum is wrong: the address has a typing mistake');
  }
  const key = bytesOfBech32Values(decoded.values);
  if (key === null || key.length === 0 || key.length > MAX_COSMOS_KEY_BYTES) {
    return fail('malformed', 'an address holds 20 bytes, that of a contract 32');
  }
  return key;
}
