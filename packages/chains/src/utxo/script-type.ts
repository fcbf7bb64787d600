import type { BareKeyRules, UtxoChain } from '../chain.js';
import {
  isP2pk,
  isP2pkh,
  isP2sh,
  isP2sh32,
  MWEB_HOGADDR_VERSION,
  MWEB_PEGIN_VERSION,
  OP_0,
  OP_1,
  OP_1NEGATE,
  OP_16,
  OP_CHECKMULTISIG,
  OP_CHECKSIG,
  OP_PUSHDATA1,
  OP_PUSHDATA2,
  OP_PUSHDATA4,
  OP_RESERVED,
  OP_RETURN,
  publicKeyLength,
  witnessVersion,
} from './script.js';

/** Walks the operations of a script as nodes do (bitcoin src/script/script.cpp GetScriptOp). */
export class ScriptReader {
  readonly script: Buffer;
  /** Offset of the next operation. */
  at = 0;
  opcode = -1;
  /** The pushed bytes of the last operation: `script[dataStart … dataStart + dataLength)`, empty for most opcodes. */
  dataStart = 0;
  dataLength = 0;

  constructor(script: Buffer, at = 0) {
    this.script = script;
    this.at = at;
  }

  get done(): boolean {
    return this.at >= this.script.length;
  }

  /** Reads the next operation. @returns false at the end and when a push runs over it; `opcode` is -1 then. */
  next(): boolean {
    this.opcode = -1;
    this.dataLength = 0;
    if (this.done) return false;
    const opcode = this.script[this.at]!;
    const lengthBytes = opcode === OP_PUSHDATA1 ? 1 : opcode === OP_PUSHDATA2 ? 2 : opcode === OP_PUSHDATA4 ? 4 : 0;
    this.dataStart = this.at + 1 + lengthBytes;
    if (this.dataStart > this.script.length) return false;
    let length = opcode < OP_PUSHDATA1 ? opcode : 0;
    if (lengthBytes > 0) length = this.script.readUIntLE(this.at + 1, lengthBytes);
    if (this.dataStart + length > this.script.length) return false;
    this.opcode = opcode;
    this.dataLength = length;
    this.at = this.dataStart + length;
    return true;
  }
}

/** The names that nodes give to output scripts (bitcoin src/script/solver.cpp, litecoin src/script/standard.cpp). */
export const SCRIPT_TYPES = [
  'nonstandard',
  'anchor',
  'pubkey',
  'pubkeyhash',
  'scripthash',
  'multisig',
  'nulldata',
  'witness_v0_scripthash',
  'witness_v0_keyhash',
  'witness_v1_taproot',
  'witness_unknown',
  'witness_mweb_pegin',
  'witness_mweb_hogaddr',
] as const;
export type ScriptType = (typeof SCRIPT_TYPES)[number];

/** The type of an output script, decided in the order of the node's `Solver`. */
export function scriptType(chain: UtxoChain, script: Buffer): ScriptType {
  if (isP2sh(script, 0, script.length)) return 'scripthash';
  // Bitcoin Cash Node has one name for both lengths of the hash (bitcoin-cash-node src/script/standard.cpp Solver).
  if (chain.cashTokens && isP2sh32(script, 0, script.length)) return 'scripthash';
  const version = witnessVersion(script, 0, script.length);
  if (version >= 0 && chain.networks[0]?.hrp) return witnessType(chain, version, script);
  if (isNullData(script)) return 'nulldata';
  if (isP2pk(script, 0, script.length) || (chain.bareKeys.anyBytes && isKeyTemplate(script))) return 'pubkey';
  if (isP2pkh(script, 0, script.length)) return 'pubkeyhash';
  return isMultisig(chain.bareKeys, script) ? 'multisig' : 'nonstandard';
}

