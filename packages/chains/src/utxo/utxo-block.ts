import { endianness } from 'node:os';

/**
 * Decoded transactions of a UTXO chain, as a struct of arrays over the raw bytes: one object for all, none per
 * transaction, input or output. Objects and strings per input cost more than the database does.
 *
 * Transaction `t` owns inputs `inputStart[t] … inputStart[t+1]-1` and outputs `outputStart[t] … outputStart[t+1]-1`.
 */
export interface UtxoTransactions {
  /** The wire bytes that every offset below points into. */
  readonly bytes: Buffer;
  readonly txCount: number;
  /** 32 bytes each, in wire order (reverse them for display). */
  readonly txids: Buffer;
  readonly txVersion: Uint32Array;
  readonly lockTime: Uint32Array;
  /** Bytes with witness and MWEB data, as the node reports `size` (litecoin src/core_write.cpp TxToUniv). */
  readonly txSize: Uint32Array;
  /** 3 × stripped size + size with witness (BIP141), MWEB data left out. */
  readonly txWeight: Uint32Array;
  readonly inputStart: Uint32Array;
  /** Offset in `bytes` of the outpoint's 32 txid bytes (wire order). */
  readonly inputPrevTxidOffset: Uint32Array;
  readonly inputPrevVout: Uint32Array;
  readonly outputStart: Uint32Array;
  readonly outputValue: BigInt64Array;
  readonly outputScriptOffset: Uint32Array;
  readonly outputScriptLength: Uint32Array;
  /** Bytes of the CashTokens prefix right before each output's script, 0 without. Null on chains that have none. */
  readonly outputTokenLength: Uint32Array | null;
  /**
   * Zcash: what each of the {@link SHIELDED_POOLS} gains by each transaction, negative where value leaves the pool;
   * pool `p` of transaction `t` at `t * SHIELDED_POOLS.length + p`. Null on chains without shielded pools.
   */
  readonly poolDeltas: BigInt64Array | null;
}

/** Zcash's pools of shielded coins, oldest first. */
export const SHIELDED_POOLS = ['sprout', 'sapling', 'orchard', 'ironwood'] as const;

/** A decoded block. */
export interface UtxoBlock extends UtxoTransactions {
  /** Display form, computed from the header bytes. */
  readonly hash: string;
  /** Display form. */
  readonly parentHash: string;
  readonly version: number;
  /** Unix seconds of the header. */
  readonly time: number;
  /** Bytes of the whole block, with witnesses (and MWEB data where the node sent it). */
  readonly size: number;
  /** Index of the HogEx (Litecoin's MWEB integrating transaction), or -1. */
  readonly hogEx: number;
}

/** The outputs that a block spends, in the order of its inputs, as the node's `spenttxouts` delivers them. */
export interface SpentOutputs {
  readonly bytes: Buffer;
  /** One per input of the block, without the coinbase's. */
  readonly value: BigInt64Array;
  readonly scriptOffset: Uint32Array;
  readonly scriptLength: Uint32Array;
}

/** A decoded block at its height in the active chain, with its spent outputs where the node delivers them. */
export interface PlacedUtxoBlock {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly txCount: number;
  /** Bytes. */
  readonly size: number;
  readonly block: UtxoBlock;
  readonly spent: SpentOutputs | null;
}

/**
 * Amounts lie in memory as int64 in the byte order of this machine. Code that runs for every output reads and writes
 * them as two 32-bit words of the same memory, because a bigint per output would be garbage. The words are `2 * index +
 * LOW_WORD` and `2 * index + HIGH_WORD` of a Uint32Array.
 */
export const LOW_WORD = endianness() === 'LE' ? 0 : 1;
export const HIGH_WORD = 1 - LOW_WORD;
