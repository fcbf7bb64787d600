/** Reads Zcash's bytes into the simulator's own terms, written apart from both its writer and the product's decoder. */
import type { ActionPart, JoinSplit, SaplingPart, SproutPart } from '../src/zcash/shielded.js';
import type { TransactionVersion } from '../src/zcash/upgrades.js';
import type { WireTransaction } from '../src/zcash/write-transaction.js';

class Reader {
  private readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw new RangeError(`the bytes end at ${this.bytes.length}`);
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  u8 = (): number => this.take(1).readUInt8();
  u32 = (): number => this.take(4).readUInt32LE();
  i64 = (): bigint => this.take(8).readBigInt64LE();
  compactSize(): number {
    const first = this.u8();
    if (first < 253) return first;
    return first === 253 ? this.take(2).readUInt16LE() : this.u32();
  }
  vector = (): Buffer => this.take(this.compactSize());
  list<T>(count: number, read: () => T): T[] {
    return Array.from({ length: count }, read);
  }
  fields(...lengths: readonly number[]): Buffer[] {
    return lengths.map((length) => this.take(length));
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }
}

type Fields = Buffer[] & { [index: number]: Buffer };
const EMPTY = Buffer.alloc(0);

function readTransparent(reader: Reader): Pick<WireTransaction, 'inputs' | 'outputs'> {
  const inputs = reader.list(reader.compactSize(), () => {
    const txid = reader.take(32);
    const vout = reader.u32();
    const scriptSig = reader.vector();
    return { txid, vout, scriptSig, sequence: reader.u32() };
  });
  const outputs = reader.list(reader.compactSize(), () => ({ value: reader.i64(), script: reader.vector() }));
  return { inputs, outputs };
}

function readSprout(reader: Reader, proofLength: number): SproutPart | null {
  const count = reader.compactSize();
  if (count === 0) return null;
  const joinSplits = reader.list(count, (): JoinSplit => {
    const [vpubOld, vpubNew] = [reader.i64(), reader.i64()];
    const [anchor] = reader.fields(32) as Fields;
    const nullifiers = reader.fields(32, 32);
    const commitments = reader.fields(32, 32);
    const [ephemeralKey, randomSeed] = reader.fields(32, 32) as Fields;
    const macs = reader.fields(32, 32);
    const proof = reader.take(proofLength);
    const ciphertexts = reader.fields(601, 601);
    return {
      ...{ vpubOld, vpubNew, anchor: anchor as Buffer, nullifiers, commitments, macs, proof, ciphertexts },
      ephemeralKey: ephemeralKey as Buffer,
      randomSeed: randomSeed as Buffer,
    };
  });
  return { joinSplits, publicKey: reader.take(32), signature: reader.take(64) };
}

function readSapling4(reader: Reader): Omit<SaplingPart, 'bindingSignature'> {
  const valueBalance = reader.i64();
  let anchor: Buffer = EMPTY;
  const spends = reader.list(reader.compactSize(), () => {
    const cv = reader.take(32);
    anchor = reader.take(32);
    return { cv, nullifier: reader.take(32), rk: reader.take(32), proof: reader.take(192), signature: reader.take(64) };
  });
  const outputs = reader.list(reader.compactSize(), () => ({
    ...{ cv: reader.take(32), cmu: reader.take(32), ephemeralKey: reader.take(32) },
    ...{ encCiphertext: reader.take(580), outCiphertext: reader.take(80), proof: reader.take(192) },
  }));
  return { spends, outputs, anchor, valueBalance };
}

