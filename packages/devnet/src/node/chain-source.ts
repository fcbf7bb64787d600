import type { BlockRef } from '@chaintrail/chains';

export interface StoredBlock {
  readonly height: number;
  /** Display form. */
  readonly hash: string;
  /** Hashed bytes. */
  readonly header: Buffer;
  /** AuxPoW, where the block has one. */
  readonly proof: Buffer;
  readonly transactionCount: number;
}

/** View of a chain for the RPC and REST faces, simulated or generated. */
export interface ChainSource {
  tipRef(): BlockRef;
  /** Hash on the active chain, display form. */
  hashAt(height: number): string | undefined;
  /** Any stored block, stale ones too. */
  block(hash: string): StoredBlock | undefined;
  /** Bytes of a block that {@link block} knows. */
  raw(hash: string): Buffer;
  /** Outputs that a block that {@link block} knows spends. */
  spentOutputs(hash: string): Buffer;
}
