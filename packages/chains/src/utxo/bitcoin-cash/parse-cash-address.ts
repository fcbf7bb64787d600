import { type Fail, ownersText, refuseOverlong, refuseStrangeCharacters } from '../../address-failure.js';
import { bytesOfBech32Values, isMixedCase } from '../../bytes/bech32.js';
import { decodeCashAddr } from '../../bytes/cash-addr.js';
import type { UtxoNetwork } from '../../chain.js';
import { KEY_P2PKH, KEY_P2SH, KEY_P2SH32 } from '../script.js';
import { TOKEN_AWARE, TYPE_P2PKH, TYPE_P2SH } from './write-cash-address.js';

const PREFIXED = /^([a-z]{2,20}):(.*)$/is;
/** Letters that types 0–3 begin with; no base58 address of Bitcoin Cash does. */
const UNPREFIXED = /^[qpzr]/i;
/** Characters of an address without its prefix, with a hash of 20 and of 32 bytes. */
const UNPREFIXED_LENGTHS = [42, 61];
/** With the longest hash that the format has, of 64 bytes. */
const MAX_BODY_LENGTH = 112;
/** Bytes of a hash by the lowest three bits of the version byte. Source: bitcoin-cash-node src/cashaddrenc.cpp. */
const HASH_BYTES = [20, 24, 28, 32, 40, 48, 56, 64] as const;

/**
 * Prefixes of wallets of the Simple Ledger Protocol, in the place of a network's: the hash is the same, the checksum is
 * another. Source: github.com/simpleledger/slp-specifications slp-token-type-1.md
 */
const SLP_PREFIXES: Readonly<Record<string, string>> = {
  bitcoincash: 'simpleledger',
  bchtest: 'slptest',
  bchreg: 'slpreg',
};

/**
 * The key of a CashAddr that is written with its prefix; null when the text has no prefix, or none of CashAddr, as a
 * payment link (`bitcoin:`).
 */
export function parsePrefixedCashAddress(network: UtxoNetwork, text: string, fail: Fail): Buffer | null {
  const [, written, body] = PREFIXED.exec(text) ?? [];
  if (written === undefined || body === undefined) return null;
  const prefix = written.toLowerCase();
  if (prefixesOf(network).includes(prefix)) return parseBody(prefix, text, prefix.length + 1, fail);
  const owners = ownersText((candidate) => prefixesOf(candidate).includes(prefix));
  if (owners !== null) return fail('foreign-network', `this is an address of ${owners}`);
  if (isIntact(body, prefix))
    return fail('foreign-network', `this is an address of another chain (prefix “${prefix}”)`);
  return null;
}

/**
 * The key of a CashAddr without prefix; null when the text is not meant as one. On chains that have none, and for those
 * of another network, the checksum tells.
 */
export function parseUnprefixedCashAddress(network: UtxoNetwork, text: string, fail: Fail): Buffer | null {
  if (!UNPREFIXED.test(text)) return null;
  const intact = intactPrefix(network, text);
  if (intact !== undefined) return parseBody(intact, text, 0, fail);
  const owners = UNPREFIXED_LENGTHS.includes(text.length)
    ? ownersText((candidate) => intactPrefix(candidate, text) !== undefined)
    : null;
  if (owners !== null) return fail('foreign-network', `this is an address of ${owners}`);
  const own = network.cashAddrPrefix;
  return own === null ? null : parseBody(own, text, 0, fail);
}

/** Prefixes that the checksum of an address of the network may cover; the first is written. */
function prefixesOf({ cashAddrPrefix }: UtxoNetwork): readonly string[] {
  if (cashAddrPrefix === null) return [];
  return [cashAddrPrefix, SLP_PREFIXES[cashAddrPrefix] ?? []].flat();
}

function intactPrefix(network: UtxoNetwork, body: string): string | undefined {
  return prefixesOf(network).find((prefix) => isIntact(body, prefix));
}

function isIntact(body: string, prefix: string): boolean {
  return body.length <= MAX_BODY_LENGTH && decodeCashAddr(body.toLowerCase(), prefix).kind === 'data';
}

function parseBody(prefix: string, text: string, start: number, fail: Fail): Buffer {
  if (text.includes('?')) {
    return fail('malformed', 'this is a payment link: leave the question mark and all that follows out');
  }
  refuseOverlong(text, fail);
  refuseStrangeCharacters(text, start, fail);
  if (isMixedCase(text, text.toLowerCase())) {
    return fail('malformed', 'a CashAddr is all lower case or all upper case, never mixed');
  }
  const decoded = decodeCashAddr(text.slice(start).toLowerCase(), prefix);
  if (decoded.kind === 'bad-character') {
    const index = start + decoded.index;
    return fail('malformed', `character ${index + 1} (“${text[index]}”) does not occur in a CashAddr`);
  }
  if (decoded.kind === 'bad-checksum') {
    return fail('checksum', 'the checksum is wrong: the address has a typing mistake, or the prefix of another chain');
  }
  const bytes = bytesOfBech32Values(decoded.values);
  if (bytes === null) return fail('malformed', 'the address ends in padding that is not allowed');
  return keyOf(bytes, fail);
}

/** Source: bitcoin-cash-node src/cashaddrenc.cpp DecodeCashAddrContent, DecodeCashAddrDestination. */
function keyOf(bytes: Buffer, fail: Fail): Buffer {
  const [version = 0x80, ...hash] = bytes;
  if (version & 0x80) return fail('malformed', 'the version of the address is none that has a meaning');
  if (hash.length !== HASH_BYTES[version & 7]) {
    return fail('malformed', `the address says that it has ${HASH_BYTES[version & 7]} bytes and has ${hash.length}`);
  }
  const type = version >>> 3;
  if (hash.length === 20) {
    if (type === TYPE_P2PKH || type === TYPE_P2PKH + TOKEN_AWARE) return Buffer.from([KEY_P2PKH, ...hash]);
    if (type === TYPE_P2SH || type === TYPE_P2SH + TOKEN_AWARE) return Buffer.from([KEY_P2SH, ...hash]);
  }
  if (hash.length === 32 && (type === TYPE_P2SH || type === TYPE_P2SH + TOKEN_AWARE)) {
    return Buffer.from([KEY_P2SH32, ...hash]);
  }
  return fail('malformed', `no script is meant by type ${type} with ${hash.length} bytes`);
}
