/** Keys of a descriptor: an origin, an extended or a plain public key, and the steps that follow (BIP380, BIP389). */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { HDKey } from '@scure/bip32';
import { decodeBase58Check } from '../../bytes/base58.js';
import type { UtxoChain, UtxoNetwork } from '../../chain.js';
import { DescriptorError } from '../../errors.js';
import { looksLikeExtendedKey, privateKey, readExtendedKey } from './extended-keys.js';

/** Rules of a place for a key in a descriptor. */
export interface KeyRules {
  /** Keys of 32 bytes, as taproot has them. */
  readonly xOnly: boolean;
  /** Keys of 65 bytes. */
  readonly uncompressed: boolean;
}

export interface KeyExpression {
  /** As it is written in the canonical descriptor. */
  readonly text: string;
  /** Steps from the master key to {@link node}; null where they are not said. */
  readonly origin: readonly string[] | null;
  /** Null for a plain key. */
  readonly node: HDKey | null;
  /** The plain key; null for an extended one. */
  readonly bytes: Uint8Array | null;
  /** Steps before the last; the alternatives of each, one where there is no choice. */
  readonly steps: readonly (readonly number[])[];
  /** Whether all children of the last step are meant. */
  readonly isRanged: boolean;
}

const ORIGIN = /^\[([0-9a-fA-F]{8})((?:\/\d{1,10}['h]?)*)\]/;
const STEP = /^(\d{1,10})(['hH]?)$/;
const HARDENED_FROM = 2 ** 31;
/** Depth of a key is one byte (BIP32). */
const MOST_DEPTH = 255;
/** Wallets have two. Each takes as much as a descriptor of its own. */
const MOST_ALTERNATIVES = 16;
const WIF = /^[5KLc9QT6][1-9A-HJ-NP-Za-km-z]{50,51}$/;
const WIF_LENGTHS = [33, 34];
const UNCOMPRESSED_BYTES = 65;

/** @throws DescriptorError */
export function readKeyExpression(
  chain: UtxoChain,
  network: UtxoNetwork,
  expression: string,
  rules: KeyRules,
): KeyExpression {
  const found = ORIGIN.exec(expression);
  if (!found && expression.startsWith('['))
    throw malformed("an origin of a key is not like [d34db33f/84'/0'/0']: a fingerprint of 8 digits, and steps");
  const origin = found ? originSteps(found[2]!) : null;
  const originText = found ? `[${found[1]!.toLowerCase()}${origin!.map((step) => `/${step}`).join('')}]` : '';
  const [key = '', ...path] = expression.slice(found?.[0].length ?? 0).split('/');
  if (/^(?:[0-9a-fA-F]{2})+$/.test(key) && key.length !== 111) return plainKey(key, originText, origin, path, rules);
  refusePrivate(key);
  if (!looksLikeExtendedKey(key))
    throw malformed('a key is neither an extended public key (xpub or its like) nor a public key in hexadecimal');
  const { node, text } = readExtendedKey(chain, network, key);
  const { steps, isRanged, written } = readPath(path);
  if (node.depth + steps.length + Number(isRanged) > MOST_DEPTH)
    throw malformed(`a key has more steps than BIP32 can count: ${MOST_DEPTH} from the master key on`);
  return { text: originText + text + written, origin, node, bytes: null, steps, isRanged };
}

const malformed = (message: string): DescriptorError => new DescriptorError('malformed', message);

function originSteps(text: string): string[] {
  const steps = text.split('/').slice(1);
  for (const step of steps) numberOf(step.replace(/['h]$/, ''));
  return steps.map((step) => step.replace(/h$/, "'"));
}

function numberOf(digits: string): number {
  const number = Number(digits);
  if (number >= HARDENED_FROM) throw malformed('a step of a path is above 2147483647');
  return number;
}

function plainKey(
  key: string,
  originText: string,
  origin: readonly string[] | null,
  path: readonly string[],
  { xOnly, uncompressed }: KeyRules,
): KeyExpression {
  const bytes = Buffer.from(key, 'hex');
  if (bytes.length === 32 && !xOnly) throw malformed('a key of 32 bytes stands in tr() alone; expected 33 bytes');
  if (bytes.length === UNCOMPRESSED_BYTES && !uncompressed)
    throw malformed(
      'an uncompressed key (65 bytes) stands neither in segwit scripts nor in taproot; expected 33 bytes',
    );
  if (path.length > 0) throw malformed('no path follows a key in hexadecimal');
  try {
    secp256k1.Point.fromBytes(bytes.length === 32 ? Buffer.concat([Buffer.of(2), bytes]) : bytes);
  } catch {
    throw malformed('a key in hexadecimal is no point of the curve; expected a public key of 33 bytes');
  }
  const text = originText + key.toLowerCase();
  return { text, origin, node: null, bytes, steps: [], isRanged: false };
}

/** WIF is base58check of a version, 32 bytes, and 1 where the key is compressed. */
export function refusePrivate(key: string): void {
  if (WIF.test(key) && decodeBase58Check(key, ...WIF_LENGTHS).kind === 'payload') throw privateKey();
}

interface Path {
  readonly steps: readonly (readonly number[])[];
  readonly isRanged: boolean;
  readonly written: string;
}

function readPath(path: readonly string[]): Path {
  // `/**` stands for `/<0;1>/*` (BIP388).
  const parts = path.at(-1) === '**' ? [...path.slice(0, -1), '<0;1>', '*'] : path;
  const last = parts.at(-1) ?? '';
  if (/^\*['hH]$/.test(last)) throw hardened();
  const isRanged = last === '*';
  const steps = (isRanged ? parts.slice(0, -1) : parts).map(readStep);
  if (steps.filter((step) => step.length > 1).length > 1)
    throw malformed('a key has more than one choice of steps like <0;1>; expected one at most (BIP389)');
  const texts = steps.map((step) => (step.length > 1 ? `<${step.join(';')}>` : String(step[0])));
  return { steps, isRanged, written: [...texts, ...(isRanged ? ['*'] : [])].map((text) => `/${text}`).join('') };
}

function readStep(text: string): number[] {
  if (!text.startsWith('<')) return [readNumber(text)];
  if (!text.endsWith('>')) throw malformed('a choice of steps does not end with >; expected one like <0;1>');
  const choice = text.slice(1, -1).split(';').map(readNumber);
  if (choice.length < 2) throw malformed('a choice of steps has only one; expected one like <0;1>');
  if (choice.length > MOST_ALTERNATIVES)
    throw new DescriptorError(
      'unsupported',
      `a choice of steps has ${choice.length} alternatives; expected ${MOST_ALTERNATIVES} at most: give a descriptor for each part`,
    );
  if (new Set(choice).size < choice.length) throw malformed('a choice of steps has the same step twice (BIP389)');
  return choice;
}

function readNumber(text: string): number {
  const found = STEP.exec(text);
  if (!found) throw malformed('a step of a path is no number, and neither * at the end nor a choice like <0;1>');
  if (found[2] !== '') throw hardened();
  return numberOf(found[1]!);
}

function hardened(): DescriptorError {
  return new DescriptorError(
    'unsupported',
    "a step behind a public key is hardened (' or h), which only the private key can take: give the public key " +
      'behind the hardened steps, which stand in its origin then',
  );
}
