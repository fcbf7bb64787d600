/** Parses addresses that people typed. */
import { type Fail, failureFor, refuseOverlong } from '../address-failure.js';
import { bytesOfBech32Values, decodeBech32, isMixedCase } from '../bytes/bech32.js';
import type { CosmosChainNetwork } from '../chain.js';
import type { AddressErrorCode } from '../errors.js';
import { foreignOwner } from '../foreign-owner.js';
import { COSMOS_CHAINS } from '../registry.js';
import { MAX_COSMOS_ADDRESS_LENGTH, MAX_COSMOS_KEY_BYTES } from './cosmos-address.js';

/**
 * The key of an address in bech32, lower case or upper.
 * @throws AddressError `malformed`, `checksum` or `foreign-network`, saying what was expected
 */
export function parseCosmosAddress({ chain, network }: CosmosChainNetwork, text: string): Buffer {
  const fail: Fail = failureFor(chain, network);
  refuseOverlong(text, fail, MAX_COSMOS_ADDRESS_LENGTH);
  // Some letters outside ASCII have an ASCII letter as their lower case: the kelvin sign becomes k.
  const strange = text.search(/[^\x20-\x7e]/);
  if (strange >= 0) return fail('malformed', `character ${strange + 1} does not occur in addresses`);
  const lower = text.toLowerCase();
  const hrp = prefixOf(lower);
  if (hrp !== network.hrp) return fail(...refusalOf(text, hrp, network.hrp));
  if (isMixedCase(text, lower)) {
    return fail('malformed', 'an address is all lower case or all upper case, never mixed');
  }
  const decoded = decodeBech32(lower, hrp);
  if (decoded.kind === 'bad-character') {
    return fail('malformed', `character ${decoded.index + 1} does not occur in addresses`);
  }
  if (decoded.kind === 'bad-checksum' || decoded.encoding !== 'bech32') {
    return fail('checksum', 'the checksum is wrong: the address has a typing mistake');
  }
  const key = bytesOfBech32Values(decoded.values);
  if (key === null || key.length === 0 || key.length > MAX_COSMOS_KEY_BYTES) {
    return fail('malformed', 'an address holds 20 bytes, that of a contract 32');
  }
  return key;
}

function prefixOf(lower: string): string {
  return lower.slice(0, Math.max(0, lower.lastIndexOf('1')));
}

/** The problem with a text that does not begin like an address of this network. */
function refusalOf(text: string, hrp: string, expected: string): [AddressErrorCode, string] {
  if (text.length === 0) return ['malformed', 'the address is empty'];
  for (const { name, networks } of COSMOS_CHAINS) {
    const network = networks.find((one) => hrp.startsWith(one.hrp));
    if (network === undefined) continue;
    switch (hrp.slice(network.hrp.length)) {
      case '':
        return ['foreign-network', `this is an address of ${name} ${network.name}`];
      // Source: cosmos-sdk types/address.go; thornode cmd/cosmos.go
      case 'pub':
      case 'vpub':
      case 'cpub':
      case 'valoperpub':
      case 'valconspub':
        return ['malformed', 'this is a public key, not an address'];
      case 'v':
      case 'c':
      case 'valoper':
      case 'valcons':
        return ['malformed', 'this names a validator or its key, not an account'];
      default:
    }
  }
  if (/^0x[0-9a-f]{40}$/i.test(text)) {
    return ['foreign-network', 'this is an address of Ethereum or another chain of its kind'];
  }
  if (/^(0x)?[0-9a-f]{64}$/i.test(text)) {
    return ['malformed', 'this is the hash of a transaction or a block, or a key, not an address'];
  }
  const owner = foreignOwner(text);
  if (owner !== null) return ['foreign-network', `this is an address of ${owner}`];
  if (/^[a-z]{1,20}$/.test(hrp) && decodeBech32(text.toLowerCase(), hrp).kind === 'data') {
    return ['foreign-network', `this is an address of another chain (prefix “${hrp}”)`];
  }
  return ['malformed', `addresses start with ${expected}1`];
}
