/** Differences of a simulated chain from the others: its bytes and its rules, as data and a few functions. */
import type { Random } from '../random.js';
import type { DestinationKind } from './destination.js';
import type { Block } from './utxo-block.js';
import type { Coin, EncodedTransaction, Transaction, TransactionDraft } from './utxo-transaction.js';
import type { Population, WalletTypes } from './wallets.js';

/** Random bytes for what nobody checks. */
type Noise = (length: number) => Buffer;

export interface HeaderFields {
  readonly version: number;
  /** Wire order. */
  readonly parent: Buffer;
  /** Wire order. */
  readonly merkleRoot: Buffer;
  /** Unix seconds. */
  readonly time: number;
  /** 0 where it is left out. */
  readonly nonce?: number;
}

/** How a chain writes and hashes transactions and headers. */
export interface WireFormat {
  encodeTransaction(draft: TransactionDraft): EncodedTransaction;
  /**
   * Exactly the bytes whose SHA256d is the block's hash; the parent's hash lies at 4 … 36, the Merkle root at 36 … 68.
   * @param block what some headers say beside the fields; all transactions, the coinbase first
   */
  encodeHeader(
    fields: HeaderFields,
    block: { readonly height: number; readonly transactions: readonly Transaction[]; readonly noise: Noise },
  ): Buffer;
  /** Bytes written between header and transactions: AuxPoW, of random bytes. */
  proof?(header: Buffer, noise: Noise): Buffer;
}

/** The chain as makers of transactions and blocks see it. */
export interface DraftContext {
  /** The height that the next block will have. */
  readonly nextHeight: number;
  readonly random: Random;
  readonly population: Population;
  readonly tip: Block;
  /** Height from which payments peg in, and blocks end with a HogEx once there is something to; null without MWEB. */
  readonly mwebFrom: number | null;
  /** The mempool. */
  readonly waiting: () => Iterable<Transaction>;
  /** True when the next block may spend the coin. */
  readonly isMature: (coin: Coin) => boolean;
}

export interface ChainRules {
  readonly wire: WireFormat;
  /** Base units that the block of a height makes; regtest's own schedule. */
  readonly subsidy: (height: number) => bigint;
  /** Confirmations before a coinbase may be spent on regtest. */
  readonly coinbaseMaturity: number;
  readonly walletTypes: WalletTypes;
  /** Types that are paid now and then, whatever the wallet. */
  readonly exoticTypes: readonly DestinationKind[];
  /** Pay-to-anchor (BIP433) is a type of its own: Litecoin's nodes do not know it. */
  readonly anchors?: boolean;
  /** BIP141's commitment in the coinbase. */
  readonly witnessCommitment?: boolean;
  /** Base units below which wallets make no output. */
  readonly dust: bigint;
  /** Base units a virtual byte that everybody pays at least. */
  readonly feeRate: bigint;
  /** Most that a transaction may pay in all (MAX_MONEY). */
  readonly maxMoney: bigint;
  readonly blockVersion: number;
  /** False: nodes keep the transaction that they saw first. True where it is left out (BIP125). */
  readonly replaceByFee?: boolean;
  /** Whether a block at this height may hold it; what may not leaves the mempool (expiry, a change of rules). */
  readonly isValidAt?: (transaction: Transaction, height: number) => boolean;
  /** Order of a block's payments, which come parents first. */
  readonly order?: <T extends { readonly id: string }>(payments: readonly T[]) => T[];
  /** Last touch on every draft, coinbases and replacements too: tokens, transaction versions, shielded parts. */
  readonly finish?: (draft: TransactionDraft, context: DraftContext) => TransactionDraft;
  /** Payments that no other chain knows: `chance` of one instead of an ordinary payment. Null: nothing to pay with. */
  readonly special?: {
    readonly chance: number;
    readonly make: (context: DraftContext) => TransactionDraft | null;
  };
}
