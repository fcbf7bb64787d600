/**
 * Scripts of the generator's addresses. An address is a number: its type and hash are mixed from it, so that millions
 * of them need no table. Nobody knows the keys behind the hashes; what unlocks an output is padding of the real size.
 */
import type { Destination, OutputType } from '../utxo/destination.js';

/** Owner of an output that carries data and cannot be spent. */
export const NULLDATA_OWNER = 0xffffffff;

const P2PKH = 0;
const P2SH = 1;
const P2WPKH = 2;
const P2WSH = 3;
const P2TR = 4;
const NULLDATA = 5;
const TYPES: readonly OutputType[] = [
  'pubkeyhash',
  'scripthash',
  'witness_v0_keyhash',
  'witness_v0_scripthash',
  'witness_v1_taproot',
  'nulldata',
];
const SCRIPT_LENGTH = [25, 23, 22, 34, 34, 34];
const PROGRAM_AT = [3, 2, 2, 2, 2, 2];
const PROGRAM_LENGTH = [20, 20, 20, 32, 32, 32];
const OPENING = ['76a914', 'a914', '0014', '0020', '5120', '6a20'].map((hex) => Buffer.from(hex, 'hex'));

/** MurmurHash3's finalizer: spreads a 32-bit number over all its bits. */
function mix(value: number): number {
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

const SIGNATURE = Buffer.alloc(72, 0x30);
const KEY = Buffer.alloc(33, 0x02);
const push = (data: Buffer): Buffer => Buffer.concat([Buffer.from([data.length]), data]);
const KEY_SPEND = Buffer.concat([push(SIGNATURE), push(KEY)]);
/** scriptSig with its length. */
const SCRIPT_SIG = [
  push(KEY_SPEND),
  push(push(Buffer.concat([Buffer.from('0014', 'hex'), Buffer.alloc(20)]))),
  Buffer.from([0]),
  Buffer.from([0]),
  Buffer.from([0]),
];
/** 2-of-3 behind P2SH, where there are no witnesses: 254 bytes, whose count takes three. */
const MULTISIG_SCRIPT_SIG = Buffer.concat([
  Buffer.from([0xfd, 254, 0, 0]),
  push(SIGNATURE),
  push(SIGNATURE),
  Buffer.from([0x4c, 105]),
  Buffer.alloc(105, 0x51),
]);
/** Witness stack with its count; empty for P2PKH. 2-of-3 for P2WSH. */
const WITNESS = [
  Buffer.from([0]),
  Buffer.concat([Buffer.from([2]), KEY_SPEND]),
  Buffer.concat([Buffer.from([2]), KEY_SPEND]),
  Buffer.concat([Buffer.from([4, 0]), push(SIGNATURE), push(SIGNATURE), push(Buffer.alloc(105, 0x51))]),
  Buffer.concat([Buffer.from([1]), push(SIGNATURE.subarray(0, 64))]),
];

export class OwnerScripts {
  private readonly salt: number;
  private readonly segwit: boolean;

  constructor(seed: number, segwit: boolean) {
    this.salt = mix(seed);
    this.segwit = segwit;
  }

  private kind(owner: number): number {
    if (owner === NULLDATA_OWNER) return NULLDATA;
    const dice = mix(owner ^ this.salt) % 100;
    if (!this.segwit) return dice < 88 ? P2PKH : P2SH;
    if (dice < 45) return P2WPKH;
    if (dice < 67) return P2TR;
    if (dice < 82) return P2PKH;
    return dice < 95 ? P2SH : P2WSH;
  }

  /** Writes length and script. @returns the offset behind them */
  writeScript(owner: number, target: Buffer, at: number): number {
    const kind = this.kind(owner);
    const length = SCRIPT_LENGTH[kind] as number;
    target[at++] = length;
    (OPENING[kind] as Buffer).copy(target, at);
    const program = at + (PROGRAM_AT[kind] as number);
    const words = (PROGRAM_LENGTH[kind] as number) >> 2;
    let word = mix(owner + this.salt);
    for (let i = 0; i < words; i++) {
      word = mix(word + Math.imul(owner, 0x9e3779b1) + i);
      target.writeUInt32LE(word, program + i * 4);
    }
    if (kind === P2PKH) target.writeUInt16LE(0xac88, at + 23);
    if (kind === P2SH) target[at + 22] = 0x87;
    return at + length;
  }

  /** Writes scriptSig with its length. @returns the offset behind it */
  writeScriptSig(owner: number, target: Buffer, at: number): number {
    const kind = this.kind(owner);
    const scriptSig = kind === P2SH && !this.segwit ? MULTISIG_SCRIPT_SIG : (SCRIPT_SIG[kind] as Buffer);
    return at + scriptSig.copy(target, at);
  }

  /** Writes the witness stack with its count. @returns the offset behind it */
  writeWitness(owner: number, target: Buffer, at: number): number {
    return at + (WITNESS[this.kind(owner)] as Buffer).copy(target, at);
  }

  hasWitness(owner: number): boolean {
    return this.segwit && this.kind(owner) !== P2PKH;
  }

  destination(owner: number): Destination {
    const script = Buffer.alloc(36);
    const end = this.writeScript(owner, script, 0);
    return {
      type: TYPES[this.kind(owner)] as OutputType,
      script: script.subarray(1, end),
      wallet: -1,
      reveal: Buffer.alloc(0),
    };
  }
}
