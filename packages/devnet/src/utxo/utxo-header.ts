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

/** Compact target of regtest (bitcoin src/kernel/chainparams.cpp, CRegTestParams); simulated blocks need not meet it. */
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
