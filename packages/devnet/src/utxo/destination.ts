/** Where an output pays: its script, whose it is, and how it would be spent. Signatures are dummies of real size. */
import { formatAddress, type UtxoNetwork } from '@chaintrail/chains';
import { Random } from '../random.js';
import { hash160, sha256 } from './hash.js';

/** Script type names of Core's `scriptPubKey.type`. */
export type OutputType =
  | 'pubkey'
  | 'pubkeyhash'
  | 'scripthash'
  | 'witness_v0_keyhash'
  | 'witness_v0_scripthash'
  | 'witness_v1_taproot'
  | 'anchor'
  | 'multisig'
  | 'nulldata'
  | 'nonstandard'
  | 'witness_unknown'
  | 'witness_mweb_hogaddr'
  | 'witness_mweb_pegin';

/** Destination that a wallet hands out: an output type, or one of its variants. */
export type DestinationKind = OutputType | 'multisig_in_scripthash' | 'multisig_in_scripthash32' | 'malformed_token';

export interface Destination {
  readonly type: OutputType;
  readonly script: Buffer;
  /** Index of the wallet that can spend it; -1 for nobody. */
  readonly wallet: number;
  /** Public key or inner script that a spend reveals; empty where there is none. */
  readonly reveal: Buffer;
}

const EMPTY = Buffer.alloc(0);
/** BIP433 pay-to-anchor. */
const ANCHOR_SCRIPT = Buffer.from('51024e73', 'hex');

/** Opcodes, and pushes of up to 255 bytes; above 75 the length has an opcode of its own, OP_PUSHDATA1. */
export function script(...parts: readonly (number | Buffer)[]): Buffer {
  const written = parts.flatMap((part) => {
    if (typeof part === 'number') return [Buffer.from([part])];
    return [Buffer.from(part.length <= 75 ? [part.length] : [0x4c, part.length]), part];
  });
  return Buffer.concat(written);
}

/** OP_1 … OP_16 */
const small = (count: number): number => 0x50 + count;

function publicKey(random: Random): Buffer {
  const key = random.bytes(33);
  key[0] = 2 + (random.uint32() & 1);
  return key;
}

/** Bare or wrapped m-of-n over fresh keys. */
function multisigScript(random: Random, required: number, count: number): Buffer {
  const keys = Array.from({ length: count }, () => publicKey(random));
  return script(small(required), ...keys, small(count), 0xae);
}

/** BIP141 program script. */
export function witnessScript(version: number, program: Buffer): Buffer {
  return script(version === 0 ? 0 : small(version), program);
}

/**
 * A script field that begins like a CashTokens prefix and is none: consensus has forbidden it since May 2023, and blocks
 * from before have it. The whole field is then a script that nobody can spend, and stays in the UTXO set (BCHN
 * src/primitives/token.cpp UnwrapScriptPubKey).
 */
function malformedToken(random: Random): Buffer {
  const bitfield = random.pick([0x00, 0x80, 0x60, 0x22 | 0x40, 0x13, 0x31]);
  return Buffer.concat([Buffer.from([0xef]), random.bytes(random.pick([4, 32])), Buffer.from([bitfield, 0x00])]);
}

/** A fresh destination of the wanted kind. */
export function newDestination(kind: DestinationKind, wallet: number, random: Random): Destination {
  const of = (type: OutputType, locking: Buffer, reveal: Buffer = EMPTY): Destination => {
    return { type, script: locking, wallet, reveal };
  };
  const multisigHash = (locking: (inner: Buffer) => Buffer): Destination => {
    const inner = multisigScript(random, 2, 3);
    return of('scripthash', locking(inner), inner);
  };
  switch (kind) {
    case 'multisig_in_scripthash':
      return multisigHash((inner) => script(0xa9, hash160(inner), 0x87));
    case 'multisig_in_scripthash32': // of Bitcoin Cash (CHIP-2022-05 P2SH32: SHA256d)
      return multisigHash((inner) => script(0xaa, sha256(sha256(inner)), 0x87));
    case 'malformed_token':
      return { type: 'nonstandard', script: malformedToken(random), wallet: -1, reveal: EMPTY };
  }
  const key = publicKey(random);
  switch (kind) {
    case 'pubkey':
      return of(kind, script(key, 0xac), key);
    case 'pubkeyhash':
      return of(kind, script(0x76, 0xa9, hash160(key), 0x88, 0xac), key);
    case 'scripthash': // P2WPKH inside P2SH (BIP141)
      return of(kind, script(0xa9, hash160(witnessScript(0, hash160(key))), 0x87), key);
    case 'witness_v0_keyhash':
      return of(kind, witnessScript(0, hash160(key)), key);
    case 'witness_v0_scripthash': {
      const inner = multisigScript(random, 2, 3);
      return of(kind, witnessScript(0, sha256(inner)), inner);
    }
    case 'witness_v1_taproot':
      return of(kind, witnessScript(1, key.subarray(1)));
    case 'anchor':
      return of(kind, ANCHOR_SCRIPT);
    case 'multisig':
      return of(kind, multisigScript(random, 1, random.between(2, 3)));
    case 'witness_unknown':
      return of(kind, witnessScript(random.between(2, 7), random.bytes(random.pick([2, 20, 32, 40]))));
    case 'nulldata':
      return nulldata(script(0x6a, random.bytes(random.between(4, 75))));
    default:
      throw new RangeError(`outputs of type ${kind} are made by the MWEB part of a block, not by wallets`);
  }
}

