/** Zcash's addresses beside the transparent ones: TEX (ZIP 320), unified (ZIP 316), Sapling (ZIP 173) and Sprout. */
import { type Fail, ownersText, refuseOverlong, refuseStrangeCharacters } from '../../address-failure.js';
import { decodeBase58Check } from '../../bytes/base58.js';
import { bytesOfBech32Values, decodeBech32, isMixedCase } from '../../bytes/bech32.js';
import type { UtxoNetwork, ZcashAddressForms } from '../../chain.js';
import { HASH160_BYTES, KEY_P2PKH, KEY_P2SH } from '../script.js';
import { readUnifiedAddress } from './unified-address.js';

/** One with every receiver and both expiries has 240 characters, one with an experimental part of 255 bytes 509. */
const MAX_LENGTH = 1_000;
/** Version 2, keys 64. */
const SPROUT_BYTES = 66;
/** Its versions make all of them start with these two letters, and have this length. */
const SPROUT_TEXT = /^z[ct].{93}$/;
const SAPLING_BYTES = 43;

const NOT_SHOWN = 'the chain does not show what shielded addresses receive or spend';

/**
 * The key of a TEX address or of a unified address with a transparent receiver.
 * @returns null when the text starts like none of Zcash's own forms; transparent addresses are base58.
 */
export function parseZcashAddress(network: UtxoNetwork, text: string, fail: Fail): Buffer | null {
  if (SPROUT_TEXT.test(text)) return refuseSprout(network, text, fail);
  const lower = text.toLowerCase();
  const start = /^[a-z]{1,20}(?=1)/.exec(lower)?.[0];
  if (start === undefined) return null;
  const form = formOf(network, start);
  if (form === null) {
    const owners = ownersText((candidate) => formOf(candidate, start) !== null);
    if (owners === null) return null;
    return fail('foreign-network', `this is an address of ${owners}`);
  }
  refuseOverlong(text, fail, MAX_LENGTH);
  refuseStrangeCharacters(text, 0, fail);
  if (isMixedCase(text, lower)) {
    return fail('malformed', 'such an address is all lower case or all upper case, never mixed');
  }
  const payload = bech32Payload(text, lower, start, form === 'shielded' ? 'bech32' : 'bech32m', fail);
  if (form === 'unified') return unifiedKey(payload, start, fail);
  const expected = form === 'tex' ? HASH160_BYTES : SAPLING_BYTES;
  if (payload.length !== expected) {
    return fail('malformed', `such an address holds ${expected} bytes, not ${payload.length}`);
  }
  if (form === 'shielded') return fail('not-indexable', `this is a Sapling address: ${NOT_SHOWN}`);
  return Buffer.from([KEY_P2PKH, ...payload]);
}

type Form = Exclude<keyof ZcashAddressForms, 'sprout'>;

function formOf({ zcash }: UtxoNetwork, hrp: string): Form | null {
  if (zcash === null) return null;
  if (hrp === zcash.tex) return 'tex';
  if (zcash.unified.includes(hrp)) return 'unified';
  return zcash.shielded.includes(hrp) ? 'shielded' : null;
}

function bech32Payload(text: string, lower: string, hrp: string, encoding: string, fail: Fail): Buffer {
  const decoded = decodeBech32(lower, hrp);
  if (decoded.kind === 'bad-character') {
    const { index } = decoded;
    return fail('malformed', `character ${index + 1} (“${text[index]}”) does not occur in such addresses`);
  }
  if (decoded.kind === 'bad-checksum' || decoded.encoding !== encoding) {
    return fail('checksum', 'the checksum is wrong: the address has a typing mistake');
  }
  return bytesOfBech32Values(decoded.values) ?? fail('malformed', 'the address ends in padding that is not allowed');
}

function unifiedKey(payload: Buffer, hrp: string, fail: Fail): Buffer {
  const address = readUnifiedAddress(payload, hrp);
  if (address.kind === 'malformed') return fail('malformed', address.what);
  if (address.kind === 'not-understood') {
    const type = `0x${address.type.toString(16)}`;
    return fail(
      'not-indexable',
      `this unified address has a part (${type}) that must be understood and is not known here`,
    );
  }
  const { transparent, shielded } = address;
  if (transparent === null) {
    // Made here: the first one of a process takes 15 ms.
    const list = new Intl.ListFormat('en').format(shielded);
    const only = `this unified address has no transparent receiver, only ${list}`;
    return fail('not-indexable', `${only}: ${NOT_SHOWN}`);
  }
  return Buffer.from([transparent.kind === 'p2pkh' ? KEY_P2PKH : KEY_P2SH, ...transparent.hash]);
}

/** @returns null for characters outside base58, which the caller refuses. */
function refuseSprout(network: UtxoNetwork, text: string, fail: Fail): null {
  const decoded = decodeBase58Check(text, SPROUT_BYTES);
  if (decoded.kind === 'bad-checksum') {
    return fail('checksum', 'the checksum is wrong: the address has a typing mistake');
  }
  if (decoded.kind !== 'payload') return null;
  const version = decoded.payload.readUInt16BE(0);
  const isSprout = ({ zcash }: UtxoNetwork) => zcash?.sprout.includes(version) ?? false;
  if (isSprout(network)) return fail('not-indexable', `this is a Sprout address: ${NOT_SHOWN}`);
  const owners = ownersText(isSprout);
  return owners === null ? null : fail('foreign-network', `this is an address of ${owners}`);
}
