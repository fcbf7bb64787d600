import { sha256d } from '../sha256.js';
import { scryptHash } from './hash.js';

export interface HeaderFields {
  readonly version: number;
  /** Wire order. */
  readonly parent: Buffer;
  /** Wire order. */
  readonly merkleRoot: Buffer;
  /** Unix seconds. */
  readonly time: number;
  readonly bits: number;
  readonly nonce: number;
}

/** Compact target of regtest: half of all hashes meet it (bitcoin src/kernel/chainparams.cpp, CRegTestParams). */
export const REGTEST_BITS = 0x207fffff;

/** The 80 header bytes. */
export function serializeHeader(fields: HeaderFields): Buffer {
  const header = Buffer.alloc(80);
  header.writeUInt32LE(fields.version, 0);
  fields.parent.copy(header, 4);
  fields.merkleRoot.copy(header, 36);
  header.writeUInt32LE(fields.time, 68);
  header.writeUInt32LE(fields.bits, 72);
  header.writeUInt32LE(fields.nonce, 76);
  return header;
}

export type ProofOfWork = 'sha256d' | 'scrypt' | 'none';

/** Counts the nonce up until the hash meets the regtest target. `none` leaves the header as it is. */
export function mineHeader(header: Buffer, proofOfWork: ProofOfWork): Buffer {
  if (proofOfWork === 'none') return header;
  const hash = proofOfWork === 'scrypt' ? scryptHash : sha256d;
  // The target is 7fffff followed by zeros; asking for a top byte below 7f is a little stricter and never wrong.
  for (let nonce = 0; (hash(header)[31] as number) >= 0x7f; ) header.writeUInt32LE(++nonce, 76);
  return header;
}
