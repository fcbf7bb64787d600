import type { BlockRef } from '@chaintrail/chains';

export interface StoredBlock {
  readonly height: number;
  /** Display form. */
  readonly hash: string;
  /** What is hashed. */
  readonly header: Buffer;
  /** AuxPoW, where the block has one. */
  readonly proof: Buffer;
  readonly transactionCount: number;
}

/** What the RPC and REST faces need of a chain, simulated or generated. */
export interface ChainSource {
  tipRef(): BlockRef;
  /** Hash on the active chain, display form. */
  hashAt(height: number): string | undefined;
  /** Any stored block, stale ones too. */
  block(hash: string): StoredBlock | undefined;
  /** Bytes of a block that {@link block} knows. */
  raw(hash: string): Buffer;
  /** What a block that {@link block} knows spends. */
  spentOutputs(hash: string): Buffer;
}
