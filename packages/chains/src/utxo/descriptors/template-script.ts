/** Output scripts of a template whose keys are known. */
import { hash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hash160Into } from '../../bytes/hash.js';
import { OP_0, OP_1, OP_CHECKMULTISIG, OP_CHECKSIG, OP_EQUAL, OP_HASH160, scriptOfAddressKey } from '../script.js';
import type { KeyExpression } from './key-expression.js';
import type { KeyTemplate, MultiTemplate, TapTree, Template } from './parse-descriptor.js';

/** Source: BIP342. */
const OP_CHECKSIGADD = 0xba;
const OP_NUMEQUAL = 0x9c;
const LEAF_VERSION = 0xc0;
const COMPRESSED_BYTES = 33;

/** The public key that stands for a key expression. */
export type KeyOf = (key: KeyExpression) => Uint8Array;

/** One, but four of combo(): P2PK, P2PKH, and where the key is compressed P2WPKH and P2SH of that. */
export function outputScripts(template: Template, keyOf: KeyOf, hasSegwit: boolean): Buffer[] {
  switch (template.name) {
    case 'combo':
      return comboScripts(keyOf(template.keys[0]), hasSegwit);
    case 'sh':
      return [payToScriptHash(scriptOf(template.inner, keyOf))];
    default:
      return [scriptOf(template, keyOf)];
  }
}

function comboScripts(key: Uint8Array, hasSegwit: boolean): Buffer[] {
  const scripts = [payToKey(key), payToKeyHash(key)];
  if (key.length !== COMPRESSED_BYTES || !hasSegwit) return scripts;
  const witness = witnessScript(0, hash160(key));
  return [...scripts, witness, payToScriptHash(witness)];
}

function scriptOf(template: Template, keyOf: KeyOf): Buffer {
  switch (template.name) {
    case 'pk':
      return payToKey(keyOf(template.keys[0]));
    case 'pkh':
      return payToKeyHash(keyOf(template.keys[0]));
    case 'wpkh':
      return witnessScript(0, hash160(keyOf(template.keys[0])));
    case 'wsh':
      return witnessScript(0, sha256(scriptOf(template.inner, keyOf)));
    case 'tr':
      return witnessScript(1, taprootKey(xOnly(keyOf(template.keys[0])), template.tree, keyOf));
    case 'rawtr':
      return witnessScript(1, xOnly(keyOf(template.keys[0])));
    case 'addr':
      return scriptOfAddressKey(template.addressKey);
    case 'raw':
      return template.script;
    case 'multi':
    case 'sortedmulti':
    case 'multi_a':
    case 'sortedmulti_a':
      return multisig(template, keyOf);
    default:
      throw new RangeError(`${template.name}() is no single script`);
  }
}

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

function hash160(bytes: Uint8Array): Buffer {
  const target = Buffer.alloc(20);
  hash160Into(bytes, target, 0);
  return target;
}

const push = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.of(bytes.length), bytes]);
const payToKey = (key: Uint8Array): Buffer => Buffer.concat([push(key), Buffer.of(OP_CHECKSIG)]);
const payToKeyHash = (key: Uint8Array): Buffer => scriptOfAddressKey(Buffer.concat([Buffer.of(0), hash160(key)]));
const payToScriptHash = (script: Buffer): Buffer =>
  Buffer.concat([Buffer.of(OP_HASH160), push(hash160(script)), Buffer.of(OP_EQUAL)]);
const witnessScript = (version: number, program: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(version === 0 ? OP_0 : OP_1 + version - 1), push(program)]);

/** A number as scripts push it. */
function number(value: number): Buffer {
  if (value <= 16) return Buffer.of(OP_1 + value - 1);
  if (value < 0x80) return push(Buffer.of(value));
  return push(Buffer.of(value & 0xff, value >> 8));
}

function multisig({ name, threshold, keys }: MultiTemplate, keyOf: KeyOf): Buffer {
  const isTaproot = name.endsWith('_a');
  const list = keys.map((key) => Buffer.from(isTaproot ? xOnly(keyOf(key)) : keyOf(key)));
  if (name.startsWith('sorted')) list.sort(Buffer.compare);
  if (!isTaproot)
    return Buffer.concat([number(threshold), ...list.map(push), number(list.length), Buffer.of(OP_CHECKMULTISIG)]);
  const checks = list.map((key, at) => Buffer.concat([push(key), Buffer.of(at === 0 ? OP_CHECKSIG : OP_CHECKSIGADD)]));
  return Buffer.concat([...checks, number(threshold), Buffer.of(OP_NUMEQUAL)]);
}

const xOnly = (key: Uint8Array): Uint8Array => (key.length === 32 ? key : key.subarray(1, 33));

const tags = new Map<string, Buffer>();
function taggedHash(tag: string, ...parts: Uint8Array[]): Buffer {
  let prefix = tags.get(tag);
  if (!prefix) {
    const once = sha256(Buffer.from(tag));
    prefix = Buffer.concat([once, once]);
    tags.set(tag, prefix);
  }
  return sha256(Buffer.concat([prefix, ...parts]));
}

/** Source: BIP341. */
function taprootKey(internal: Uint8Array, tree: TapTree | null, keyOf: KeyOf): Uint8Array {
  const tweak = taggedHash('TapTweak', internal, ...(tree ? [treeHash(tree, keyOf)] : []));
  const { Point } = secp256k1;
  const point = Point.fromBytes(Buffer.concat([Buffer.of(2), internal]));
  return xOnly(
    Point.BASE.multiplyUnsafe(BigInt(`0x${tweak.toString('hex')}`))
      .add(point)
      .toBytes(true),
  );
}

function treeHash(tree: TapTree, keyOf: KeyOf): Buffer {
  if (!('length' in tree)) return leafHash(tree, keyOf);
  const [left, right] = tree.map((side) => treeHash(side, keyOf)).sort(Buffer.compare);
  return taggedHash('TapBranch', left!, right!);
}

function leafHash(leaf: KeyTemplate | MultiTemplate, keyOf: KeyOf): Buffer {
  const script = leaf.name === 'pk' ? payToKey(xOnly(keyOf(leaf.keys[0]!))) : multisig(leaf as MultiTemplate, keyOf);
  return taggedHash('TapLeaf', Buffer.of(LEAF_VERSION), compactSize(script.length), script);
}

function compactSize(length: number): Buffer {
  return length < 0xfd ? Buffer.of(length) : Buffer.of(0xfd, length & 0xff, length >> 8);
}