function witnessType(chain: UtxoChain, version: number, script: Buffer): ScriptType {
  const programLength = script.length - 2;
  if (version === 0) {
    if (programLength === 20) return 'witness_v0_keyhash';
    return programLength === 32 ? 'witness_v0_scripthash' : 'nonstandard';
  }
  if (version === 1 && programLength === 32) return 'witness_v1_taproot';
  if (chain.mweb) {
    if (version === MWEB_PEGIN_VERSION && programLength === 32) return 'witness_mweb_pegin';
    if (version === MWEB_HOGADDR_VERSION && programLength === 32) return 'witness_mweb_hogaddr';
    // Litecoin Core does not know pay-to-anchor: to it that program is an unknown one.
    return 'witness_unknown';
  }
  // Pay-to-anchor, bitcoin src/script/script.cpp IsPayToAnchor.
  if (version === 1 && programLength === 2 && script[2] === 0x4e && script[3] === 0x73) return 'anchor';
  return 'witness_unknown';
}

function isNullData(script: Buffer): boolean {
  if (script[0] !== OP_RETURN) return false;
  const reader = new ScriptReader(script, 1);
  while (!reader.done) if (!reader.next() || reader.opcode > OP_16) return false;
  return true;
}

/**
 * The data that a `nulldata` script carries: each pushed item in hex, numbers (OP_1…OP_16, OP_1NEGATE) as the byte they
 * push. Null when the script is not of that type.
 */
export function opReturnData(script: Buffer): string[] | null {
  if (!isNullData(script)) return null;
  const items: string[] = [];
  const reader = new ScriptReader(script, 1);
  while (reader.next()) {
    const { opcode, dataStart, dataLength } = reader;
    if (opcode <= OP_PUSHDATA4) items.push(script.toString('hex', dataStart, dataStart + dataLength));
    else if (opcode === OP_1NEGATE) items.push('81');
    else if (opcode !== OP_RESERVED) items.push((opcode - OP_1 + 1).toString(16).padStart(2, '0'));
  }
  return items;
}

/** OP_PUBKEY OP_CHECKSIG of old nodes: bytes that are no key have no address, and the same name. */
function isKeyTemplate(script: Buffer): boolean {
  const reader = new ScriptReader(script);
  return reader.next() && isKeyLength(reader) && script[reader.at] === OP_CHECKSIG && reader.at + 1 === script.length;
}

const isKeyLength = ({ dataLength }: ScriptReader): boolean => dataLength >= 33 && dataLength <= 65;

/** m, n public keys, n, OP_CHECKMULTISIG with 1 ≤ m ≤ n ≤ the chain's most (solver.cpp MatchMultisig). */
function isMultisig({ multisig, anyBytes }: BareKeyRules, script: Buffer): boolean {
  if (script[script.length - 1] !== OP_CHECKMULTISIG) return false;
  const reader = new ScriptReader(script);
  reader.next();
  const required = smallNumber(reader, multisig);
  if (required < 1) return false;
  let keys = 0;
  while (reader.next() && (anyBytes ? isKeyLength(reader) : isPublicKeyPush(reader))) keys++;
  const total = smallNumber(reader, multisig);
  return total >= required && total === keys && reader.at + 1 === script.length;
}

function isPublicKeyPush(reader: ScriptReader): boolean {
  return reader.dataLength > 0 && publicKeyLength(reader.script[reader.dataStart]!) === reader.dataLength;
}

/**
 * The number from 1 to `most` that the last operation pushes in the shortest way, or -1. Sixteen is the largest with an
 * opcode of its own, so 17…20 are one-byte pushes (solver.cpp GetScriptNumber).
 */
function smallNumber(reader: ScriptReader, most: number): number {
  const { opcode } = reader;
  if (opcode >= OP_1 && opcode <= OP_16) return opcode - OP_1 + 1;
  if (opcode !== OP_0 + 1) return -1;
  const value = reader.script[reader.dataStart]!;
  return value > 16 && value <= most ? value : -1;
}