function readSapling5(reader: Reader): SaplingPart | null {
  const spends = reader.list(reader.compactSize(), () => reader.fields(32, 32, 32));
  const outputs = reader.list(reader.compactSize(), () => reader.fields(32, 32, 32, 580, 80));
  if (spends.length + outputs.length === 0) return null;
  const valueBalance = reader.i64();
  const anchor = spends.length > 0 ? reader.take(32) : EMPTY;
  const spendProofs = spends.map(() => reader.take(192));
  const signatures = spends.map(() => reader.take(64));
  const outputProofs = outputs.map(() => reader.take(192));
  return {
    spends: spends.map(([cv, nullifier, rk], at) => ({
      ...{ cv: cv as Buffer, nullifier: nullifier as Buffer, rk: rk as Buffer },
      ...{ proof: spendProofs[at] as Buffer, signature: signatures[at] as Buffer },
    })),
    outputs: outputs.map(([cv, cmu, ephemeralKey, encCiphertext, outCiphertext], at) => ({
      ...{ cv: cv as Buffer, cmu: cmu as Buffer, ephemeralKey: ephemeralKey as Buffer },
      ...{ encCiphertext: encCiphertext as Buffer, outCiphertext: outCiphertext as Buffer },
      proof: outputProofs[at] as Buffer,
    })),
    ...{ anchor, valueBalance, bindingSignature: reader.take(64) },
  };
}

function readActions(reader: Reader): ActionPart | null {
  const actions = reader.list(reader.compactSize(), () => reader.fields(32, 32, 32, 32, 32, 580, 80));
  if (actions.length === 0) return null;
  const flags = reader.u8();
  const valueBalance = reader.i64();
  const anchor = reader.take(32);
  const proofs = reader.vector();
  const signatures = actions.map(() => reader.take(64));
  return {
    actions: actions.map(([cv, nullifier, rk, cmx, ephemeralKey, encCiphertext, outCiphertext], at) => ({
      ...{ cv: cv as Buffer, nullifier: nullifier as Buffer, rk: rk as Buffer, cmx: cmx as Buffer },
      ...{ ephemeralKey: ephemeralKey as Buffer, encCiphertext: encCiphertext as Buffer },
      ...{ outCiphertext: outCiphertext as Buffer, signature: signatures[at] as Buffer },
    })),
    ...{ flags, valueBalance, anchor, proofs, bindingSignature: reader.take(64) },
  };
}

function readFrom5(reader: Reader, version: TransactionVersion): WireTransaction {
  const [branchId, lockTime, expiryHeight] = [reader.u32(), reader.u32(), reader.u32()];
  const transparent = readTransparent(reader);
  const sapling = readSapling5(reader);
  const orchard = readActions(reader);
  const ironwood = version === 6 ? readActions(reader) : null;
  return { version, branchId, lockTime, expiryHeight, ...transparent, sprout: null, sapling, orchard, ironwood };
}

function readUpTo4(reader: Reader, version: TransactionVersion): WireTransaction {
  const transparent = readTransparent(reader);
  const lockTime = reader.u32();
  const expiryHeight = version >= 3 ? reader.u32() : 0;
  const sapling = version === 4 ? readSapling4(reader) : null;
  const sprout = version >= 2 ? readSprout(reader, version === 4 ? 192 : 296) : null;
  const hasSapling = sapling !== null && sapling.spends.length + sapling.outputs.length > 0;
  return {
    ...{ version, branchId: 0, lockTime, expiryHeight, ...transparent, sprout, orchard: null, ironwood: null },
    sapling: hasSapling ? { ...sapling, bindingSignature: reader.take(64) } : null,
  };
}

function readTransaction(reader: Reader): WireTransaction {
  const version = (reader.u32() & 0x7fffffff) as TransactionVersion;
  if (version >= 3) reader.u32();
  return version >= 5 ? readFrom5(reader, version) : readUpTo4(reader, version);
}

export interface ReadBlock {
  readonly header: Buffer;
  /** Wire order. */
  readonly merkleRoot: Buffer;
  readonly transactions: readonly { readonly parts: WireTransaction; readonly bytes: Buffer }[];
}

/** @throws RangeError when the bytes are not exactly one block */
export function readBlock(bytes: Buffer): ReadBlock {
  const reader = new Reader(bytes);
  const fixed = reader.take(140);
  reader.vector();
  const header = bytes.subarray(0, reader.at);
  const transactions = reader.list(reader.compactSize(), () => {
    const start = reader.at;
    const parts = readTransaction(reader);
    return { parts, bytes: bytes.subarray(start, reader.at) };
  });
  if (!reader.isAtEnd) throw new RangeError(`${bytes.length - reader.at} bytes follow the block`);
  return { header, merkleRoot: fixed.subarray(36, 68), transactions };
}
