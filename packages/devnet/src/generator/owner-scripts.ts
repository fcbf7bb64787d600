/**
 * Scripts of the generator's addresses. An address is a number: its type and hash are mixed from it, so that millions
 * of them need no table. Nobody knows the keys behind the hashes; what unlocks an output is padding of the real size.
 */
import { type Destination, type OutputType, script, witnessScript } from '../utxo/destination.js';

/** Owner of an output that carries data and cannot be spent. */
export const NULLDATA_OWNER = 0xffffffff;

/** A type of outputs, with what every one of them has. */
interface Kind {
  readonly type: OutputType;
  /** What stands in front of the hash. */
  readonly opening: Buffer;
  /** Bytes of the hash, or of what stands in its place. */
  readonly program: number;
  readonly closing: Buffer;
  /** With its length. */
  readonly scriptSig: Buffer;
  /** Stack with its count. */
  readonly witness: Buffer;
}

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
/** Behind its length, which is below 253. */
const counted = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([bytes.length]), bytes]);
const SIGNATURE = Buffer.alloc(72, 0x30);
const KEY = Buffer.alloc(33, 0x02);
/** 2-of-3 */
const MULTISIG = Buffer.alloc(105, 0x51);
const KEY_SPEND = script(SIGNATURE, KEY);
const NO_SCRIPT = hex('00');
const NO_WITNESS = hex('00');
const KEY_WITNESS = Buffer.concat([hex('02'), KEY_SPEND]);

const P2PKH: Kind = {
  type: 'pubkeyhash',
  ...{ opening: hex('76a914'), program: 20, closing: hex('88ac') },
  ...{ scriptSig: counted(KEY_SPEND), witness: NO_WITNESS },
};
/** P2WPKH inside. */
const P2SH: Kind = {
  type: 'scripthash',
  ...{ opening: hex('a914'), program: 20, closing: hex('87') },
  ...{ scriptSig: counted(script(witnessScript(0, Buffer.alloc(20)))), witness: KEY_WITNESS },
};
/** 2-of-3 where there are no witnesses: 254 bytes, whose count takes three. */
const P2SH_MULTISIG: Kind = {
  ...P2SH,
  scriptSig: Buffer.concat([hex('fdfe00'), script(0, SIGNATURE, SIGNATURE, MULTISIG)]),
  witness: NO_WITNESS,
};
const P2WPKH: Kind = {
  type: 'witness_v0_keyhash',
  ...{ opening: hex('0014'), program: 20, closing: hex(''), scriptSig: NO_SCRIPT, witness: KEY_WITNESS },
};
const P2WSH: Kind = {
  ...P2WPKH,
  ...{ type: 'witness_v0_scripthash', opening: hex('0020'), program: 32 },
  witness: Buffer.concat([hex('0400'), script(SIGNATURE, SIGNATURE), hex('69'), MULTISIG]),
};
const P2TR: Kind = {
  ...P2WSH,
  ...{ type: 'witness_v1_taproot', opening: hex('5120') },
  witness: Buffer.concat([hex('01'), script(SIGNATURE.subarray(0, 64))]),
};
const NULLDATA: Kind = { ...P2WSH, type: 'nulldata', opening: hex('6a20') };

/** MurmurHash3's finalizer: spreads a 32-bit number over all its bits. */
function mix(value: number): number {
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

export class OwnerScripts {
  private readonly salt: number;
  private readonly segwit: boolean;

  constructor(seed: number, segwit: boolean) {
    this.salt = mix(seed);
    this.segwit = segwit;
  }

  private kind(owner: number): Kind {
    if (owner === NULLDATA_OWNER) return NULLDATA;
    const dice = mix(owner ^ this.salt) % 100;
    if (!this.segwit) return dice < 88 ? P2PKH : P2SH_MULTISIG;
    if (dice < 45) return P2WPKH;
    if (dice < 67) return P2TR;
    if (dice < 82) return P2PKH;
    return dice < 95 ? P2SH : P2WSH;
  }

  /** Writes length and script. @returns the offset behind them */
  writeScript(owner: number, target: Buffer, at: number): number {
    const { opening, program, closing } = this.kind(owner);
    target[at] = opening.length + program + closing.length;
    const start = at + 1 + opening.copy(target, at + 1);
    let word = mix(owner + this.salt);
    for (let i = 0; i < program >> 2; i++) {
      word = mix(word + Math.imul(owner, 0x9e3779b1) + i);
      target.writeUInt32LE(word, start + i * 4);
    }
    return start + program + closing.copy(target, start + program);
  }

  /** Writes scriptSig with its length. @returns the offset behind it */
  writeScriptSig(owner: number, target: Buffer, at: number): number {
    return at + this.kind(owner).scriptSig.copy(target, at);
  }

  /** Writes the witness stack with its count. @returns the offset behind it */
  writeWitness(owner: number, target: Buffer, at: number): number {
    return at + this.kind(owner).witness.copy(target, at);
  }

  hasWitness(owner: number): boolean {
    return this.kind(owner).witness !== NO_WITNESS;
  }

  destination(owner: number): Destination {
    const written = Buffer.alloc(36);
    const end = this.writeScript(owner, written, 0);
    return { type: this.kind(owner).type, script: written.subarray(1, end), wallet: -1, reveal: Buffer.alloc(0) };
  }
}
