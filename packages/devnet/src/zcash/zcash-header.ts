import { ByteWriter } from '../utxo/bytes.js';

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