/** As the chain's users write it; null for outputs that have no address. P2PK counts as its P2PKH. */
export function addressOf({ type, script, reveal }: Destination, network: UtxoNetwork): string | null {
  const address = (kind: number, hash: Buffer): string => {
    return formatAddress(network, Buffer.concat([Buffer.from([kind]), hash]));
  };
  switch (type) {
    case 'pubkey':
      return address(0, hash160(reveal));
    case 'pubkeyhash':
      return address(0, script.subarray(3, 23));
    case 'scripthash': // of 20 bytes, or of 32 on Bitcoin Cash
      return address(script[0] === 0xaa ? 2 : 1, script.subarray(2, -1));
    case 'witness_v0_keyhash':
    case 'witness_v0_scripthash':
      return address(0x10, script.subarray(2));
    case 'witness_v1_taproot':
    case 'anchor':
    case 'witness_unknown':
      return address(script.readUInt8(0) - 0x40, script.subarray(2));
    default:
      return null;
  }
}

/** Nobody can spend it. */
export function nulldata(locking: Buffer): Destination {
  return { type: 'nulldata', script: locking, wallet: -1, reveal: EMPTY };
}

/** Unlocking of an output: scriptSig and witness stack. */
export interface Unlocking {
  readonly scriptSig: Buffer;
  readonly witness: readonly Buffer[];
}

/** Bytes that dummy signatures are cut from: a view costs neither random numbers nor memory that outlives it. */
const NOISE = new Random(0).bytes(1 << 12);

/** As long as a DER signature with its hash type (71 or 72 bytes) or a Schnorr signature (64). */
function dummySignature(random: Random, length: number): Buffer {
  const start = random.below(NOISE.length - length);
  return NOISE.subarray(start, start + length);
}

function derSignature(random: Random): Buffer {
  return dummySignature(random, random.between(71, 72));
}

const PUBLIC_KEY_LENGTH = 33;

/** Dummy unlocking data of the size that a real spend has. */
export function unlock({ type, reveal }: Destination, random: Random): Unlocking {
  const legacy = (scriptSig: Buffer): Unlocking => ({ scriptSig, witness: [] });
  const segwit = (...witness: Buffer[]): Unlocking => ({ scriptSig: EMPTY, witness });
  switch (type) {
    case 'pubkey':
      return legacy(script(derSignature(random)));
    case 'pubkeyhash':
      return legacy(script(derSignature(random), reveal));
    case 'scripthash':
      if (reveal.length !== PUBLIC_KEY_LENGTH) {
        return legacy(script(0, derSignature(random), derSignature(random), reveal));
      }
      return { scriptSig: script(witnessScript(0, hash160(reveal))), witness: [derSignature(random), reveal] };
    case 'witness_v0_keyhash':
      return segwit(derSignature(random), reveal);
    case 'witness_v0_scripthash':
      return segwit(EMPTY, derSignature(random), derSignature(random), reveal);
    case 'witness_v1_taproot':
      return segwit(dummySignature(random, 64));
    case 'multisig':
      return legacy(script(0, derSignature(random)));
    default:
      return segwit();
  }
}

/** Approximate virtual bytes of an input that spends this; for fee estimation only. */
export function inputVirtualBytes({ type, reveal }: Destination): number {
  if (type === 'scripthash' && reveal.length !== PUBLIC_KEY_LENGTH) return 190 + reveal.length;
  const sizes: Partial<Record<OutputType, number>> = {
    pubkey: 114,
    pubkeyhash: 148,
    scripthash: 91,
    witness_v0_keyhash: 68,
    witness_v0_scripthash: 105,
    witness_v1_taproot: 58,
    multisig: 115,
  };
  return sizes[type] ?? 41;
}
