import { ByteWriter } from '../utxo/bytes.js';
import { displayHash } from '../utxo/hash.js';

/** Zcash's header (protocol specification §7.6). */
export interface ZcashHeaderFields {
  readonly version: number;
  /** Wire order. */
  readonly parent: Buffer;
  /** Wire order. */
  readonly merkleRoot: Buffer;
  /** hashBlockCommitments, wire order; what it means changed from upgrade to upgrade. */
  readonly commitments: Buffer;
  /** Unix seconds. */
  readonly time: number;
  readonly bits: number;
  /** 32 bytes. */
  readonly nonce: Buffer;
  /** Equihash solution: 36 bytes on regtest, 1344 on the public networks. */
  readonly solution: Buffer;
}

/** Regtest's proof-of-work limit; zebrad checks neither solution nor difficulty there (Parameters::new_regtest). */
export const REGTEST_BITS = 0x200f0f0f;

/** Header bytes in front of the length of the solution. */
const FIXED_LENGTH = 140;

export function serializeZcashHeader(fields: ZcashHeaderFields): Buffer {
  return new ByteWriter()
    .u32(fields.version)
    .bytes(fields.parent)
    .bytes(fields.merkleRoot)
    .bytes(fields.commitments)
    .u32(fields.time)
    .u32(fields.bits)
    .bytes(fields.nonce)
    .vector(fields.solution)
    .take();
}

/** What getblockheader shows of the fields that other chains do not have, in display form where the node prints it so. */
export function readHeaderFields(header: Buffer): {
  readonly merkleRoot: string;
  readonly commitments: string;
  readonly time: number;
  readonly bits: number;
  readonly nonce: string;
  readonly solution: string;
} {
  const lengthBytes = header[FIXED_LENGTH] === 253 ? 3 : 1;
  return {
    merkleRoot: displayHash(header.subarray(36, 68)),
    commitments: displayHash(header.subarray(68, 100)),
    time: header.readUInt32LE(100),
    bits: header.readUInt32LE(104),
    nonce: displayHash(header.subarray(108, 140)),
    solution: header.toString('hex', FIXED_LENGTH + lengthBytes),
  };
}
