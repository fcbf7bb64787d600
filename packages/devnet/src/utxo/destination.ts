/** Where an output pays: its script, whose it is, and how it would be spent. Signatures are dummies of real size. */
import type { UtxoNetwork } from '@chaintrail/chains';
import { Random } from '../random.js';
import { base58Address, networkHrp, segwitAddress, writtenVersion } from './address-encoding.js';
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

/** What a wallet hands out: an output type, or one of its variants. */
export type DestinationKind = OutputType | 'multisig_in_scripthash' | 'multisig_in_scripthash32' | 'malformed_token';

export interface Destination {
  readonly type: OutputType;
  readonly script: Buffer;
  /** Index of the wallet that can spend it; -1 for nobody. */
  readonly wallet: number;
  /** Public key or inner script that a spend reveals; empty where there is none. */
  readonly reveal: Buffer;
}

/** A script's push of up to 255 bytes; above 75 the length has an opcode of its own, OP_PUSHDATA1. */
const push = (data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(data.length <= 75 ? [data.length] : [0x4c, data.length]), data]);
const EMPTY = Buffer.alloc(0);
/** BIP433 pay-to-anchor. */
const ANCHOR_SCRIPT = Buffer.from('51024e73', 'hex');

function publicKey(random: Random): Buffer {
  const key = random.bytes(33);
  key[0] = 2 + (random.uint32() & 1);
  return key;
}

/** Bare or wrapped m-of-n over fresh keys. */
function multisigScript(random: Random, required: number, count: number): Buffer {
  const keys = Array.from({ length: count }, () => push(publicKey(random)));
  return Buffer.concat([Buffer.from([0x50 + required]), ...keys, Buffer.from([0x50 + count, 0xae])]);
}

/** BIP141 program script. */
export function witnessScript(version: number, program: Buffer): Buffer {
  return Buffer.concat([Buffer.from([version === 0 ? 0 : 0x50 + version, program.length]), program]);
}

/** P2SH of 2-of-3: 20 bytes of hash (BIP16), or 32 on Bitcoin Cash (CHIP-2022-05 P2SH32: SHA256d). */
function scriptHashOfMultisig(random: Random, wallet: number, wide: boolean): Destination {
  const inner = multisigScript(random, 2, 3);
  const script = wide
    ? Buffer.concat([Buffer.from([0xaa, 32]), sha256(sha256(inner)), Buffer.from([0x87])])
    : Buffer.concat([Buffer.from([0xa9, 20]), hash160(inner), Buffer.from([0x87])]);
  return { type: 'scripthash', script, wallet, reveal: inner };
}

/** A fresh destination of the wanted kind. */
export function newDestination(kind: DestinationKind, wallet: number, random: Random): Destination {
  if (kind === 'multisig_in_scripthash') return scriptHashOfMultisig(random, wallet, false);
  if (kind === 'multisig_in_scripthash32') return scriptHashOfMultisig(random, wallet, true);
  if (kind === 'malformed_token') return malformedToken(random);
  return simpleDestination(kind, wallet, random);
}

/**
 * A script field that begins like a CashTokens prefix and is none: consensus has forbidden it since May 2023, and blocks
 * from before have it. The whole field is then a script that nobody can spend, and stays in the UTXO set (BCHN
 * src/primitives/token.cpp UnwrapScriptPubKey).
 */
function malformedToken(random: Random): Destination {
  const bitfield = random.pick([0x00, 0x80, 0x60, 0x22 | 0x40, 0x13, 0x31]);
  const script = Buffer.concat([
    Buffer.from([0xef]),
    random.bytes(random.pick([4, 32])),
    Buffer.from([bitfield, 0x00]),
  ]);
  return { type: 'nonstandard', script, wallet: -1, reveal: EMPTY };
}

