/** Reading addresses that people typed. The text is never echoed: it may be a private key pasted by mistake. */
import { type Base58Result, decodeBase58Check } from '../bytes/base58.js';
import { bytesOfBech32Values, decodeBech32, MAX_BECH32_LENGTH } from '../bytes/bech32.js';
import type { UtxoChain, UtxoNetwork } from '../chain.js';
import { AddressError, type AddressErrorCode } from '../errors.js';
import { CHAINS } from '../registry.js';
import { isMwebProgram, KEY_P2PKH, KEY_P2SH, KEY_WITNESS } from './script.js';

/** Longer than any address: 90 for segwit, 117 for MWEB. */
const MAX_ADDRESS_LENGTH = 120;

/** `bitcoin:` (BIP21) and its like. */
const URI_SCHEME = /^[a-z]{2,20}:/i;

/**
 * The key of an address, in any form its users have: base58check with any version byte of the network, bech32(m) in lower
 * or upper case.
 * @throws AddressError `malformed`, `checksum`, `foreign-network` or `not-indexable`, saying what was expected.
 */
export function parseAddress(chain: UtxoChain, network: UtxoNetwork, text: string): Buffer {
  const fail = failureFor(chain, network);
  if (text.length === 0) return fail('malformed', 'the address is empty');
  if (URI_SCHEME.test(text)) {
    return fail('malformed', 'this starts like a payment link: leave the prefix up to the colon out');
  }
  if (text.length > MAX_ADDRESS_LENGTH) {
    return fail('malformed', `${text.length} characters are more than any address has`);
  }
  const strange = text.search(/[^0-9A-Za-z]/);
  if (strange >= 0) return fail('malformed', `character ${strange + 1} is neither a digit nor a letter from a to z`);
  const lower = text.toLowerCase();
  const mwebOwner = ownerOf((candidate) => hasPrefix(lower, candidate.mwebHrp));
  if (mwebOwner?.chain === chain) {
    return fail('not-indexable', 'MWEB addresses are shielded: the chain does not show what they receive or spend');
  }
  if (mwebOwner) return fail('foreign-network', `this is an MWEB address of ${mwebOwner.chain.name}`);
  const hrp = bech32Prefix(text, lower, network);
  return hrp === null ? parseBase58(network, text, fail) : parseSegwit(network, text, lower, hrp, fail);
}

type Fail = (code: AddressErrorCode, what: string) => never;

function failureFor(chain: UtxoChain, network: UtxoNetwork): Fail {
  return (code, what) => {
    const expected = `expected an address of ${chain.name} ${network.name} such as ${network.addressExample}`;
    throw new AddressError(code, `${what}; ${expected}`);
  };
}

interface Owner {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
}

/** The first network of any known chain that `matches`; mainnets come first within their chain. */
function ownerOf(matches: (network: UtxoNetwork) => boolean): Owner | undefined {
  for (const chain of CHAINS) for (const network of chain.networks) if (matches(network)) return { chain, network };
  return undefined;
}

/** “Bitcoin mainnet”, or every network that shares the prefix, or null when it is of no chain that is known here. */
function ownersText(matches: (network: UtxoNetwork) => boolean): string | null {
  const names = CHAINS.flatMap((chain) => {
    const networks = chain.networks.filter(matches).map((network) => network.name);
    return networks.length > 0 ? [`${chain.name} ${networks.join('/')}`] : [];
  });
  return names.length > 0 ? names.join(' or ') : null;
}

function hasPrefix(lower: string, hrp: string | null): boolean {
  return hrp !== null && lower.startsWith(`${hrp}1`);
}

/**
 * The human-readable part, when the text can only be meant as bech32: it starts like an address of a known network, or
 * it is in one case, has letters before a separator, and a character that base58 leaves out.
 */
function bech32Prefix(text: string, lower: string, network: UtxoNetwork): string | null {
  if (network.hrp !== null && hasPrefix(lower, network.hrp)) return network.hrp;
  const known = ownerOf((candidate) => hasPrefix(lower, candidate.hrp))?.network.hrp;
  if (known) return known;
  if (isMixedCase(text, lower) || !lower.includes('0')) return null;
  return /^[a-z]+(?=1[^1]+$)/.exec(lower)?.[0] ?? null;
}

function isMixedCase(text: string, lower: string): boolean {
  return text !== lower && text !== text.toUpperCase();
}

function parseSegwit(network: UtxoNetwork, text: string, lower: string, hrp: string, fail: Fail): Buffer {
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
  if (hrp !== network.hrp) {
    const owners = ownersText((candidate) => candidate.hrp === hrp);
    return fail('foreign-network', `this is an address of ${owners ?? `another chain (prefix “${hrp}”)`}`);
  }
  if (network.mwebHrp !== null && isMwebProgram(version, program.length)) {
    return fail('not-indexable', `witness version ${version} is MWEB's own and is paid by no address`);
  }
  return Buffer.concat([Buffer.of(KEY_WITNESS + version), program]);
}

function parseBase58(network: UtxoNetwork, text: string, fail: Fail): Buffer {
  const payload = base58Payload(decodeBase58Check(text, 21), text, fail);
  const version = payload[0]!;
  if (network.p2pkh.includes(version)) return keyOf(KEY_P2PKH, payload);
  if (network.p2sh.includes(version)) return keyOf(KEY_P2SH, payload);
  const owners = ownersText((candidate) => candidate.p2pkh.includes(version) || candidate.p2sh.includes(version));
  return fail('foreign-network', `this is an address of ${owners ?? `another chain (version byte ${version})`}`);
}

function base58Payload(decoded: Base58Result, text: string, fail: Fail): Buffer {
  switch (decoded.kind) {
    case 'payload':
      return decoded.payload;
    case 'bad-checksum':
      return fail('checksum', 'the checksum is wrong: the address has a typing mistake');
    case 'bad-length':
      return fail('malformed', `a base58 address holds 25 bytes, not ${decoded.length}`);
    case 'bad-character':
      return fail('malformed', `character ${decoded.index + 1} (“${text[decoded.index]}”) does not occur in addresses`);
  }
}

function keyOf(kind: number, payload: Buffer): Buffer {
  const key = Buffer.from(payload);
  key[0] = kind;
  return key;
}
