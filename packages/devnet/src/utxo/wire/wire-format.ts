/**
 * The seam of the bytes: how a chain writes headers and transactions, how it hashes them, and how its users write
 * addresses. One constant per format; `rules/chain-rules.ts` names the one of each chain.
 */
import type { UtxoNetwork } from '@chaintrail/chains';
import type { Destination } from '../destination.js';
import type { HeaderFields, ProofOfWork } from '../utxo-header.js';
import type { Transaction, TransactionDraft } from '../utxo-transaction.js';

/** A transaction as the node stores it, with its ids in wire order. */
export interface EncodedTransaction {
  readonly bytes: Buffer;
  /** Bytes without witness; the same as `bytes.length` on chains without witnesses. */
  readonly strippedSize: number;
  readonly txid: Buffer;
  /** What the chain hashes for the whole transaction; the txid itself where it knows no other id. */
  readonly wtxid: Buffer;
}

/** What some headers say beside {@link HeaderFields}. */
export interface HeaderContext {
  readonly height: number;
  /** All of the block, the coinbase first. */
  readonly transactions: readonly Transaction[];
  /** Random bytes for what nobody checks. */
  readonly noise: (length: number) => Buffer;
}

export interface WireFormat {
  encodeTransaction(draft: TransactionDraft): EncodedTransaction;
  /** Exactly the bytes whose SHA256d is the block's hash; the parent's hash lies at 4 … 36, the Merkle root at 36 … 68. */
  encodeHeader(fields: HeaderFields, context: HeaderContext): Buffer;
  /** Offset of the header's time, a uint32; the target in compact form follows it. */
  readonly timeOffset: number;
  /**
   * Proves the work of a header, in place. `noise` gives what else the proof is made of.
   * @returns what is written between header and transactions: empty but for AuxPoW
   */
  prove(header: Buffer, proofOfWork: ProofOfWork, noise: (length: number) => Buffer): Buffer;
  /** Address text as the node prints it; null for outputs that have no address. P2PK counts as its P2PKH. */
  addressOf(destination: Destination, network: UtxoNetwork): string | null;
  /** Other forms in which users may write the same address. */
  otherForms?(destination: Destination, network: UtxoNetwork): string[];
}
