/** Output descriptors and extended keys: what they stand for, and the scripts of their branches. */
import { createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { HDKey } from '@scure/bip32';
import type { UtxoChain, UtxoChainNetwork, UtxoNetwork } from '../../chain.js';
import { DescriptorError } from '../../errors.js';
import { addressKeyOfScript } from '../script.js';
import { descriptorChecksum } from './checksum.js';
import { KEY_KINDS, type KeyKind, looksLikeExtendedKey, readExtendedKey } from './extended-keys.js';
import { type KeyExpression, refusePrivate } from './key-expression.js';
import { keysOf, parseTemplate, type Template, templateText, withoutChecksum } from './parse-descriptor.js';
import { shiftedPoints } from './shifted-points.js';
import { outputScripts } from './template-script.js';

/** A descriptor on one network: a wallet's scripts. */
export interface Descriptor {
  /** Canonical, with its checksum: equal texts are equal accounts. */
  readonly text: string;
  /** Kind of one key's scripts; null for anything else than the four kinds. */
  readonly kind: KeyKind | null;
  /** One for each alternative of a choice like `<0;1>`, and one where there is none. */
  readonly branches: readonly Branch[];
}

export interface Branch {
  /** Its name in wallets: `receive` is the first of two alternatives, `change` the second; null for others. */
  readonly role: 'receive' | 'change' | null;
  /** False: there is one script (or four, of combo()), at index 0. */
  readonly isRanged: boolean;
  /** Points of the curve that each index takes. */
  readonly points: number;
  /**
   * Scripts at `count` indexes from `from` on, below 2^31, those of one index together. Thirty at once take some 0.1 ms
   * each, by point; callers ask for few at a time, so that others have their turns.
   */
  derive(from: number, count: number): DerivedScript[];
}

export interface DerivedScript {
  readonly index: number;
  readonly script: Buffer;
  /** Null where the script pays no address (bare multisig). P2PK is that of the key's P2PKH, as everywhere. */
  readonly addressKey: Buffer | null;
  /** `m/84'/0'/0'/0/5`; without the beginning that is not known (`0/5`); null for more than one key. */
  readonly path: string | null;
}

/** One above the last index that a key can have a child at (not hardened). */
export const INDEX_END = 2 ** 31;

/** Coin types of paths. Source: SLIP-44. */
const COIN_TYPES: Readonly<Partial<Record<UtxoChain['code'], number>>> = {
  btc: 0,
  ltc: 2,
  doge: 3,
  zec: 133,
  bch: 145,
};
const PURPOSES: Readonly<Record<KeyKind, number>> = { pkh: 44, 'sh-wpkh': 49, wpkh: 84, tr: 86 };
const HARDENED_FROM = 2 ** 31;
const ACCOUNT_DEPTH = 3;
/** Steps of all keys together, besides the last that ranges: each takes a millisecond. */
const MOST_STEPS = 255;

/**
 * Which kinds an extended key alone can mean, the most likely first: one where its version says it, or the chain has no
 * other. Null where the text is a descriptor.
 * @throws DescriptorError
 */
export function kindsOfExtendedKey({ chain, network }: UtxoChainNetwork, text: string): readonly KeyKind[] | null {
  if (!looksLikeExtendedKey(text)) return null;
  const { version } = readExtendedKey(chain, network, text);
  if (version.kind === 'multisig')
    throw new DescriptorError(
      'unsupported',
      'this is one key of a multisig: give a descriptor with all of them, as wsh(sortedmulti(2,KEY,KEY))',
    );
  if (version.kind !== 'any') return [version.kind];
  return chain.segwit ? KEY_KINDS : ['pkh'];
}

/**
 * Reads a descriptor, or an extended key: then that is an account of BIP44 and its like, with branches 0 and 1.
 * @param kind of an extended key alone; without it that of its version, or pkh
 * @throws DescriptorError
 */
export function parseDescriptor(place: UtxoChainNetwork, text: string, kind?: KeyKind): Descriptor {
  const { chain, network } = place;
  const kinds = kindsOfExtendedKey(place, text);
  refusePrivate(text.trim());
  const body = kinds ? descriptorOfKey(text, kind ?? kinds[0]!) : withoutChecksum(text);
  const template = parseTemplate(chain, network, body);
  const canonical = templateText(template);
  return {
    ...{ text: `${canonical}#${descriptorChecksum(canonical)}`, kind: kindOf(template) },
    branches: branchesOf(chain, network, template),
  };
}

function descriptorOfKey(key: string, kind: KeyKind): string {
  const inner = `${key}/<0;1>/*`;
  return kind === 'sh-wpkh' ? `sh(wpkh(${inner}))` : `${kind}(${inner})`;
}

function kindOf(template: Template): KeyKind | null {
  if (template.name === 'sh') return template.inner.name === 'wpkh' ? 'sh-wpkh' : null;
  if (template.name === 'tr') return template.tree ? null : 'tr';
  return template.name === 'pkh' || template.name === 'wpkh' ? template.name : null;
}

function branchesOf(chain: UtxoChain, network: UtxoNetwork, template: Template): Branch[] {
  const keys = keysOf(template);
  const counts = new Set(keys.flatMap(({ steps }) => steps.map(({ length }) => length)).filter((n) => n > 1));
  if (counts.size > 1)
    throw new DescriptorError('malformed', 'its keys have choices of steps of different lengths (BIP389)');
  const steps = keys.reduce((sum, key) => sum + key.steps.length, 0);
  if (steps > MOST_STEPS)
    throw new DescriptorError('unsupported', `its keys have ${steps} steps together; expected ${MOST_STEPS} at most`);
  const [count = 1] = counts;
  const isRanged = keys.some((key) => key.isRanged);
  const derived = keys.filter((key) => key.node && key.isRanged).length;
  const roles = count === 2 ? (['receive', 'change'] as const) : [];
  return Array.from({ length: count }, (_, alternative) => ({
    role: roles[alternative] ?? null,
    isRanged,
    points: derived + (template.name === 'tr' ? 1 : 0),
    derive: deriver(chain, network, template, alternative),
  }));
}

function deriver(chain: UtxoChain, network: UtxoNetwork, template: Template, alternative: number): Branch['derive'] {
  const keys = keysOf(template);
  const parents = new Map<KeyExpression, HDKey>();
  const [only] = keys;
  const prefix = keys.length === 1 && only ? pathOf(chain, network, template, only, alternative) : null;
  const parentOf = (key: KeyExpression): HDKey => {
    const known = parents.get(key);
    if (known) return known;
    const parent = key.steps.reduce(
      (node, step) => node.deriveChild(step.length > 1 ? step[alternative]! : step[0]!),
      key.node!,
    );
    parents.set(key, parent);
    return parent;
  };
  return (from, count) => {
    const isRanged = keys.some((key) => key.isRanged);
    const size = isRanged ? Math.max(0, Math.min(count, INDEX_END - from)) : from === 0 && count > 0 ? 1 : 0;
    const lists = new Map(
      keys.map((key) => [key, key.node && key.isRanged ? childKeys(parentOf(key), from, size) : null] as const),
    );
    const keyAt = (at: number) => (key: KeyExpression) => key.bytes ?? lists.get(key)?.[at] ?? parentOf(key).publicKey!;
    return Array.from({ length: size }, (_, at) => at).flatMap((at) => {
      const index = from + at;
      const path = prefix && `${prefix.slice(0, only?.isRanged ? undefined : -1)}${only?.isRanged ? index : ''}`;
      return outputScripts(template, keyAt(at), chain.segwit).map((script) => ({
        ...{ index, script, path },
        addressKey: addressKeyOfScript(chain, script, 0, script.length),
      }));
    });
  };
}

/** Steps to the last one, with a slash behind each. */
function pathOf(
  chain: UtxoChain,
  network: UtxoNetwork,
  template: Template,
  key: KeyExpression,
  alternative: number,
): string | null {
  if (!key.node) return null;
  const steps = key.steps.map((step) => step[step.length > 1 ? alternative : 0]!);
  const before = key.origin ?? standardOrigin(chain, network, kindOf(template), key.node);
  return [...(before ? ['m', ...before] : []), ...steps].map((step) => `${step}/`).join('');
}

/** Where wallets have a key of this depth (BIP44). */
function standardOrigin(chain: UtxoChain, network: UtxoNetwork, kind: KeyKind | null, node: HDKey): string[] | null {
  if (kind === null || node.depth !== ACCOUNT_DEPTH || node.index < HARDENED_FROM) return null;
  const coin = network === chain.networks[0] ? COIN_TYPES[chain.code] : 1;
  return coin === undefined ? null : [`${PURPOSES[kind]}'`, `${coin}'`, `${node.index - HARDENED_FROM}'`];
}

/** Public keys of children, in order (BIP32, CKDpub). */
function childKeys(parent: HDKey, from: number, count: number): Uint8Array[] {
  const start = secp256k1.Point.fromBytes(parent.publicKey!);
  const data = Buffer.alloc(37);
  data.set(parent.publicKey!);
  const tweaks = Array.from({ length: count }, (_, at) => {
    data.writeUInt32BE(from + at, 33);
    // Above the order of the curve once in 2^127 keys; nobody has seen one.
    return createHmac('sha512', parent.chainCode!).update(data).digest().subarray(0, 32);
  });
  return shiftedPoints(Array<typeof start>(count).fill(start), tweaks);
}
