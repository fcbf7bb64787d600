/** Parses addresses that people typed. */
import { type Fail, failureFor, refuseOverlong } from '../address-failure.js';
import { isMixedCase } from '../bytes/bech32.js';
import type { EvmChainNetwork } from '../chain.js';
import type { AddressErrorCode } from '../errors.js';
import { foreignOwner } from '../foreign-owner.js';
import { EVM_ADDRESS_BYTES, formatEvmAddress } from './evm-address.js';
import { decodeIcap } from './icap.js';

const ADDRESS_DIGITS = 2 * EVM_ADDRESS_BYTES;

/**
 * The key of an address: 40 hexadecimal digits in lower, upper or EIP-55's mixed case, with or without 0x; or in ICAP's
 * form.
 * @throws AddressError `malformed`, `checksum` or `foreign-network`, saying what was expected
 */
export function parseEvmAddress({ chain, network }: EvmChainNetwork, text: string): Buffer {
  const fail: Fail = failureFor(chain, network);
  refuseOverlong(text, fail);
  const digits = text.replace(/^0x/i, '');
  if (new RegExp(`^[0-9a-f]{${ADDRESS_DIGITS}}$`, 'i').test(digits)) return parseDigits(digits, fail);
  const icap = decodeIcap(text);
  switch (icap?.kind) {
    case 'address':
      return icap.key;
    case 'bad-checksum':
      return fail('checksum', 'the check digits are wrong: the address has a typing mistake');
    case 'bad-address':
      return fail('malformed', 'this ICAP number is larger than any address');
    case 'indirect':
      return fail('malformed', 'this ICAP number names an account of an institution, not an address');
    default:
      return fail(...refusalOf(text, digits));
  }
}

/** Digits in one case have no checksum. */
function parseDigits(digits: string, fail: Fail): Buffer {
  const key = Buffer.from(digits, 'hex');
  if (isMixedCase(digits, digits.toLowerCase()) && formatEvmAddress(key) !== `0x${digits}`) {
    const remedy = 'where you are sure of it, write it in lower case';
    return fail(
      'checksum',
      `the checksum in its mixed case (EIP-55) is wrong: the address has a typing mistake; ${remedy}`,
    );
  }
  return key;
}

/** The problem with a text that is no address. */
function refusalOf(text: string, digits: string): [AddressErrorCode, string] {
  if (text.length === 0) return ['malformed', 'the address is empty'];
  if (/^[0-9a-f]{64}$/i.test(digits)) {
    return ['malformed', 'this is the hash of a transaction or a block, or a key, not an address'];
  }
  const owner = foreignOwner(text);
  if (owner !== null) return ['foreign-network', `this is an address of ${owner}`];
  if (/^[a-z]{2,20}:/i.test(text)) {
    return [
      'malformed',
      'this starts like a payment link: leave the prefix up to the colon, and what follows the address, out',
    ];
  }
  if (text.includes('.')) return ['malformed', 'names are not resolved: use the address that the name stands for'];
  if (/^[0-9a-f]*$/i.test(digits)) {
    return ['malformed', `an address has ${ADDRESS_DIGITS} hexadecimal digits, not ${digits.length}`];
  }
  // The position alone: the character may be invisible.
  const strange = text.length - digits.length + digits.search(/[^0-9a-f]/i);
  return ['malformed', `character ${strange + 1} is no hexadecimal digit`];
}
