/** Extended public keys, in the forms that wallets export. */
import { HDKey } from '@scure/bip32';
import { decodeBase58Check, writeBase58Check } from '../../bytes/base58.js';
import type { UtxoChain, UtxoNetwork } from '../../chain.js';
import { DescriptorError } from '../../errors.js';

/** Scripts of accounts with one key, as BIP44, BIP49, BIP84 and BIP86 have them. */
export const KEY_KINDS = ['pkh', 'sh-wpkh', 'wpkh', 'tr'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

interface KeyVersion {
  /** Beginning of a text of this version. */
  readonly prefix: string;
  readonly isTest: boolean;
  /** Kind of its script: `any` is not said by the version, `multisig` needs the other keys. */
  readonly kind: KeyKind | 'any' | 'multisig';
}

/** Source: SLIP-132, and chainparams.cpp of each node. Litecoin's and Dogecoin's own versions beside those of Bitcoin. */
const VERSIONS: ReadonlyMap<number, KeyVersion> = new Map([
  [0x0488b21e, { prefix: 'xpub', isTest: false, kind: 'any' }],
  [0x049d7cb2, { prefix: 'ypub', isTest: false, kind: 'sh-wpkh' }],
  [0x04b24746, { prefix: 'zpub', isTest: false, kind: 'wpkh' }],
  [0x0295b43f, { prefix: 'Ypub', isTest: false, kind: 'multisig' }],
  [0x02aa7ed3, { prefix: 'Zpub', isTest: false, kind: 'multisig' }],
  [0x043587cf, { prefix: 'tpub', isTest: true, kind: 'any' }],
  [0x044a5262, { prefix: 'upub', isTest: true, kind: 'sh-wpkh' }],
  [0x045f1cf6, { prefix: 'vpub', isTest: true, kind: 'wpkh' }],
  [0x024289ef, { prefix: 'Upub', isTest: true, kind: 'multisig' }],
  [0x02575483, { prefix: 'Vpub', isTest: true, kind: 'multisig' }],
]);
const OWN_VERSIONS: Readonly<Partial<Record<UtxoChain['code'], ReadonlyMap<number, KeyVersion>>>> = {
  ltc: new Map([
    [0x019da462, { prefix: 'Ltub', isTest: false, kind: 'any' }],
    [0x01b26ef6, { prefix: 'Mtub', isTest: false, kind: 'sh-wpkh' }],
    [0x0436f6e1, { prefix: 'ttub', isTest: true, kind: 'any' }],
  ]),
  doge: new Map([[0x02facafd, { prefix: 'dgub', isTest: false, kind: 'any' }]]),
};
/** Versions of private keys, of all chains here. */
const PRIVATE_VERSIONS: ReadonlySet<number> = new Set([
  ...[0x0488ade4, 0x049d7878, 0x04b2430c, 0x0295b005, 0x02aa7a99],
  ...[0x04358394, 0x044a4e28, 0x045f18bc, 0x024285b5, 0x02575048],
  ...[0x019d9cfe, 0x01b26792, 0x0436ef7d, 0x02fac398],
]);

const EXTENDED_KEY_BYTES = 78;
/** Base58check of 78 bytes. */
const EXTENDED_KEY = /^[1-9A-HJ-NP-Za-km-z]{107,113}$/;
const XPUB_VERSIONS = { public: 0x0488b21e, private: 0x0488ade4 };
const PRIVATE_TEXT = /^[a-zA-Z]{1,2}(?:prv|pv)/;

export interface ExtendedKey {
  readonly node: HDKey;
  readonly version: KeyVersion;
  /** As everybody reads it: of version xpub, or tpub on test networks. */
  readonly text: string;
}

/** Whether the text can only be meant as an extended key. */
export function looksLikeExtendedKey(text: string): boolean {
  return EXTENDED_KEY.test(text) || /^[a-zA-Z]{1,2}(?:pub|ub|prv|pv)[1-9A-HJ-NP-Za-km-z]{40,}$/.test(text);
}

/** @throws DescriptorError that says what is wrong, never repeating the text */
export function readExtendedKey(chain: UtxoChain, network: UtxoNetwork, text: string): ExtendedKey {
  const decoded = decodeBase58Check(text.slice(0, 120), EXTENDED_KEY_BYTES);
  if (decoded.kind !== 'payload') {
    if (PRIVATE_TEXT.test(text)) throw privateKey();
    throw decoded.kind === 'bad-checksum'
      ? new DescriptorError('checksum', 'the checksum of an extended key is wrong: it has a typing mistake')
      : new DescriptorError('malformed', 'an extended key is 111 base58 characters; expected an xpub or its like');
  }
  const { payload } = decoded;
  const number = payload.readUInt32BE(0);
  if (PRIVATE_VERSIONS.has(number) || payload[45] === 0) throw privateKey();
  const version = VERSIONS.get(number) ?? OWN_VERSIONS[chain.code]?.get(number);
  const isTest = network !== chain.networks[0];
  if (!version || version.isTest !== isTest) {
    const expected = `${isTest ? 'a tpub' : 'an xpub'} or its like of ${chain.name} ${network.name}`;
    throw new DescriptorError('foreign-network', `an extended key is of another network; expected ${expected}`);
  }
  return { ...nodeOf(payload), version, text: textOf(payload, isTest) };
}

export function privateKey(): DescriptorError {
  return new DescriptorError(
    'private-key',
    'there is a private key in it: give the public one (xpub or its like), and take this one for known to others',
  );
}

function nodeOf(payload: Buffer): { node: HDKey } {
  try {
    return { node: HDKey.fromExtendedKey(encoded(payload, XPUB_VERSIONS.public), XPUB_VERSIONS) };
  } catch {
    // Its message repeats numbers of the key.
    throw new DescriptorError('malformed', 'an extended key is none that BIP32 can make');
  }
}

const textOf = (payload: Buffer, isTest: boolean): string =>
  encoded(payload, isTest ? 0x043587cf : XPUB_VERSIONS.public);

function encoded(payload: Buffer, version: number): string {
  const bytes = Buffer.from(payload);
  bytes.writeUInt32BE(version, 0);
  const target = Buffer.alloc(120);
  return target.toString('latin1', 0, writeBase58Check(bytes, target, 0));
}