function simpleDestination(type: OutputType, wallet: number, random: Random): Destination {
  const key = publicKey(random);
  const of = (script: Buffer, reveal: Buffer): Destination => ({ type, script, wallet, reveal });
  switch (type) {
    case 'pubkey':
      return of(Buffer.concat([push(key), Buffer.from([0xac])]), key);
    case 'pubkeyhash':
      return of(Buffer.concat([Buffer.from([0x76, 0xa9, 20]), hash160(key), Buffer.from([0x88, 0xac])]), key);
    case 'scripthash': // P2WPKH inside P2SH (BIP141)
      return of(
        Buffer.concat([Buffer.from([0xa9, 20]), hash160(witnessScript(0, hash160(key))), Buffer.from([0x87])]),
        key,
      );
    case 'witness_v0_keyhash':
      return of(witnessScript(0, hash160(key)), key);
    case 'witness_v0_scripthash': {
      const inner = multisigScript(random, 2, 3);
      return of(witnessScript(0, sha256(inner)), inner);
    }
    case 'witness_v1_taproot':
      return of(witnessScript(1, key.subarray(1)), EMPTY);
    case 'anchor':
      return of(ANCHOR_SCRIPT, EMPTY);
    case 'multisig':
      return of(multisigScript(random, 1, random.between(2, 3)), EMPTY);
    case 'witness_unknown':
      return of(witnessScript(random.between(2, 7), random.bytes(random.pick([2, 20, 32, 40]))), EMPTY);
    case 'nulldata':
      return { type, script: nulldataScript(random.bytes(random.between(4, 75))), wallet: -1, reveal: EMPTY };
    default:
      throw new RangeError(`outputs of type ${type} are made by the MWEB part of a block, not by wallets`);
  }
}

function nulldataScript(data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x6a]), push(data)]);
}

/** What unlocks an output: scriptSig and witness stack. */
export interface Unlocking {
  readonly scriptSig: Buffer;
  readonly witness: readonly Buffer[];
}

/** What dummy signatures are cut from: a view costs neither random numbers nor memory that outlives it. */
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

function unlockMultisig(inner: Buffer, random: Random): Unlocking {
  const signatures = [push(derSignature(random)), push(derSignature(random))];
  return { scriptSig: Buffer.concat([Buffer.from([0]), ...signatures, push(inner)]), witness: [] };
}

/** Dummy unlocking data of the size that a real spend has. */
export function unlock(destination: Destination, random: Random): Unlocking {
  const { type, reveal } = destination;
  switch (type) {
    case 'pubkey':
      return { scriptSig: push(derSignature(random)), witness: [] };
    case 'pubkeyhash':
      return { scriptSig: Buffer.concat([push(derSignature(random)), push(reveal)]), witness: [] };
    case 'scripthash':
      if (reveal.length !== PUBLIC_KEY_LENGTH) return unlockMultisig(reveal, random);
      return { scriptSig: push(witnessScript(0, hash160(reveal))), witness: [derSignature(random), reveal] };
    case 'witness_v0_keyhash':
      return { scriptSig: EMPTY, witness: [derSignature(random), reveal] };
    case 'witness_v0_scripthash':
      return { scriptSig: EMPTY, witness: [EMPTY, derSignature(random), derSignature(random), reveal] };
    case 'witness_v1_taproot':
      return { scriptSig: EMPTY, witness: [dummySignature(random, 64)] };
    case 'multisig':
      return { scriptSig: Buffer.concat([Buffer.from([0]), push(derSignature(random))]), witness: [] };
    default:
      return { scriptSig: EMPTY, witness: [] };
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

/** Address text as Bitcoin and its near kin write it; null for outputs that have no address. P2PK counts as its P2PKH. */
export function addressOf(destination: Destination, network: UtxoNetwork): string | null {
  const { type, script } = destination;
  switch (type) {
    case 'pubkey':
      return base58Address(writtenVersion(network.p2pkh), hash160(destination.reveal));
    case 'pubkeyhash':
      return base58Address(writtenVersion(network.p2pkh), script.subarray(3, 23));
    case 'scripthash':
      return base58Address(writtenVersion(network.p2sh), script.subarray(2, 22));
    case 'witness_v0_keyhash':
    case 'witness_v0_scripthash':
      return segwitAddress(networkHrp(network), 0, script.subarray(2));
    case 'witness_v1_taproot':
    case 'anchor':
    case 'witness_unknown':
      return segwitAddress(networkHrp(network), script.readUInt8(0) - 0x50, script.subarray(2));
    default:
      return null;
  }
}
