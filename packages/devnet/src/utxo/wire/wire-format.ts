/**
 * The seam of the bytes: how a chain writes headers and transactions, how it hashes them, and how its users write
 * addresses. One constant per format; `rules/rules-by-chain.ts` names the rules of each chain, and those its format.
 */
import type { UtxoNetwork } from '@chaintrail/chains';
import type { Destination } from '../destination.js';
import type { HeaderFields, ProofOfWork } from '../utxo-header.js';
import type { EncodedTransaction, Transaction, TransactionDraft } from '../utxo-transaction.js';

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
}
