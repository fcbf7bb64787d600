import type { BlockRef } from '@chaintrail/chains';
import type { Block } from '../utxo/utxo-block.js';
import type { Transaction } from '../utxo/utxo-transaction.js';

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
  tip(): BlockRef;
  /** Hash on the active chain, display form. */
  hashAt(height: number): string | undefined;
  /** Any stored block, stale ones too. */
  block(hash: string): StoredBlock | undefined;
  /** @throws RangeError for a hash that {@link block} does not know */
  raw(hash: string): Buffer;
  /** @throws RangeError for a hash that {@link block} does not know */
  spentOutputs(hash: string): Buffer;
}

/** Decoded views, which only the simulator can give: a generated chain keeps bytes alone. */
export interface ChainDetails {
  decoded(hash: string): Block | undefined;
  transaction(id: string): Transaction | undefined;
  addressOf(coin: Transaction['outputs'][number]): string | null;
  /** Ids of what waits, the oldest first and parents before their children. */
  waiting(): readonly string[];
  readonly utxoSet: { readonly count: number; readonly total: bigint };
}
