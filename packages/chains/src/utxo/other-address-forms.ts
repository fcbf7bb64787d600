/** Forms of addresses that one chain alone has, and what is wrong with a text that is none of a network's. */
import {
  type Fail,
  failureFor,
  ownerOf,
  ownersText,
  refuseOverlong,
  refuseStrangeCharacters,
} from '../address-failure.js';
import { type Base58Result, base58Version, decodeBase58Check } from '../bytes/base58.js';
import { bytesOfBech32Values, decodeBech32, isMixedCase, MAX_BECH32_LENGTH } from '../bytes/bech32.js';
import type { UtxoChain, UtxoNetwork } from '../chain.js';
import { parsePrefixedCashAddress, parseUnprefixedCashAddress } from './bitcoin-cash/parse-cash-address.js';
import { HASH160_BYTES } from './script.js';
import { parseZcashAddress } from './zcash/zcash-addresses.js';

const CHECKSUM_BYTES = 4;

/** `bitcoin:` (BIP21) and its like. */
const URI_SCHEME = /^[a-z]{2,20}:/i;

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;
const HASH = /^[0-9a-f]{64}$/i;

/**
 * The key of a CashAddr, with its prefix or without, of a TEX or of a unified address.
 * @param text which is no valid address of the network in base58 or bech32
 * @throws AddressError as `parseUtxoAddress` does
 */
export function parseOtherForm(chain: UtxoChain, network: UtxoNetwork, text: string): Buffer {
  const fail = failureFor(chain, network);
  if (text.length === 0) return fail('malformed', 'the address is empty');
  const prefixed = parsePrefixedCashAddress(network, text, fail);
  if (prefixed !== null) return prefixed;
  if (URI_SCHEME.test(text)) {
    return fail('malformed', 'this starts like a payment link: leave the prefix up to the colon out');
  }
  const zcash = parseZcashAddress(network, text, fail);
  if (zcash !== null) return zcash;
  refuseOverlong(text, fail);
  refuseStrangeCharacters(text, 0, fail);
  if (EVM_ADDRESS.test(text)) return fail('foreign-network', 'this is an address of Ethereum or of a chain like it');
  if (HASH.test(text))
    return fail('malformed', 'this is the hash of a transaction or a block, or a key, not an address');
  // Before all that go by how the text begins: base58 addresses may begin with any letters, as Litecoin's with `LTC1`.
  if (decodeBase58Check(text, 1 + HASH160_BYTES).kind === 'payload') return refuseBase58(network, text, fail);
  const lower = text.toLowerCase();
  const mwebOwner = ownerOf((candidate) => hasPrefix(lower, candidate.mwebHrp));
  if (mwebOwner?.chain === chain) {
    return fail('not-indexable', 'MWEB addresses are shielded: the chain does not show what they receive or spend');
  }
  if (mwebOwner) return fail('foreign-network', `this is an MWEB address of ${mwebOwner.chain.name}`);
  const hrp = bech32Prefix(text, lower, network);
  if (hrp !== null) return refuseSegwit(network, text, lower, hrp, fail);
  return parseUnprefixedCashAddress(network, text, fail) ?? refuseBase58(network, text, fail);
}

function hasPrefix(lower: string, hrp: string | null): boolean {
  return hrp !== null && lower.startsWith(`${hrp}1`);
}

/**
 * The human-readable part, when the text can only be meant as bech32: it starts like an address of a known network. Or
 * it is in one case, has letters before a separator, and a character that base58 leaves out (0 and the small l).
 */
function bech32Prefix(text: string, lower: string, network: UtxoNetwork): string | null {
  if (network.hrp !== null && hasPrefix(lower, network.hrp)) return network.hrp;
  const known = ownerOf((candidate) => hasPrefix(lower, candidate.hrp))?.network.hrp;
  if (known) return known;
  if (isMixedCase(text, lower) || !/[0l]/.test(text)) return null;
  return /^[a-z]+(?=1[^1]+$)/.exec(lower)?.[0] ?? null;
}

function refuseSegwit(network: UtxoNetwork, text: string, lower: string, hrp: string, fail: Fail): never {
  if (isMixedCase(text, lower)) {
    return fail('malformed', 'a bech32 address is all lower case or all upper case, never mixed');
  }
  if (text.length > MAX_BECH32_LENGTH) {
    return fail('malformed', `a bech32 address has at most ${MAX_BECH32_LENGTH} characters, not ${text.length}`);
  }
  const decoded = decodeBech32(lower, hrp);
  if (decoded.kind === 'bad-character') {
    return fail(
      'malformed',
      `character ${decoded.index + 1} (“${text[decoded.index]}”) does not occur in bech32 addresses`,
    );
  }
  if (decoded.kind === 'bad-checksum')
    return fail('checksum', 'the checksum is wrong: the address has a typing mistake');
  if (hrp !== network.hrp) {
    const owners = ownersText((candidate) => candidate.hrp === hrp);
    return fail('foreign-network', `this is an address of ${owners ?? `another chain (prefix “${hrp}”)`}`);
  }
  const version = decoded.values[0] ?? -1;
  if (version < 0 || version > 16) return fail('malformed', 'the address has no witness version from 0 to 16');
  if ((decoded.encoding === 'bech32') !== (version === 0)) {
    const wanted = version === 0 ? 'bech32' : 'bech32m';
    return fail('malformed', `witness version ${version} needs a ${wanted} checksum (BIP350), not ${decoded.encoding}`);
  }
  const program = bytesOfBech32Values(decoded.values.subarray(1));
  if (program === null) return fail('malformed', 'the address ends in padding that is not allowed (BIP173)');
  if (program.length < 2 || program.length > 40 || (version === 0 && program.length !== 20 && program.length !== 32)) {
    return fail('malformed', `a witness program of version ${version} does not have ${program.length} bytes`);
  }
  return fail('not-indexable', `witness version ${version} is MWEB's own and is paid by no address`);
}

function refuseBase58(network: UtxoNetwork, text: string, fail: Fail): never {
  const decoded = decodeBase58Check(text, 1 + HASH160_BYTES, 2 + HASH160_BYTES);
  const payload = base58Payload(decoded, network, text, fail);
  const version = base58Version(payload, HASH160_BYTES);
  const owners = ownersText((candidate) => candidate.p2pkh.includes(version) || candidate.p2sh.includes(version));
  if (owners !== null) return fail('foreign-network', `this is an address of ${owners}`);
  if (payload.length !== versionBytes(network) + HASH160_BYTES) {
    return wrongLength(network, payload.length + CHECKSUM_BYTES, fail);
  }
  return fail('foreign-network', `this is an address of another chain (version ${version})`);
}

/** Bytes before the hash in a base58 address of the network. */
function versionBytes(network: UtxoNetwork): number {
  return network.p2pkh[0]! > 0xff ? 2 : 1;
}

function wrongLength(network: UtxoNetwork, length: number, fail: Fail): never {
  const expected = versionBytes(network) + HASH160_BYTES + CHECKSUM_BYTES;
  return fail('malformed', `a base58 address holds ${expected} bytes, not ${length}`);
}

function base58Payload(decoded: Base58Result, network: UtxoNetwork, text: string, fail: Fail): Buffer {
  switch (decoded.kind) {
    case 'payload':
      return decoded.payload;
    case 'bad-checksum':
      return fail('checksum', 'the checksum is wrong: the address has a typing mistake');
    case 'bad-length':
      return wrongLength(network, decoded.length, fail);
    case 'bad-character':
      return fail('malformed', `character ${decoded.index + 1} (“${text[decoded.index]}”) does not occur in addresses`);
  }
}
