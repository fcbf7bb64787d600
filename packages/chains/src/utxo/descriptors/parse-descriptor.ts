/** Output descriptors as trees (BIP380 to BIP387, BIP389). What would need a solver of scripts (miniscript) is refused. */
import { parseAddress } from '../../address.js';
import type { UtxoChain, UtxoNetwork } from '../../chain.js';
import { AddressError, DescriptorError } from '../../errors.js';
import { CHECKSUM_LENGTH, descriptorChecksum, strangeCharacter } from './checksum.js';
import { type KeyExpression, type KeyRules, readKeyExpression } from './key-expression.js';

export interface MultiTemplate {
  readonly name: 'multi' | 'sortedmulti' | 'multi_a' | 'sortedmulti_a';
  readonly threshold: number;
  readonly keys: readonly KeyExpression[];
}

export interface KeyTemplate {
  readonly name: 'pk' | 'pkh' | 'wpkh' | 'combo' | 'rawtr';
  readonly keys: readonly [KeyExpression];
}

/** A leaf, or two branches. */
export type TapTree = MultiTemplate | KeyTemplate | readonly [TapTree, TapTree];

export type Template =
  | KeyTemplate
  | MultiTemplate
  | { readonly name: 'sh' | 'wsh'; readonly inner: Template }
  | { readonly name: 'tr'; readonly keys: readonly [KeyExpression]; readonly tree: TapTree | null }
  | { readonly name: 'addr'; readonly addressKey: Buffer; readonly text: string }
  | { readonly name: 'raw'; readonly script: Buffer };

type Enclosing = 'top' | 'sh' | 'wsh' | 'tr';

/** Where each function may stand. Source: BIP381 to BIP387. */
const PLACES: Readonly<Record<string, readonly Enclosing[]>> = {
  pk: ['top', 'sh', 'wsh', 'tr'],
  pkh: ['top', 'sh', 'wsh'],
  wpkh: ['top', 'sh'],
  sh: ['top'],
  wsh: ['top', 'sh'],
  combo: ['top'],
  multi: ['top', 'sh', 'wsh'],
  sortedmulti: ['top', 'sh', 'wsh'],
  multi_a: ['tr'],
  sortedmulti_a: ['tr'],
  tr: ['top'],
  rawtr: ['top'],
  addr: ['top'],
  raw: ['top'],
};
const NEEDS_SEGWIT = ['wpkh', 'wsh', 'tr', 'rawtr'];

/** Most keys of a multisig, by where it stands: bare ones are standard up to 3, a redeem script has 520 bytes. */
const MOST_KEYS: Readonly<Record<Enclosing, number>> = { top: 3, sh: 15, wsh: 20, tr: 999 };
const MOST_REDEEM_BYTES = 520;
/** As in script (bitcoin src/script/interpreter.h TAPROOT_CONTROL_MAX_NODE_COUNT). */
const MOST_DEPTH = 128;
/** A descriptor of 20 keys with origins has some 3,500 characters. */
export const MOST_DESCRIPTOR_CHARACTERS = 10_000;

interface Context {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
}

const malformed = (message: string): DescriptorError => new DescriptorError('malformed', message);

/** @returns the descriptor without its checksum. @throws DescriptorError where the checksum is wrong */
export function withoutChecksum(text: string): string {
  if (text.length > MOST_DESCRIPTOR_CHARACTERS)
    throw malformed(`a descriptor of more than ${MOST_DESCRIPTOR_CHARACTERS} characters is not read`);
  const strange = strangeCharacter(text);
  if (strange >= 0) throw malformed(`character ${strange + 1} does not occur in descriptors`);
  const [body = '', checksum, ...more] = text.split('#');
  if (more.length > 0) throw malformed('there is more than one # in it; expected one before the checksum, at the end');
  if (checksum === undefined) return body;
  if (checksum.length !== CHECKSUM_LENGTH)
    throw new DescriptorError('checksum', `the checksum has ${checksum.length} characters, not ${CHECKSUM_LENGTH}`);
  if (checksum !== descriptorChecksum(body))
    throw new DescriptorError('checksum', 'the checksum is wrong: the descriptor has a typing mistake');
  return body;
}

/** @param body a descriptor without checksum. @throws DescriptorError */
export function parseTemplate(chain: UtxoChain, network: UtxoNetwork, body: string): Template {
  return readTemplate({ chain, network }, body, 'top');
}

interface Call {
  readonly name: string;
  readonly inner: string;
}

function readCall(text: string): Call {
  const found = /^([a-z_]+)\((.*)\)$/.exec(text);
  if (!found) throw malformed('a part of it is no function with its arguments in brackets, as wpkh(KEY) is');
  return { name: found[1]!, inner: found[2]! };
}

function readTemplate(context: Context, text: string, place: Enclosing): Template {
  const { name, inner } = readCall(text);
  const places = Object.hasOwn(PLACES, name) ? PLACES[name]! : null;
  if (!places)
    throw new DescriptorError(
      'unsupported',
      `it has a function that needs a solver of scripts (miniscript), or that nobody knows; expected ${Object.keys(PLACES).join(', ')}`,
    );
  if (!places.includes(place))
    throw malformed(`${name}() stands ${places.map(placeText).join(', ')}, not ${placeText(place)}`);
  if (NEEDS_SEGWIT.includes(name) && !context.chain.segwit)
    throw new DescriptorError(
      'unsupported',
      `${context.chain.name} has no segwit: expected pkh(), or sh() of a multisig`,
    );
  switch (name) {
    case 'sh':
      return checkedRedeem({ name, inner: readTemplate(context, inner, 'sh') });
    case 'wsh':
      return { name, inner: readTemplate(context, inner, 'wsh') };
    case 'multi':
    case 'sortedmulti':
      return readMulti(context, name, inner, place);
    case 'tr':
      return readTaproot(context, inner);
    case 'addr':
      return readAddr(context, inner);
    case 'raw':
      return { name, script: readRaw(inner) };
    default:
      return readKeyTemplate(context, name as KeyTemplate['name'], inner, place);
  }
}

function placeText(place: Enclosing): string {
  return place === 'top' ? 'outermost' : `in ${place}()`;
}

function rulesOf(name: string, place: Enclosing): KeyRules {
  const isTaproot = place === 'tr' || name === 'tr' || name === 'rawtr';
  return { xOnly: isTaproot, uncompressed: !isTaproot && place !== 'wsh' && name !== 'wpkh' };
}

function readKeyTemplate(context: Context, name: KeyTemplate['name'], inner: string, place: Enclosing): KeyTemplate {
  return { name, keys: [readKeyExpression(context.chain, context.network, inner, rulesOf(name, place))] };
}

function readMulti(
  { chain, network }: Context,
  name: MultiTemplate['name'],
  inner: string,
  place: Enclosing,
): MultiTemplate {
  const [first = '', ...rest] = inner.split(',');
  if (!/^\d{1,3}$/.test(first)) throw malformed(`${name}() does not begin with how many keys have to sign`);
  const threshold = Number(first);
  const most = MOST_KEYS[place];
  if (rest.length === 0 || rest.length > most)
    throw malformed(`${name}() has ${rest.length} keys ${placeText(place)}; expected 1 to ${most}`);
  if (threshold < 1 || threshold > rest.length)
    throw malformed(`${name}() asks for ${threshold} signatures of ${rest.length} keys`);
  const rules = rulesOf(name, place);
  return { name, threshold, keys: rest.map((key) => readKeyExpression(chain, network, key, rules)) };
}

function checkedRedeem<Redeem extends { readonly inner: Template }>(template: Redeem): Redeem {
  const { inner } = template;
  if (!('threshold' in inner)) return template;
  const bytes = inner.keys.reduce((sum, { bytes }) => sum + 1 + (bytes?.length ?? 33), 3);
  if (bytes > MOST_REDEEM_BYTES)
    throw malformed(`the script in sh() has ${bytes} bytes, more than the ${MOST_REDEEM_BYTES} that can be spent`);
  return template;
}

function readTaproot(context: Context, inner: string): Template {
  const comma = inner.indexOf(',');
  const [key, tree] = comma < 0 ? [inner, null] : [inner.slice(0, comma), inner.slice(comma + 1)];
  const keys = readKeyTemplate(context, 'rawtr', key, 'tr').keys;
  return { name: 'tr', keys, tree: tree === null ? null : readTree(context, tree, 0) };
}

function readTree(context: Context, text: string, depth: number): TapTree {
  if (depth > MOST_DEPTH) throw malformed(`the tree in tr() is deeper than ${MOST_DEPTH}`);
  if (text.startsWith('{')) {
    if (!text.endsWith('}')) throw malformed('a branch in tr() does not end with }');
    const inner = text.slice(1, -1);
    const comma = topComma(inner);
    if (comma < 0) throw malformed('a branch in tr() has no comma between its two sides');
    return [readTree(context, inner.slice(0, comma), depth + 1), readTree(context, inner.slice(comma + 1), depth + 1)];
  }
  const { name, inner } = readCall(text);
  if (name === 'multi_a' || name === 'sortedmulti_a') return readMulti(context, name, inner, 'tr');
  return readTemplate(context, text, 'tr') as KeyTemplate;
}

/** The comma between the two sides of a branch; -1 where there is none. */
function topComma(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '{' || character === '(') depth++;
    else if (character === '}' || character === ')') depth--;
    else if (character === ',' && depth === 0) return at;
  }
  return -1;
}

function readAddr({ chain, network }: Context, inner: string): Template {
  try {
    return { name: 'addr', addressKey: parseAddress({ family: 'utxo', chain, network }, inner), text: inner };
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    throw malformed(`addr(): ${error.message}`);
  }
}

function readRaw(inner: string): Buffer {
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(inner)) throw malformed('raw() has something else than a script in hexadecimal');
  return Buffer.from(inner, 'hex');
}

/** All keys of a template, in their order. */
export function keysOf(template: Template | TapTree): readonly KeyExpression[] {
  if ('length' in template) return template.flatMap(keysOf);
  if ('inner' in template) return keysOf(template.inner);
  if (!('keys' in template)) return [];
  return 'tree' in template && template.tree ? [...template.keys, ...keysOf(template.tree)] : template.keys;
}

/** The canonical text of a template, without checksum. */
export function templateText(template: Template | TapTree): string {
  if ('length' in template) return `{${template.map(templateText).join(',')}}`;
  if ('inner' in template) return `${template.name}(${templateText(template.inner)})`;
  if (template.name === 'addr') return `addr(${template.text})`;
  if (template.name === 'raw') return `raw(${template.script.toString('hex')})`;
  const keys = template.keys.map(({ text }) => text).join(',');
  if ('threshold' in template) return `${template.name}(${template.threshold},${keys})`;
  return `${template.name}(${keys}${'tree' in template && template.tree ? `,${templateText(template.tree)}` : ''})`;
}
